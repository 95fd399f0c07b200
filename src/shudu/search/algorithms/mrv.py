"""Fewest candidates first, as in the project's first desktop solver: cleared cells go to the end of the list."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.search.algorithms.base import PSEUDOCODE, SearchTask, algorithm
from shudu.search.algorithms.board import SearchBoard
from shudu.search.trace.event import Event

WRITE, DEAD_END, BACK, REWRITE, DONE = PSEUDOCODE["mrv"].whys("write", "dead-end", "back", "rewrite", "done")


@algorithm("mrv", rounds=("place", "guess"))
def mrv(task: SearchTask) -> Iterator[Event]:
    """Fill the cell with the fewest candidates; at a dead end go back to a cell with untried candidates."""
    board = SearchBoard(task.digits)
    blanks = board.blanks()
    written: list[tuple[int, list[int]]] = []  # cells in the order they were written, each with its untried candidates
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
