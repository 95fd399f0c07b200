"""Solving: one puzzle or many, counting and listing of solutions."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from threading import local
from typing import Any, Final, NamedTuple, NoReturn, overload

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int, check_threads
from shudu.core.errors import MalformedGrid, ManySolutions, NoSolution
from shudu.core.geometry import cell_name, cells_of, nine
from shudu.core.grid import DigitMasks, Grid, filled_mask, masks_by_rules
from shudu.core.puzzle import Puzzle
from shudu.core.text import GridLike, read_line, to_digits, write_line
from shudu.kernel.load import check_status, single_library, workspace
from shudu.kernel.parallel import InvalidDigits, Progress, SolveJob, run_job

Rows = Sequence[GridLike] | NDArray[np.integer[Any] | np.floating[Any] | np.str_ | np.bytes_ | np.object_]
_NO_LIMIT: Final = 2**64 - 1
_DIRECT: Final = 10_000  # counting up to here takes no time; beyond, the call must be interruptible


def solve(puzzle: GridLike) -> Grid:
    """Return the only solution of a puzzle.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").line[:9]
    '534678912'

    Args:
        puzzle: The puzzle: text, a sequence or array of digits, a Puzzle or a Grid.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
        ConflictingGivens: If a digit occurs twice in a house.
        NoSolution: If there is no solution.
        ManySolutions: If there is more than one; the error carries two of them.
    """
    digits = to_digits(puzzle)
    number, solution = _solve_one(digits, 2)
    if number == 1:
        return Grid.from_masks(solution, filled_mask(digits))
    if number == 0:
        Puzzle(digits)  # raises ConflictingGivens if that is the cause
        raise NoSolution("kernel.no-solution", puzzle=write_line(digits))
    witnesses = tuple(_enumerate(digits, 2))
    raise ManySolutions("kernel.many-solutions", puzzle=write_line(digits), witnesses=witnesses)


def count(puzzle: GridLike, limit: int | None = None) -> int:
    """Return the number of solutions of a puzzle, up to a limit.

    >>> count("." * 81, limit=1000)
    1000

    Args:
        puzzle: The puzzle: text, a sequence or array of digits, a Puzzle or a Grid.
        limit: Where counting stops; None counts all solutions, which does not end for a nearly empty grid.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
        ShuduError: If the limit is below 1.
    """
    digits = to_digits(puzzle)
    limit = _check_limit(limit)
    if limit <= _DIRECT:
        return _solve_one(digits, limit)[0]
    return int(solve_digits(digits, limit, threads=1).counts[0])


def solutions(puzzle: GridLike, limit: int | None = None) -> Iterator[Grid]:
    """Return the solutions of a puzzle one by one, always in the same order.

    >>> [grid.line[:9] for grid in solutions("12345678" + "." * 73, limit=1)]
    ['123456789']

    Args:
        puzzle: The puzzle: text, a sequence or array of digits, a Puzzle or a Grid.
        limit: The largest number of solutions; None for all.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
        ShuduError: If the limit is below 1.
    """
    return _enumerate(to_digits(puzzle), _check_limit(limit))


def possible_candidates(digits: bytes) -> DigitMasks:
    """Return the candidates of the empty cells that occur in at least one solution, as masks of cells by digit."""
    allowed = [(n, cell) for n, cells in enumerate(masks_by_rules(digits)) for cell in cells_of(cells)]
    tries = b"".join(digits[:cell] + bytes((n + 1,)) + digits[cell + 1 :] for n, cell in allowed)
    masks = [0] * 9
    for (n, cell), found in zip(allowed, solve_digits(tries, limit=1, threads=1).counts, strict=True):
        masks[n] |= int(found) << cell
    return nine(masks)


class SolvedPuzzle(NamedTuple):
    """The result of solving one of many puzzles.

    Attributes:
        solution: The first solution as a line of 81 characters; empty if there is none.
        solutions: The number of solutions, up to the limit.
    """

    solution: str
    solutions: int


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The result of solving many puzzles; indexing and iteration give a SolvedPuzzle for each.

    >>> solve_many(["." * 81, "11" + "." * 79])[1]
    SolvedPuzzle(solution='', solutions=0)

    Attributes:
        solutions: The first solution of each puzzle as an (n, 81) array of digits; zeros if there is none.
        counts: The number of solutions of each puzzle, up to the limit.
    """

    solutions: NDArray[np.uint8]
    counts: NDArray[np.uint64]

    @property
    def lines(self) -> list[str]:
        """The first solution of each puzzle as a line of 81 characters; empty if there is none.

        >>> solve_many(["." * 81, "11" + "." * 79]).lines[1]
        ''
        """
        rows = zip(self.solutions, self.counts, strict=True)
        return [write_line(solution.tobytes()) if count else "" for solution, count in rows]

    def __len__(self) -> int:
        return len(self.counts)

    @overload
    def __getitem__(self, index: int) -> SolvedPuzzle: ...
    @overload
    def __getitem__(self, index: slice) -> Batch: ...
    def __getitem__(self, index: int | slice) -> SolvedPuzzle | Batch:
        if isinstance(index, slice):
            return Batch(self.solutions[index], self.counts[index])
        count = int(self.counts[index])
        return SolvedPuzzle(write_line(self.solutions[index].tobytes()) if count else "", count)

    def __iter__(self) -> Iterator[SolvedPuzzle]:
        return map(SolvedPuzzle, self.lines, self.counts.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        return np.array_equal(self.counts, other.counts) and np.array_equal(self.solutions, other.solutions)

    def __repr__(self) -> str:
        one, none = (int((self.counts == count).sum()) for count in (1, 0))
        return f"<Batch of {len(self)}: {one} with one solution, {len(self) - one - none} with more, {none} with none>"


def solve_many(rows: Rows, limit: int = 2, threads: int | None = None, progress: Progress | None = None) -> Batch:
    """Solve many puzzles.

    >>> solve_many(["." * 81, "11" + "." * 79]).counts.tolist()
    [2, 0]

    Args:
        rows: The puzzles: a sequence of whatever `solve` accepts, or an array of numbers of shape (n, 81) or (n, 9, 9)
            with 0 for blank. A puzzle with conflicting givens counts 0 solutions.
        limit: The number of solutions to count up to. With 2, a count of 1 proves that the solution is unique.
        threads: The largest number of threads; None for all cores.
        progress: Called with the number of puzzles finished since the last call.

    Raises:
        MalformedGrid: If a row is not a grid; the message gives its number, from 0.
        ShuduError: If the limit or the number of threads is below 1.
    """
    limit = min(check_int(limit, "limit", 1), _NO_LIMIT)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {progress!r}; it must be a function that takes a number, or None")
    return _solve_array(as_digits(rows), limit, check_threads(threads), progress)


def solve_digits(digits: bytes, limit: int, threads: int | None) -> Batch:
    """Solve puzzles that are concatenated in a byte string; the other parameters are those of `solve_many`."""
    return _solve_array(np.frombuffer(digits, np.uint8).reshape(-1, 81), limit, threads, None)


class Counters(NamedTuple):
    """What the kernel's search did: half passes of propagation, branches taken, branches undone."""

    passes: int
    guesses: int
    backtracks: int


def solve_counted(rows: Rows, limit: int = 2) -> tuple[Batch, Counters]:
    """Solve puzzles in this thread; return the results and the counters of the search, added up.

    >>> solve_counted(["." * 81], 1)[1].guesses > 0
    True
    """
    counters = (ctypes.c_uint64 * 3)()
    job = SolveJob(as_digits(rows), limit, counters)
    job.solve(0, len(job.puzzles))
    return Batch(job.solutions, job.counts), Counters(*counters)


def count_guesses(rows: Rows) -> NDArray[np.uint32]:
    """Return how many guesses the kernel makes to solve each puzzle and to prove that there is no other solution.

    >>> count_guesses(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]).tolist()
    [0]
    """
    counters = (ctypes.c_uint64 * 3)()
    job = SolveJob(as_digits(rows), 2, counters)
    guesses = np.zeros(len(job.puzzles), np.uint32)
    for row in range(len(guesses)):
        job.solve(row, row + 1)
        guesses[row] = Counters(*counters).guesses
    return guesses


def as_digits(rows: Rows, single: str = "solve") -> NDArray[np.uint8]:
    """Return puzzles as an (n, 81) array of digits.

    Args:
        rows: The puzzles.
        single: The function for one puzzle, for the message if that is what was passed.

    Raises:
        MalformedGrid: If a row is not a grid; the message gives its number, from 0.
    """
    if isinstance(rows, np.ndarray):
        is_text = rows.ndim == 1 and rows.dtype.kind in "OSU"  # a column of a table
        return as_digits(rows.tolist()) if is_text else _check_array(rows)
    if isinstance(rows, Mapping) or hasattr(type(rows), "columns"):
        raise TypeError(f"rows is of type {type(rows).__name__}; pass one column of it, such as table['puzzle']")
    if hasattr(rows, "to_pylist"):  # a column of Arrow
        return as_digits(rows.to_pylist())
    if isinstance(rows, str | bytes | Puzzle | Grid) or not isinstance(rows, Iterable):
        raise TypeError(
            f"rows is of type {type(rows).__name__}; it must be a list or an (n, 81) array; for one puzzle use {single}"
        )
    digits = bytearray()
    for number, row in enumerate(rows):
        try:
            digits += read_line(row) if isinstance(row, str) and "\n" not in row else to_digits(row)
        except MalformedGrid as error:
            raise MalformedGrid("kernel.bad-row", row=number, problem=error.message) from None
        except TypeError:
            advice = (
                "; read puzzles as text (dtype=str), as numbers lose leading zeros" if isinstance(row, Real) else ""
            )
            raise TypeError(
                f"row {number} is of type {type(row).__name__}; it must be a grid, such as text{advice}"
            ) from None
    return np.frombuffer(bytes(digits), np.uint8).reshape(-1, 81)


def _check_array(rows: NDArray[Any]) -> NDArray[np.uint8]:
    if rows.ndim == 3 and rows.shape[1:] == (9, 9):
        rows = rows.reshape(-1, 81)
    if rows.ndim != 2 or rows.shape[1] != 81 or rows.dtype.kind not in "iuf":
        raise MalformedGrid("kernel.array-shape", shape=str(rows.shape), type=str(rows.dtype))
    if rows.dtype.kind == "f":
        rows = np.where(np.isnan(rows), 0, rows)  # a missing value is blank
    if rows.dtype != np.uint8 and _find_bad_values(rows).any():
        _raise_bad_value(rows)
    return np.ascontiguousarray(rows, np.uint8)


def _find_bad_values(rows: NDArray[Any]) -> NDArray[np.bool_]:
    return ~((rows >= 0) & (rows <= 9) & (rows.dtype.kind != "f" or np.trunc(rows) == rows))


def _raise_bad_value(rows: NDArray[Any]) -> NoReturn:
    """Raise an error for the first value that is not a digit."""
    row, cell = map(int, np.argwhere(_find_bad_values(rows))[0])
    raise MalformedGrid("kernel.bad-value", row=row, value=rows[row, cell].item(), cell=cell_name(cell))


def _solve_array(puzzles: NDArray[np.uint8], limit: int, threads: int | None, progress: Progress | None) -> Batch:
    job = SolveJob(puzzles, limit)
    try:
        run_job(job, threads, progress)
    except InvalidDigits:
        _raise_bad_value(puzzles)
    return Batch(job.solutions, job.counts)


class _SingleWorkspace(local):
    """A thread's memory for calls on one puzzle, with everything looked up that can be: it halves the time of a call."""

    def __init__(self) -> None:
        self.memory, self.work = workspace(single_library().shudu_solve_workspace())
        self.solution = ctypes.create_string_buffer(81)
        self.count = ctypes.c_uint64()
        self.count_address = ctypes.addressof(self.count)
        self.solve = single_library().shudu_solve


_single: _SingleWorkspace | None = None


def _solve_one(digits: bytes, limit: int) -> tuple[int, bytes]:
    """Return the number of solutions, up to a limit, and the first one."""
    global _single
    if _single is None:
        _single = _SingleWorkspace()
    single = _single  # another thread may replace it during the call
    check_status(single.solve(digits, 1, limit, single.solution, single.count_address, None, single.work, None))
    return single.count.value, single.solution.raw


def _enumerate(digits: bytes, remaining: int) -> Iterator[Grid]:
    native = single_library()
    memory, work = workspace(native.shudu_enumerate_workspace())
    native.shudu_enumerate_begin(digits, work)
    written = ctypes.c_size_t()
    room = 1
    givens = filled_mask(digits)
    while remaining:
        room = min(2 * room, 256, remaining)  # few at first: most callers want only one or two
        out = ctypes.create_string_buffer(81 * room)
        native.shudu_enumerate_next(work, out, room, ctypes.byref(written), None)
        for start in range(0, 81 * written.value, 81):
            yield Grid.from_masks(out.raw[start : start + 81], givens)
        remaining = remaining - room if written.value == room else 0
    del memory  # the workspace must live as long as the enumeration


def _check_limit(limit: int | None) -> int:
    return _NO_LIMIT if limit is None else min(check_int(limit, "limit", 1, "no-limit"), _NO_LIMIT)
