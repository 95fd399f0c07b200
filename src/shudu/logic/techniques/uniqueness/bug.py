"""Bivalue universal graves (BUG): every empty cell has two candidates and every digit two places in each house.

Such a position has two solutions or none. So if extra candidates separate a position from a grave, at least one of
them is true.

Roles of BUG + 1: `digits` the extra digit, `cell` the only cell with three candidates. Roles of the other types: see
`deadly_patterns`; `digits` are those of the cells with extra candidates, and `cells` are these cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.engine.deadly_patterns import DeadlyPattern, find_deadly_steps
from shudu.logic.registry import register
from shudu.logic.techniques.singles import cells_with_candidates

_MOST_CELLS: Final = 6
_bug_type = partial(register, family="bug", level="hard", on=False, unique=True)


@register("bug-1", family="bug", order=2900, level="hard", score=100, code="0610", se=5.6, unique=True)
def find_bug_plus_one(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the digit with three places in each house of the only cell that has three candidates."""
    cell = _only_cell_with_three(grid)
    if cell is None:
        return
    for bit in cells_of(grid.cell_masks[cell]):
        if _not_twice(grid) == {(house, bit) for house in HOUSES_OF[cell]}:
            others = cells_of(grid.cell_masks[cell] & ~(1 << bit))
            roles: Roles = {"digits": (bit + 1,), "cell": (cell,)}
            yield Step(id, removes=tuple(Candidate(other + 1, cell) for other in others), roles=roles)


@_bug_type("bug-type-2", order=2901, score=110, se=5.7, case_codes=("2004",), number=2)
@_bug_type("bug-type-3", order=2902, score=120, se=5.8, case_codes=("2005",), number=3)
@_bug_type("bug-type-4", order=2903, score=120, se=5.7, case_codes=("2006",), number=4)
def find_bug_types(grid: Grid, id: str, number: int) -> Iterator[Step]:
    """Yield what follows from the extra candidates of a grave."""
    masks = grid.cell_masks
    crowded = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 2]
    if 1 < len(crowded) <= _MOST_CELLS and all(mask.bit_count() != 1 for mask in masks):
        for grave in _graves(grid, crowded, list(grid.digit_masks)):
            own = {cell: sum(1 << bit for bit, places in enumerate(grave) if places >> cell & 1) for cell in crowded}
            extra = {cell: masks[cell] & ~own[cell] for cell in crowded}
            pattern = DeadlyPattern(sum(1 << cell for cell in crowded), own, extra)
            yield from find_deadly_steps(grid, id, pattern, (number,))


def _only_cell_with_three(grid: Grid) -> int | None:
    more = cells_with_candidates(grid) & ~grid.with_candidates(2)
    if more.bit_count() != 1:
        return None
    cell = more.bit_length() - 1
    return cell if grid.cell_masks[cell].bit_count() == 3 else None


def _not_twice(grid: Grid) -> set[tuple[int, int]]:
    """Return the houses and digits (from 0) with more or fewer than the two places of a grave."""
    counts = {
        (house, bit): (places & mask).bit_count()
        for house, mask in enumerate(HOUSE_MASKS)
        for bit, places in enumerate(grid.digit_masks)
    }
    return {key for key, count in counts.items() if count not in (0, 2)}


def _graves(grid: Grid, crowded: list[int], digit_masks: list[int]) -> Iterator[list[int]]:
    """Yield the graves that remain if each crowded cell (with more than two candidates) keeps two candidates, as places by digit."""
    if not crowded:
        if all((places & house).bit_count() in (0, 2) for places in digit_masks for house in HOUSE_MASKS):
            yield digit_masks
        return
    cell, *others = crowded
    for pair in combinations(cells_of(grid.cell_masks[cell]), 2):
        reduced = [places & ~(1 << cell) if bit not in pair else places for bit, places in enumerate(digit_masks)]
        if _can_be_grave(reduced, others):
            yield from _graves(grid, others, reduced)


def _can_be_grave(digit_masks: list[int], crowded: list[int]) -> bool:
    """Return whether no house has one place of a digit, or more than two outside the cells still to be reduced."""
    open_cells = sum(1 << cell for cell in crowded)
    return all(
        (places & house).bit_count() != 1 and (places & house & ~open_cells).bit_count() <= 2
        for places in digit_masks
        for house in HOUSE_MASKS
    )
