"""The native kernel on one puzzle. It reports counters, not steps."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.text import write_line
from shudu.kernel.solve import solutions, solve_counted
from shudu.search.algorithms.base import PSEUDOCODE, SearchTask, algorithm, write_solution
from shudu.search.trace.event import Event

FOUND, DONE = PSEUDOCODE["kernel"].whys("found", "done")
COUNTED = 10_000  # counters are measured up to this many solutions


@algorithm("kernel")
def kernel(task: SearchTask) -> Iterator[Event]:
    """Measure the counters of a search, then write each solution."""
    line = write_line(task.digits)
    _, counters = solve_counted([line], min(task.limit or COUNTED, COUNTED))
    task.counters.update(counters._asdict())
    current = task.digits
    for grid in solutions(line, task.limit):
        yield from write_solution(current, grid.digits, FOUND)
        yield Event("solution", 0, None, 0, DONE)
        current = grid.digits
