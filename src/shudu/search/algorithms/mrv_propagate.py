"""Fewest candidates first, and before each choice every single is written: naked ones, then hidden ones."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from shudu.core.geometry import HOUSES
from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm
from shudu.search.algorithms.board import Board
from shudu.search.trace.event import Event

CODE = PSEUDOCODE["mrv+propagate"]
NAKED, BARE, HIDDEN, HOMELESS, DONE = CODE.whys("naked", "bare", "hidden", "homeless", "done")
GUESS, BACK = CODE.whys("guess", "back")


@algorithm("mrv+propagate", rounds=("guess",))
def mrv_propagate(task: Task) -> Iterator[Event]:
    """Searches by the cell with the fewest candidates, with singles propagated."""
    yield from _search(Board(task.digits), 0)


def _search(board: Board, depth: int) -> Iterator[Event]:
    sound = yield from _write_singles(board, depth)
    blanks = board.blanks()
    if not sound:
        return
    if not blanks:
        yield Event("solution", depth, None, 0, DONE)
        return
    cell = board.fewest(blanks)
    for digit in board.candidates(cell):
        yield Event("guess", depth + 1, cell, digit, GUESS)
        branch = board.copy()
        branch.write(cell, digit)
        yield from _search(branch, depth + 1)
        yield Event("retract", depth + 1, cell, digit, BACK)


def _write_singles(board: Board, depth: int) -> Generator[Event, None, bool]:
    """Writes singles until there are none. False if a cell or a digit has nothing left."""
    while True:
        sound = yield from _write_naked(board, depth)
        if not sound:
            return False
        found = False
        for house, cells in enumerate(HOUSES):
            digit, place, homeless = _hidden_single(board, house, cells)
            if homeless:
                yield Event("conflict", depth, None, homeless, HOMELESS._replace(house=house))
                return False
            if digit:
                board.write(place, digit)
                yield Event("place", depth, place, digit, HIDDEN._replace(house=house))
                found = True
        if not found:
            return True


def _write_naked(board: Board, depth: int) -> Generator[Event, None, bool]:
    """Writes cells with one candidate until there are none. False if a cell has no candidate."""
    found = True
    while found:
        found = False
        for cell in board.blanks():
            choices = board.choices(cell)
            if choices > 1:
                continue
            if not choices:
                yield Event("conflict", depth, cell, 0, BARE)
                return False
            (digit,) = board.candidates(cell)
            board.write(cell, digit)
            yield Event("place", depth, cell, digit, NAKED)
            found = True
    return True


def _hidden_single(board: Board, house: int, cells: tuple[int, ...]) -> tuple[int, int, int]:
    """A digit with one place left in a house, and the place; then a digit with none. 0 for nothing found."""
    once = twice = 0
    for cell in cells:
        if not board.digits[cell]:
            mask = board.free(cell)
            twice |= once & mask
            once |= mask
    homeless = ~(once | board.held[house]) & 0x3FE
    if homeless:
        return 0, 0, homeless.bit_length() - 1
    single = once & ~twice
    if not single:
        return 0, 0, 0
    bit = single & -single
    place = next(cell for cell in cells if not board.digits[cell] and board.free(cell) & bit)
    return bit.bit_length() - 1, place, 0
