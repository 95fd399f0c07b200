"""The batch solver on one puzzle: its steps are too quick to tell, its counters are told."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.text import write_line
from shudu.kernel.solve import solutions, solve_counted
from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm, show
from shudu.search.trace.event import Event

FOUND, DONE = PSEUDOCODE["kernel"].whys("found", "done")
COUNTED = 10_000  # the most solutions that the counters are taken for


@algorithm("kernel")
def kernel(task: Task) -> Iterator[Event]:
    """Counts what the search takes, then shows each solution."""
    line = write_line(task.digits)
    _, counters = solve_counted([line], min(task.limit or COUNTED, COUNTED))
    task.counters.update(counters._asdict())
    shown = task.digits
    for grid in solutions(line, task.limit):
        yield from show(shown, grid.digits, FOUND)
        yield Event("solution", 0, None, 0, DONE)
        shown = grid.digits
