"""Locked candidates: a digit confined to the crossing of a box and a line leaves the rest of both.

Roles: `digits` the digit, `cells` the cells of the crossing, `base` the house that confines the digit, `cover` the
house it leaves.
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

# Two or three cells of a crossing: the line and the box that hold them.
CROSSINGS: Final = {
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
def locked_candidates(grid: Grid, id: str, bases: range) -> Iterator[Step]:
    """A box confines a digit to a line (pointing), or a line confines it to a box (claiming)."""
    for base in bases:
        house = HOUSE_MASKS[base]
        for digit, board in enumerate(grid.digit_masks, 1):
            crossing = CROSSINGS.get(board & house)
            if crossing is not None:
                cover = crossing[0] if base >= 18 else crossing[1]
                if targets := board & HOUSE_MASKS[cover] & ~house:
                    yield _step(id, digit, base, cover, board & house, targets)


def _step(id: str, digit: int, base: int, cover: int, cells: int, targets: int) -> Step:
    roles: Roles = {
        "digits": (digit,),
        "cells": (*cells_of(cells),),
        "base": (house_name(base),),
        "cover": (house_name(cover),),
    }
    return Step(id, removes=tuple(Candidate(digit, cell) for cell in cells_of(targets)), roles=roles)
