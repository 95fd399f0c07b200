"""Text on a terminal: columns that know wide characters, and progress bars.

Chinese characters take two columns.

>>> pad("唯余", 6) + "|", cut("二阶鱼 fish", 7)
('唯余  |', '二阶鱼…')
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from rich.cells import cell_len, set_cell_size

from shudu.cli.language import t

T = TypeVar("T")
_PIECE: Final = re.compile(r"(?:[^\x00-\u2e7f]|[\x21-\u2e7f]+)[，。；：、）」！？]*\s*|\s+")


def pad(text: str, columns: int) -> str:
    """Return the text with blanks on its right, `columns` wide."""
    return text + " " * (columns - cell_len(text))


def align_right(text: str, columns: int) -> str:
    """Return the text with blanks on its left, `columns` wide."""
    return " " * (columns - cell_len(text)) + text


def cut(text: str, columns: int) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `columns`."""
    return text if cell_len(text) <= columns else set_cell_size(text, columns - 1).rstrip() + "…"


def wrap(text: str, columns: int) -> list[str]:
    """Break the text into lines at blanks and beside Chinese characters, but not before their punctuation.

    >>> wrap("one two three", 8), wrap("一二三。四", 6)
    (['one two', 'three'], ['一二', '三。四'])
    """
    lines, line = [], ""
    for piece in _PIECE.findall(text):
        if line and cell_len(line) + cell_len(piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()] if line else lines


def fit(text: str, indent: int = 0) -> str:
    """Wrap the text to the terminal, with all lines but the first indented; leave it alone in a pipe or file."""
    columns = terminal_columns()
    if columns is None:
        return text
    lines = [row for line in text.split("\n") for row in wrap(line, columns - indent - 1)]
    return ("\n" + " " * indent).join(lines)


def terminal_columns() -> int | None:
    """Return the width of the terminal, or None if standard output is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def show_progress(
    parts: Iterable[T], size: Callable[[T], int], unit: str, total: int | None = None, to_file: bool = False
) -> Iterator[T]:
    """Pass the parts on while a progress line on standard error counts them.

    Nothing is shown if standard error is not a terminal, or if the results themselves scroll by on it.

    Args:
        parts: The parts of the work, as they are done.
        size: Returns how many units a part holds.
        unit: Text key of the unit, such as `units.solved`.
        total: How many units are expected, if known.
        to_file: Whether the results go to a file even though standard output is a terminal.
    """
    if not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield from parts
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn

    head: ProgressColumn = SpinnerColumn() if total is None else BarColumn()
    columns = (head, TextColumn("{task.completed:,} " + t(unit)), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        for part in parts:
            yield part
            progress.advance(task, size(part))


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[float], object]]:
    """Show a bar for one long piece of work; the function it yields takes the share that is done, from 0 to 1."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn(label), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=1.0)
        yield lambda share: progress.update(task, completed=share)
