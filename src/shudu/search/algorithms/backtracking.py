"""Backtracking: digits 1 to 9 row by row, random digits row by row, and fewest candidates first, also with singles."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from shudu.core.geometry import CELLS, DIGITS, HOUSES, HOUSES_OF
from shudu.search.algorithms import PSEUDOCODE, SearchTask, algorithm
from shudu.search.trace.event import Event

# In masks, bit d stands for digit d. These tables are indexed by the mask of the digits in the three houses of a cell.
_CANDIDATES: Final = tuple(tuple(d for d in DIGITS if not held >> d & 1) for held in range(1024))
_CHOICES: Final = tuple(map(len, _CANDIDATES))
_NEXT: Final = tuple(tuple(next((d for d in free if d > last), 0) for last in range(10)) for free in _CANDIDATES)


class SearchBoard:
    """The 81 digits, and for each of the 27 houses the mask of the digits it holds. It is mutable.

    >>> board = SearchBoard(bytes(81))
    >>> board.write(0, 5)
    >>> board.candidates(1), board.choices(1), board.erase(0)
    ((1, 2, 3, 4, 6, 7, 8, 9), 8, 5)
    """

    __slots__ = ("digits", "held")

    def __init__(self, digits: bytes) -> None:
        self.digits: bytearray = bytearray(81)
        self.held: list[int] = [0] * 27
        for cell, digit in enumerate(digits):
            if digit:
                self.write(cell, digit)

    def copy(self) -> SearchBoard:
        """Return an independent copy."""
        new = SearchBoard.__new__(SearchBoard)
        new.digits, new.held = self.digits[:], self.held[:]
        return new

    def blanks(self) -> list[int]:
        """Return the empty cells, row by row."""
        return [cell for cell in CELLS if not self.digits[cell]]

    def write(self, cell: int, digit: int) -> None:
        """Write a digit that fits into an empty cell."""
        row, column, box = HOUSES_OF[cell]
        held, bit = self.held, 1 << digit
        held[row] |= bit
        held[column] |= bit
        held[box] |= bit
        self.digits[cell] = digit

    def erase(self, cell: int) -> int:
        """Clear a cell and return the digit it held."""
        digit = self.digits[cell]
        row, column, box = HOUSES_OF[cell]
        held, rest = self.held, ~(1 << digit)
        held[row] &= rest
        held[column] &= rest
        held[box] &= rest
        self.digits[cell] = 0
        return digit

    def free(self, cell: int) -> int:
        """Return the mask of the digits that fit an empty cell."""
        row, column, box = HOUSES_OF[cell]
        return ~(self.held[row] | self.held[column] | self.held[box]) & 0x3FE

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the digits that fit an empty cell, in ascending order."""
        row, column, box = HOUSES_OF[cell]
        return _CANDIDATES[self.held[row] | self.held[column] | self.held[box]]

    def choices(self, cell: int) -> int:
        """Return how many digits fit an empty cell."""
        row, column, box = HOUSES_OF[cell]
        return _CHOICES[self.held[row] | self.held[column] | self.held[box]]

    def fewest(self, cells: list[int]) -> int:
        """Return the empty cell with the fewest candidates, the first on a tie."""
        held = self.held
        best, least = -1, 10
        for cell in cells:
            row, column, box = HOUSES_OF[cell]
            choices = _CHOICES[held[row] | held[column] | held[box]]
            if choices < least:
                best, least = cell, choices
                if not choices:
                    break
        return best

    def next_fitting(self, cell: int, last: int) -> int:
        """Return the smallest digit above `last` that fits an empty cell, or 0."""
        row, column, box = HOUSES_OF[cell]
        return _NEXT[self.held[row] | self.held[column] | self.held[box]][last]


ROWS_WRITE, ROWS_DEAD_END, ROWS_BACK, ROWS_DONE = PSEUDOCODE["rows"].whys("write", "dead-end", "back", "done")


