"""`shudu watch`: how an algorithm solves a puzzle, step by step."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, TypedDict

import click

from shudu.cli.columns import wrapped
from shudu.cli.input import Failures, batches
from shudu.cli.options import Seconds, language_option, refuse
from shudu.cli.seeds import SEED
from shudu.core.errors import ShuduError

if TYPE_CHECKING:
    from rich.console import Console

    from shudu.cli.player.view import Watched
    from shudu.search.algorithms.base import Algorithm
    from shudu.search.algorithms.pseudocode import Pseudocode


class Limits(TypedDict):
    """What bounds each run."""

    limit: int | None
    events: int
    seconds: float | None
    seed: int


def _seconds(context: click.Context, parameter: click.Parameter, value: str) -> float:
    """A time that a person writes: 100ms, 0.5s, or a number of milliseconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|)", value.strip())
    if not found:
        raise click.BadParameter(f"{value!r} is not a time; write 100ms, 0.5s or 0", context, parameter)
    return float(found[1]) * (1.0 if found[2] == "s" else 0.001)


@click.command("watch")
@click.argument("puzzle", metavar="[PUZZLE | FILE | -]", required=False)
@click.option("--by", default="mrv", show_default=True, help="The algorithm; --list shows all.")
@click.option("--make", metavar="METHOD", help="Watch a final grid being made, or with `dig` a puzzle; see --list.")
@click.option("--clues", type=int, help="With --make dig: where to stop; 28 if not given.")
@click.option("--symmetry", help="With --make dig: the symmetry of the clues.")
@click.option("--compare", metavar="A,B,…", help="Several algorithms side by side, then a table.")
@click.option(
    "--delay", callback=_seconds, default="100ms", show_default=True, help="Between events; 0: only the result."
)
@click.option("--limit", type=click.IntRange(0), default=1, show_default=True, help="Solutions to look for; 0: all.")
@click.option("--events", type=click.IntRange(1), default=1_000_000, show_default=True, help="The most events.")
@click.option("--seconds", type=Seconds(0, min_open=True), help="Stop after so much time of searching.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Makes chance repeatable.")
@language_option
@click.option("--list", "listing", is_flag=True, help="List the algorithms and methods and leave.")
@click.pass_context
def command(
    context: click.Context,
    puzzle: str | None,
    by: str,
    make: str | None,
    clues: int | None,
    symmetry: str | None,
    compare: str | None,
    delay: float,
    limit: int,
    events: int,
    seconds: float | None,
    seed: int,
    lang: str,
    listing: bool,
) -> None:
    """Watch an algorithm solve a puzzle, or make a grid.

    Keys: space pauses, left and right step, up and down go 100 steps, Home and End, + and - change the delay, q leaves.
    Where the output is not a terminal, events are printed as NDJSON.
    """
    from shudu.cli.player.view import Watched
    from shudu.search.run import trace

    if listing:
        _list(lang)
        return
    if make:
        refuse(context, ["puzzle", "by", "compare", "limit", "events", "seconds"], "does not go with --make")
        show([_making(make, seed, clues, symmetry)], delay, lang)
        return
    refuse(context, ["clues", "symmetry"], "goes with --make dig")
    if compare:
        refuse(context, ["by"], "does not go with --compare, which names the algorithms")
    start = _puzzle(puzzle)
    names = [name.strip() for name in compare.split(",")] if compare else [by]
    limits: Limits = {"limit": limit or None, "events": events, "seconds": seconds, "seed": seed}
    codes = [_algorithm(name).code for name in names]
    runs = [Watched(trace(start, code.id, **limits), code) for code in codes]
    show(runs, delay, lang)


def show(runs: list[Watched], delay: float, language: str) -> None:
    """Shows runs where there is a terminal: animated, or with a delay of 0 their result. Elsewhere prints them."""
    if not sys.stdout.isatty():
        _print(runs)
        return
    from rich.console import Console

    from shudu.cli.player.animate import animate

    console = Console()
    if delay == 0 or animate(runs, delay, language, console):
        _result(runs, language, console)


def _making(name: str, seed: int, clues: int | None, symmetry: str | None) -> Watched:
    from shudu.cli.player.view import Watched
    from shudu.grids.full_grids import find_method, trace_making
    from shudu.puzzles import dig_trace

    try:
        if name == "dig":
            run = dig_trace.trace_digging(
                dig_trace.CLUES if clues is None else clues, symmetry=symmetry or "none", seed=seed
            )
            return Watched(run, dig_trace.CODE)
        if clues is not None or symmetry is not None:
            raise click.UsageError("--clues and --symmetry go with --make dig")
        return Watched(trace_making(name, seed), find_method(name).code)
    except ShuduError as error:
        raise click.UsageError(str(error)) from error


def _algorithm(name: str) -> Algorithm:
    from shudu.search.run import find_algorithm

    try:
        return find_algorithm(name)
    except ShuduError as error:
        raise click.UsageError(str(error)) from error


def _puzzle(source: str | None) -> str:
    """The first puzzle of the source."""
    from shudu.core.text import write_line

    failures = Failures()
    for batch in batches((source,) if source else (), failures):
        return write_line(batch[0].digits)
    failures.exit()
    raise click.UsageError("no puzzle")


def _list(language: str) -> None:
    from shudu.grids.full_grids import METHODS
    from shudu.puzzles import dig_trace
    from shudu.search.run import ALGORITHMS

    for name, each in ALGORITHMS.items():
        _describe(each.code, language, "" if each.is_available else f"  (pip install 'shudu[{name}]')")
    click.echo("\n--make:")
    for code in (*(method.code for method in METHODS.values()), dig_trace.CODE):
        _describe(code, language)


def _describe(code: Pseudocode, language: str, note: str = "") -> None:
    click.echo(f"{code.id:14} {code.name[language]}{note}\n{'':14} {wrapped(code.about[language], 15)}")


def _print(runs: list[Watched]) -> None:
    """One run as NDJSON events; of several only what they took, one a line."""
    from shudu.search.trace.files import ndjson

    if len(runs) == 1:
        for line in ndjson(runs[0].trace):
            click.echo(line)
        return
    for run in runs:
        trace = run.trace
        solutions = [grid.line for grid in trace.solutions]
        told = {"by": run.code.id, "reason": trace.reason, **trace.stats.as_dict(), "found": solutions}
        click.echo(json.dumps(told, ensure_ascii=False))


def _result(runs: list[Watched], language: str, console: Console) -> None:
    from shudu.cli.player.view import board, tables

    if len(runs) == 1:
        console.print(board(runs[0].trace, len(runs[0].trace)))
    for table in tables(runs, language, console.width):
        console.print(table)
