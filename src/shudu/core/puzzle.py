"""A puzzle: givens that do not clash. It may have no, one or several solutions."""

from __future__ import annotations

from functools import cached_property

from shudu.core.errors import ConflictingGivens, MalformedGrid
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid, clashes
from shudu.core.sets import CellSet
from shudu.core.text import read_grid, write_grid, write_line


class Puzzle:
    """Givens that do not clash.

    >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> len(puzzle.givens)
    30

    Raises MalformedGrid for what is not a grid, ConflictingGivens if a digit stands twice in a house.
    """

    def __init__(self, source: str | bytes) -> None:
        """From a line of 81, nine rows of nine, or 81 bytes 0–9."""
        self._digits = _checked(source) if isinstance(source, bytes) else read_grid(source)
        found = clashes(self._digits)
        if found:
            words = "; ".join(f"{digit} at {', '.join(map(cell_name, cells))}" for digit, cells in found.items())
            raise ConflictingGivens(
                f"givens clash: {words}; a digit stands once in each row, column and box",
                tuple(cell for cells in found.values() for cell in cells),
            )

    @property
    def digits(self) -> bytes:
        """The 81 digits, 0 for blank."""
        return self._digits

    @cached_property
    def grid(self) -> Grid:
        """The position at the start, with its candidates."""
        return Grid(self._digits)

    @property
    def givens(self) -> CellSet:
        """The cells that hold a given."""
        return self.grid.givens

    @property
    def line(self) -> str:
        """The 81-character line, `.` for blank."""
        return write_line(self._digits)

    def __eq__(self, other: object) -> bool:
        return self._digits == other._digits if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._digits)

    def __repr__(self) -> str:
        return f"Puzzle({self.line!r})"

    def __str__(self) -> str:
        return write_grid(self._digits)

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()


def _checked(digits: bytes) -> bytes:
    if len(digits) != 81 or max(digits) > 9:
        raise MalformedGrid(f"{digits[:90]!r} are not 81 bytes from 0 (blank) to 9")
    return digits