@algorithm("rows", rounds=("guess",))
def rows(task: SearchTask) -> Iterator[Event]:
    """Try the digits in order in each blank cell, row by row."""
    board = SearchBoard(task.digits)
    blanks = board.blanks()
    at = 0
    while at >= 0:
        if at == len(blanks):
            yield Event("solution", at, None, 0, ROWS_DONE)
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
            yield Event("guess", at, cell, digit, ROWS_WRITE)
        else:
            if last:
                yield Event("remove", at + 1, cell, last, ROWS_BACK)
            else:
                yield Event("conflict", at, cell, 0, ROWS_DEAD_END)
            at -= 1


RANDOM_WRITE, RANDOM_DEAD_END, RANDOM_BACK, RANDOM_DONE = PSEUDOCODE["random"].whys("write", "dead-end", "back", "done")


@algorithm("random", rounds=("guess",))
def random_digits(task: SearchTask) -> Iterator[Event]:
    """Try the digits that fit each blank cell in random order, row by row."""
    board = SearchBoard(task.digits)
    blanks = board.blanks()
    sets: list[list[int]] = []  # for each cell visited, its untried digits
    while True:
        if len(sets) == len(blanks):
            yield Event("solution", len(blanks), None, 0, RANDOM_DONE)
        else:
            cell = blanks[len(sets)]
            fitting = board.candidates(cell)
            if fitting:
                sets.append(list(fitting))
            else:
                yield Event("conflict", len(sets), cell, 0, RANDOM_DEAD_END)
        while sets and not sets[-1]:
            cell = blanks[len(sets) - 1]
            yield Event("remove", len(sets), cell, board.erase(cell), RANDOM_BACK)
            sets.pop()
        if not sets:
            return
        cell = blanks[len(sets) - 1]
        digit = sets[-1].pop(task.random.randrange(len(sets[-1])))
        board.erase(cell)
        board.write(cell, digit)
        yield Event("guess", len(sets), cell, digit, RANDOM_WRITE)


MRV_WRITE, MRV_DEAD_END, MRV_BACK, REWRITE, MRV_DONE = PSEUDOCODE["mrv"].whys(
    "write", "dead-end", "back", "rewrite", "done"
)


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
                yield Event("guess" if untried else "place", len(written), cell, digit, MRV_WRITE)
                continue
            yield Event("conflict", len(written), cell, 0, MRV_DEAD_END)
        else:
            yield Event("solution", len(written), None, 0, MRV_DONE)
        while written and not written[-1][1]:
            cell, _ = written.pop()
            blanks.append(cell)
            yield Event("remove", len(written) + 1, cell, board.erase(cell), MRV_BACK)
        if not written:
            return
        cell, untried = written[-1]
        digit = untried.pop(0)
        board.erase(cell)
        board.write(cell, digit)
        yield Event("guess", len(written), cell, digit, REWRITE)


PROPAGATE_CODE = PSEUDOCODE["mrv+propagate"]
NAKED, BARE, HIDDEN, HOMELESS, PROPAGATE_DONE = PROPAGATE_CODE.whys("naked", "bare", "hidden", "homeless", "done")
PROPAGATE_GUESS, PROPAGATE_BACK = PROPAGATE_CODE.whys("guess", "back")


@algorithm("mrv+propagate", rounds=("guess",))
def mrv_propagate(task: SearchTask) -> Iterator[Event]:
    """Write all singles, then guess in the cell with the fewest candidates."""
    yield from _guess_and_propagate(SearchBoard(task.digits), 0)


def _guess_and_propagate(board: SearchBoard, depth: int) -> Iterator[Event]:
    sound = yield from _write_singles(board, depth)
    blanks = board.blanks()
    if not sound:
        return
    if not blanks:
        yield Event("solution", depth, None, 0, PROPAGATE_DONE)
        return
    cell = board.fewest(blanks)
    for digit in board.candidates(cell):
        yield Event("guess", depth + 1, cell, digit, PROPAGATE_GUESS)
        branch = board.copy()
        branch.write(cell, digit)
        yield from _guess_and_propagate(branch, depth + 1)
        yield Event("retract", depth + 1, cell, digit, PROPAGATE_BACK)


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
