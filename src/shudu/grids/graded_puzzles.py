"""Graded puzzles: stored puzzles made by this project, graded by clue count.

The grid method `graded` makes images of their solutions, `shudu.generate(method="graded")` images of the puzzles.
`python -m shudu.puzzles.rebuild_lists` makes the list again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from shudu.core.errors import ImpossibleRequest, quote

FILE: Final = Path(__file__).with_name("data") / "graded.tsv"


class GradedPuzzle(NamedTuple):
    """A stored puzzle: its grade, its number within the grade, its clue count and its line of 81 characters."""

    grade: str
    number: int
    clues: int
    line: str


def read_graded_puzzles(file: Path) -> tuple[GradedPuzzle, ...]:
    """Return the puzzles of a file of tab-separated lines: grade, number, clues, puzzle."""
    rows = (line.split("\t") for line in file.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(GradedPuzzle(grade, int(number), int(clues), line) for grade, number, clues, line in rows)


@cache
def graded_puzzles(grade: str | None = None) -> tuple[GradedPuzzle, ...]:
    """Return the stored puzzles of a grade, or all of them.

    >>> [len(graded_puzzles(grade)) for grade in ("easy", "medium", "hard")]
    [120, 120, 120]

    Raises:
        ImpossibleRequest: If there are none of that grade.
    """
    puzzles = read_graded_puzzles(FILE) if grade is None else graded_puzzles()
    selection = tuple(puzzle for puzzle in puzzles if grade in (None, puzzle.grade))
    if not selection:
        grades = tuple(dict.fromkeys(puzzle.grade for puzzle in puzzles))
        raise ImpossibleRequest("grids.unknown-grade", grade=quote(grade), grades=grades)
    return selection
