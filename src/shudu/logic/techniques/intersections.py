"""Locked candidates: a digit that a box or line confines to their intersection is removed from the rest of the other.

Roles: `digits` the digit; `cells` its cells in the intersection; `base` the house that confines the digit; `cover` the
house from which it is removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
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
    "pointing",
    family="intersections",
    order=1200,
    level="medium",
    score=50,
    code="0100",
    se=2.6,
    bases=range(18, 27),
)
@register(
    "claiming",
    family="intersections",
    order=1210,
    level="medium",
    score=50,
    code="0101",
    se=2.8,
    bases=range(18),
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
                    yield _step(id, digit, base, cover, places & house, targets)


def _step(id: str, digit: int, base: int, cover: int, cells: int, targets: int) -> Step:
    roles: Roles = {
        "digits": (digit,),
        "cells": (*cells_of(cells),),
        "base": (house_name(base),),
        "cover": (house_name(cover),),
    }
    return Step(id, removes=tuple(Candidate(digit, cell) for cell in cells_of(targets)), roles=roles)
