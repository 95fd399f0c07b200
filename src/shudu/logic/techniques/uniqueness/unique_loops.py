"""Unique loops: a loop of six or more cells that may hold the same two digits, two cells in each house it passes.

If all cells held only these digits, they could be swapped around the loop. Roles: see `engine.deadly_patterns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.engine.deadly_patterns import DeadlyPattern, find_deadly_steps
from shudu.logic.registry import register

_LONGEST: Final = 14


@register(
    "unique-loop",
    family="rectangles",
    order=4035,
    level="hard",
    score=110,
    se=4.6,
    on=False,
    unique=True,
    case_codes=("2003",),
)
def find_unique_loops(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the conclusions of all types from each loop."""
    for low in range(9):
        for high in range(low + 1, 9):
            pair = 1 << low | 1 << high
            seen: set[int] = set()
            for loop in _loops(grid, pair, grid.digit_masks[low] & grid.digit_masks[high]):
                if loop not in seen:
                    seen.add(loop)
                    extra = {cell: rest for cell in cells_of(loop) if (rest := grid.cell_masks[cell] & ~pair)}
                    yield from find_deadly_steps(grid, id, DeadlyPattern(loop, dict.fromkeys(extra, pair), extra))


def _loops(grid: Grid, pair: int, cells: int) -> Iterator[int]:
    """Yield the cells of each loop of two digits that starts at a cell without other candidates."""
    for start in cells_of(cells):
        if grid.cell_masks[start] == pair:
            yield from _extend_loop(grid, pair, cells, [start], -1, 0)


def _extend_loop(grid: Grid, pair: int, cells: int, loop: list[int], last_kind: int, extras: int) -> Iterator[int]:
    """Yield the loops with this beginning. Each house is used once, and extra candidates must fit one of the types."""
    for house in HOUSES_OF[loop[-1]]:
        if house // 9 == last_kind:
            continue
        for cell in cells_of(HOUSE_MASKS[house] & cells):
            if cell == loop[0] and len(loop) >= 6 and len(loop) % 2 == 0:
                if _is_deadly(loop):
                    yield sum(1 << c for c in loop)
            elif cell not in loop and len(loop) < _LONGEST:
                extra = grid.cell_masks[cell] & ~pair
                with_extras = sum(grid.cell_masks[c] != pair for c in loop) + bool(extra)
                if (with_extras <= 2 or (extras | extra).bit_count() == 1) and _keeps_houses(loop, cell):
                    yield from _extend_loop(grid, pair, cells, [*loop, cell], house // 9, extras | extra)


def _keeps_houses(loop: list[int], cell: int) -> bool:
    """Return whether no house gets a third cell."""
    return all(sum(HOUSE_MASKS[house] >> c & 1 for c in loop) < 2 for house in HOUSES_OF[cell])


def _is_deadly(loop: list[int]) -> bool:
    """Return whether each house has as many even cells of the loop as odd ones: one of each, or none."""
    even, odd = (sum(1 << cell for cell in loop[side::2]) for side in (0, 1))
    return all((even & mask).bit_count() == (odd & mask).bit_count() for mask in HOUSE_MASKS)
