"""Intersections of a line and a box: locked candidates and almost locked candidates.

Locked candidates: a digit that a box or line confines to their intersection is removed from the rest of the other.

Roles: `digits` the digit; `cells` its cells in the intersection; `base` the house that confines the digit; `cover` the
house from which it is removed.

Almost locked candidates: n digits that a line and a box share, with one of them where the two meet. In one of the two
houses, n - 1 cells outside the intersection have only the n digits (an almost locked set): they take all but one of the
digits, so the intersection holds at most one. In the other house, the digits have only n - 1 cells outside the
intersection, so these must hold all the others. They lose all other candidates, and in the first house the remaining
cells lose the n digits: the set and the intersection use them up.

Roles: `digits` the n digits; `set` the cells of the almost locked set; `house` its house; `hidden` the n - 1 cells of the
other house, `other` that house; `crossing` the cells of the intersection that have one of the digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Roles, Step
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import register

# The line and the box of each two or three cells in an intersection.
INTERSECTIONS: Final = {
    mask_of(cells): (line, box)
    for line in range(18)
    for box in range(18, 27)
    for size in (2, 3)
    for cells in combinations(tuple(cells_of(HOUSE_MASKS[line] & HOUSE_MASKS[box])), size)
}


@register(
    "pointing", family="intersections", order=1200, level="medium", score=50, code="0100", se=2.6, bases=range(18, 27)
)
@register(
    "claiming", family="intersections", order=1210, level="medium", score=50, code="0101", se=2.8, bases=range(18)
)
def find_locked_candidates(grid: Grid, id: str, bases: range) -> Iterator[Step]:
    """Yield boxes that confine a digit to a line (pointing), or lines that confine it to a box (claiming)."""
    for base in bases:
        house = HOUSE_MASKS[base]
        for digit, places in enumerate(grid.digit_masks, 1):
            houses = INTERSECTIONS.get(places & house)
            if houses is not None:
                cover = houses[0] if base >= 18 else houses[1]
                if targets := places & HOUSE_MASKS[cover] & ~house:
                    yield _locked_step(id, digit, base, cover, places & house, targets)


def _locked_step(id: str, digit: int, base: int, cover: int, cells: int, targets: int) -> Step:
    roles: Roles = {
        "digits": (digit,),
        "cells": (*cells_of(cells),),
        "base": (house_name(base),),
        "cover": (house_name(cover),),
    }
    return Step(id, removes=candidates(digit, targets), roles=roles)


_CROSSINGS = tuple(
    pair
    for line, box in product(range(18), range(18, 27))
    if HOUSE_MASKS[line] & HOUSE_MASKS[box]
    for pair in ((line, box), (box, line))
)


@register(
    "almost-locked-pair",
    family="intersections",
    order=2150,
    level="hard",
    score=120,
    on=False,
    case_codes=("2020",),
    n=2,
)
@register(
    "almost-locked-triple",
    family="intersections",
    order=2160,
    level="hard",
    score=150,
    on=False,
    case_codes=("2021",),
    n=3,
)
def find_almost_locked_candidates(grid: Grid, id: str, n: int) -> Iterator[Step]:
    """Yield almost locked pairs (n = 2) or triples (n = 3)."""
    masks = grid.cell_masks
    for house, other in _CROSSINGS:
        crossing = HOUSE_MASKS[house] & HOUSE_MASKS[other]
        small = [c for c in cells_of(HOUSE_MASKS[house] & ~crossing) if 2 <= masks[c].bit_count() <= n]
        for cells in combinations(small, n - 1):
            digits = 0
            for cell in cells:
                digits |= masks[cell]
            if digits.bit_count() == n:
                yield from _almost_locked_steps(grid, id, house, other, sum(1 << cell for cell in cells), digits)


def _almost_locked_steps(grid: Grid, id: str, house: int, other: int, cells: int, digits: int) -> Iterator[Step]:
    crossing = HOUSE_MASKS[house] & HOUSE_MASKS[other]
    places = 0
    for bit in cells_of(digits):
        here = grid.digit_masks[bit] & HOUSE_MASKS[other]
        if not here:  # already placed there
            return
        places |= here
    hidden = places & ~crossing
    if hidden.bit_count() != digits.bit_count() - 1 or not places & crossing:
        return
    removes = [
        Candidate(bit + 1, cell) for cell in cells_of(hidden) for bit in cells_of(grid.cell_masks[cell] & ~digits)
    ]
    rest = HOUSE_MASKS[house] & ~crossing & ~cells
    removes += [Candidate(bit + 1, cell) for bit in cells_of(digits) for cell in cells_of(grid.digit_masks[bit] & rest)]
    if removes:
        yield Step(
            id,
            removes=tuple(removes),
            roles={
                "digits": tuple(DigitSet.from_mask(digits)),
                "set": (*cells_of(cells),),
                "house": (house_name(house),),
                "hidden": (*cells_of(hidden),),
                "other": (house_name(other),),
                "crossing": (*cells_of(places & crossing),),
            },
        )
