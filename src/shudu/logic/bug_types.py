"""Bivalue universal grave, types 2 to 4.

But for some extra candidates every cell would have two candidates and every digit two places in each house. Such a
position has no solution or several, so one of the extra candidates is true.

Roles: see `deadly`; `digits` are those of the cells with extra candidates, and `cells` just these cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Final

from shudu.core.geometry import HOUSE_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.deadly import Deadly, deadly_steps
from shudu.logic.technique import technique

_MOST_CELLS: Final = 6
_bug = partial(technique, family="bug", level="hard", on=False, unique=True)


@_bug("bug-type-2", order=2901, score=110, se=5.7, aliases=("2004",), number=2)
@_bug("bug-type-3", order=2902, score=120, se=5.8, aliases=("2005",), number=3)
@_bug("bug-type-4", order=2903, score=120, se=5.7, aliases=("2006",), number=4)
def find_bug_types(grid: Grid, id: str, number: int) -> Iterator[Step]:
    """What follows from the extra candidates of a grave."""
    masks = grid.cell_masks
    rich = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 2]
    if 1 < len(rich) <= _MOST_CELLS and all(mask.bit_count() != 1 for mask in masks):
        for digit_masks in _graves(grid, rich, list(grid.digit_masks)):
            own = {cell: sum(1 << bit for bit, board in enumerate(digit_masks) if board >> cell & 1) for cell in rich}
            extra = {cell: masks[cell] & ~own[cell] for cell in rich}
            yield from deadly_steps(grid, id, Deadly(sum(1 << cell for cell in rich), own, extra), (number,))


def _graves(grid: Grid, rich: list[int], digit_masks: list[int]) -> Iterator[list[int]]:
    """The digit_masks of each grave that is left if all rich cells but two candidates each are struck."""
    if not rich:
        if all((board & house).bit_count() in (0, 2) for board in digit_masks for house in HOUSE_MASKS):
            yield digit_masks
        return
    cell, *others = rich
    for pair in combinations(cells_of(grid.cell_masks[cell]), 2):
        struck = [board & ~(1 << cell) if bit not in pair else board for bit, board in enumerate(digit_masks)]
        if _can_be_grave(struck, others):
            yield from _graves(grid, others, struck)


def _can_be_grave(digit_masks: list[int], rich: list[int]) -> bool:
    """Whether no digit has one place only in a house, or more than two even without the cells still to be struck."""
    open_cells = sum(1 << cell for cell in rich)
    return all(
        (board & house).bit_count() != 1 and (board & house & ~open_cells).bit_count() <= 2
        for board in digit_masks
        for house in HOUSE_MASKS
    )
