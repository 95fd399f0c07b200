"""Nets: what an assumption forces when everything known so far may be used at once.

A net grows in rounds. Each round turns on every candidate that is alone in its cell or the only place of its digit in
a house, and turns off all that these see. It ends when nothing new follows or a contradiction appears.

`grow_net` follows singles only. `ReasonedNet` also uses locked candidates, and nets inside the net. `ShortNets` joins nets
of a few rounds like the links of a chain: a few rounds are as much as a player can follow, and as far as HoDoKu looks
ahead. Each candidate that such a net turns on or off starts its own net, independent of the others. Links to and from
groups join nets where no single candidate does.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from shudu.core.geometry import ALL_CELLS, HOUSE_MASKS, HOUSES_OF, cell_name, house_name
from shudu.core.step import Link
from shudu.logic.engine.forcing import Assumption, Goal, Reaches
from shudu.logic.engine.link_graph import (
    ALL_SINGLES,
    SAME_CELL,
    SEEN,
    SINGLES,
    LinkGraph,
    candidate_of,
    candidates_of,
    members,
)
from shudu.logic.engine.parallel_singles import (
    NetRound,
    OccupiedPlaces,
    emptied_places,
    fails,
    find_singles,
    occupied_places,
    place_name,
)
from shudu.logic.engine.step_parts import link_between, shared_house
from shudu.logic.engine.walks import Reach

_SHORT: Final = 4  # rounds
_NO_NET: Final = NetRound(0, 0)


def grow_net(candidates: int, assumption: Assumption, rounds: int) -> Iterator[NetRound]:
    """Yield the rounds of the net that starts from an assumption: what holds at first and after each further round.

    Args:
        candidates: All candidates of the position.
        assumption: Where the net starts.
        rounds: The largest number of further rounds.
    """
    node, is_on = assumption
    on, off = (1 << node, SEEN[node] & candidates) if is_on else (0, 1 << node)
    yield NetRound(on, off)
    for _ in range(rounds):
        fresh = find_singles(candidates & ~off) & ~on
        if not fresh:
            return
        on |= fresh
        for single in members(fresh):
            off |= SEEN[single] & candidates
        yield NetRound(on, off)


def links_to_goals(candidates: int, net: Sequence[NetRound], goals: Sequence[Goal]) -> list[Link]:
    """Return the links of a net that lead from its assumption to some goals, each after those it depends on."""
    links: dict[Goal, Link | None] = {}
    for goal in goals:
        _add_links(candidates, net, goal, links)
    return [link for link in links.values() if link]


def round_of(net: Sequence[NetRound], goal: Goal) -> int:
    """Return the number of the round in which a candidate is first on, or off."""
    node, on = goal
    return next(i for i, now in enumerate(net) if (now.on if on else now.off) >> node & 1)


def _add_links(candidates: int, net: Sequence[NetRound], goal: Goal, links: dict[Goal, Link | None]) -> None:
    if goal in links:
        return
    link, needed = _link_to(candidates, net, goal)
    for other in needed:
        _add_links(candidates, net, other, links)
    links[goal] = link


def _link_to(candidates: int, net: Sequence[NetRound], goal: Goal) -> tuple[Link | None, list[Goal]]:
    """Return the link that turns a candidate on or off, and what it depends on; no link for the assumption."""
    node, on = goal
    now = round_of(net, goal)
    if on:
        if not now:
            return None, []
        others, place = _removed_rivals(candidates, net[now - 1].off, node)
        return Link(candidates_of(others), (candidate_of(node),), True, place), [(n, False) for n in members(others)]
    if not net[now].on:
        return None, []
    cause = min(members(SEEN[node] & net[now].on), key=lambda other: round_of(net, (other, True)))
    return Link((candidate_of(cause),), (candidate_of(node),), False, _shared_place(cause, node)), [(cause, True)]


def _removed_rivals(candidates: int, off: int, node: int) -> tuple[int, str]:
    """Return the candidates whose removal left a node alone in a place, and the place with the fewest of them."""
    digit, cell = candidate_of(node)
    places = [(SAME_CELL[node] & candidates, cell_name(cell))]
    places += [
        (HOUSE_MASKS[house] << 81 * digit - 81 & candidates & ~(1 << node), house_name(house))
        for house in HOUSES_OF[cell]
    ]
    return min((place for place in places if not place[0] & ~off), key=lambda place: place[0].bit_count())


def _shared_place(node: int, other: int) -> str:
    """Return the cell or the house in which two nodes see each other."""
    if node % 81 == other % 81:
        return cell_name(node % 81)
    return house_name(shared_house(node % 81, other % 81))


# Nets that use more than singles


class Failure(NamedTuple):
    """What goes wrong in a net: a candidate that is both on and off (no place), or a place without candidates."""

    nodes: int
    place: str

    def goals(self) -> list[Goal]:
        """Return what has to be shown."""
        goals = [(node, False) for node in members(self.nodes)]
        return goals if self.place else [*goals, (goals[0][0], True)]


class Reason(NamedTuple):
    """Why a candidate is on or off.

    Attributes:
        link: The link that leads to it; None for the assumption and for a candidate that is refuted.
        needed: What it depends on.
        refutation: The net that refutes the candidate, if that is the reason.
    """

    link: Link | None
    needed: Sequence[Goal]
    refutation: InnerRefutation | None = None


class InnerRefutation(NamedTuple):
    """A candidate that cannot be true: the links of the net from it, and where they fail."""

    node: int
    links: list[Link]
    failure: Failure


class ReasonedNet:
    """A net that can explain why each candidate is on or off.

    When no single is left, the net may use locked candidates, and candidates that are refuted by a net of singles of
    their own, which starts from everything known so far. Links are built when they are asked for.

    Attributes:
        candidates: All candidates of the position.
        on: The nodes that are on.
        off: The nodes that are off.
    """

    def __init__(self, candidates: int, node: int, outer: ReasonedNet | None = None) -> None:
        """Start a net from a candidate that is assumed to be on, possibly inside another net."""
        self.candidates = candidates
        self.places: OccupiedPlaces = occupied_places(candidates)
        self.on: int = outer.on if outer else 0
        self.off: int = outer.off if outer else 0
        self._off_before: dict[int, int | None] = {}  # what was off when a node was turned on; None for the assumption
        self._turned_off: list[tuple[int, int]] = []  # a node that was turned on, and the nodes it turned off
        self._special: dict[int, Reason] = {}  # why a node is off, if no node that is on is the reason
        self._turn_on(node, None)

    def grow(self, locked: bool = False, nested: bool = False) -> Failure | None:
        """Add everything that follows, easiest first; return what goes wrong, if anything does.

        Args:
            locked: Whether to use locked candidates.
            nested: Whether to refute candidates by nets of their own.
        """
        while (failure := self._failure()) is None:
            if not (self._add_singles() or (locked and self._add_locked()) or (nested and self._add_refutations())):
                return None
        return failure

    def trace(self, goals: Sequence[Goal]) -> tuple[list[Reason], list[Goal]]:
        """Return the reasons that lead to some goals, each after those it depends on, and what comes from outside."""
        ordered: dict[Goal, Reason] = {}
        outside: dict[Goal, None] = {}

        def visit(goal: Goal) -> None:
            if goal in ordered or goal in outside:
                return
            reason = self._reason(goal)
            if reason is None:
                outside[goal] = None
                return
            for other in reason.needed:
                visit(other)
            ordered[goal] = reason

        for goal in goals:
            visit(goal)
        return list(ordered.values()), list(outside)

    def _reason(self, goal: Goal) -> Reason | None:
        """Return why a node is on or off; None if it was so before the net started."""
        node, on = goal
        if not on:
            cause = next((one for one, gone in self._turned_off if gone >> node & 1), None)
            if cause is None:
                return self._special.get(node)
            link = Link((candidate_of(cause),), (candidate_of(node),), False, _shared_place(cause, node))
            return Reason(link, [(cause, True)])
        if node not in self._off_before:
            return None
        off = self._off_before[node]
        if off is None:
            return Reason(None, ())
        others, place = _removed_rivals(self.candidates, off, node)
        link = Link(candidates_of(others), (candidate_of(node),), True, place)
        return Reason(link, [(other, False) for other in members(others)])

    def _failure(self) -> Failure | None:
        if both := self.on & self.off:
            return Failure(both & -both, "")
        if occupied_places(self.candidates & ~self.off) == self.places:
            return None
        place = emptied_places(self.places, self.candidates & ~self.off)[0]
        return Failure(place & self.candidates, place_name(place))

    def _turn_on(self, node: int, off_before: int | None) -> None:
        self.on |= 1 << node
        self._off_before[node] = off_before
        gone = SEEN[node] & self.candidates & ~self.off
        self._turned_off.append((node, gone))
        self.off |= gone

    def _add_singles(self) -> bool:
        off = self.off
        fresh = find_singles(self.candidates & ~off) & ~self.on
        for node in members(fresh):
            self._turn_on(node, off)
        return bool(fresh)

    def _add_locked(self) -> bool:
        left = self.candidates & ~self.off
        for digit in range(9):
            for house, removed in find_locked(left >> 81 * digit & ALL_CELLS):
                own = HOUSE_MASKS[house] << 81 * digit & self.candidates
                needed = [(other, False) for other in members(own & self.off)]
                for node in members(removed << 81 * digit):
                    link = Link(candidates_of(own & left), (candidate_of(node),), False, house_name(house))
                    self._special[node] = Reason(link, needed)
                self.off |= removed << 81 * digit
                return True
        return False

    def _add_refutations(self) -> bool:
        """Refute all candidates that a net of singles refutes from here."""
        known_on, known_off = self.on, self.off
        for node in members(self.candidates & ~known_off & ~known_on):
            if fails(self.candidates, self.places, known_on | 1 << node, known_off | SEEN[node] & self.candidates):
                self._special[node] = self._refute(node)
        refuted = sum(1 << node for node in self._special if not known_off >> node & 1)
        self.off |= refuted
        return bool(refuted)

    def _refute(self, node: int) -> Reason:
        inner = ReasonedNet(self.candidates, node, self)
        failure = inner.grow()
        if failure is None:
            raise AssertionError("a net that fails has a failure")
        reasons, outside = inner.trace(failure.goals())
        return Reason(None, outside, InnerRefutation(node, [reason.link for reason in reasons if reason.link], failure))


def find_locked(places: int) -> Iterator[tuple[int, int]]:
    """Yield the houses whose places for a digit all lie in another house, and what they remove there."""
    for house, own, shared, rest in _CROSSINGS:
        if not places & own and places & rest and (locked := places & shared) & locked - 1:
            yield house, places & rest


_CROSSINGS: Final = [  # of two crossing houses: the first one, its own cells, the shared cells, the rest of the other one
    (house, first & ~second, first & second, second & ~first)
    for house in (*range(18, 27), *range(18))
    for crossing in (range(18) if house >= 18 else range(18, 27))
    if (first := HOUSE_MASKS[house]) & (second := HOUSE_MASKS[crossing])
]


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
            assumption: list(grow_net(graph.candidates, assumption, _SHORT))
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
