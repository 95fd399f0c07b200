"""Extended rectangles: two lines of a band (or stack) and three lines across, with three digits in the six cells.

If the cells held only these digits, each of the two lines would have all three, and the lines could be swapped. Roles:
see `engine.deadly_patterns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shudu.core.geometry import COLUMNS, ROWS, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.engine.deadly_patterns import DeadlyPattern, find_deadly_steps
from shudu.logic.registry import register

SixCells = tuple[int, int, int, int, int, int]


@register(
    "extended-rectangle",
    family="rectangles",
    order=4036,
    level="hard",
    score=110,
    on=False,
    unique=True,
    case_codes=("2007",),
)
def find_extended_rectangles(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the conclusions of types 1 to 3 from each extended rectangle."""
    for cells in _six_cells(grid):
        union = 0
        for cell in cells:
            union |= grid.cell_masks[cell]
        for trio in _trios(grid, cells, union):
            extra = {cell: rest for cell in cells if (rest := grid.cell_masks[cell] & ~trio)}
            pattern = DeadlyPattern(sum(1 << cell for cell in cells), dict.fromkeys(extra, trio), extra)
            yield from find_deadly_steps(grid, id, pattern, (1, 2, 3))


def _six_cells(grid: Grid) -> Iterator[SixCells]:
    """Yield three pairs of empty cells across two lines of a band or stack."""
    for lines in (ROWS, COLUMNS):
        for band in (0, 3, 6):
            for one, other in combinations(lines[band : band + 3], 2):
                pairs = zip(one, other, strict=True)
                open_pairs = [(a, b) for a, b in pairs if grid.cell_masks[a] and grid.cell_masks[b]]
                for (a, b), (c, d), (e, f) in combinations(open_pairs, 3):
                    yield a, b, c, d, e, f


def _trios(grid: Grid, cells: SixCells, union: int) -> Iterator[int]:
    """Yield the digits that the cells could hold alone: each has two of them, and few enough cells have others."""
    for trio in combinations(cells_of(union), 3):
        mask = sum(1 << bit for bit in trio)
        with_extras = [cell for cell in cells if grid.cell_masks[cell] & ~mask]
        extras = 0
        for cell in with_extras:
            extras |= grid.cell_masks[cell] & ~mask
        fits = all((grid.cell_masks[cell] & mask).bit_count() > 1 for cell in cells)
        if fits and with_extras and (len(with_extras) <= 2 or extras.bit_count() == 1):
            yield mask
