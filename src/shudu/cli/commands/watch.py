"""`shudu watch`: show how an algorithm solves a puzzle, or how a grid or puzzle is made, event by event."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.commands.completion import complete_algorithms, complete_grids, complete_making
from shudu.cli.input import Failures, batches
from shudu.cli.language import language, t, usage_error, usage_errors
from shudu.cli.options import SEED, Seconds, refuse
from shudu.cli.output import fit
from shudu.puzzles.difficulty import DIFFICULTY_NAMES, parse_difficulty

if TYPE_CHECKING:
    from rich.console import Console

    from shudu.cli.terminal.player_view import Run
    from shudu.search.algorithms import Algorithm, Pseudocode


def _parse_delay(context: click.Context, parameter: click.Parameter, value: str) -> float:
    """Return the seconds of a delay such as 100ms, 0.5s or 100."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|)", value.strip())
    if not match:
        raise click.BadParameter(t("watch.bad-delay", value=repr(value)), context, parameter)
    return float(match[1]) * (1.0 if match[2] == "s" else 0.001)


@new_command("watch")
@click.argument("puzzle", metavar="[PUZZLE | FILE | -]", required=False)
@option("--by", default="mrv", show_default=True, shell_complete=complete_algorithms)
@option("--make", metavar="METHOD", shell_complete=complete_making)
@option("--clues", type=int)
@option("--symmetry")
@option("--grid", shell_complete=complete_grids)
@option("--difficulty", type=click.Choice(DIFFICULTY_NAMES, case_sensitive=False))
@option("--compare", metavar="A,B,…", shell_complete=complete_algorithms)
@option("--delay", callback=_parse_delay, default="100ms", show_default=True)
@option("--limit", type=click.IntRange(0), default=1, show_default=True)
@option("--events", type=click.IntRange(1), default=1_000_000, show_default=True)
@option("--seconds", type=Seconds(0, min_open=True))
@option("--seed", type=SEED, default=0, show_default=True)
@option("--list", "listing", is_flag=True)
@click.pass_context
def command(
    context: click.Context,
    puzzle: str | None,
    by: str,
    make: str | None,
    clues: int | None,
    symmetry: str | None,
    grid: str | None,
    difficulty: str | None,
    compare: str | None,
    delay: float,
    limit: int,
    events: int,
    seconds: float | None,
    seed: int,
    listing: bool,
) -> None:
    """Watch a search."""
    from shudu.cli.terminal.player_view import Run
    from shudu.search.run import trace

    if listing:
        _list()
        return
    if make:
        names = ["puzzle", "by", "compare", "limit", "events", "seconds"]
        refuse(context, names, "errors.not-with", other="--make")
        show([_trace_making(name.strip(), seed, clues, symmetry, grid, difficulty) for name in make.split(",")], delay)
        return
    refuse(context, ["clues", "symmetry", "grid"], "errors.only-with", other="--make dig")
    refuse(context, ["difficulty"], "errors.only-with", other="--make graded-puzzle")
    if compare:
        refuse(context, ["by"], "errors.not-with", other="--compare")
    start = _read_puzzle(puzzle)
    names = [name.strip() for name in compare.split(",")] if compare else [by]
    codes = [_find_algorithm(name).code for name in names]
    runs = [
        Run(trace(start, code.id, limit=limit or None, events=events, seconds=seconds, seed=seed), code)
        for code in codes
    ]
    show(runs, delay)


def show(runs: list[Run], delay: float) -> None:
    """Show runs on a terminal, animated or, with a delay of 0, only their result; elsewhere print their events."""
    if not sys.stdout.isatty():
        _print_events(runs)
        return
    from rich.console import Console

    from shudu.cli.terminal.player import animate

    console = Console()
    if delay == 0 or animate(runs, delay, console):
        _print_result(runs, console)


def _trace_making(
    name: str, seed: int, clues: int | None, symmetry: str | None, grid: str | None, difficulty: str | None
) -> Run:
    from shudu.cli.terminal.player_view import Run
    from shudu.grids.full_grids import trace_making
    from shudu.grids.methods import TRACEABLE
    from shudu.puzzles.traces import CODES, DEFAULT_CLUES, trace_digging, trace_graded

    if difficulty is not None and name != "graded-puzzle":
        raise usage_error("errors.only-with", option="--difficulty", other="--make graded-puzzle")
    with usage_errors():
        if name in ("dig", "dig-blind"):
            options = {"symmetry": symmetry or "none", "grid": grid or "uniform"}
            goal = DEFAULT_CLUES if clues is None else clues
            return Run(trace_digging(goal, **options, seed=seed, test=name == "dig"), CODES[name])
        if clues is not None or symmetry is not None or grid is not None:
            raise usage_error("watch.dig-only")
        if name == "graded-puzzle":
            return Run(trace_graded(difficulty and parse_difficulty(difficulty), seed=seed), CODES[name])
        return Run(trace_making(name, seed), TRACEABLE[name].code)


def _find_algorithm(name: str) -> Algorithm:
    from shudu.search.run import find_algorithm

    with usage_errors():
        return find_algorithm(name)


def _read_puzzle(source: str | None) -> str:
    """Return the first puzzle of the source."""
    from shudu.core.text import write_line

    failures = Failures()
    for batch in batches((source,) if source else (), failures):
        return write_line(batch[0].digits)
    failures.exit()
    raise usage_error("watch.no-puzzle")


def _list() -> None:
    from shudu.grids.methods import TRACEABLE
    from shudu.puzzles.traces import CODES
    from shudu.search.run import ALGORITHMS

    for name, algorithm in ALGORITHMS.items():
        _describe(algorithm.code, "" if algorithm.is_available else f"  (pip install 'shudu[{name}]')")
    click.echo("\n--make:")
    for code in (*(method.code for method in TRACEABLE.values()), *CODES.values()):
        _describe(code)


def _describe(code: Pseudocode, note: str = "") -> None:
    click.echo(f"{code.id:20} {code.name[language()]}{note}\n{'':20} {fit(code.about[language()], 21)}")


def _print_events(runs: list[Run]) -> None:
    """Print one run as NDJSON events; of several runs print one line of counters each."""
    from shudu.search.trace.files import write_ndjson

    if len(runs) == 1:
        for line in write_ndjson(runs[0].trace):
            click.echo(line)
        return
    for run in runs:
        trace = run.trace
        solutions = [grid.line for grid in trace.solutions]
        summary = {"by": run.code.id, "reason": trace.reason, **trace.stats.to_dict(), "found": solutions}
        click.echo(json.dumps(summary, ensure_ascii=False))


def _print_result(runs: list[Run], console: Console) -> None:
    from shudu.cli.terminal.player_view import board, tables

    if len(runs) == 1:
        console.print(board(runs[0].trace, len(runs[0].trace)))
    for table in tables(runs, console.width):
        console.print(table)
