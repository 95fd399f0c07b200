"""One puzzle at a time: solve it, count its solutions, list them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from threading import local
from typing import Final

from shudu.core.checks import whole
from shudu.core.errors import MalformedGrid, ManySolutions, NoSolution
from shudu.core.grid import Grid, filled
from shudu.core.puzzle import Puzzle
from shudu.core.source import Source, digits_of
from shudu.core.text import write_line
from shudu.kernel.load import library, workspace

_DIRECT: Final = 10_000  # a count up to here takes no time; above it the call is made interruptible


def solve(puzzle: Source) -> Grid:
    """The one solution of a puzzle.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").line[:9]
    '534678912'

    Raises MalformedGrid, ConflictingGivens, NoSolution, or ManySolutions with two witnesses.
    """
    digits = digits_of(puzzle)
    found, solution = _call(digits, 2)
    if found == 1:
        return Grid(solution, filled(digits))
    if found == 0:
        Puzzle(digits)  # says which givens clash, if that is why
        raise NoSolution(f"{write_line(digits)} has no solution")
    first, second = solutions(puzzle, limit=2)
    raise ManySolutions(f"{write_line(digits)} has more than one solution", (first, second))


def count(puzzle: Source, limit: int | None = None) -> int:
    """How many solutions a puzzle has; counting stops at `limit`.

    >>> count("." * 81, limit=1000)
    1000
    """
    digits = digits_of(puzzle)
    limit = _checked(limit)
    if limit <= _DIRECT:
        return _call(digits, limit)[0]
    from shudu.kernel.batch import solve_digits

    return int(solve_digits(digits, limit, threads=1).counts[0])


def solutions(puzzle: Source, limit: int | None = None) -> Iterator[Grid]:
    """The solutions of a puzzle, lazily, always in the same order.

    >>> [grid.line[:9] for grid in solutions("12345678" + "." * 73, limit=1)]
    ['123456789']
    """
    return _enumerated(digits_of(puzzle), _checked(limit))


def _enumerated(digits: bytes, left: int) -> Iterator[Grid]:
    native = library()
    keep, work = workspace(native.shudu_enumerate_workspace())
    native.shudu_enumerate_begin(digits, work)
    written = ctypes.c_size_t()
    room = 1
    givens = filled(digits)
    while left:
        room = min(2 * room, 256, left)
        out = ctypes.create_string_buffer(81 * room)
        native.shudu_enumerate_next(work, out, room, ctypes.byref(written), None)
        for start in range(0, 81 * written.value, 81):
            yield Grid(out.raw[start : start + 81], givens)
        left = left - room if written.value == room else 0
    del keep  # the workspace lives as long as the enumeration


class _Room(local):
    """A thread's own memory for calls on one puzzle."""

    def __init__(self) -> None:
        self.keep, self.work = workspace(library().shudu_solve_workspace())
        self.solution = ctypes.create_string_buffer(81)
        self.count = ctypes.c_uint64()
        self.count_address = ctypes.addressof(self.count)
        self.solve = library().shudu_solve


_room: _Room | None = None


def _call(digits: bytes, limit: int) -> tuple[int, bytes]:
    global _room
    if _room is None:
        _room = _Room()
    room = _room
    if room.solve(digits, 1, limit, room.solution, room.count_address, None, room.work, None):
        raise MalformedGrid(f"{digits[:90]!r} are not 81 bytes from 0 (blank) to 9")
    return room.count.value, room.solution.raw


def _checked(limit: int | None) -> int:
    if limit is None:
        return 2**64 - 1
    return min(whole(limit, "limit", 1, ", or None for no limit"), 2**64 - 1)
