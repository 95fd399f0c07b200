"""Scores of answers to a puzzle. They follow from the rules alone, so that they never leak the solution."""

from __future__ import annotations

from typing import Final

from shudu.core.errors import MalformedGrid
from shudu.core.geometry import HOUSES
from shudu.core.text import GridLike, to_digits

_ALL_DIGITS: Final = frozenset(range(1, 10))


def verify(puzzle: GridLike, answer: GridLike) -> bool:
    """Return whether an answer solves a puzzle: a full grid that keeps the givens and obeys the rules.

    Args:
        puzzle: The puzzle, in any form that `shudu.Puzzle` accepts.
        answer: The answer, in any such form. Text that is not a grid is a wrong answer, not an error.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
    """
    return reward(puzzle, answer) == 1.0


def reward(puzzle: GridLike, answer: GridLike) -> float:
    """Return a score from 0 to 1 for an answer: the share of rows, columns and boxes that hold all nine digits.

    It is 1 exactly if `verify` is true, and 0 if the answer is not a grid or changes a given. It is computed without the
    solution: an answer scores the same whether or not its digits happen to be those of the solution.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> round(reward(puzzle, "534678912672195348" + puzzle[18:]), 3), reward(puzzle, "I give up")
    (0.074, 0.0)

    Args:
        puzzle: The puzzle, in any form that `shudu.Puzzle` accepts.
        answer: The answer, in any such form; empty cells are allowed.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
    """
    givens = to_digits(puzzle)
    try:
        digits = to_digits(answer)
    except MalformedGrid:
        return 0.0
    if any(given and given != digit for given, digit in zip(givens, digits, strict=True)):
        return 0.0
    complete = sum({digits[cell] for cell in house} == _ALL_DIGITS for house in HOUSES)
    return complete / len(HOUSES)
