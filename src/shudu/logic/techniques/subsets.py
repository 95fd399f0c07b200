"""Subsets: n cells of a house and n digits that belong together.

Naked: the cells have no other candidates, so the digits are removed from the other cells of every house the cells
share. If that is a line and a box and both lose candidates, the subset is called locked. Hidden: the digits have no
other places in the house, so the cells lose all other candidates.

Roles: `digits`, `cells`; `house` the house of the subset, for locked ones the line and the box.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.geometry import HOUSE_MASKS, HOUSES, HOUSES_OF, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Roles, Step
from shudu.logic.registry import register
from shudu.logic.techniques.singles import BOXES_FIRST

Member = tuple[int, int]  # cells and the digit, or digits and the cell, that they belong to


@register(
    "locked-pair", family="subsets", order=1000, level="medium", score=40, code="0110", se=3.0, size=2, locked=True
)
@register(
    "locked-triple", family="subsets", order=1100, level="medium", score=60, code="0111", se=3.6, size=3, locked=True
)
@register(
    "naked-pair", family="subsets", order=1300, level="medium", score=60, code="0200", se=3.0, size=2, locked=False
)
@register(
    "naked-triple", family="subsets", order=1400, level="medium", score=80, code="0201", se=3.6, size=3, locked=False
)
@register(
    "naked-quad", family="subsets", order=2000, level="hard", score=120, code="0202", se=5.0, size=4, locked=False
)
def find_naked_subsets(grid: Grid, id: str, size: int, locked: bool) -> Iterator[Step]:
    """Yield `size` cells of a house with `size` candidates among them."""
    masks = grid.cell_masks
    small = sum(1 << cell for cell, mask in enumerate(masks) if mask and mask.bit_count() <= size)
    for house in BOXES_FIRST[:9] if locked else BOXES_FIRST:
        here = small & HOUSE_MASKS[house]
        if here.bit_count() >= size:
            for digits, cells in find_covers([(masks[cell], 1 << cell) for cell in cells_of(here)], size):
                yield from _naked_steps(grid, id, house, digits, cells, locked)


@register("hidden-pair", family="subsets", order=1500, level="medium", score=70, code="0210", se=3.4, size=2)
@register("hidden-triple", family="subsets", order=1600, level="medium", score=100, code="0211", se=4.0, size=3)
@register("hidden-quad", family="subsets", order=2100, level="hard", score=150, code="0212", se=5.4, size=4)
def find_hidden_subsets(grid: Grid, id: str, size: int) -> Iterator[Step]:
    """Yield `size` digits with `size` places among them in a house."""
    places_of = [(places, 1 << bit) for bit, places in enumerate(grid.digit_masks)]
    for house in BOXES_FIRST:
        mask = HOUSE_MASKS[house]
        members = [(cells, bit) for places, bit in places_of if (cells := places & mask) and cells.bit_count() <= size]
        for cells, digits in find_covers(members, size) if len(members) >= size else ():
            if removes := _candidates(grid, cells_of(cells), ~digits):
                yield _step(id, digits, cells, (house,), removes)


def find_covers(members: list[Member], size: int) -> Iterator[Member]:
    """Yield every choice of `size` members whose first masks have `size` bits together, as the union of both masks.

    >>> list(find_covers([(0b011, 1), (0b110, 2), (0b101, 4), (0b1011, 8)], 3))
    [(7, 7)]
    """
    return _extend_cover(members, size, size, 0, 0)


def _extend_cover(members: list[Member], size: int, more: int, union: int, marks: int) -> Iterator[Member]:
    for n in range(len(members) - more + 1):
        mask, mark = members[n]
        mask |= union
        if mask.bit_count() > size:
            continue
        if more > 1:
            yield from _extend_cover(members[n + 1 :], size, more - 1, mask, marks | mark)
        elif mask.bit_count() == size:
            yield mask, marks | mark


def _naked_steps(grid: Grid, id: str, house: int, digits: int, cells: int, locked: bool) -> Iterator[Step]:
    shared = _shared_houses(cells)
    around = [cell for other in shared for cell in HOUSES[other] if not cells >> cell & 1]
    removes = _candidates(grid, iter(dict.fromkeys(around)), digits)
    if removes and locked == _is_locked(shared, removes):
        houses = shared if locked else (house,)
        yield _step(id, digits, cells, houses, removes)


def _is_locked(shared: tuple[int, ...], removes: tuple[Candidate, ...]) -> bool:
    """Return whether the cells share a line and a box, and both lose candidates."""
    in_box = [bool(HOUSE_MASKS[shared[-1]] >> cell & 1) for _, cell in removes]
    return len(shared) == 2 and any(in_box) and not all(in_box)


def _shared_houses(cells: int) -> tuple[int, ...]:
    return tuple(house for house in HOUSES_OF[cells.bit_length() - 1] if not cells & ~HOUSE_MASKS[house])


def _candidates(grid: Grid, cells: Iterator[int], digits: int) -> tuple[Candidate, ...]:
    masks = grid.cell_masks
    return tuple(Candidate(bit + 1, cell) for cell in cells for bit in cells_of(masks[cell] & digits))


def _step(id: str, digits: int, cells: int, houses: tuple[int, ...], removes: tuple[Candidate, ...]) -> Step:
    roles: Roles = {
        "digits": tuple(DigitSet.from_mask(digits)),
        "cells": (*cells_of(cells),),
        "house": (*map(house_name, houses),),
    }
    return Step(id, removes=removes, roles=roles)
