"""Digit by digit 逐数字: each digit goes to a random free cell of every row; if it gets stuck, it starts over."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from random import Random
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.geometry import BOX_OF
from shudu.grids.methods.base import ALL_GRIDS, CODES, method
from shudu.search.trace.event import Event

CODE: Final = CODES["digits"]
WRITE, DEAD_END, AGAIN, RESTART, DONE = CODE.whys("write", "dead-end", "again", "restart", "done")

TRIES_PER_DIGIT: Final = 100  # before everything starts over
MOST_RESTARTS: Final = 10_000  # far more than needed: 300 grids took 0.9 on average, 10 at most


@method(CODE, reach=ALL_GRIDS)
def digits(random: Random) -> Iterator[Event]:
    """Place the digits 1 to 9. Tries are counted, not timed, so a random seed gives the same grid on every machine."""
    for _ in range(MOST_RESTARTS):
        grid = [0] * 81
        for digit in range(1, 10):
            if not (yield from _place_digit(grid, digit, random)):
                break
        else:
            yield Event("solution", 9, None, 0, DONE)
            return
        yield Event("retract", 1, None, 0, RESTART)
    raise ImpossibleRequest("grids.too-many-restarts", restarts=MOST_RESTARTS)


def _place_digit(grid: list[int], digit: int, random: Random) -> Generator[Event, None, bool]:
    """Place a digit in all rows; return whether that worked within the limit."""
    for _ in range(TRIES_PER_DIGIT):
        columns, boxes = set(range(9)), set(range(9))
        for row in range(9):
            free = [c for c in columns if not grid[9 * row + c] and BOX_OF[9 * row + c] in boxes]
            if not free:
                yield Event("conflict", digit, None, digit, DEAD_END)
                break
            cell = 9 * row + free[random.randrange(len(free))]
            grid[cell] = digit
            columns.remove(cell % 9)
            boxes.remove(BOX_OF[cell])
            yield Event("guess", digit, cell, digit, WRITE)
        else:
            return True
        for cell in range(81):
            if grid[cell] == digit:
                grid[cell] = 0
        yield Event("retract", digit, None, 0, AGAIN)
    return False
