"""Chains as steps: roles and links from a path through the link graph.

Roles of every chain and loop (candidates in the order of the chain, except `digits`):

- `digits`: the digits removed
- `start`, `end`: the candidates of the first and the last node (several in a group or an almost locked set)
- `on`, `off`: the candidates that are turned on and off, reading from the start: two colours for the drawing
- `group`: the candidates in groups, if there are any
- `als-1`, `als-2`, …: all candidates of each almost locked set in the chain, if there are any

`links` are the links of the chain in order, alternately weak and strong; in a continuous loop the last one closes it.
The proof of a strong link through an almost locked set lists its cells, separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shudu.core.candidate import Candidate
from shudu.core.geometry import DIGITS, cells_of
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.link_graph import SINGLES, LinkGraph, candidates_of, proof_of_link


def chain_step(id: str, graph: LinkGraph, nodes: Sequence[int], on: bool, removes: int, closed: bool = False) -> Step:
    """Return the step of a chain.

    Args:
        id: The id of the technique.
        graph: The link graph.
        nodes: The nodes of the chain in order.
        on: Whether the first node is on.
        removes: The candidates that the chain removes, as nodes.
        closed: Whether a last link leads back to the first node.
    """
    return Step(
        id,
        removes=candidates_of(removes),
        roles=chain_roles(graph, nodes, on) | {"digits": to_digits(removes)},
        links=chain_links(graph, nodes, on, closed),
    )


def chain_links(graph: LinkGraph, nodes: Sequence[int], on: bool, closed: bool = False) -> tuple[Link, ...]:
    """Return the links between neighbours in a chain; `closed` adds the link from the last node to the first."""
    ends = [*nodes[1:], nodes[0]] if closed else nodes[1:]
    return tuple(
        link_between(graph, node, other, strong=on == (i % 2 == 1))
        for i, (node, other) in enumerate(zip(nodes, ends, strict=False))
    )


def link_between(graph: LinkGraph, node: int, other: int, strong: bool) -> Link:
    """Return a link of the graph as part of a step."""
    return Link(
        graph.candidates_of(node), graph.candidates_of(other), strong, proof_of_link(graph, node, other, strong)
    )


def chain_roles(graph: LinkGraph, nodes: Sequence[int], on: bool) -> Roles:
    """Return the roles of a chain whose first node is on or off."""
    roles: Roles = {
        "start": graph.candidates_of(nodes[0]),
        "end": graph.candidates_of(nodes[-1]),
        "on": _joined(graph, nodes[not on :: 2]),
        "off": _joined(graph, nodes[on::2]),
    }
    if groups := [node for node in nodes if node >= SINGLES and not graph.set_cells(node)]:
        roles["group"] = _joined(graph, groups)
    for i, cells in enumerate(dict.fromkeys(graph.set_cells(node) for node in nodes if graph.set_cells(node)), 1):
        roles[f"als-{i}"] = candidates_in(graph, cells)
    return roles


def to_digits(nodes: int) -> tuple[int, ...]:
    """Return the digits of some single candidates, each once."""
    return tuple(sorted({candidate.digit for candidate in candidates_of(nodes)}))


def candidates_in(graph: LinkGraph, cells: int) -> tuple[Candidate, ...]:
    """Return all candidates of some cells."""
    return tuple(Candidate(d, c) for c in cells_of(cells) for d in DIGITS if graph.digit_masks[d - 1] >> c & 1)


def _joined(graph: LinkGraph, nodes: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple(dict.fromkeys(candidate for node in nodes for candidate in graph.candidates_of(node)))
