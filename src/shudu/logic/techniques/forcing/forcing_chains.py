"""Forcing chains: forcing by chains through the link graph, including groups. Roles: see `engine.forcing`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shudu.core.grid import Grid
from shudu.core.step import Link, Step
from shudu.logic.engine.chain_steps import chain_links
from shudu.logic.engine.forcing import Assumption, Goal, Reaches, find_forcing_steps
from shudu.logic.engine.link_graph import LinkGraph, build_link_graph, members
from shudu.logic.engine.walks import distance, layers, reach_of_off, reach_of_on, shortest_path
from shudu.logic.registry import register

CONTRADICTION, VERITY = "forcing-chain-contradiction", "forcing-chain-verity"


@register(CONTRADICTION, family="forcing", order=8500, level="extreme", score=500, code="1301", se=7.5)
@register(VERITY, family="forcing", order=8500, level="extreme", score=500, code="1302", se=8.0)
def find_forcing_chains(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield for each conclusion the shortest contradiction, the shortest verity, or both."""
    graph = build_link_graph(grid.digit_masks, groups=True)
    selected = [id if id in ids else None for id in (CONTRADICTION, VERITY)]
    yield from find_forcing_steps(graph.candidates, _reaches(graph), _ChainProver(graph), *selected)


def _reaches(graph: LinkGraph) -> Reaches:
    on = reach_of_on(graph)
    reaches: Reaches = {}
    for node in members(graph.candidates):
        reaches[Assumption(node, True)] = on[node]
        reaches[Assumption(node, False)] = reach_of_off(graph, on, node)
    return reaches


class _ChainProver:
    """Proves by the shortest chains. Caches the walks of one search."""

    def __init__(self, graph: LinkGraph) -> None:
        self.graph = graph
        self.walks: dict[Assumption, list[int]] = {}

    def cost(self, assumption: Assumption, goals: Sequence[Goal]) -> int:
        """Return the number of links of all chains."""
        walk = self._walk(assumption)
        return sum(distance(walk, node, on == assumption.on) for node, on in goals)

    def proofs(self, assumption: Assumption, goals: Sequence[Goal]) -> list[list[Link]]:
        """Return a chain for each goal."""
        walk = self._walk(assumption)
        return [
            list(chain_links(self.graph, shortest_path(self.graph, walk, assumption.on, node, length), assumption.on))
            for node, on in goals
            for length in [distance(walk, node, on == assumption.on)]
        ]

    def _walk(self, assumption: Assumption) -> list[int]:
        if assumption not in self.walks:
            self.walks[assumption] = layers(self.graph, *assumption)
        return self.walks[assumption]
