"""What a task hears and tells while it runs."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from shudu.bulk.errors import Stopped


class Control:
    """The switch that ends tasks, and the ear for their progress; tasks in other processes have neither."""

    def __init__(self, tell: Callable[[int], None] = lambda rows: None) -> None:
        self._switch = Event()
        self._tell = tell

    def stop(self) -> None:
        """Every task that has this control ends soon and drops its part."""
        self._switch.set()

    def pass_on(self, rows: int) -> None:
        """Tells that so many rows are done. Raises Stopped if the job is to end."""
        if self._switch.is_set():
            raise Stopped
        if rows:
            self._tell(rows)
