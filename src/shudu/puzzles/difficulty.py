"""Difficulties by clue count, after the founding paper, and the levels of human logic.

A *difficulty* is a band of clue counts. A *level* is a property of the techniques a puzzle needs; `shudu.rate` finds it.
"""

from __future__ import annotations

from typing import Final, Literal

from shudu.core.errors import ShuduError, quote

Difficulty = Literal["easy", "medium", "hard"]

DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("easy", "medium", "hard")
LEVELS: Final = ("easy", "medium", "hard", "unfair", "extreme")

BANDS: Final[dict[str, range]] = {"easy": range(38, 81), "medium": range(28, 38), "hard": range(17, 28)}

# The part of each band the generator draws from: with more than 45 clues a puzzle is dull, with fewer than 22 digging
# needs a search.
GENERATED_BANDS: Final[dict[str, range]] = {"easy": range(38, 46), "medium": range(28, 38), "hard": range(22, 28)}


def difficulty_of(clues: int) -> Difficulty:
    """Return the difficulty of a puzzle with that many clues: up to 27 hard, 28 to 37 medium, more easy.

    >>> [difficulty_of(clues) for clues in (17, 27, 28, 37, 38)]
    ['hard', 'hard', 'medium', 'medium', 'easy']
    """
    if clues < BANDS["medium"].start:
        return "hard"
    return "medium" if clues in BANDS["medium"] else "easy"


def check_difficulty(difficulty: str) -> None:
    """Check the name of a difficulty.

    Raises:
        ShuduError: If there is no such difficulty.
    """
    if difficulty not in DIFFICULTIES:
        raise ShuduError("puzzles.unknown-difficulty", difficulty=quote(difficulty), difficulties=DIFFICULTIES)


def check_level(level: str) -> str:
    """Return the name of a level in lower case.

    Raises:
        TypeError: If it is not text.
        ShuduError: If there is no such level.
    """
    if not isinstance(level, str):
        raise TypeError(f"level must be a str, not {type(level).__name__}")
    if level.lower() not in LEVELS:
        raise ShuduError("puzzles.unknown-level", level=quote(level), levels=LEVELS)
    return level.lower()
