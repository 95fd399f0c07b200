"""Forcing: what follows from every case, or what leads to a contradiction.

An assumption is a candidate that is on or off. What it turns on and off is given by a `Reach`, from chains or from
nets: the logic here is the same for both.

- Contradiction: an assumption turns a candidate both on and off, or leaves a cell or a digit in a house without
  candidate: the opposite is true.
- Verity: a candidate being on and being off, or all candidates of a cell, or all places of a digit in a house, turn
  the same candidate on, or off: so it is.

Conclusions come in order: what can be placed, by cell; then what can be removed, by cell and digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shudu.core.geometry import HOUSES, cell_name, house_name
from shudu.logic.folds import emptied, filled, place_name
from shudu.logic.links import ALL_SINGLES, SAME_CELL, candidate_of, members
from shudu.logic.walk import Reach


class Assumption(NamedTuple):
    """A candidate that is taken to be on, or off."""

    node: int
    on: bool


class Conclusion(NamedTuple):
    """What is proven of a candidate: that it is on, or off. Sorts in the order in which conclusions are drawn."""

    off: bool
    cell: int
    digit: int

    @property
    def node(self) -> int:
        """The candidate it speaks of."""
        return 81 * self.digit - 81 + self.cell


class Conflict(NamedTuple):
    """A contradiction: a candidate that is both on and off (no place), or a place all candidates of which are off."""

    nodes: int
    place: str


class Cases(NamedTuple):
    """Assumptions of which one is true, and the place that shows it: a cell, a digit in a house, or a candidate."""

    assumptions: tuple[Assumption, ...]
    proof: str


Reaches = dict[Assumption, Reach]


def conclude(node: int, on: bool) -> Conclusion:
    """The conclusion that a candidate is on or off."""
    digit, cell = candidate_of(node)
    return Conclusion(not on, cell, digit)


def contradictions(candidates: int, reaches: Reaches) -> dict[Conclusion, list[Assumption]]:
    """What is proven by a contradiction, and the assumption that leads to it."""
    places = filled(candidates)
    found: dict[Conclusion, list[Assumption]] = {}
    for assumption, reach in reaches.items():
        if reach.on & reach.off & ALL_SINGLES or emptied(places, candidates & ~reach.off):
            found.setdefault(conclude(assumption.node, not assumption.on), []).append(assumption)
    return found


def conflicts(candidates: int, reach: Reach) -> Iterator[Conflict]:
    """The contradictions in what follows from an assumption."""
    for node in members(reach.on & reach.off & ALL_SINGLES):
        yield Conflict(1 << node, "")
    for place in emptied(filled(candidates), candidates & ~reach.off):
        yield Conflict(place & candidates, place_name(place))


def verities(candidates: int, reaches: Reaches) -> dict[Conclusion, list[Cases]]:
    """What is proven by all cases, and the cases."""
    found: dict[Conclusion, list[Cases]] = {}
    for cases in all_cases(candidates):
        on = off = ALL_SINGLES
        for assumption in cases.assumptions:
            reach = reaches[assumption]
            on &= reach.on
            off &= reach.off
        if not cases.assumptions[-1].on:
            own = SAME_CELL[cases.assumptions[0].node] | 1 << cases.assumptions[0].node
            on, off = on & ~own, off & ~own
        for node in members(on):
            found.setdefault(conclude(node, True), []).append(cases)
        for node in members(off):
            found.setdefault(conclude(node, False), []).append(cases)
    return found


def all_cases(candidates: int) -> Iterator[Cases]:
    """Every set of assumptions of which one is true: a candidate on or off, a cell, a digit in a house."""
    for node in members(candidates):
        yield Cases((Assumption(node, True), Assumption(node, False)), str(candidate_of(node)))
    for cell in range(81):
        own = tuple(Assumption(n, True) for n in range(cell, 729, 81) if candidates >> n & 1)
        if own:
            yield Cases(own, cell_name(cell))
    for house, cells in enumerate(HOUSES):
        for first in range(0, 729, 81):
            own = tuple(Assumption(first + cell, True) for cell in cells if candidates >> first + cell & 1)
            if own:
                yield Cases(own, house_name(house))
