"""New puzzles for players, with the facts that are stored about each."""

from __future__ import annotations

from typing import TypedDict

from shudu.logic.rating.rate import rate
from shudu.puzzles.difficulty import difficulty_of
from shudu.puzzles.sources import make_batches
from shudu.puzzles.spec import PuzzleSpec


class PuzzleFacts(TypedDict):
    """A puzzle and its ratings, as columns of the database."""

    line: str
    clues: int
    difficulty: str
    level: str
    score: int
    technique: str


def make_puzzle(spec: PuzzleSpec, seed: int) -> PuzzleFacts:
    """Return a new puzzle with its ratings.

    >>> make_puzzle(PuzzleSpec(clues=30), 7)["clues"], make_puzzle(PuzzleSpec(level="easy"), 7)["level"]
    (30, 'easy')

    Args:
        spec: What the puzzle must be like.
        seed: Random seed.

    Raises:
        ImpossibleRequest: If no such puzzle was found.
    """
    puzzle = next(make_batches(spec, 1, seed, threads=1))[0]
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
