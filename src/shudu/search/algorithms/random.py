"""Random backtracking: the digits that fit each cell are tried in random order."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.search.algorithms.base import PSEUDOCODE, SearchTask, algorithm
from shudu.search.algorithms.board import SearchBoard
from shudu.search.trace.event import Event

WRITE, DEAD_END, BACK, DONE = PSEUDOCODE["random"].whys("write", "dead-end", "back", "done")


@algorithm("random", rounds=("guess",))
def random_digits(task: SearchTask) -> Iterator[Event]:
    """Try the digits that fit each blank cell in random order, row by row."""
    board = SearchBoard(task.digits)
    blanks = board.blanks()
    sets: list[list[int]] = []  # for each cell visited, its untried digits
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
