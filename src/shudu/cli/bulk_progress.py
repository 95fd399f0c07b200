"""The progress of a bulk job on a terminal: a bar, rows, rate and time left. Elsewhere only notes are printed."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from shudu.cli.language import language
from shudu.locale.catalogue import text

if TYPE_CHECKING:
    from rich.progress import Progress, Task


class TerminalWatch:
    """A `shudu.bulk.Watch` that shows the progress of a job on standard error.

    It is not a subclass, so that it can be imported without pyarrow.

    Attributes:
        language: The language of the notes.
        seconds: How long the job took, once it has ended.
    """

    def __init__(self) -> None:
        self.language = language()
        self.seconds = 0.0
        self._progress: Progress | None = None
        self._task: Any = None
        self._began = time.monotonic()

    def __enter__(self) -> TerminalWatch:
        if sys.stderr.isatty():
            self._progress = _progress_bar(self.language)
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.seconds = time.monotonic() - self._began
        if self._progress is not None:
            self._progress.stop()

    def begin(self, stage: str, total: int, done: int) -> None:
        """Start the bar of a stage."""
        if self._progress is None:
            return
        if self._task is not None:
            self._progress.remove_task(self._task)
        label = text(f"bulk.progress.{stage}", self.language)
        self._task = self._progress.add_task(label, total=max(total, 1), completed=done, before=done)

    def advance(self, rows: int) -> None:
        """Advance the bar. Called from any thread."""
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task, rows)

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        if self._progress is not None:
            self._progress.console.print(text, highlight=False, markup=False)
        else:
            click.echo(text, err=True)


def _progress_bar(language: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class RowRate(ProgressColumn):
        """Rows per second since this run began."""

        def render(self, task: Task) -> Text:
            seconds = task.elapsed or 0
            rows = task.completed - task.fields.get("before", 0)
            return Text(f"{rows / seconds:,.0f}/s" if seconds > 0.5 else "")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.completed:,.0f} " + text("bulk.progress.rows", language)),
        RowRate(),
        TextColumn(text("bulk.progress.left", language)),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
