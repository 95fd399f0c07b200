"""What functions take as a grid: a puzzle, a position, or text."""

from __future__ import annotations

from shudu.core.errors import MalformedGrid
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.text import read_grid

Source = Puzzle | Grid | str


def digits_of(source: Source) -> bytes:
    """The 81 digits of what is handed in, 0 for blank.

    >>> digits_of("." * 81) == bytes(81)
    True

    Raises MalformedGrid for a text that is no grid, TypeError for anything else.
    """
    if not isinstance(source, Puzzle | Grid | str):
        raise TypeError(f"a grid is a Puzzle, a Grid or text of 81 characters, not {type(source).__name__}")
    digits = read_grid(source) if isinstance(source, str) else source.digits
    if len(digits) != 81:
        raise MalformedGrid(f"{len(digits)} digits; a grid has 81")
    return digits
