"""Almost locked sets as nodes of the link graph."""
from __future__ import annotations
from shudu.logic.links import LinkGraph
def add_almost_locked_sets(graph: LinkGraph) -> None:
    """TODO"""
