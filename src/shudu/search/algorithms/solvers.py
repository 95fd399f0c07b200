"""Solvers that report counters instead of steps: python-sat, with one variable per candidate, and the native kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import inf
from threading import TIMEOUT_MAX, Timer
from typing import Any

from shudu.core.geometry import CELLS, DIGITS, HOUSES
from shudu.core.text import write_line
from shudu.kernel.solve import solutions, solve_counted
from shudu.search.algorithms import PSEUDOCODE, SearchTask, algorithm, write_solution
from shudu.search.trace.event import Event, Why

PySatSolver = Any  # python-sat has no types

SAT_FOUND, SAT_NONE, SAT_DONE = PSEUDOCODE["sat"].whys("found", "none", "done")


@algorithm("sat", module="pysat")
def sat(task: SearchTask) -> Iterator[Event]:
    """Ask the solver for a model, forbid it, and ask again."""
    from pysat.solvers import Glucose4  # imported before the clock of the search starts

    return _search_models(task, Glucose4)


def _search_models(task: SearchTask, make: Callable[..., PySatSolver]) -> Iterator[Event]:
    givens = [_variable(cell, digit) for cell, digit in enumerate(task.digits) if digit]
    current = task.digits
    with make(bootstrap_with=[*_RULES, *([given] for given in givens)]) as solver:
        while satisfiable := _solve(solver, task.seconds_left()):
            task.counters.update(_statistics(solver.accum_stats()))
            model = [literal for literal in solver.get_model() if literal > 0]
            solution = bytes((literal - 1) % 9 + 1 for literal in sorted(model))
            yield from write_solution(current, solution, SAT_FOUND)
            yield Event("solution", 0, None, 0, SAT_DONE)
            current = solution
            solver.add_clause([-literal for literal in model])
        task.counters.update(_statistics(solver.accum_stats()))
        if satisfiable is None:
            yield Event("stop", 0, None, 0, Why(reason="seconds"))
        else:
            yield Event("conflict", 0, None, 0, SAT_NONE)


def _solve(solver: PySatSolver, seconds: float) -> bool | None:
    """Return whether there is a model; None if the time ran out."""
    if seconds == inf:
        return bool(solver.solve())
    if seconds <= 0:
        return None
    alarm = Timer(min(seconds, TIMEOUT_MAX), solver.interrupt)
    alarm.start()
    try:
        found: bool | None = solver.solve_limited(expect_interrupt=True)
        return found
    finally:
        alarm.cancel()
        alarm.join()
        solver.clear_interrupt()


def _statistics(figures: dict[str, int]) -> dict[str, int]:
    """Return the statistics under the names that traces use."""
    return {"guesses" if name == "decisions" else name: figures[name] for name in sorted(figures)}


def _variable(cell: int, digit: int) -> int:
    return 9 * cell + digit


def _rules() -> Iterator[list[int]]:
    """Yield clauses: each cell has exactly one digit, and each digit exactly one place in each house."""
    groups = [[_variable(cell, digit) for digit in DIGITS] for cell in CELLS]
    groups += [[_variable(cell, digit) for cell in house] for house in HOUSES for digit in DIGITS]
    for group in groups:
        yield group
        yield from ([-one, -other] for one, other in combinations(group, 2))


_RULES = tuple(_rules())


KERNEL_FOUND, KERNEL_DONE = PSEUDOCODE["kernel"].whys("found", "done")
KERNEL_COUNTED = 10_000  # counters are measured up to this many solutions


@algorithm("kernel")
def kernel(task: SearchTask) -> Iterator[Event]:
    """Measure the counters of a search, then write each solution."""
    line = write_line(task.digits)
    _, counters = solve_counted([line], min(task.limit or KERNEL_COUNTED, KERNEL_COUNTED))
    task.counters.update(counters._asdict())
    current = task.digits
    for grid in solutions(line, task.limit):
        yield from write_solution(current, grid.digits, KERNEL_FOUND)
        yield Event("solution", 0, None, 0, KERNEL_DONE)
        current = grid.digits
