"""Puzzles as players wish for them, with what is stored about each."""

from __future__ import annotations

from typing import Any

from shudu.logic.rating.rate import rate
from shudu.puzzles.api import generate
from shudu.puzzles.difficulty import difficulty_of


def made(seed: int, **wish: Any) -> dict[str, Any]:
    """A graded puzzle by difficulty, clue count, level of logic, or technique it needs; for `wish` see `generate`.

    >>> made(7, clues=30)["clues"], made(7, level="easy")["level"]
    (30, 'easy')

    Raises ImpossibleRequest if there is no such puzzle, or none was found.
    """
    puzzle = generate(seed=seed, **wish)
    rating = rate(puzzle)
    clues = len(puzzle.givens)
    return {
        "line": puzzle.line,
        "clues": clues,
        "difficulty": difficulty_of(clues),
        "level": rating.level,
        "score": round(rating.score),
        "technique": rating.hardest,
    }
