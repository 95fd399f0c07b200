"""Other solvers to compare with. Those that are not installed are left out."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from shudu.core.geometry import HOUSES
from shudu.core.text import read_line


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
