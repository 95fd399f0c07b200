"""Many puzzles at once: one call a chunk, chunks over threads, interruptible, with progress."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from threading import local
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int, check_threads
from shudu.core.errors import MalformedGrid, ManySolutions, NoSolution
from shudu.core.grid import Grid, filled_mask
from shudu.core.puzzle import Puzzle
from shudu.core.text import GridLike, read_line, to_digits, write_line
from shudu.kernel.load import BAD_INPUT, STOPPED, library, workspace

Rows = Sequence[str | Puzzle | Grid] | NDArray[np.uint8]
Progress = Callable[[int], object]
_QUICK: Final = 100  # up to this limit of solutions no puzzle takes long
_CHUNK: Final = 5120  # the most puzzles a call, if they are quick: it hears Ctrl-C and shows progress between two
_FEW: Final = 32  # the fewest: they keep all lanes busy
_WORTH: Final = 250e-6  # seconds of work that are worth waking a thread
_MOST: Final = 1024  # threads that are started, whatever is asked for
_ALIVE: Final = 0.1  # seconds between two looks at Ctrl-C


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What solving many puzzles gave.

    `counts` are the numbers of solutions up to the limit, `solutions` the first of each (zeros where there is none).
    """

    solutions: NDArray[np.uint8]
    counts: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        return np.array_equal(self.counts, other.counts) and np.array_equal(self.solutions, other.solutions)


def solve_many(rows: Rows, limit: int = 2, threads: int | None = None, progress: Progress | None = None) -> Batch:
    """Solves many puzzles: lines of 81 characters, puzzles or grids; or an (n, 81) array of digits, 0 for blank.

    >>> solve_many(["." * 81, "11" + "." * 79]).counts.tolist()
    [2, 0]

    `threads=None` uses all cores; `progress` is called with the number of puzzles finished since the last call. A row
    whose givens clash counts 0. Raises MalformedGrid naming the row that is not a grid.
    """
    limit = min(check_int(limit, "limit", 1), 2**64 - 1)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {progress!r}; it must be a function of a number, or None")
    return _solve_array(as_digits(rows), limit, check_threads(threads), progress)


def solve_digits(digits: bytes, limit: int, threads: int | None) -> Batch:
    """Solves grids that are one after the other in a byte string."""
    return _solve_array(np.frombuffer(digits, np.uint8).reshape(-1, 81), limit, threads, None)


class Counters(NamedTuple):
    """What the kernel's search did: half passes of propagation, branches taken, branches undone."""

    passes: int
    guesses: int
    backtracks: int


def solve_counted(rows: Rows, limit: int = 2) -> tuple[Batch, Counters]:
    """Solves puzzles in this thread and tells what the search did, all together.

    >>> solve_counted(["." * 81], 1)[1].guesses > 0
    True
    """
    counters = (ctypes.c_uint64 * 3)()
    job = _SolveJob(as_digits(rows), limit, counters)
    job.solve(0, len(job.puzzles))
    return Batch(job.solutions, job.counts), Counters(*counters)


def as_digits(rows: Rows) -> NDArray[np.uint8]:
    """The rows as an (n, 81) array of digits. Raises MalformedGrid naming the row that is not a grid."""
    if isinstance(rows, np.ndarray):
        return _checked_array(rows)
    if isinstance(rows, str | Puzzle | Grid) or not isinstance(rows, Iterable):
        raise TypeError(
            f"puzzles come as a list or an (n, 81) array, not as {type(rows).__name__}; for one puzzle use solve"
        )
    digits = bytearray()
    for number, row in enumerate(rows):
        try:
            digits += row.digits if isinstance(row, Puzzle | Grid) else read_line(row)
        except MalformedGrid as error:
            raise MalformedGrid(f"row {number}: {error}") from None
        except TypeError:
            raise TypeError(f"row {number} is of type {type(row).__name__}; a row is text of 81 characters") from None
    return np.frombuffer(bytes(digits), np.uint8).reshape(-1, 81)


def _checked_array(rows: NDArray[Any]) -> NDArray[np.uint8]:
    if rows.ndim != 2 or rows.shape[1] != 81 or rows.dtype.kind not in "iu":
        raise MalformedGrid(f"an array of shape {rows.shape} and type {rows.dtype}; puzzles are (n, 81) whole numbers")
    if rows.dtype != np.uint8:
        _refuse_outside(rows)
    return np.ascontiguousarray(rows, np.uint8)


