"""Other solvers to compare with. Those that are not installed are left out.

tdoku is loaded from a shared library that the user has built; nothing of it comes with the package. It and shudu run in
one thread of this process, in turn and on one processor, measured in processor time. So whatever else the machine does
affects both alike, and the median of the ratios is reliable even on a busy machine.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSES
from shudu.core.text import read_line
from shudu.kernel.grids import isomorphs
from shudu.kernel.load import check_status, open_library, supported_instruction_sets, workspace
from shudu.kernel.solve import as_digits


class Peer(NamedTuple):
    """Another solver.

    Attributes:
        name: Its name and version.
        solve: Returns the solutions of some lines.
    """

    name: str
    solve: Callable[[list[str]], list[str]]


def find_peers() -> Iterator[Peer]:
    """Yield the solvers that are installed."""
    factories: dict[str, Callable[[], Callable[[str], str]]] = {
        "python-sat": _python_sat,
        "ortools": _ortools,
        "py-sudoku": _py_sudoku,
        "dokusan": _dokusan,
    }
    for package, make in factories.items():
        try:
            name = f"{package} {version(package)}"
        except PackageNotFoundError:
            continue
        solve_one = make()
        yield Peer(name, lambda lines, solve_one=solve_one: [solve_one(line) for line in lines])  # type: ignore[misc]
    yield Peer("Norvig's method (in Python)", _norvig)
    if shutil.which("qqwing"):
        yield Peer(_run_qqwing("--version").strip(), _qqwing)


def _python_sat() -> Callable[[str], str]:
    from pysat.solvers import Cadical153

    solver = Cadical153(bootstrap_with=_clauses())  # kept between puzzles, which is fastest; givens are assumptions

    def solve(line: str) -> str:
        solver.solve(assumptions=[9 * cell + digit for cell, digit in enumerate(read_line(line)) if digit])
        true = [number - 1 for number in solver.get_model() if number > 0]
        return "".join(str(number % 9 + 1) for number in true)

    return solve


def _clauses() -> list[list[int]]:
    """Return clauses: each cell has a digit, each house has each digit, and no digit occurs twice in a house."""
    clauses = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    for digit in range(1, 10):
        for house in HOUSES:
            clauses.append([9 * cell + digit for cell in house])
            clauses += [[-9 * a - digit, -9 * b - digit] for i, a in enumerate(house) for b in house[:i]]
    return clauses


def _ortools() -> Callable[[str], str]:
    from ortools.sat.python import cp_model

    def solve(line: str) -> str:
        model = cp_model.CpModel()
        cells: list[Any] = [model.new_int_var(digit or 1, digit or 9, "") for digit in read_line(line)]
        for house in HOUSES:
            model.add_all_different([cells[cell] for cell in house])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return solve


def _py_sudoku() -> Callable[[str], str]:
    from sudoku import Sudoku

    def solve(line: str) -> str:
        digits = read_line(line)
        board = [[digit or None for digit in digits[start : start + 9]] for start in range(0, 81, 9)]
        return "".join(str(digit) for row in Sudoku(3, 3, board=board).solve().board for digit in row)

    return solve


def _dokusan() -> Callable[[str], str]:
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    def solve(line: str) -> str:
        puzzle = Sudoku.from_string(line.replace(".", "0"), box_size=BoxSize(3, 3))
        return "".join(str(cell.value) for cell in solvers.backtrack(puzzle).cells())

    return solve


def _norvig(lines: list[str]) -> list[str]:
    from shudu.search.run import trace

    return [trace(line, by="norvig").solutions[0].line for line in lines]


def _qqwing(lines: list[str]) -> list[str]:
    return _run_qqwing("--solve", "--one-line", given="\n".join(lines) + "\n").split()


def _run_qqwing(*options: str, given: str = "") -> str:
    return subprocess.run(["qqwing", *options], input=given, capture_output=True, text=True, check=True).stdout


_LIMIT: Final = 2  # a solution, and the proof that there is no other
_FEWEST_ROUNDS: Final = 7
_SHORTEST_ROUND: Final = 0.02  # seconds of tdoku
_SMALLEST_SET: Final = 4096


class Race(NamedTuple):
    """The result for one set.

    Attributes:
        set: The name of the set.
        per_second: The puzzles per second of tdoku.
        times_as_fast: How many times as fast shudu is, for each instruction set of this machine.
    """

    set: str
    per_second: float
    times_as_fast: list[float]


class _Racer(NamedTuple):
    """A solver with the counts that it writes."""

    run: Callable[[], object]
    counts: NDArray[np.uint64]

    def measure(self) -> float:
        """Return the processor time of one run."""
        start = time.thread_time()
        self.run()
        return time.thread_time() - start


def race(sets: dict[str, list[str]], path: Path, seconds: float) -> Iterator[Race]:
    """Compare shudu with tdoku on each set that is not empty.

    Args:
        sets: The puzzles by the name of their set.
        path: A shared library with the functions of tdoku.
        seconds: How long to measure each set; seven rounds are made in any case.

    Raises:
        ShuduError: If the file is not such a library, or if the solvers disagree.
    """
    enumerate_address = _load_tdoku(path)
    with _on_one_processor():
        for name, lines in ((name, lines) for name, lines in sets.items() if lines):
            yield _race_set(name, as_digits(lines), enumerate_address, seconds)


def _load_tdoku(path: Path) -> int:
    """Return the address of tdoku's function that enumerates solutions."""
    try:
        function = ctypes.CDLL(str(path.resolve())).TdokuEnumerate
    except (OSError, AttributeError) as error:
        raise ShuduError("bench.no-tdoku", path=str(path), reason=str(error)) from error
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _race_set(name: str, puzzles: NDArray[np.uint8], enumerate_address: int, seconds: float) -> Race:
    tdoku = _tdoku_racer(puzzles, enumerate_address)
    while tdoku.measure() < _SHORTEST_ROUND and len(puzzles) < _SMALLEST_SET:
        puzzles = _double(puzzles)
        tdoku = _tdoku_racer(puzzles, enumerate_address)
    ours = [_shudu_racer(puzzles, instructions) for instructions in supported_instruction_sets()]
    rounds: list[list[float]] = []
    begun = time.perf_counter()
    while len(rounds) < _FEWEST_ROUNDS or time.perf_counter() - begun < seconds:
        rounds.append([runner.measure() for runner in (tdoku, *ours)])
    for runner in ours:
        _check_agreement(name, tdoku.counts, runner.counts)
    ratios = [median(times[0] / times[k] for times in rounds) for k in range(1, len(ours) + 1)]
    return Race(name, len(puzzles) / median(times[0] for times in rounds), ratios)


