"""`shudu bulk`: process millions of puzzles, from files to files, on all cores or on a cluster.

On a terminal a bar shows rows, rate and time left; elsewhere only notes are printed.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from shudu.cli.command import group, option
from shudu.cli.commands.completion import complete_techniques
from shudu.cli.language import language, t, usage_error
from shudu.cli.options import SEED, Level, OutputFile, refuse, techniques_options
from shudu.core.errors import ShuduError
from shudu.grids import METHOD_IDS
from shudu.locale.catalogue import text
from shudu.puzzles import METHODS, SYMMETRIES
from shudu.puzzles.difficulty import DIFFICULTY_NAMES

if TYPE_CHECKING:
    from rich.progress import Progress, Task

    from shudu.bulk.runner import Report
    from shudu.bulk.statistics import TableStatistics

_FORMATS: Final = ["parquet", "csv", "line", "csv.gz", "csv.zst", "line.gz", "line.zst"]
_COMPRESSIONS: Final = ["none", "lz4", "snappy", "zstd"]
_BAR: Final = 30  # characters of the longest bar of a table
F = TypeVar("F", bound=Callable[..., Any])


def _combine(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator for several options, which appear in this order."""

    def decorate(command: F) -> F:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


_puzzle_column = option("--puzzle-column", default="puzzle", show_default=True)
_input_options: Callable[[F], F] = _combine(
    click.argument("source", metavar="IN"),
    click.argument("out", metavar="OUT"),
    _puzzle_column,
    option("--strict", is_flag=True),
)
_output_options: Callable[[F], F] = _combine(
    option("--columns", metavar="NAME,…"),
    option("--format", type=click.Choice(_FORMATS), default="parquet", show_default=True),
    option("--compression", type=click.Choice(_COMPRESSIONS), default="none", show_default=True),
    option("--threads", "workers", former_names=("--workers",), type=click.IntRange(1, 1024)),
    option("--scheduler", metavar="tcp://…"),
    option("--overwrite", is_flag=True),
    option("--part-rows", type=click.IntRange(1)),
)


@group("bulk")
def command() -> None:
    """Group the bulk jobs."""


@command.command("solve")
@_input_options
@option("--limit", type=click.IntRange(1), default=2, show_default=True)
@_output_options
def solve(source: str, out: str, **options: Any) -> None:
    """Solve puzzles and count their solutions."""
    _run("solve", source, out, **options)


@command.command("rate")
@_input_options
@option("--profile", default="hodoku", show_default=True)
@_output_options
def rate(source: str, out: str, **options: Any) -> None:
    """Rate puzzles."""
    _run("rate", source, out, **options)


@command.command("canonical")
@_input_options
@_output_options
def canonical(source: str, out: str, **options: Any) -> None:
    """Compute canonical forms."""
    _run("canonical", source, out, **options)


@command.command("dedupe")
@_input_options
@_output_options
def dedupe(source: str, out: str, **options: Any) -> None:
    """Keep the first of all puzzles that are the same up to symmetry."""
    _run("dedupe", source, out, **options)


@command.command("generate")
@click.argument("out", metavar="OUT")
@option("-n", "--count", "n", type=click.IntRange(0), required=True)
@option("--seed", type=SEED)
@option("--clues", metavar="N|N-N")
@option("--difficulty", type=click.Choice(DIFFICULTY_NAMES, case_sensitive=False))
@option("--level", type=Level())
@option("--needs", metavar="TECHNIQUE", shell_complete=complete_techniques)
@techniques_options
@option("--minimal", is_flag=True)
@option("--symmetry", type=click.Choice(SYMMETRIES))
@option("--pattern", metavar="81 CHARACTERS")
@option("--grid", type=click.Choice(METHOD_IDS))
@option("--method", type=click.Choice(METHODS))
@option("--unbiased", is_flag=True)
@option("--attempts", type=click.IntRange(1))
@_output_options
def generate(out: str, n: int, seed: int | None, **options: Any) -> None:
    """Generate puzzles."""
    options = {name: value for name, value in options.items() if value is not None}
    _run("generate", n, out, seed=seed, **options)