def _refuse_outside(rows: NDArray[Any]) -> None:
    bad = np.argwhere((rows < 0) | (rows > 9))
    if len(bad):
        row, cell = map(int, bad[0])
        raise MalformedGrid(f"row {row}: {rows[row, cell]} in cell {cell}; digits are 0 (blank) to 9")


class _BatchWorkspace(local):
    """A thread's own memory for calls on many puzzles."""

    def __init__(self) -> None:
        self.keep, self.work = workspace(library().shudu_solve_workspace())


_batch_workspace: _BatchWorkspace | None = None


class _SolveJob:
    """Puzzles to solve and where the answers go. Addresses are looked up once: that takes longer than a puzzle."""

    def __init__(
        self, puzzles: NDArray[np.uint8], limit: int, counters: ctypes.Array[ctypes.c_uint64] | None = None
    ) -> None:
        self.puzzles, self.limit, self.counters = puzzles, limit, counters
        self.solutions, self.counts = np.empty_like(puzzles), np.empty(len(puzzles), np.uint64)
        self.stop = ctypes.c_int32(0)
        self._addresses = puzzles.ctypes.data, self.solutions.ctypes.data, self.counts.ctypes.data

    def solve(self, start: int, end: int) -> int:
        """Solves the puzzles from start to end, in this thread. Raises MalformedGrid naming the row that is none."""
        global _batch_workspace
        if _batch_workspace is None:
            _batch_workspace = _BatchWorkspace()
        room = (
            _batch_workspace  # held during the call: another thread that comes first as well may put its own in place
        )
        puzzles, solutions, counts = self._addresses
        status = library().shudu_solve(
            puzzles + 81 * start,
            end - start,
            self.limit,
            solutions + 81 * start,
            counts + 8 * start,
            self.counters,
            room.work,
            ctypes.addressof(self.stop),
        )
        if status == BAD_INPUT:
            _refuse_outside(self.puzzles)
        if status not in (0, STOPPED):
            raise RuntimeError(f"the kernel ended with status {status}: a defect, please report it with the puzzles")
        return end - start


def _solve_array(puzzles: NDArray[np.uint8], limit: int, threads: int | None, progress: Progress | None) -> Batch:
    job = _SolveJob(puzzles, limit)
    told = progress or (lambda finished: None)
    most = threads or os.cpu_count() or 1
    if limit > _QUICK:
        _share(job, _Sizes(_FEW, _FEW), 0, most, told)
    elif most == 1 or len(puzzles) < 4 * _FEW:
        _alone(job, told)
    else:
        _share(job, _try(job, told), _FEW, most, told)
    return Batch(job.solutions, job.counts)


def _alone(job: _SolveJob, progress: Progress, start: int = 0) -> None:
    """Solves the puzzles in this thread, which hears Ctrl-C between chunks."""
    for begin in range(start, len(job.puzzles), _CHUNK):
        progress(job.solve(begin, min(begin + _CHUNK, len(job.puzzles))))


class _Sizes(NamedTuple):
    """The fewest and the most puzzles of a chunk."""

    least: int
    most: int


def _try(job: _SolveJob, progress: Progress) -> _Sizes:
    """Solves a few puzzles to learn how many make a chunk."""
    begun = perf_counter()
    job.solve(0, _FEW)
    least = int(_WORTH * _FEW / (perf_counter() - begun))
    progress(_FEW)
    return _Sizes(max(_FEW, min(least, _CHUNK)), _CHUNK)


