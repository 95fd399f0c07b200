"""Runs an algorithm on a puzzle: `trace`, and the list of all algorithms."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Final

from shudu.core.arguments import check_int
from shudu.core.errors import MissingExtra, ShuduError
from shudu.core.puzzle import Puzzle
from shudu.core.text import GridLike, to_digits
from shudu.search.algorithms.anneal import anneal
from shudu.search.algorithms.base import Algorithm, Task
from shudu.search.algorithms.exact_cover import exact_cover
from shudu.search.algorithms.kernel import kernel
from shudu.search.algorithms.mrv import mrv
from shudu.search.algorithms.mrv_propagate import mrv_propagate
from shudu.search.algorithms.norvig import norvig
from shudu.search.algorithms.random import random_digits
from shudu.search.algorithms.rows import rows
from shudu.search.algorithms.sat import sat
from shudu.search.trace.event import UNSAID, Header
from shudu.search.trace.limits import Stopwatch
from shudu.search.trace.trace import Trace

ALGORITHMS: Final = {
    each.id: each for each in (rows, random_digits, mrv, mrv_propagate, exact_cover, norvig, sat, anneal, kernel)
}
MOST_EVENTS: Final = 1_000_000


def find_algorithm(name: str) -> Algorithm:
    """The algorithm with an id.

    >>> find_algorithm("exact-cover").code.name["zh"]
    '精确覆盖（舞蹈链）'

    Raises ShuduError with all ids if there is none.
    """
    if not isinstance(name, str):
        raise TypeError(f"a search is asked for by its name, not by {type(name).__name__}")
    if name not in ALGORITHMS:
        raise ShuduError(f"{name!r} is not a search; use one of {', '.join(ALGORITHMS)}")
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
    """The run of an algorithm on a puzzle, searched as far as it is looked at.

    `limit` is the number of solutions to look for (None: all of them), `events` and `seconds` are the most it may take;
    a limit that is reached ends the trace in a `stop` event. `seed` makes chance repeatable.

    >>> run = trace("." * 81, by="exact-cover", limit=2)
    >>> [grid.is_solved() for grid in run.solutions], run.reason
    ([True, True], 'solutions')

    Raises MalformedGrid or ConflictingGivens for a bad puzzle, ShuduError for an unknown algorithm or limit,
    MissingExtra if the algorithm needs a package that is not installed.
    """
    _check_limits(limit, events, seconds)
    chosen = find_algorithm(by)
    if not chosen.is_available:
        raise MissingExtra(f"by={by!r} needs a package that is not installed: pip install 'shudu[{by}]'")
    start = Puzzle(to_digits(puzzle))
    watch = Stopwatch()
    most = inf if seconds is None else seconds
    task = Task(start.digits, Random(check_int(seed, "seed")), limit, seconds_left=lambda: most - watch.seconds)
    header = Header(start.line, by, limit, events, seconds, seed, chosen.rounds)
    end = chosen.code.why("end") if "end" in chosen.code.ids else UNSAID
    return Trace(header, chosen.search(task), end, task.counters, watch)


def _check_limits(limit: int | None, events: int | None, seconds: float | None) -> None:
    for name, value, otherwise in (("limit", limit, "all-solutions"), ("events", events, "no-limit")):
        if value is not None:
            check_int(value, name, 1, otherwise)
    if seconds is not None and not isinstance(seconds, int | float):
        raise TypeError(f"seconds is {seconds!r}; it must be a number, or None for no limit")
    if seconds is not None and not 0 < seconds < inf:
        raise ShuduError(f"seconds is {seconds}; it must be above 0, or None for no limit")
