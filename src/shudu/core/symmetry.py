"""The symmetries of Sudoku: transposition, exchange of rows, columns, bands and stacks, and renaming of digits.

There are 2 · 6⁸ · 9! symmetries. They can be composed and inverted.

>>> quarter = Symmetry.rotate90()
>>> quarter @ quarter == Symmetry.rotate180() and quarter @ quarter.inverse() == Symmetry()
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from shudu.core.arguments import check_text
from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import Nine, nine
from shudu.core.text import GridLike, to_digits

_SAME: Final[Nine] = (0, 1, 2, 3, 4, 5, 6, 7, 8)
_BACKWARDS: Final[Nine] = (8, 7, 6, 5, 4, 3, 2, 1, 0)
_PLAIN: Final[Nine] = (1, 2, 3, 4, 5, 6, 7, 8, 9)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One symmetry: a transposition, then an exchange of rows and columns, and a renaming of digits.

    Attributes:
        transpose: Whether rows and columns are swapped first.
        rows: Row r of the image is row `rows[r]` of the (transposed) original. Bands stay together.
        columns: Column c of the image is column `columns[c]` of the (transposed) original. Stacks stay together.
        digits: Digit d becomes `digits[d - 1]`.

    Raises:
        ShuduError: If rows or columns break up bands or stacks, or digits are not 1 to 9 in some order.
    """

    transpose: bool = False
    rows: Nine = _SAME
    columns: Nine = _SAME
    digits: Nine = _PLAIN

    def __post_init__(self) -> None:
        if not _keeps_groups(self.rows):
            raise ShuduError("core.row-order", order=str(self.rows))
        if not _keeps_groups(self.columns):
            raise ShuduError("core.column-order", order=str(self.columns))
        if sorted(self.digits) != list(_PLAIN):
            raise ShuduError("core.digit-order", digits=str(self.digits))

    @classmethod
    def rotate90(cls) -> Symmetry:
        """Return the quarter turn clockwise."""
        return cls(transpose=True, columns=_BACKWARDS)

    @classmethod
    def rotate180(cls) -> Symmetry:
        """Return the half turn."""
        return cls(rows=_BACKWARDS, columns=_BACKWARDS)

    @classmethod
    def mirror(cls, axis: str) -> Symmetry:
        """Return a reflection.

        Args:
            axis: `horizontal` swaps top and bottom, `vertical` left and right; the others are `diagonal` and
                `antidiagonal`.

        Raises:
            TypeError: If the axis is not text.
            ShuduError: If there is no such axis.
        """
        kinds = {
            "horizontal": cls(rows=_BACKWARDS),
            "vertical": cls(columns=_BACKWARDS),
            "diagonal": cls(transpose=True),
            "antidiagonal": cls(transpose=True, rows=_BACKWARDS, columns=_BACKWARDS),
        }
        if check_text(axis, "axis") not in kinds:
            raise ShuduError("core.axis", axis=quote(axis), axes=list(kinds))
        return kinds[axis]

    @classmethod
    def relabel(cls, digits: Sequence[int]) -> Symmetry:
        """Return the symmetry that only renames digits.

        Args:
            digits: The new name of each digit from 1 to 9.
        """
        if len(digits) != 9:
            raise ShuduError("core.digit-order", digits=quote(digits))
        return cls(digits=nine(digits))

    @classmethod
    def random(cls, random: Random) -> Symmetry:
        """Return a random symmetry; all are equally likely.

        Args:
            random: The source of random numbers.
        """
        digits = random.sample(_PLAIN, 9)
        return cls(random.random() < 0.5, _random_lines(random), _random_lines(random), nine(digits))

    @classmethod
    def from_bytes(cls, packed: bytes) -> Symmetry:
        """Return the symmetry that the kernel describes in 28 bytes: transpose, rows, columns, digits.

        Args:
            packed: The 28 bytes.
        """
        return cls(bool(packed[0]), nine(packed[1:10]), nine(packed[10:19]), nine(packed[19:28]))

    def apply(self, grid: GridLike) -> bytes:
        """Return the 81 digits of the image of a grid, 0 for blank.

        Args:
            grid: The grid: 81 bytes from 0 to 9, or anything else that `Grid` accepts.

        Raises:
            MalformedGrid: If the value does not describe a grid.
        """
        digits, relabel = to_digits(grid), bytes((0, *self.digits))
        return bytes(relabel[digits[self.source(cell)]] for cell in range(81))

    def source(self, cell: int) -> int:
        """Return the cell of the original that moves to a cell.

        Args:
            cell: The cell of the image, 0 to 80.
        """
        row, column = self.rows[cell // 9], self.columns[cell % 9]
        return 9 * column + row if self.transpose else 9 * row + column

    def target(self, cell: int) -> int:
        """Return the cell that a cell of the original moves to.

        Args:
            cell: The cell of the original, 0 to 80.
        """
        row, column = (cell % 9, cell // 9) if self.transpose else (cell // 9, cell % 9)
        return 9 * self.rows.index(row) + self.columns.index(column)

    def __matmul__(self, first: Symmetry) -> Symmetry:
        """Return the symmetry that applies `first`, then this one."""
        rows, columns = (first.columns, first.rows) if self.transpose else (first.rows, first.columns)
        return Symmetry(
            self.transpose != first.transpose,
            nine([rows[i] for i in self.rows]),
            nine([columns[i] for i in self.columns]),
            nine([self.digits[d - 1] for d in first.digits]),
        )

    def inverse(self) -> Symmetry:
        """Return the symmetry that undoes this one."""
        rows, columns = _inverse(self.rows), _inverse(self.columns)
        digits = nine([self.digits.index(d) + 1 for d in _PLAIN])
        return Symmetry(self.transpose, *((columns, rows) if self.transpose else (rows, columns)), digits)


def _keeps_groups(lines: Nine) -> bool:
    """Return whether each band or stack stays together."""
    groups = [sorted(lines[i : i + 3]) for i in (0, 3, 6)]
    return sorted(lines) == list(_SAME) and not any(group[0] % 3 or group[2] - group[0] != 2 for group in groups)


def _random_lines(random: Random) -> Nine:
    return nine([3 * group + line for group in random.sample(range(3), 3) for line in random.sample(range(3), 3)])


def _inverse(lines: Nine) -> Nine:
    return nine([lines.index(i) for i in range(9)])