def _double(puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Add a symmetric image of each puzzle: if the same few were repeated, processors would learn their branches."""
    return np.concatenate([puzzles, isomorphs(puzzles, seed=len(puzzles), first=0)])


def _tdoku_racer(puzzles: NDArray[np.uint8], enumerate_address: int) -> _Racer:
    size = len(puzzles)
    lines = np.full((size, 82), ord("\n"), np.uint8)
    lines[:, :81] = np.where(puzzles, puzzles + ord("0"), ord("."))
    solutions, counts = np.empty_like(puzzles), np.empty(size, np.uint64)
    call = open_library(supported_instruction_sets()[0]).shudu_run_peer
    return _Racer(
        lambda: call(enumerate_address, lines.ctypes.data, size, _LIMIT, solutions.ctypes.data, counts.ctypes.data),
        counts,
    )


def _shudu_racer(puzzles: NDArray[np.uint8], instructions: str) -> _Racer:
    size = len(puzzles)
    solutions, counts = np.empty_like(puzzles), np.empty(size, np.uint64)
    library = open_library(instructions)
    memory, address = workspace(library.shudu_solve_workspace())

    def run(_keep: object = memory) -> None:
        status = library.shudu_solve(
            puzzles.ctypes.data, size, _LIMIT, solutions.ctypes.data, counts.ctypes.data, None, address, None
        )
        check_status(status)

    return _Racer(run, counts)


def _check_agreement(name: str, tdoku: NDArray[np.uint64], shudu: NDArray[np.uint64]) -> None:
    different = np.flatnonzero(tdoku != shudu)
    if len(different):
        first = int(different[0])
        raise ShuduError(
            "bench.disagreement", number=first + 1, set=name, tdoku=int(tdoku[first]), shudu=int(shudu[first])
        )


@contextmanager
def _on_one_processor() -> Iterator[None]:
    """Keep this process on one processor, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
