"""`shudu bulk`: millions of puzzles, from files to files, on all cores or on a cluster."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from shudu.cli.bulk_progress import TerminalWatch
from shudu.cli.options import SEED, refuse

if TYPE_CHECKING:
    from shudu.bulk.distributions import Distributions
    from shudu.bulk.run import Report

_SYMMETRIES: Final = ["none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"]
_LEVELS: Final = ["easy", "medium", "hard", "unfair", "extreme"]
_GRIDS: Final = ["uniform", "template", "backtrack", "search", "digits", "seeds", "diagonal"]
_FORMATS: Final = ["parquet", "csv", "line", "csv.gz", "csv.zst", "line.gz", "line.zst"]
F = TypeVar("F", bound=Callable[..., Any])


def _options(*options: Callable[[F], F]) -> Callable[[F], F]:
    def put_on(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return put_on


_out = _options(
    click.option("--columns", metavar="NAME,…", help="What to write; see `shudu bulk --help`."),
    click.option(
        "--format", type=click.Choice(_FORMATS), default="parquet", show_default=True, help="Of parts in a folder."
    ),
    click.option(
        "--compression",
        type=click.Choice(["none", "lz4", "snappy", "zstd"]),
        default="none",
        show_default=True,
        help="Of Parquet: zstd takes a third of the space and twice the time to write.",
    ),
    click.option(
        "--workers", type=click.IntRange(1, 1024), help="Threads, or processes to rate; one a core if not given."
    ),
    click.option("--scheduler", metavar="tcp://…", help="A Dask scheduler: its workers do the work."),
    click.option("--overwrite", is_flag=True, help="Start anew where an output is."),
    click.option(
        "--part-rows", type=click.IntRange(1), help="Rows of a part; chosen by the size of the input if not given."
    ),
)
_in = _options(
    click.argument("source", metavar="IN"),
    click.argument("out", metavar="OUT"),
    click.option("--puzzle-column", default="puzzle", show_default=True, help="The column that holds the puzzles."),
    click.option("--strict", is_flag=True, help="Stop at the first bad row."),
)


@click.group("bulk")
def command() -> None:
    """Work on millions of puzzles: Parquet, CSV and line files, or folders of them.

    IN is a file, a folder or an address such as s3://…; names end in .parquet, .csv or .txt, packed also in .gz or .zst.
    OUT is a file of such a name, which appears when it is whole, or a folder of parts. Rows keep their order. Rows that
    are not puzzles go to a side file, which is no failure unless --strict is given. Ctrl-C keeps the parts that are
    done; the same command goes on from there.

    Columns: puzzle, solution, solutions (how many, up to --limit), clues, level, score, hardest, steps, canonical,
    automorphisms, rank (of the solution), and the input's own.
    """


@command.command("solve")
@_in
@click.option("--limit", type=click.IntRange(1), default=2, show_default=True, help="Count solutions up to this many.")
@_out
def solve(source: str, out: str, **options: Any) -> None:
    """Solve puzzles and prove how many solutions each has."""
    _run("solve", source, out, **options)


@command.command("rate")
@_in
@click.option("--profile", default="hodoku", show_default=True, help="The rating system.")
@_out
def rate(source: str, out: str, **options: Any) -> None:
    """Rate puzzles: level, score, hardest technique, steps."""
    _run("rate", source, out, **options)


@command.command("canonical")
@_in
@_out
def canonical(source: str, out: str, **options: Any) -> None:
    """Find canonical forms: equal exactly for puzzles that are the same up to symmetry."""
    _run("canonical", source, out, **options)


@command.command("dedupe")
@_in
@_out
def dedupe(source: str, out: str, **options: Any) -> None:
    """Keep the first of all puzzles that are the same up to symmetry; `copies` counts them."""
    _run("dedupe", source, out, **options)


@command.command("generate")
@click.argument("out", metavar="OUT")
@click.option("-n", "--count", "n", type=click.IntRange(0), required=True, help="How many.")
@click.option("--seed", type=SEED, help="Makes chance repeatable; told on standard error if not given.")
@click.option("--clues", type=int, metavar="17-80", help="How many clues each has.")
@click.option("--difficulty", type=click.Choice(["easy", "medium", "hard"]), help="38-45, 28-37 or 22-27 clues.")
@click.option("--level", type=click.Choice(_LEVELS, case_sensitive=False), help="How hard it is for a person.")
@click.option("--needs", metavar="TECHNIQUE", help="It needs this technique, and nothing harder.")
@click.option("--minimal", is_flag=True, help="No clue can go.")
@click.option("--symmetry", type=click.Choice(_SYMMETRIES), help="Of the clues.")
@click.option("--pattern", metavar="81 CHARACTERS", help="The cells of the clues: x for a clue, . for blank.")
@click.option("--grid", type=click.Choice(_GRIDS), help="How grids are made.")
@click.option("--method", type=click.Choice(["dig", "seeds"]), help="How puzzles are made.")
@click.option("--unbiased", is_flag=True, help="Minimal puzzles by controlled bias.")
@_out
def generate(out: str, n: int, seed: int | None, **options: Any) -> None:
    """Make puzzles: the same seed gives the same rows, whatever the number of workers."""
    from shudu.core.randomness import check_seed

    if seed is None:
        seed = check_seed(None)
        click.echo(f"--seed {seed}", err=True)
    options = {name: value for name, value in options.items() if value is not None}
    _run("generate", n, out, seed=seed, **options)


@command.command("stats")
@click.argument("source", metavar="IN")
@click.argument("out", metavar="[OUT.html]", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--puzzle-column", default="puzzle", show_default=True, help="The column that holds the puzzles.")
@click.option("--charts", type=click.Path(path_type=Path, file_okay=False), help="A folder for SVG charts.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Of table and charts.")
def stats(source: str, out: Path | None, puzzle_column: str, charts: Path | None, lang: str) -> None:
    """Show how clues, levels, scores and techniques are spread; OUT is a page of HTML in both languages."""
    from shudu import bulk

    found = bulk.stats(source, out, puzzle_column=puzzle_column)
    _print(found, lang)
    if charts:
        from shudu.bulk.page import chart

        charts.mkdir(parents=True, exist_ok=True)
        for each in found.columns:
            (charts / f"{each.column}.svg").write_text(chart(each, lang), "utf-8")


def _run(operation: str, source: str | int, out: str, **options: Any) -> None:
    from shudu import bulk

    _refuse_vain(out, options["format"])
    call = getattr(bulk, operation)
    watch = TerminalWatch()
    if options.get("scheduler"):
        _hush()
    try:
        with _ended_politely(), watch:
            report: Report = call(source, out, watch=watch, **options)
    except KeyboardInterrupt:
        click.echo("stopped; what is done is kept, and the same command goes on from there", err=True)
        sys.exit(130)
    _tell(report, operation, watch.seconds)


def _refuse_vain(out: str, format: str) -> None:
    """Raises click.UsageError for options that would be without effect."""
    from shudu.bulk.kinds import kind_of_name

    context = click.get_current_context()
    kind = None if out.endswith("/") or Path(out).is_dir() else kind_of_name(out)
    if kind is not None:
        refuse(context, ["format"], f"goes with a folder; the name {out} tells its own")
    if (kind.name if kind is not None else format) != "parquet":
        refuse(context, ["compression"], "goes with Parquet; names of other files end in .gz or .zst to be packed")


def _hush() -> None:
    from shudu.bulk.errors import missing

    try:
        from shudu.bulk.cluster import hush
    except ModuleNotFoundError as error:
        raise missing(error) or error from error
    hush()


@contextmanager
def _ended_politely() -> Iterator[None]:
    """A polite kill is like Ctrl-C: cluster managers send it before the other one."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(report: Report, operation: str, seconds: float) -> None:
    if report.already_finished:
        click.echo(f"{report.out} is finished already: {report.written:,} rows; start anew with --overwrite", err=True)
        return
    rows = f"{report.written:,} rows"
    if operation == "dedupe":
        rows += f" of {report.rows:,}, {report.rows - report.bad - report.written:,} were the same up to symmetry"
    rate = f", {report.rows / seconds:,.0f}/s" if seconds > 0 and not report.resumed else ""
    click.echo(f"{report.out}: {rows} in {seconds:.1f} s{rate}", err=True)
    if report.bad:
        click.echo(f"{report.bad:,} bad rows: {report.bad_file}", err=True)


def _print(found: Distributions, language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from shudu.bulk.page import WORDS, named

    words, console = WORDS[language], Console()
    console.print("  ".join(f"{words[name]}: {many:,}" for name, many in found.facts.items()), highlight=False)
    for each in found.columns:
        console.print(f"\n[bold]{words[each.column]}[/bold]", highlight=False)
        if each.summary:
            told = "  ".join(f"{words[name]} {value:,.6g}" for name, value in each.summary.items())
            console.print(told, highlight=False)
        total = sum(many for _, many in each.counts) or 1
        most = max((many for _, many in each.counts), default=1)
        table = Table(words["value"], words["count"], words["share"], "", box=None)
        for name, many in named(each, language):
            table.add_row(name, f"{many:,}", f"{100 * many / total:.2f} %", "█" * round(30 * many / most))
        console.print(table)
        if each.missing:
            console.print(f"{words['missing']}: {each.missing:,}", highlight=False)
