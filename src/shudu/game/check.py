"""Checks the entries of a game, by the rules or against the solution.

For a puzzle with one solution, checking compares digits. For one with several, it asks the solver, which can take long in
unlucky positions; where that matters, run it in another process.
"""

from __future__ import annotations

from functools import lru_cache

from shudu.core.errors import NoSolution
from shudu.core.geometry import ALL_CELLS, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import CellSet
from shudu.game.board import GameBoard
from shudu.game.game import Game
from shudu.kernel.solve import count, solutions
from shudu.logic.mistakes import Refutation, refute, refute_by_rules


def find_rule_breaks(board: GameBoard) -> CellSet:
    """Return the entries whose digit occurs twice in a house.

    >>> find_rule_breaks(Game("5" + "." * 80).play("r1c2=5").board)
    CellSet('r1c2')
    """
    return CellSet.from_mask(Grid(board.digits).conflicts().mask & ~board.givens)


def find_mistakes(board: GameBoard) -> CellSet:
    """Return the entries that belong to no solution.

    Where the puzzle has several solutions, entries are checked in the order of the cells: an entry is wrong if no solution
    contains it together with the right ones before it.

    >>> find_mistakes(Game("12345678" + "." * 73).play("r1c9=8").board)
    CellSet('r1c9')
    """
    if has_solution(board):
        return CellSet()
    digits = bytearray(board.given_digits)
    wrong = 0
    for cell in cells_of(ALL_CELLS & ~board.givens & ~board.empty):
        digits[cell] = board.digits[cell]
        if not _is_right(board, cell, digits):
            wrong |= 1 << cell
            digits[cell] = 0
    return CellSet.from_mask(wrong)


def explain_entries(board: GameBoard, cells: CellSet) -> dict[int, Refutation]:
    """Return why wrong entries cannot be right, by cell.

    An entry that breaks no rule is refuted by the solution if the puzzle has exactly one; otherwise it has no entry here.

    >>> board = Game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").play("r1c3=3").board
    >>> [why.describe() for why in explain_entries(board, find_mistakes(board)).values()]
    ['3 is already in row 1 (r1c2).']

    Args:
        board: The board.
        cells: The cells of wrong entries, from `find_mistakes` or `find_rule_breaks`.
    """
    solution = _solve_uniquely(board.given_digits)
    reasons: dict[int, Refutation] = {}
    for cell in cells:
        if solution is not None and board.digits[cell] != solution[cell]:
            reasons[cell] = refute(board.digits, solution, cell)
        elif clash := refute_by_rules(board.digits, cell):
            reasons[cell] = clash
    return reasons


def count_steps_back(game: Game) -> int:
    """Return how many moves to undo to reach the last correct position; 0 if the present one is correct.

    Raises:
        NoSolution: If no position was correct, since the puzzle itself has no solution.

    >>> count_steps_back(Game("12345678" + "." * 73).play("r2c1=4").play("r1c9=8").play("r2c2=5"))
    2
    """
    for steps, board in enumerate((game.board, *reversed(game.past))):
        if has_solution(board):
            return steps
    raise NoSolution("game.no-solution", puzzle=game.puzzle.line)


def has_solution(board: GameBoard) -> bool:
    """Return whether some solution of the puzzle contains every digit on the board."""
    solution = _solve_uniquely(board.given_digits)
    if solution is None:
        return count(Grid(board.digits), limit=1) == 1
    return all(digit in (0, right) for digit, right in zip(board.digits, solution, strict=True))


@lru_cache(maxsize=1024)
def _solve_uniquely(givens: bytes) -> bytes | None:
    """Return the solution of a puzzle if it has exactly one."""
    first_two = list(solutions(Grid(givens), limit=2))
    return first_two[0].digits if len(first_two) == 1 else None


def _is_right(board: GameBoard, cell: int, digits: bytearray) -> bool:
    solution = _solve_uniquely(board.given_digits)
    if solution is not None:
        return board.digits[cell] == solution[cell]
    return count(Grid(bytes(digits)), limit=1) == 1
