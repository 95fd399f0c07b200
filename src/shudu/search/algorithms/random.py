"""Backtracking with limited recursion: a set of fitting digits at each cell, struck one by one in random order."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm
from shudu.search.algorithms.board import Board
from shudu.search.trace.event import Event

WRITE, DEAD_END, BACK, DONE = PSEUDOCODE["random"].whys("write", "dead end", "back", "done")


@algorithm("random", rounds=("guess",))
def random_digits(task: Task) -> Iterator[Event]:
    """Takes a random digit of the cell's set and strikes it; an empty set steps back."""
    board = Board(task.digits)
    blanks = board.blanks()
    sets: list[list[int]] = []  # of each cell that was come to: the digits not tried yet
    while True:
        if len(sets) == len(blanks):
            yield Event("solution", len(blanks), None, 0, DONE)
        else:
            cell = blanks[len(sets)]
            fitting = board.candidates(cell)
            if fitting:
                sets.append(list(fitting))
            else:
                yield Event("conflict", len(sets), cell, 0, DEAD_END)
        while sets and not sets[-1]:
            cell = blanks[len(sets) - 1]
            yield Event("remove", len(sets), cell, board.erase(cell), BACK)
            sets.pop()
        if not sets:
            return
        cell = blanks[len(sets) - 1]
        digit = sets[-1].pop(task.random.randrange(len(sets[-1])))
        board.erase(cell)
        board.write(cell, digit)
        yield Event("guess", len(sets), cell, digit, WRITE)
