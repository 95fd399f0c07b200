"""Rectangles: four cells in two rows, two columns and two boxes that may hold the same two digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shudu.core.geometry import BOX_OF, BOXES, CELLS, COLUMN_OF, HOUSE_MASKS, HOUSES, ROW_OF, cells_of, mask_of
from shudu.core.grid import Grid, masks_by_rules

Corners = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Four cells that may hold two digits, divided into those without other candidates (floor) and the rest (roof)."""

    cells: Corners
    low: int
    high: int
    floor: tuple[int, ...]
    roof: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The four cells."""
        return mask_of(self.cells)

    @property
    def pair(self) -> int:
        """The two digits as a mask."""
        return 1 << self.low - 1 | 1 << self.high - 1

    def extras(self, grid: Grid) -> int:
        """Return the other candidates of the roof."""
        mask = 0
        for cell in self.roof:
            mask |= grid.cell_masks[cell]
        return mask & ~self.pair

    def roof_houses(self) -> tuple[int, ...]:
        """Return the houses that contain the whole roof."""
        roof = mask_of(self.roof)
        return tuple(house for house, mask in enumerate(HOUSE_MASKS) if not roof & ~mask)

    def lines(self) -> list[int]:
        """Return its two rows and two columns."""
        return sorted({ROW_OF[cell] for cell in self.cells} | {9 + COLUMN_OF[cell] for cell in self.cells})

    def is_diagonal(self) -> bool:
        """Return whether the roof is two opposite corners."""
        return len(self.roof) == 2 and all(house >= 18 for house in self.roof_houses())


def rectangles(grid: Grid, missing: bool) -> Iterator[Rectangle]:
    """Yield every rectangle with a cell of two candidates that all four cells may hold.

    If `missing`, it is enough that the rules allow the digits in a cell, even if logic has removed them.
    """
    possible = masks_by_rules(grid.digits) if missing else grid.digit_masks
    seen: set[tuple[int, int]] = set()
    for start in cells_of(grid.with_candidates(2)):
        mask = grid.cell_masks[start]
        low, high = (mask & -mask).bit_length(), mask.bit_length()
        for cells in corners(start, possible[low - 1] & possible[high - 1]):
            key = (mask_of(cells), mask)
            if key not in seen:
                seen.add(key)
                floor = tuple(cell for cell in cells if not grid.cell_masks[cell] & ~mask)
                yield Rectangle(cells, low, high, floor, tuple(cell for cell in cells if cell not in floor))


def corners(start: int, fits: int) -> Iterator[Corners]:
    """Yield the rectangles from a cell whose other corners are among `fits`; the second corner is in its box."""
    return (cells for cells, others in _FROM[start] if not others & ~fits)


def _rectangles_from(start: int) -> Iterator[Corners]:
    for second in BOXES[BOX_OF[start]]:
        in_row, in_column = ROW_OF[second] == ROW_OF[start], COLUMN_OF[second] == COLUMN_OF[start]
        if in_row != in_column:
            here, there = ((9 + COLUMN_OF[cell] if in_row else ROW_OF[cell]) for cell in (start, second))
            for third, fourth in zip(HOUSES[here], HOUSES[there], strict=True):
                if BOX_OF[third] != BOX_OF[start]:
                    yield start, second, third, fourth


_FROM: Final = tuple(tuple((cells, mask_of(cells[1:])) for cells in _rectangles_from(start)) for start in CELLS)
