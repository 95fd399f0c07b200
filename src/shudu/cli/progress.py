"""A progress line on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
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
