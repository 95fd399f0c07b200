"""Fewest candidates first, with every naked and hidden single written before each guess."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from shudu.core.geometry import HOUSES
from shudu.search.algorithms.base import PSEUDOCODE, SearchTask, algorithm
from shudu.search.algorithms.board import SearchBoard
from shudu.search.trace.event import Event

CODE = PSEUDOCODE["mrv+propagate"]
NAKED, BARE, HIDDEN, HOMELESS, DONE = CODE.whys("naked", "bare", "hidden", "homeless", "done")
GUESS, BACK = CODE.whys("guess", "back")


@algorithm("mrv+propagate", rounds=("guess",))
def mrv_propagate(task: SearchTask) -> Iterator[Event]:
    """Write all singles, then guess in the cell with the fewest candidates."""
    yield from _search(SearchBoard(task.digits), 0)


def _search(board: SearchBoard, depth: int) -> Iterator[Event]:
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


def _write_singles(board: SearchBoard, depth: int) -> Generator[Event, None, bool]:
    """Write singles until none is left. Return False if a cell has no candidate or a digit no place."""
    while True:
        sound = yield from _write_naked(board, depth)
        if not sound:
            return False
        changed = False
        for house, cells in enumerate(HOUSES):
            digit, place, homeless = _hidden_single(board, house, cells)
            if homeless:
                yield Event("conflict", depth, None, homeless, HOMELESS._replace(house=house))
                return False
            if digit:
                board.write(place, digit)
                yield Event("place", depth, place, digit, HIDDEN._replace(house=house))
                changed = True
        if not changed:
            return True


def _write_naked(board: SearchBoard, depth: int) -> Generator[Event, None, bool]:
    """Fill cells with one candidate until none is left. Return False if a cell has no candidate."""
    changed = True
    while changed:
        changed = False
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
            changed = True
    return True


def _hidden_single(board: SearchBoard, house: int, cells: tuple[int, ...]) -> tuple[int, int, int]:
    """Return a digit with one place left in a house, its place, and a digit with no place left; 0 stands for none."""
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
