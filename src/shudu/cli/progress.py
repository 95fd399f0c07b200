"""A progress line on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def watched(
    parts: Iterable[T], size: Callable[[T], int], done: str, total: int | None = None, to_file: bool = False
) -> Iterator[T]:
    """Passes the parts on and shows how many there were, if a person is looking and the output goes elsewhere."""
    if not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield from parts
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn

    head: ProgressColumn = SpinnerColumn() if total is None else BarColumn()
    columns = (head, TextColumn("{task.completed:,} " + done), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(done, total=total)
        for part in parts:
            yield part
            progress.advance(task, size(part))


@contextmanager
def share_bar(label: str) -> Iterator[Callable[[float], object]]:
    """A bar for one long piece of work; what it gives is called with the share that is done, 0 to 1."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (TextColumn(label), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=1.0)
        yield lambda share: progress.update(task, completed=share)
