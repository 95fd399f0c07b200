"""How the almost locked sets of a position hang together.

A set of sets is an int with one bit each. What matters of a set, as to one of its digits, is where it has that digit:
so the relations are kept by digit and places, which many sets share.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from shudu.core.grid import DigitMasks
from shudu.logic.als import DIGITS_OF, Als, almost_locked_sets

ByPlaces = dict[int, int]


@dataclass(frozen=True, slots=True)
class AlsWeb:
    """The almost locked sets of a position, and their relations.

    `overlaps[i]` are the sets that share a cell with set i, itself included. For each digit and the places of a set,
    `commons` are the sets with which it shares that digit as a restricted common, overlap or not, and `allies` those
    that see a candidate of the digit which it sees as well: together they could remove it.
    """

    sets: list[Als]
    overlaps: list[int]
    commons: list[ByPlaces]
    allies: list[ByPlaces]

    def linked(self, i: int) -> tuple[int, int]:
        """The sets that share a restricted common with set i, and those that share two."""
        once = twice = 0
        als = self.sets[i]
        for d in DIGITS_OF[als.digits]:
            others = self.commons[d][als.places[d]]
            twice |= once & others
            once |= others
        return once, twice

    def allied(self, i: int, barred: int = 0) -> int:
        """The sets that could remove something together with set i: any digit but those barred."""
        found = 0
        als = self.sets[i]
        for d in DIGITS_OF[als.digits & ~barred]:
            found |= self.allies[d][als.places[d]]
        return found

    def shared(self, i: int, j: int) -> int:
        """The restricted commons of two sets, as a mask of digits."""
        one, other = self.sets[i], self.sets[j]
        mask = 0
        for d in DIGITS_OF[one.digits & other.digits]:
            if not one.places[d] & ~other.seen[d]:
                mask |= 1 << d
        return mask


@lru_cache(2)  # the rules about sets are tried one after the other on one position
def als_web(digit_masks: DigitMasks, smallest: int = 1) -> AlsWeb:
    """The almost locked sets of at least so many cells that see candidates of two digits, and their relations."""
    sets = [als for als in almost_locked_sets(digit_masks, smallest) if als.seen.count(0) < 8]
    with_places: list[ByPlaces] = [{} for _ in range(9)]
    seen: list[ByPlaces] = [{} for _ in range(9)]
    on_cell = [0] * 81
    for i, als in enumerate(sets):
        _note(on_cell, als.cells, 1 << i)
        for d in DIGITS_OF[als.digits]:
            places = als.places[d]
            with_places[d][places] = with_places[d].get(places, 0) | 1 << i
            seen[d][places] = als.seen[d]
    commons, allies = [], []
    for own, views in zip(with_places, seen, strict=True):
        commons.append(_inside(own, views))
        allies.append(_meeting(own, views))
    return AlsWeb(sets, [_touching(on_cell, als.cells) for als in sets], commons, allies)


def _note(on_cell: list[int], cells: int, sets: int) -> None:
    while cells:
        low = cells & -cells
        on_cell[low.bit_length() - 1] |= sets
        cells ^= low


def _touching(on_cell: list[int], cells: int) -> int:
    found = 0
    while cells:
        low = cells & -cells
        found |= on_cell[low.bit_length() - 1]
        cells ^= low
    return found


def _inside(with_places: ByPlaces, views: ByPlaces) -> ByPlaces:
    """For each view the sets all of whose places it holds: looked up by the first of their places."""
    by_first: dict[int, list[tuple[int, int]]] = {}
    for places, sets in with_places.items():
        by_first.setdefault(places & -places, []).append((places, sets))
    commons = {}
    for own, view in views.items():
        found, rest = 0, view
        while rest:
            first = rest & -rest
            rest ^= first
            for places, sets in by_first.get(first, ()):
                if not places & ~view:
                    found |= sets
        commons[own] = found
    return commons


def _meeting(with_places: ByPlaces, views: ByPlaces) -> ByPlaces:
    """For each view the sets whose view it meets."""
    seeing = [0] * 81
    for places, view in views.items():
        _note(seeing, view, with_places[places])
    return {places: _touching(seeing, view) for places, view in views.items()}
