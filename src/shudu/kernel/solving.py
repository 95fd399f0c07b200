"""One puzzle at a time: solve it, count its solutions, list them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from operator import index
from threading import local
from typing import Final

from shudu.core.errors import MalformedGrid, ManySolutions, NoSolution
from shudu.core.grid import Grid, filled
from shudu.core.puzzle import Puzzle
from shudu.core.text import read_grid, write_line
from shudu.kernel.load import library, workspace

Source = Puzzle | Grid | str
_DIRECT: Final = 10_000  # a count up to here takes no time; above it the call is made interruptible


def solve(puzzle: Source) -> Grid:
    """The one solution of a puzzle.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").line[:9]
    '534678912'

    Raises MalformedGrid, ConflictingGivens, NoSolution, or ManySolutions with two witnesses.
    """
    digits = _digits(puzzle)
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
    digits = _digits(puzzle)
    limit = _checked(limit)
    if limit <= _DIRECT:
        return _call(digits, limit)[0]
    from shudu.kernel.batch import solve_digits

    return int(solve_digits(digits, limit, threads=1).counts[0])


def solutions(puzzle: Source, limit: int | None = None) -> Iterator[Grid]:
    """The solutions of a puzzle, lazily, always in the same order."""
    digits = _digits(puzzle)
    left = _checked(limit)
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


def _digits(puzzle: Source) -> bytes:
    if not isinstance(puzzle, Puzzle | Grid | str):
        raise TypeError(f"a puzzle is a Puzzle, a Grid or text of 81 characters, not {type(puzzle).__name__}")
    digits = read_grid(puzzle) if isinstance(puzzle, str) else puzzle.digits
    if len(digits) != 81:
        raise MalformedGrid(f"{len(digits)} digits; a grid has 81")
    return digits


def _checked(limit: int | None) -> int:
    if limit is None:
        return 2**64 - 1
    if index(limit) < 1:
        raise ValueError(f"limit is {limit}; it must be 1 or more, or None for no limit")
    return min(limit, 2**64 - 1)
