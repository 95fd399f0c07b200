"""What is wrong with the entries of a game, by the rules or against the solution.

For a puzzle with one solution this is a comparison. With several, the solver is asked, and that can take long for an
unlucky position: where time matters, ask in another process.
"""

from __future__ import annotations

from functools import lru_cache

from shudu.core.errors import ShuduError
from shudu.core.geometry import cells_of
from shudu.core.grid import Grid
from shudu.core.sets import CellSet
from shudu.game.board import GameBoard
from shudu.game.game import Game
from shudu.kernel.solve import count, solutions


@lru_cache(maxsize=1024)
def only_solution(givens: bytes) -> bytes | None:
    """The solution of a puzzle if it has exactly one."""
    found = list(solutions(Grid(givens), limit=2))
    return found[0].digits if len(found) == 1 else None


def fits(board: GameBoard) -> bool:
    """Whether some solution of the puzzle agrees with every digit on the board."""
    solution = only_solution(board.start)
    if solution is None:
        return count(Grid(board.digits), limit=1) == 1
    return all(digit in (0, right) for digit, right in zip(board.digits, solution, strict=True))


def find_rule_breaks(board: GameBoard) -> CellSet:
    """The entries whose digit stands twice in a house.

    >>> board = Game("5" + "." * 80).play("r1c2=5").board
    >>> find_rule_breaks(board)
    CellSet('r1c2')
    """
    return CellSet.from_mask(Grid(board.digits).conflicts().mask & ~board.givens)


def find_mistakes(board: GameBoard) -> CellSet:
    """The entries no solution agrees with.

    Where the puzzle has several solutions, entries are taken in the order of the cells, and one is wrong if no solution
    agrees with it and the right ones before it.

    >>> find_mistakes(Game("12345678" + "." * 73).play("r1c9=8").board)
    CellSet('r1c9')
    """
    if fits(board):
        return CellSet()
    kept = bytearray(board.start)
    wrong = 0
    for cell in cells_of((1 << 81) - 1 & ~board.givens & ~board.bare):
        kept[cell] = board.digits[cell]
        if not _can_stand(board, cell, kept):
            wrong |= 1 << cell
            kept[cell] = 0
    return CellSet.from_mask(wrong)


def count_steps_back(game: Game) -> int:
    """How many steps before now the last correct position was; 0 if it is now.

    >>> count_steps_back(Game("12345678" + "." * 73).play("r2c1=4").play("r1c9=8").play("r2c2=5"))
    2

    Raises ShuduError if no position was correct: then the puzzle itself has no solution.
    """
    for steps, board in enumerate((game.board, *reversed(game.past))):
        if fits(board):
            return steps
    raise ShuduError(f"{game.puzzle.line} has no solution, so no position of the game was correct")


def _can_stand(board: GameBoard, cell: int, kept: bytearray) -> bool:
    solution = only_solution(board.start)
    if solution is not None:
        return board.digits[cell] == solution[cell]
    return count(Grid(bytes(kept)), limit=1) == 1
