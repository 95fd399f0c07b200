"""Sudoku as a formula: one variable a candidate, and python-sat decides. Its steps are not told, its figures are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import inf
from threading import TIMEOUT_MAX, Timer
from typing import Protocol

from shudu.core.geometry import CELLS, DIGITS, HOUSES
from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm, show
from shudu.search.trace.event import Event, Why


class Solver(Protocol):
    """What is used of a solver of python-sat."""

    def __enter__(self) -> Solver:
        """The solver."""

    def __exit__(self, *error: object) -> None:
        """Frees its memory."""

    def add_clause(self, clause: list[int]) -> object:
        """One more condition."""

    def get_model(self) -> list[int]:
        """The model found last."""

    def accum_stats(self) -> dict[str, int]:
        """Its figures until now."""

    def solve(self) -> bool:
        """Whether there is one."""

    def solve_limited(self, *, expect_interrupt: bool) -> bool | None:
        """The same; None if it was interrupted."""

    def interrupt(self) -> None:
        """Ends the search from another thread."""

    def clear_interrupt(self) -> None:
        """Lets it search again."""


FOUND, NONE, DONE = PSEUDOCODE["sat"].whys("found", "none", "done")


@algorithm("sat", module="pysat")
def sat(task: Task) -> Iterator[Event]:
    """Asks the solver for a model, forbids it, and asks again."""
    from pysat.solvers import Glucose4  # here, before the time of the search is taken

    return _search(task, Glucose4)


def _search(task: Task, make: Callable[..., Solver]) -> Iterator[Event]:
    givens = [_variable(cell, digit) for cell, digit in enumerate(task.digits) if digit]
    shown = task.digits
    with make(bootstrap_with=[*_RULES, *([given] for given in givens)]) as solver:
        while found := _solve(solver, task.seconds_left()):
            task.counters.update(_statistics(solver.accum_stats()))
            model = [literal for literal in solver.get_model() if literal > 0]
            solution = bytes((literal - 1) % 9 + 1 for literal in sorted(model))
            yield from show(shown, solution, FOUND)
            yield Event("solution", 0, None, 0, DONE)
            shown = solution
            solver.add_clause([-literal for literal in model])
        task.counters.update(_statistics(solver.accum_stats()))
        if found is None:
            yield Event("stop", 0, None, 0, Why(reason="seconds"))
        else:
            yield Event("conflict", 0, None, 0, NONE)


def _solve(solver: Solver, seconds: float) -> bool | None:
    """Whether there is a model; None if the time did not suffice."""
    if seconds == inf:
        return solver.solve()
    if seconds <= 0:
        return None
    alarm = Timer(min(seconds, TIMEOUT_MAX), solver.interrupt)
    alarm.start()
    try:
        return solver.solve_limited(expect_interrupt=True)
    finally:
        alarm.cancel()
        alarm.join()
        solver.clear_interrupt()


def _statistics(figures: dict[str, int]) -> dict[str, int]:
    """The solver's figures, by the names used here."""
    return {"guesses" if name == "decisions" else name: figures[name] for name in sorted(figures)}


def _variable(cell: int, digit: int) -> int:
    return 9 * cell + digit


def _rules() -> Iterator[list[int]]:
    """Each cell has a digit and not two, each digit a place in each house and not two."""
    groups = [[_variable(cell, digit) for digit in DIGITS] for cell in CELLS]
    groups += [[_variable(cell, digit) for cell in house] for house in HOUSES for digit in DIGITS]
    for group in groups:
        yield group
        yield from ([-one, -other] for one, other in combinations(group, 2))


_RULES = tuple(_rules())
