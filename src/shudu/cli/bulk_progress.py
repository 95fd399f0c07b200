"""The progress of a bulk job on a terminal: bar, rows, rate and time left; and nothing but notes anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.progress import Progress, Task


class TerminalWatch:
    """Hears how a job goes and shows it."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._task: Any = None
        self._began = time.monotonic()
        self.seconds = 0.0

    def __enter__(self) -> TerminalWatch:
        if sys.stderr.isatty():
            self._progress = _bar()
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.seconds = time.monotonic() - self._began
        if self._progress is not None:
            self._progress.stop()

    def begin(self, doing: str, total: int, done: int) -> None:
        """Starts a bar."""
        if self._progress is None:
            return
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(doing, total=max(total, 1), completed=done, before=done)

    def advance(self, rows: int) -> None:
        """Moves the bar; may be called by any thread."""
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task, rows)

    def note(self, text: str) -> None:
        """A line above the bar."""
        if self._progress is not None:
            self._progress.console.print(text, highlight=False, markup=False)
        else:
            click.echo(text, err=True)


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Rows a second since this run began."""

        def render(self, task: Task) -> Text:
            seconds = task.elapsed or 0
            rows = task.completed - task.fields.get("before", 0)
            return Text(f"{rows / seconds:,.0f}/s" if seconds > 0.5 else "")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.completed:,.0f} rows"),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
