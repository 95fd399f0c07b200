"""Graded puzzles: stored puzzles made by this project, graded by what they demand of a solver.

The grid method `graded` makes images of their solutions, `shudu.generate(method="graded")` images of the puzzles.
`python -m shudu.puzzles.rebuild_lists` makes the list again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ImpossibleRequest, quote
from shudu.core.text import read_line

FILE: Final = Path(__file__).with_name("data") / "graded.tsv"
NO_DIFFICULTY: Final = "-"  # in the file, for puzzles whose clue count and ratings do not agree


class GradedPuzzle(NamedTuple):
    """A stored puzzle.

    Attributes:
        difficulty: Its difficulty, or `-` if it has none.
        level: Its level by HoDoKu.
        hardest: The hardest technique it needs.
        clues: The number of clues.
        line: The puzzle, as a line of 81 characters.
    """

    difficulty: str
    level: str
    hardest: str
    clues: int
    line: str

    @property
    def digits(self) -> NDArray[np.uint8]:
        """The puzzle as an array of 81 digits, 0 for blank."""
        return np.frombuffer(read_line(self.line), np.uint8)


def read_graded_puzzles(file: Path) -> tuple[GradedPuzzle, ...]:
    """Return the puzzles of a file of tab-separated lines: difficulty, level, hardest technique, clues, puzzle."""
    rows = (line.split("\t") for line in file.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(GradedPuzzle(name, level, hardest, int(clues), line) for name, level, hardest, clues, line in rows)


@cache
def graded_puzzles(difficulty: str | None = None) -> tuple[GradedPuzzle, ...]:
    """Return the stored puzzles of a difficulty, or all of them.

    >>> all(len(graded_puzzles(name)) >= 40 for name in ("easy", "medium", "hard", "expert", "extreme"))
    True

    Raises:
        ImpossibleRequest: If there are none of that difficulty.
    """
    puzzles = read_graded_puzzles(FILE) if difficulty is None else graded_puzzles()
    selection = tuple(puzzle for puzzle in puzzles if difficulty in (None, puzzle.difficulty))
    if not selection:
        names = tuple(name for name in dict.fromkeys(each.difficulty for each in puzzles) if name != NO_DIFFICULTY)
        raise ImpossibleRequest("grids.unknown-grade", grade=quote(difficulty), grades=names)
    return selection
