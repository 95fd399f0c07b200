"""Nets: what an assumption forces when everything known so far may be used at once.

A net grows in rounds. Each round turns on every candidate that is alone in its cell or the only place of its digit in
a house, and turns off all that these see. It ends when nothing new follows or a contradiction appears.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cell_name, house_name
from shudu.core.step import Link
from shudu.logic.engine.forcing import Assumption, Goal
from shudu.logic.engine.link_graph import SAME_CELL, SEEN, candidate_of, candidates_of, members
from shudu.logic.engine.parallel_singles import OccupiedPlaces, find_singles, occupied_places
from shudu.logic.engine.step_parts import shared_house


class NetRound(NamedTuple):
    """The nodes that are on and off after a round."""

    on: int
    off: int


def grow_net(candidates: int, places: OccupiedPlaces, assumption: Assumption) -> Iterator[NetRound]:
    """Yield the rounds of the net that starts from an assumption.

    Args:
        candidates: All candidates of the position.
        places: The places that hold a candidate in the position.
        assumption: Where the net starts.
    """
    node, is_on = assumption
    on, off = (1 << node, SEEN[node] & candidates) if is_on else (0, 1 << node)
    yield NetRound(on, off)
    while not on & off and occupied_places(candidates & ~off) == places:
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
