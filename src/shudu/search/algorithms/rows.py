"""Plain backtracking: cells row by row, digits 1 to 9 in order. A digit that does not fit is never written."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.search.algorithms.base import PSEUDOCODE, SearchTask, algorithm
from shudu.search.algorithms.board import SearchBoard
from shudu.search.trace.event import Event

WRITE, DEAD_END, BACK, DONE = PSEUDOCODE["rows"].whys("write", "dead-end", "back", "done")


@algorithm("rows", rounds=("guess",))
def rows(task: SearchTask) -> Iterator[Event]:
    """Try the digits in order in each blank cell, row by row."""
    board = SearchBoard(task.digits)
    blanks = board.blanks()
    at = 0
    while at >= 0:
        if at == len(blanks):
            yield Event("solution", at, None, 0, DONE)
            at -= 1
            continue
        cell = blanks[at]
        last = board.digits[cell]
        if last:
            board.erase(cell)
        digit = board.next_fitting(cell, last)
        if digit:
            board.write(cell, digit)
            at += 1
            yield Event("guess", at, cell, digit, WRITE)
        else:
            if last:
                yield Event("remove", at + 1, cell, last, BACK)
            else:
                yield Event("conflict", at, cell, 0, DEAD_END)
            at -= 1
