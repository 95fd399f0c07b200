"""A mutable board for searches: the digits, and which of them each house holds.

>>> board = SearchBoard(bytes(81))
>>> board.write(0, 5)
>>> board.candidates(1), board.choices(1), board.erase(0)
((1, 2, 3, 4, 6, 7, 8, 9), 8, 5)
"""

from __future__ import annotations

from typing import Final

from shudu.core.geometry import CELLS, DIGITS, HOUSES_OF

# In masks, bit d stands for digit d. These tables are indexed by the mask of the digits in the three houses of a cell.
_CANDIDATES: Final = tuple(tuple(d for d in DIGITS if not held >> d & 1) for held in range(1024))
_CHOICES: Final = tuple(map(len, _CANDIDATES))
_NEXT: Final = tuple(tuple(next((d for d in free if d > last), 0) for last in range(10)) for free in _CANDIDATES)


class SearchBoard:
    """The 81 digits, and for each of the 27 houses the mask of the digits it holds."""

    __slots__ = ("digits", "held")

    def __init__(self, digits: bytes) -> None:
        self.digits = bytearray(81)
        self.held = [0] * 27
        for cell, digit in enumerate(digits):
            if digit:
                self.write(cell, digit)

    def copy(self) -> SearchBoard:
        """Return an independent copy."""
        new = SearchBoard.__new__(SearchBoard)
        new.digits, new.held = self.digits[:], self.held[:]
        return new

    def blanks(self) -> list[int]:
        """Return the empty cells, row by row."""
        return [cell for cell in CELLS if not self.digits[cell]]

    def write(self, cell: int, digit: int) -> None:
        """Write a digit that fits into an empty cell."""
        row, column, box = HOUSES_OF[cell]
        held, bit = self.held, 1 << digit
        held[row] |= bit
        held[column] |= bit
        held[box] |= bit
        self.digits[cell] = digit

    def erase(self, cell: int) -> int:
        """Clear a cell and return the digit it held."""
        digit = self.digits[cell]
        row, column, box = HOUSES_OF[cell]
        held, rest = self.held, ~(1 << digit)
        held[row] &= rest
        held[column] &= rest
        held[box] &= rest
        self.digits[cell] = 0
        return digit

    def free(self, cell: int) -> int:
        """Return the mask of the digits that fit an empty cell."""
        row, column, box = HOUSES_OF[cell]
        return ~(self.held[row] | self.held[column] | self.held[box]) & 0x3FE

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the digits that fit an empty cell, in ascending order."""
        row, column, box = HOUSES_OF[cell]
        return _CANDIDATES[self.held[row] | self.held[column] | self.held[box]]

    def choices(self, cell: int) -> int:
        """Return how many digits fit an empty cell."""
        row, column, box = HOUSES_OF[cell]
        return _CHOICES[self.held[row] | self.held[column] | self.held[box]]

    def fewest(self, cells: list[int]) -> int:
        """Return the empty cell with the fewest candidates, the first on a tie."""
        held = self.held
        best, least = -1, 10
        for cell in cells:
            row, column, box = HOUSES_OF[cell]
            choices = _CHOICES[held[row] | held[column] | held[box]]
            if choices < least:
                best, least = cell, choices
                if not choices:
                    break
        return best

    def next_fitting(self, cell: int, last: int) -> int:
        """Return the smallest digit above `last` that fits an empty cell, or 0."""
        row, column, box = HOUSES_OF[cell]
        return _NEXT[self.held[row] | self.held[column] | self.held[box]][last]
