"""`trace` runs a search algorithm on a puzzle; `ALGORITHMS` lists them all."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Final

from shudu.core.arguments import check_int
from shudu.core.errors import MissingExtra, ShuduError, quote
from shudu.core.puzzle import Puzzle
from shudu.core.text import GridLike
from shudu.search.algorithms import Algorithm, SearchTask
from shudu.search.algorithms.anneal import anneal
from shudu.search.algorithms.backtracking import mrv, mrv_propagate, random_digits, rows
from shudu.search.algorithms.exact_cover import exact_cover
from shudu.search.algorithms.norvig import norvig
from shudu.search.algorithms.solvers import kernel, sat
from shudu.search.trace.event import NO_DETAILS, Header
from shudu.search.trace.trace import Stopwatch, Trace

ALGORITHMS: Final = {
    each.id: each for each in (rows, random_digits, mrv, mrv_propagate, exact_cover, norvig, sat, anneal, kernel)
}
MOST_EVENTS: Final = 1_000_000


def find_algorithm(name: str) -> Algorithm:
    """Return the algorithm with an id.

    >>> find_algorithm("exact-cover").code.name["zh"]
    '精确覆盖（舞蹈链）'

    Raises:
        ShuduError: If there is none; the message lists all ids.
    """
    if not isinstance(name, str):
        raise TypeError(f"by must be the name of a search algorithm, not {type(name).__name__}")
    if name not in ALGORITHMS:
        raise ShuduError("search.unknown-algorithm", name=quote(name), names=list(ALGORITHMS))
    return ALGORITHMS[name]


def trace(
    puzzle: GridLike,
    by: str = "mrv",
    *,
    limit: int | None = 1,
    events: int | None = MOST_EVENTS,
    seconds: float | None = None,
    seed: int = 0,
) -> Trace:
    """Run a search algorithm on a puzzle and return its trace.

    The search runs only as far as the trace is read. When it reaches a limit, the trace ends with a `stop` event.

    >>> run = trace("." * 81, by="exact-cover", limit=2)
    >>> [grid.is_solved() for grid in run.solutions], run.reason
    ([True, True], 'solutions')

    Args:
        puzzle: The puzzle: text, a sequence or array of digits, a Puzzle or a Grid.
        by: The algorithm: `rows`, `random`, `mrv`, `mrv+propagate`, `exact-cover`, `norvig`, `sat`, `anneal` or
            `kernel`.
        limit: The number of solutions to find; None for all.
        events: The largest number of events; None for no limit.
        seconds: The most time to spend searching; None for no limit.
        seed: The random seed of `random` and `anneal`.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
        ConflictingGivens: If a digit occurs twice in a house.
        MissingExtra: If the algorithm needs a package that is not installed.
        ShuduError: If the algorithm is unknown or a limit is out of range.
    """
    _check_limits(limit, events, seconds)
    chosen = find_algorithm(by)
    if not chosen.is_available:
        raise MissingExtra("search.missing-package", name=quote(by), extra=by)
    start = Puzzle(puzzle)
    watch = Stopwatch()
    most = inf if seconds is None else seconds
    task = SearchTask(start.digits, Random(check_int(seed, "seed")), limit, seconds_left=lambda: most - watch.seconds)
    header = Header(start.line, by, limit, events, seconds, seed, chosen.rounds)
    end = chosen.code.why("end") if "end" in chosen.code.ids else NO_DETAILS
    return Trace(header, chosen.search(task), end, task.counters, watch)


def _check_limits(limit: int | None, events: int | None, seconds: float | None) -> None:
    for name, value, none_means in (("limit", limit, "all-solutions"), ("events", events, "no-limit")):
        if value is not None:
            check_int(value, name, 1, none_means)
    if seconds is not None and not isinstance(seconds, int | float):
        raise TypeError(f"seconds is {seconds!r}; it must be a number, or None for no limit")
    if seconds is not None and not 0 < seconds < inf:
        raise ShuduError("search.seconds", seconds=seconds)