def _share(job: _SolveJob, sizes: _Sizes, start: int, threads: int, progress: Progress) -> None:
    """Solves the puzzles from start on in as many threads as they are worth."""
    crew = max(1, min(threads, (len(job.puzzles) - start) // sizes.least))
    if crew == 1 and job.limit <= _QUICK:
        _alone(job, progress, start)
    else:
        _together(job, _chunks(start, len(job.puzzles), sizes, crew), crew, progress)


def _chunks(start: int, end: int, sizes: _Sizes, crew: int) -> list[tuple[int, int]]:
    """Where each chunk starts and ends; the last are the smallest, so that all of the crew finish together."""
    chunks = []
    while start < end:
        share = (end - start) // (2 * crew)
        then = min(start + min(sizes.most, max(sizes.least, share)), end)
        chunks.append((start, then))
        start = then
    return chunks


def _together(job: _SolveJob, chunks: list[tuple[int, int]], crew: int, progress: Progress) -> None:
    """Each thread takes the next chunk until none is left; this one also waits, tells progress and hears Ctrl-C.

    It works as well where no chunk takes long.
    """
    own = job.limit <= _QUICK
    left = iter(chunks)
    finished: list[int] = []
    told = 0

    def take(tell: Callable[[], None]) -> None:
        for start, end in left:
            if job.stop.value:
                return
            finished.append(job.solve(start, end))
            tell()

    def tell() -> None:
        nonlocal told
        now = sum(finished)
        if now > told:
            progress(now - told)
            told = now

    helpers = crew - own
    futures = [_pool().submit(take, lambda: None) for _ in range(min(helpers, len(chunks)))]
    try:
        if own:
            take(tell)
        for future in futures:
            while not _is_done(future):
                tell()
        tell()
    except BaseException:
        job.stop.value = 1
        wait(futures)
        raise


def _is_done(future: Future[None]) -> bool:
    try:
        future.result(_ALIVE)
    except TimeoutError:
        return False
    return True


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads are kept: starting them costs as much as a thousand puzzles.

    All calls share them; another is started only where none is idle.
    """
    return ThreadPoolExecutor(_MOST, "shudu")


if hasattr(os, "register_at_fork"):  # a forked process has the pool of its parent, but none of its threads
    os.register_at_fork(after_in_child=_pool.cache_clear)


_DIRECT: Final = 10_000  # a count up to here takes no time; above it the call is made interruptible


def solve(puzzle: GridLike) -> Grid:
    """The one solution of a puzzle.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").line[:9]
    '534678912'

    Raises MalformedGrid, ConflictingGivens, NoSolution, or ManySolutions with two witnesses.
    """
    digits = to_digits(puzzle)
    found, solution = _call(digits, 2)
    if found == 1:
        return Grid.from_masks(solution, filled_mask(digits))
    if found == 0:
        Puzzle(digits)  # says which givens clash, if that is why
        raise NoSolution(f"{write_line(digits)} has no solution")
    first, second = solutions(puzzle, limit=2)
    raise ManySolutions(f"{write_line(digits)} has more than one solution", (first, second))


def count(puzzle: GridLike, limit: int | None = None) -> int:
    """How many solutions a puzzle has; counting stops at `limit`.

    >>> count("." * 81, limit=1000)
    1000
    """
    digits = to_digits(puzzle)
    limit = _check_limit(limit)
    if limit <= _DIRECT:
        return _call(digits, limit)[0]
    return int(solve_digits(digits, limit, threads=1).counts[0])


def solutions(puzzle: GridLike, limit: int | None = None) -> Iterator[Grid]:
    """The solutions of a puzzle, lazily, always in the same order.

    >>> [grid.line[:9] for grid in solutions("12345678" + "." * 73, limit=1)]
    ['123456789']
    """
    return _enumerated(to_digits(puzzle), _check_limit(limit))


def _enumerated(digits: bytes, left: int) -> Iterator[Grid]:
    native = library()
    keep, work = workspace(native.shudu_enumerate_workspace())
    native.shudu_enumerate_begin(digits, work)
    written = ctypes.c_size_t()
    room = 1
    givens = filled_mask(digits)
    while left:
        room = min(2 * room, 256, left)
        out = ctypes.create_string_buffer(81 * room)
        native.shudu_enumerate_next(work, out, room, ctypes.byref(written), None)
        for start in range(0, 81 * written.value, 81):
            yield Grid.from_masks(out.raw[start : start + 81], givens)
        left = left - room if written.value == room else 0
    del keep  # the workspace lives as long as the enumeration


class _SingleWorkspace(local):
    """A thread's own memory for calls on one puzzle."""

    def __init__(self) -> None:
        self.keep, self.work = workspace(library().shudu_solve_workspace())
        self.solution = ctypes.create_string_buffer(81)
        self.count = ctypes.c_uint64()
        self.count_address = ctypes.addressof(self.count)
        self.solve = library().shudu_solve


_single: _SingleWorkspace | None = None


def _call(digits: bytes, limit: int) -> tuple[int, bytes]:
    global _single
    if _single is None:
        _single = _SingleWorkspace()
    room = _single
    if room.solve(digits, 1, limit, room.solution, room.count_address, None, room.work, None):
        raise MalformedGrid(f"{digits[:90]!r} are not 81 bytes from 0 (blank) to 9")
    return room.count.value, room.solution.raw


def _check_limit(limit: int | None) -> int:
    if limit is None:
        return 2**64 - 1
    return min(check_int(limit, "limit", 1, "no-limit"), 2**64 - 1)
