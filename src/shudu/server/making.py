"""Puzzles as players wish for them, with what is stored about each."""

from __future__ import annotations

from typing import Any, Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.puzzle import Puzzle
from shudu.game.difficulty import difficulty_of
from shudu.generate.puzzles import generate
from shudu.rating.rate import Rating, rate

_ATTEMPTS: Final = 2_000
Graded = dict[str, Any]


def made(
    seed: int,
    difficulty: str | None = None,
    clues: int | None = None,
    level: str | None = None,
    needs: str | None = None,
) -> Graded:
    """A graded puzzle by difficulty, clue count, level of logic, or technique it needs.

    >>> made(7, clues=30)["clues"], made(7, level="easy")["level"]
    (30, 'easy')

    Raises ImpossibleRequest if none was found in so many attempts.
    """
    if level is None and needs is None:
        return _graded(generate(clues, difficulty=difficulty, seed=seed))
    for attempt in range(_ATTEMPTS):
        puzzle = generate(minimal=level != "easy", seed=seed + attempt)
        rating = rate(puzzle)
        if level in (None, rating.level) and (needs is None or needs in rating.counts):
            return _graded(puzzle, rating)
    raise ImpossibleRequest(
        f"no puzzle of that kind in {_ATTEMPTS} attempts; try again or ask for something more common"
    )


def _graded(puzzle: Puzzle, rating: Rating | None = None) -> Graded:
    rating = rating or rate(puzzle)
    clues = len(puzzle.givens)
    return {
        "line": puzzle.line,
        "clues": clues,
        "difficulty": difficulty_of(clues),
        "level": rating.level,
        "score": round(rating.score),
        "technique": rating.hardest,
    }
