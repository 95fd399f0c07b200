"""Nets: what an assumption forces when all that is known so far may be used at once.

A net grows in rounds. In each round every candidate that is alone in its cell, or its digit's only place in a house, is
turned on, and all that it sees off. It ends when nothing follows, or when there is a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cell_name, house_name
from shudu.core.step import Link
from shudu.logic.folds import Places, filled, singles
from shudu.logic.forcing import Assumption
from shudu.logic.links import SAME_CELL, SEEN, candidate_of, candidates_of, members

Goal = tuple[int, bool]


class Round(NamedTuple):
    """What is on and off after a round."""

    on: int
    off: int


def rounds(candidates: int, places: Places, assumption: Assumption) -> Iterator[Round]:
    """The rounds of a net from an assumption on. `places` are those that hold a candidate now."""
    node, is_on = assumption
    on, off = (1 << node, SEEN[node] & candidates) if is_on else (0, 1 << node)
    yield Round(on, off)
    while not on & off and filled(candidates & ~off) == places:
        fresh = singles(candidates & ~off) & ~on
        if not fresh:
            return
        on |= fresh
        for single in members(fresh):
            off |= SEEN[single] & candidates
        yield Round(on, off)


def explained(candidates: int, net: Sequence[Round], goals: Sequence[Goal]) -> list[Link]:
    """The links of a net that lead from its assumption to some goals, each after those it needs."""
    links: dict[Goal, Link | None] = {}
    for goal in goals:
        _explain(candidates, net, goal, links)
    return [link for link in links.values() if link]


def stage(net: Sequence[Round], goal: Goal) -> int:
    """In which round a candidate is first on, or off."""
    node, on = goal
    return next(i for i, now in enumerate(net) if (now.on if on else now.off) >> node & 1)


def _explain(candidates: int, net: Sequence[Round], goal: Goal, links: dict[Goal, Link | None]) -> None:
    if goal in links:
        return
    links_of_goal, needed = _reason(candidates, net, goal)
    for other in needed:
        _explain(candidates, net, other, links)
    links[goal] = links_of_goal


def _reason(candidates: int, net: Sequence[Round], goal: Goal) -> tuple[Link | None, list[Goal]]:
    """Why a candidate is on or off, and what that relies on; nothing if it is the assumption."""
    node, on = goal
    now = stage(net, goal)
    if on:
        if not now:
            return None, []
        others, place = _loneliness(candidates, net[now - 1].off, node)
        return Link(candidates_of(others), (candidate_of(node),), True, place), [(n, False) for n in members(others)]
    if not net[now].on:
        return None, []
    cause = min(members(SEEN[node] & net[now].on), key=lambda other: stage(net, (other, True)))
    return Link((candidate_of(cause),), (candidate_of(node),), False, _meeting(cause, node)), [(cause, True)]


def _loneliness(candidates: int, off: int, node: int) -> tuple[int, str]:
    """The candidates that had to go for a node to be alone in a place, and the place: the one with fewest of them."""
    digit, cell = candidate_of(node)
    ways = [(SAME_CELL[node] & candidates, cell_name(cell))]
    ways += [
        (HOUSE_MASKS[house] << 81 * digit - 81 & candidates & ~(1 << node), house_name(house))
        for house in HOUSES_OF[cell]
    ]
    return min((way for way in ways if not way[0] & ~off), key=lambda way: way[0].bit_count())


def _meeting(node: int, other: int) -> str:
    """The cell or the house in which two nodes see each other."""
    if node % 81 == other % 81:
        return cell_name(node % 81)
    return house_name(next(h for h in HOUSES_OF[node % 81] if h in HOUSES_OF[other % 81]))
