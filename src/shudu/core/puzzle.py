"""Puzzles: givens that do not conflict. A puzzle may have no, one or several solutions."""

from __future__ import annotations

from typing import Any

from shudu.core.errors import ConflictingGivens
from shudu.core.geometry import cell_name
from shudu.core.grid import DigitsView, Grid, find_conflicts
from shudu.core.sets import CellSet
from shudu.core.text import GridLike, to_digits
from shudu.locale.catalogue import Message


class Puzzle(DigitsView):
    """Givens that do not conflict. A puzzle never changes, and is indexed by cell.

    >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> len(puzzle.givens), puzzle[0], list(puzzle)[:5]
    (30, 5, [5, 3, 0, 0, 7])

    Args:
        source: Text (a line of 81 or nine rows), 81 bytes from 0 to 9, a sequence or array of 81 digits or of
            nine rows, a Grid or another Puzzle. Digits in sequences are numbers or characters, as on LeetCode.
            Blanks are `.` or `0` in text, and 0 elsewhere.

    Raises:
        MalformedGrid: If the source is not a grid.
        ConflictingGivens: If a digit occurs twice in a house.
    """

    __slots__ = ("_grid",)
    _grid: Grid | None

    def __init__(self, source: GridLike) -> None:
        self._digits = to_digits(source)
        self._grid = None
        conflicts = find_conflicts(self._digits)
        if conflicts:
            raise ConflictingGivens(
                "core.conflicting-givens",
                cells=tuple(cell for cells in conflicts.values() for cell in cells),
                conflicts=[_describe_conflict(digit, cells) for digit, cells in conflicts.items()],
            )

    @property
    def grid(self) -> Grid:
        """The starting position, with its candidates."""
        if self._grid is None:
            self._grid = Grid.from_masks(self._digits)
        return self._grid

    @property
    def givens(self) -> CellSet:
        """The cells that hold a given."""
        return self.grid.givens

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain values, ready for JSON: `line` and the cells of the `givens`."""
        return {"line": self.line, "givens": [cell_name(cell) for cell in self.givens]}

    def __eq__(self, other: object) -> bool:
        return self._digits == other._digits if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._digits)

    def __repr__(self) -> str:
        return f"Puzzle({self.line!r})"

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()


def _describe_conflict(digit: int, cells: list[int]) -> Message:
    return Message("core.conflict.digit", {"digit": digit, "cells": [cell_name(cell) for cell in cells]})
