"""Puzzles until the generator is here."""

from __future__ import annotations

from random import Random
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.puzzle import Puzzle
from shudu.core.symmetry import Symmetry
from shudu.kernel.solving import count, solve
from shudu.rating.rate import rate

_BANDS: Final = {"easy": (38, 45), "medium": (28, 37), "hard": (23, 27)}
_SEED: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def generate(
    difficulty: str | None = None,
    clues: int | None = None,
    level: str | None = None,
    needs: str | None = None,
    seed: int | None = None,
) -> Puzzle:
    """A puzzle of that kind."""
    random = Random(seed)
    low, high = _BANDS[difficulty or "medium"]
    for _ in range(400):
        puzzle = _dug(random, clues or random.randint(low, high))
        if (clues is None or len(puzzle.givens) == clues) and _matches(puzzle, level, needs):
            return puzzle
    raise ImpossibleRequest("no such puzzle was found")


def _dug(random: Random, clues: int) -> Puzzle:
    digits = bytearray(Symmetry.random(random).apply(solve(_SEED).digits))
    left = 81
    for cell in random.sample(range(81), 81):
        if left <= clues:
            break
        kept, digits[cell] = digits[cell], 0
        if count(Puzzle(bytes(digits)), limit=2) == 1:
            left -= 1
        else:
            digits[cell] = kept
    return Puzzle(bytes(digits))


def _matches(puzzle: Puzzle, level: str | None, needs: str | None) -> bool:
    if level is None and needs is None:
        return True
    rating = rate(puzzle)
    return level in (None, rating.level) and (needs is None or needs in rating.counts)
