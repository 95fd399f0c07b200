"""Unique loops: six or more cells in a ring that all may hold the same two digits, two in each house that it passes.

If all held just these, the digits could be swapped around the ring. Roles: see `deadly`.
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
    """Loops of all types."""
    for low in range(9):
        for high in range(low + 1, 9):
            pair = 1 << low | 1 << high
            shown: set[int] = set()
            for loop in _loops(grid, pair, grid.digit_masks[low] & grid.digit_masks[high]):
                if loop not in shown:
                    shown.add(loop)
                    extra = {cell: rest for cell in cells_of(loop) if (rest := grid.cell_masks[cell] & ~pair)}
                    yield from find_deadly_steps(grid, id, DeadlyPattern(loop, dict.fromkeys(extra, pair), extra))


def _loops(grid: Grid, pair: int, room: int) -> Iterator[int]:
    """The cells of each ring of two digits; it starts at a cell that has no other candidates."""
    for start in cells_of(room):
        if grid.cell_masks[start] == pair:
            yield from _grown(grid, pair, room, [start], -1, 0)


def _grown(grid: Grid, pair: int, room: int, ring: list[int], came_by: int, guests: int) -> Iterator[int]:
    """Rings that begin so. Each house is used once, and the extra candidates must not be too many for any type."""
    for house in HOUSES_OF[ring[-1]]:
        if house // 9 == came_by:
            continue
        for cell in cells_of(HOUSE_MASKS[house] & room):
            if cell == ring[0] and len(ring) >= 6 and len(ring) % 2 == 0:
                if _is_deadly(ring):
                    yield sum(1 << c for c in ring)
            elif cell not in ring and len(ring) < _LONGEST:
                extra = grid.cell_masks[cell] & ~pair
                rich = sum(grid.cell_masks[c] != pair for c in ring) + bool(extra)
                if (rich <= 2 or (guests | extra).bit_count() == 1) and _keeps_houses(ring, cell):
                    yield from _grown(grid, pair, room, [*ring, cell], house // 9, guests | extra)


def _keeps_houses(ring: list[int], cell: int) -> bool:
    """Whether no house gets a third cell."""
    return all(sum(HOUSE_MASKS[house] >> c & 1 for c in ring) < 2 for house in HOUSES_OF[cell])


def _is_deadly(ring: list[int]) -> bool:
    """Whether each house has as many even cells of the ring as odd ones: one of each, or none."""
    even, odd = (sum(1 << cell for cell in ring[side::2]) for side in (0, 1))
    return all((even & mask).bit_count() == (odd & mask).bit_count() for mask in HOUSE_MASKS)