@command.command("stats")
@click.argument("source", metavar="IN")
@click.argument("out", metavar="[OUT.html]", required=False, type=OutputFile(".html"))
@_puzzle_column
@option("--charts", type=click.Path(path_type=Path, file_okay=False))
def stats(source: str, out: Path | None, puzzle_column: str, charts: Path | None) -> None:
    """Show the distributions of clues, levels, scores and techniques."""
    from shudu import bulk

    statistics = bulk.stats(source, out, puzzle_column=puzzle_column)
    _print_tables(statistics)
    if charts:
        from shudu.bulk.statistics import draw_chart

        charts.mkdir(parents=True, exist_ok=True)
        for column in statistics.columns:
            (charts / f"{column.column}.svg").write_text(draw_chart(column, language()), "utf-8")


def _run(operation: str, source: str | int, out: str, **options: Any) -> None:
    from shudu import bulk

    if "-" in (source, out):
        raise usage_error("bulk.no-pipe")
    _refuse_useless(out, options["format"])
    watch = TerminalWatch()
    if options.get("scheduler"):
        _silence_dask()
    try:
        with _interrupt_on_sigterm(), watch:
            report: Report = getattr(bulk, operation)(source, out, watch=watch, **options)
    except KeyboardInterrupt:
        click.echo(text("bulk.notes.stopped", language()), err=True)
        sys.exit(130)
    _print_report(report, operation, watch.seconds)
    if report.bad and not report.written:
        raise ShuduError("cli.nothing-readable", source=str(source))


def _refuse_useless(out: str, format: str) -> None:
    """Reject options that would have no effect."""
    from shudu.bulk.io import type_of_name

    context = click.get_current_context()
    type = None if out.endswith("/") or Path(out).is_dir() else type_of_name(out)
    if type is not None and type.layout != "jsonl":
        refuse(context, ["format"], "bulk.format-needs-folder", out=out)
    if (type.layout if type is not None else format) != "parquet":
        refuse(context, ["compression"], "bulk.compression-needs-parquet")


def _silence_dask() -> None:
    from shudu.bulk.errors import missing_package

    try:
        from shudu.bulk.cluster import silence_logs
    except ModuleNotFoundError as error:
        raise missing_package(error) or error from error
    silence_logs()


@contextmanager
def _interrupt_on_sigterm() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C: cluster managers send it before they kill."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _print_report(report: Report, operation: str, seconds: float) -> None:
    if report.already_finished:
        click.echo(text("bulk.notes.already-finished", language(), out=report.out, n=report.written), err=True)
        return
    fields: dict[str, Any] = {"out": report.out, "n": report.written, "seconds": seconds, "rows": report.rows}
    if operation == "dedupe":
        key = "deduped"
        fields["copies"] = report.rows - report.bad - report.written
    elif seconds > 0 and not report.resumed:
        key = "finished-with-rate"
        fields["rate"] = report.rows / seconds
    else:
        key = "finished"
    click.echo(text(f"bulk.notes.{key}", language(), **fields), err=True)
    if report.bad:
        click.echo(text("bulk.notes.bad-rows", language(), n=report.bad, file=report.bad_file), err=True)


def _print_tables(statistics: TableStatistics) -> None:
    from rich.console import Console
    from rich.table import Table

    from shudu.bulk.statistics import column_title, name_values, statistics_word

    console = Console()
    totals = (t("bulk.total", name=statistics_word(name, language()), n=n) for name, n in statistics.totals.items())
    console.print("  ".join(totals), highlight=False)
    for column in statistics.columns:
        console.print(f"\n[bold]{column_title(column, language())}[/bold]", highlight=False)
        if column.summary:
            summary = (f"{statistics_word(name, language())} {value:,.6g}" for name, value in column.summary.items())
            console.print("  ".join(summary), highlight=False, soft_wrap=True)
        total = sum(n for _, n in column.counts) or 1
        most = max((n for _, n in column.counts), default=1)
        table = Table(*(statistics_word(name, language()) for name in ("value", "count", "share")), "", box=None)
        for name, n in name_values(column, language()):
            table.add_row(name, f"{n:,}", f"{100 * n / total:.2f} %", "█" * round(_BAR * n / most))
        console.print(table)
        if column.missing:
            missing = statistics_word("missing", language())
            console.print(t("bulk.total", name=missing, n=column.missing), highlight=False)


class TerminalWatch:
    """A `shudu.bulk.Watch` that shows the progress of a job on standard error.

    It is not a subclass, so that it can be imported without pyarrow.

    Attributes:
        language: The language of the notes.
        seconds: How long the job took, once it has ended.
    """

    def __init__(self) -> None:
        self.language: str = language()
        self.seconds: float = 0.0
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
