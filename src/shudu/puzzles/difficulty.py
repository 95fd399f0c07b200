"""The difficulties of the founding paper: bands of clue counts."""

from __future__ import annotations

from typing import Final, Literal

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("easy", "medium", "hard")


def difficulty_of(clues: int) -> Difficulty:
    """The difficulty of a puzzle with that many clues: up to 27 hard, 28 to 37 medium, more easy.

    >>> [difficulty_of(clues) for clues in (17, 27, 28, 37, 38)]
    ['hard', 'hard', 'medium', 'medium', 'easy']
    """
    return "hard" if clues <= 27 else "medium" if clues <= 37 else "easy"
