"""Methods that fill an empty grid by trial: backtracking, search and pruning, diagonal boxes, and digit by digit."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import factorial
from random import Random
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.geometry import BOX_OF, BOXES
from shudu.grids.methods import ALL_GRIDS, CODES, method, search_rest, shuffled_digits
from shudu.search.algorithms import SearchBoard
from shudu.search.algorithms.backtracking import mrv, random_digits, rows
from shudu.search.trace.event import Event

BACKTRACK: Final = CODES["backtrack"]
RECURSIVE: Final = CODES["backtrack-recursive"]
BACKTRACK_ROW, BACKTRACK_WRITE, BACKTRACK_DEAD_END, BACKTRACK_BACK, BACKTRACK_DONE = RECURSIVE.whys(
    "row", "write", "dead-end", "back", "done"
)


@method(BACKTRACK, reach=ALL_GRIDS)
def backtrack(random: Random) -> Iterator[Event]:
    """Backtracking with limited recursion 回溯法（有限递推）: a random first row, then random digits that fit.

    The founding paper names two ways to write it, a loop and a recursive function. Both are here; they yield the same
    events, so that they can be watched side by side.
    """
    row = shuffled_digits(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, BACKTRACK.why("row"))
    yield from search_rest(random_digits, bytes(row) + bytes(72), random, BACKTRACK)


@method(RECURSIVE, reach=ALL_GRIDS, stream=BACKTRACK.id)
def backtrack_recursive(random: Random) -> Iterator[Event]:
    """Backtrack with a function that calls itself for the next cell."""
    board = SearchBoard(bytes(81))
    for cell, digit in enumerate(shuffled_digits(random)):
        board.write(cell, digit)
        yield Event("place", 0, cell, digit, BACKTRACK_ROW)
    yield from _fill(board, 9, random)


def _fill(board: SearchBoard, cell: int, random: Random) -> Generator[Event, None, bool]:
    """Fill a cell and all after it; return whether that succeeded."""
    depth = cell - 8
    if cell == 81:
        yield Event("solution", depth - 1, None, 0, BACKTRACK_DONE)
        return True
    may = list(board.candidates(cell))
    if not may:
        yield Event("conflict", depth - 1, cell, 0, BACKTRACK_DEAD_END)
        return False
    while may:
        digit = may.pop(random.randrange(len(may)))
        board.erase(cell)
        board.write(cell, digit)
        yield Event("guess", depth, cell, digit, BACKTRACK_WRITE)
        if (yield from _fill(board, cell + 1, random)):
            return True
    yield Event("remove", depth, cell, board.erase(cell), BACKTRACK_BACK)
    return False


SEARCH: Final = CODES["search"]


@method(SEARCH, reach=factorial(9))
def first_fit(random: Random) -> Iterator[Event]:
    """Search and pruning 搜索+剪枝: a random first row, then the first digits that work, cell by cell."""
    row = shuffled_digits(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, SEARCH.why("row"))
    yield from search_rest(rows, bytes(row) + bytes(72), random, SEARCH)


DIAGONAL: Final = CODES["diagonal"]


@method(DIAGONAL, reach=factorial(9) ** 3)
def diagonal(random: Random) -> Iterator[Event]:
    """Diagonal boxes 对角宫法: fill boxes 1, 5 and 9 at random and take the first solution of the rest."""
    start = bytearray(81)
    for box in (0, 4, 8):
        for cell, digit in zip(BOXES[box], shuffled_digits(random), strict=True):
            start[cell] = digit
            yield Event("place", 0, cell, digit, DIAGONAL.why("box"))
    yield from search_rest(mrv, bytes(start), random, DIAGONAL)


DIGITS: Final = CODES["digits"]
DIGITS_WRITE, DIGITS_DEAD_END, AGAIN, RESTART, DIGITS_DONE = DIGITS.whys(
    "write", "dead-end", "again", "restart", "done"
)

TRIES_PER_DIGIT: Final = 100  # before everything starts over
MOST_RESTARTS: Final = 10_000  # far more than needed: 300 grids took 0.9 on average, 10 at most


@method(DIGITS, reach=ALL_GRIDS)
def digits(random: Random) -> Iterator[Event]:
    """Digit by digit 逐数字: each digit goes to a random free cell of every row; if it gets stuck, it starts over.

    Tries are counted, not timed, so a random seed gives the same grid on every machine.
    """
    for _ in range(MOST_RESTARTS):
        grid = [0] * 81
        for digit in range(1, 10):
            if not (yield from _place_digit(grid, digit, random)):
                break
        else:
            yield Event("solution", 9, None, 0, DIGITS_DONE)
            return
        yield Event("retract", 1, None, 0, RESTART)
    raise ImpossibleRequest("grids.too-many-restarts", restarts=MOST_RESTARTS)


def _place_digit(grid: list[int], digit: int, random: Random) -> Generator[Event, None, bool]:
    """Place a digit in all rows; return whether that succeeded within the limit."""
    for _ in range(TRIES_PER_DIGIT):
        columns, boxes = set(range(9)), set(range(9))
        for row in range(9):
            free = [c for c in columns if not grid[9 * row + c] and BOX_OF[9 * row + c] in boxes]
            if not free:
                yield Event("conflict", digit, None, digit, DIGITS_DEAD_END)
                break
            cell = 9 * row + free[random.randrange(len(free))]
            grid[cell] = digit
            columns.remove(cell % 9)
            boxes.remove(BOX_OF[cell])
            yield Event("guess", digit, cell, digit, DIGITS_WRITE)
        else:
            return True
        for cell in range(81):
            if grid[cell] == digit:
                grid[cell] = 0
        yield Event("retract", digit, None, 0, AGAIN)
    return False
