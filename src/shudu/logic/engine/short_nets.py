"""Short nets, joined like the links of a chain.

A net of a few rounds is as much as a player can follow, and as far as HoDoKu looks ahead. Each candidate that such a net
turns on or off starts its own net, independent of the others. Links to and from groups join nets where no single
candidate does.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from shudu.core.step import Link
from shudu.logic.engine.forcing import Assumption, Goal, Reaches
from shudu.logic.engine.link_graph import ALL_SINGLES, SINGLES, LinkGraph, members
from shudu.logic.engine.nets import NetRound, grow_net, links_to_goals, round_of
from shudu.logic.engine.step_parts import link_between
from shudu.logic.engine.walks import Reach

_ROUNDS: Final = 4
_NO_NET: Final = NetRound(0, 0)


class ShortNets:
    """The short nets of all assumptions of a position, and proofs that join them.

    A state is a node that is on, with the number of the node, or off, with a number larger by `_size`. So one set holds
    all that an assumption turns on and off.

    Attributes:
        graph: The link graph, with groups.
    """

    def __init__(self, graph: LinkGraph) -> None:
        self.graph: LinkGraph = graph
        self._size: int = SINGLES + len(graph.bundles)
        self._nets: dict[Assumption, list[NetRound]] = {
            assumption: list(grow_net(graph.candidates, assumption, _ROUNDS))
            for node in members(graph.candidates)
            for assumption in (Assumption(node, True), Assumption(node, False))
        }
        self._direct: dict[int, int] = {
            self._state(node, on): self._direct_reach(Assumption(node, on))
            for node in graph.weak
            for on in (True, False)
        }
        self._routes: dict[Assumption, dict[int, int]] = {}

    def reaches(self) -> Reaches:
        """Return what each assumption about a single candidate turns on and off in the end."""
        closed: dict[int, int] = {}
        for start in self._direct:
            done, reached = 0, 1 << start
            while fresh := reached & ~done:
                state = fresh.bit_length() - 1
                done |= closed.get(state, 1 << state)
                reached |= closed.get(state) or self._direct[state]
            closed[start] = reached
        on = (1 << self._size) - 1
        return {at: Reach((both := closed[self._state(*at)]) & on, both >> self._size) for at in self._nets}

    def cost(self, assumption: Assumption, goals: Sequence[Goal]) -> int:
        """Return the number of rounds of all nets on the way to the goals."""
        routes = [self._route(assumption, goal) for goal in goals]
        return sum(self._rounds(start, end) for route in routes for start, end in itertools.pairwise(route))

    def proofs(self, assumption: Assumption, goals: Sequence[Goal]) -> list[list[Link]]:
        """Return the links of all nets on the way to the goals, each after those it depends on."""
        links: dict[Link, None] = {}
        for goal in goals:
            route = self._route(assumption, goal)
            for start, end in itertools.pairwise(route):
                links.update(dict.fromkeys(self._links(start, end)))
        return [list(links)]

    def _state(self, node: int, on: bool) -> int:
        return node if on else node + self._size

    def _direct_reach(self, assumption: Assumption) -> int:
        """Return what an assumption turns on and off by its net, and by links from or to groups."""
        node, on = assumption
        links = self.graph.weak[node] if on else self.graph.strong.get(node, 0)
        if node < SINGLES:
            links &= ~ALL_SINGLES
        net = self._nets[assumption][-1] if node < SINGLES else _NO_NET
        return net.on | net.off << self._size | (links << self._size if on else links)

    def _route(self, assumption: Assumption, goal: Goal) -> list[Assumption]:
        """Return the assumptions on the way to a goal, the goal included; each is in the reach of the one before."""
        if assumption not in self._routes:
            self._routes[assumption] = self._find_routes(self._state(*assumption))
        before = self._routes[assumption]
        state, start = self._state(*goal), self._state(*assumption)
        route = [state]
        while state != start:
            state = before[state]
            route.append(state)
        return [Assumption(state % self._size, state < self._size) for state in reversed(route)]

    def _find_routes(self, start: int) -> dict[int, int]:
        """Return for each state that follows from another the state before it, by the fewest nets."""
        before: dict[int, int] = {}
        seen, layer = 0, [start]
        while layer:
            next_layer = []
            for state in layer:
                for other in members(self._direct[state] & ~seen & ~(1 << state)):
                    before[other] = state
                    next_layer.append(other)
                seen |= self._direct[state] & ~(1 << state)
            layer = next_layer
        return before

    def _rounds(self, start: Assumption, end: Assumption) -> int:
        if start.node >= SINGLES or end.node >= SINGLES:
            return 1
        return round_of(self._nets[start], end) or 1

    def _links(self, start: Assumption, end: Assumption) -> list[Link]:
        if start.node >= SINGLES or end.node >= SINGLES:
            return [link_between(self.graph, start.node, end.node, strong=end.on)]
        return links_to_goals(self.graph.candidates, self._nets[start], [end])
