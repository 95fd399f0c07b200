"""Digit by digit 逐数字: each digit goes to a random free place in every row; what cannot be finished starts over."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from random import Random
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.geometry import BOX_OF
from shudu.grids.methods.base import CODES, method
from shudu.search.trace.event import Event

WRITE, DEAD_END, AGAIN, RESTART, DONE = CODES["digits"].whys("write", "dead end", "again", "restart", "done")
TIMES: Final = 100  # a digit is placed again before everything starts over
RESTARTS: Final = 10_000  # far more than needed: 300 grids took 0.9 on average, 10 at most


@method("digits")
def digits(random: Random) -> Iterator[Event]:
    """Places 1 to 9. Attempts are counted, not timed, so a seed gives the same grid on every machine."""
    for _ in range(RESTARTS):
        grid = [0] * 81
        for digit in range(1, 10):
            if not (yield from _place_digit(grid, digit, random)):
                break
        else:
            yield Event("solution", 9, None, 0, DONE)
            return
        yield Event("retract", 1, None, 0, RESTART)
    raise ImpossibleRequest(f"no grid after {RESTARTS} restarts")


def _place_digit(grid: list[int], digit: int, random: Random) -> Generator[Event, None, bool]:
    """Places a digit in all rows; tells whether that worked within the limit."""
    for _ in range(TIMES):
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
