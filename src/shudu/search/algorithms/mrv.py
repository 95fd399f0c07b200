"""Fewest candidates first, as the founding desktop solver did it: cells taken back go to the end of the list."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm
from shudu.search.algorithms.board import Board
from shudu.search.trace.event import Event

WRITE, DEAD_END, BACK, REWRITE, DONE = PSEUDOCODE["mrv"].whys("write", "dead end", "back", "rewrite", "done")


@algorithm("mrv", rounds=("place", "guess"))
def mrv(task: Task) -> Iterator[Event]:
    """Writes the smallest candidate of the cell with the fewest; goes back cell by cell to one that has others left."""
    board = Board(task.digits)
    blanks = board.blanks()
    written: list[tuple[int, list[int]]] = []  # cells in the order of writing, each with its untried candidates
    while True:
        if blanks:
            cell = board.fewest(blanks)
            if board.choices(cell):
                digit, *untried = board.candidates(cell)
                blanks.remove(cell)
                board.write(cell, digit)
                written.append((cell, untried))
                yield Event("guess" if untried else "place", len(written), cell, digit, WRITE)
                continue
            yield Event("conflict", len(written), cell, 0, DEAD_END)
        else:
            yield Event("solution", len(written), None, 0, DONE)
        while written and not written[-1][1]:
            cell, _ = written.pop()
            blanks.append(cell)
            yield Event("remove", len(written) + 1, cell, board.erase(cell), BACK)
        if not written:
            return
        cell, untried = written[-1]
        digit = untried.pop(0)
        board.erase(cell)
        board.write(cell, digit)
        yield Event("guess", len(written), cell, digit, REWRITE)
