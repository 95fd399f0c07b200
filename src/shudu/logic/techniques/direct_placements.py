"""Direct placements: locked candidates or a hidden subset leave one place for a digit, which is placed at once.

These are the shortcuts that Sudoku Explainer looks for before it marks any candidate. The elimination itself is not part
of the step: only the digit that it forces is placed.

- Direct pointing, direct claiming: a box (or a line) confines a digit to a line (or a box). A neighbouring box (or line)
  then has one place left for the digit. Where claiming places a digit, pointing from another box places it too.
- Direct hidden pair and triple: two or three digits have only two or three cells in a house. Another digit of the house
  then has one place left.

Roles: `cell` the cell to fill; `digits` the digit that is locked, or those of the subset; `cells` their cells; `base` the
house that confines the digit, `cover` the house it is confined to; `house` the house in which one place is left; `blocked`
the other places of the placed digit there, which the pattern rules out.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Step
from shudu.logic.registry import register
from shudu.logic.techniques.intersections import INTERSECTIONS
from shudu.logic.techniques.singles import BOXES_FIRST
from shudu.logic.techniques.subsets import find_covers

ROWS, COLUMNS, BOXES = range(9), range(9, 18), range(18, 27)


@register(
    "direct-pointing",
    family="intersections",
    order=400,
    level="medium",
    score=50,
    se=1.7,
    on=False,
    case_codes=("2016",),
    bases=(BOXES,),
)
@register(
    "direct-claiming",
    family="intersections",
    order=410,
    level="medium",
    score=50,
    se=1.9,
    on=False,
    case_codes=("2017",),
    bases=(ROWS, COLUMNS),
)
def find_direct_locked_candidates(grid: Grid, id: str, bases: tuple[range, ...]) -> Iterator[Step]:
    """Yield digits that locked candidates leave one place for, in a house of the same kind as the one that confines them."""
    for kind in bases:
        for base in kind:
            for digit, places in enumerate(grid.digit_masks, 1):
                houses = INTERSECTIONS.get(places & HOUSE_MASKS[base])
                if houses is not None:
                    cover = houses[0] if base in BOXES else houses[1]
                    yield from _last_places(id, digit, places, base, cover, kind)


def _last_places(id: str, digit: int, places: int, base: int, cover: int, kind: range) -> Iterator[Step]:
    for house in kind:
        there = places & HOUSE_MASKS[house]
        blocked = there & HOUSE_MASKS[cover]
        left = there & ~blocked
        if house != base and blocked and left.bit_count() == 1:
            cell = left.bit_length() - 1
            yield Step(
                id,
                places=(Candidate(digit, cell),),
                roles={
                    "cell": (cell,),
                    "digits": (digit,),
                    "cells": (*cells_of(places & HOUSE_MASKS[base]),),
                    "base": (house_name(base),),
                    "cover": (house_name(cover),),
                    "house": (house_name(house),),
                    "blocked": (*cells_of(blocked),),
                },
            )


@register(
    "direct-hidden-pair",
    family="subsets",
    order=420,
    level="medium",
    score=70,
    se=2.0,
    on=False,
    case_codes=("2018",),
    size=2,
)
@register(
    "direct-hidden-triple",
    family="subsets",
    order=430,
    level="medium",
    score=100,
    se=2.5,
    on=False,
    case_codes=("2019",),
    size=3,
)
def find_direct_hidden_subsets(grid: Grid, id: str, size: int) -> Iterator[Step]:
    """Yield digits that a hidden subset of their house leaves one place for."""
    for house in BOXES_FIRST:
        mask = HOUSE_MASKS[house]
        places_of = [(places & mask, 1 << bit) for bit, places in enumerate(grid.digit_masks)]
        members = [(cells, bit) for cells, bit in places_of if 2 <= cells.bit_count() <= size]
        for cells, digits in find_covers(members, size) if len(members) >= size else ():
            for there, bit in places_of:
                left = there & ~cells
                if not bit & digits and there & cells and left.bit_count() == 1:
                    yield _subset_step(
                        id, house, digits, cells, Candidate(bit.bit_length(), left.bit_length() - 1), there
                    )


def _subset_step(id: str, house: int, digits: int, cells: int, placed: Candidate, places: int) -> Step:
    return Step(
        id,
        places=(placed,),
        roles={
            "cell": (placed.cell,),
            "digits": tuple(DigitSet.from_mask(digits)),
            "cells": (*cells_of(cells),),
            "house": (house_name(house),),
            "blocked": (*cells_of(places & cells),),
        },
    )
