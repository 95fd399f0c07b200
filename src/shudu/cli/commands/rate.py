"""`shudu rate`: rate puzzles by what they demand of a person."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice, repeat
from typing import NamedTuple

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.completion import complete_profiles
from shudu.cli.input import Failures, InputLine, batches
from shudu.cli.language import language, t
from shudu.cli.options import format_option, refuse
from shudu.cli.output import cut, fit, pad, show_progress, terminal_columns
from shudu.core.errors import ShuduError
from shudu.core.text import write_line
from shudu.logic.texts import level_name, technique_name


class Row(NamedTuple):
    """The rating of one puzzle as it is printed; small, since it comes from another process."""

    puzzle: str
    level: str
    score: float
    hardest: str
    steps: int
    counts: dict[str, int]
    reasons: list[str]


def _as_csv(row: Row) -> str:
    return f"{row.puzzle},{row.level},{row.score:g},{row.hardest},{row.steps}"


def _as_json(row: Row) -> str:
    return json.dumps(row._asdict(), ensure_ascii=False)


def _as_table(row: Row) -> str:
    """Return a line for people; the puzzle comes last, as far as the terminal has room."""
    hardest = row.hardest if language() == "en" else technique_name(row.hardest, language())
    line = f"{pad(_level_name(row.level), 8)}{row.score:>6g}{row.steps:>5}  {pad(hardest, 24)}  {row.puzzle}"
    columns = terminal_columns()
    return line if columns is None else cut(line, columns)


def _level_name(level: str) -> str:
    return level_name(level, language())


FORMATS = {"table": _as_table, "csv": _as_csv, "json": _as_json}


@new_command("rate")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@option("--profile", default="hodoku", show_default=True, shell_complete=complete_profiles)
@format_option(*FORMATS)
@option("--histogram", is_flag=True)
@option("--why", is_flag=True)
@option("--threads", "--jobs", "jobs", type=click.IntRange(1, 256))
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    profile: str,
    style: str,
    histogram: bool,
    why: bool,
    jobs: int | None,
) -> None:
    """Rate puzzles."""
    from shudu.logic.rating.rate import PROFILES

    if style == "csv":
        refuse(context, ["why"], "rate.why-format")
    if profile not in PROFILES:
        raise click.BadParameter(
            t("rate.unknown-profile", profile=repr(profile), profiles=tuple(PROFILES)), param_hint="--profile"
        )
    failures = Failures()
    levels: Counter[str] = Counter()
    if style == "csv":
        click.echo("puzzle,level,score,hardest,steps")
    rows = _rate_all(batches(puzzles, failures), profile, failures, jobs)
    for row in show_progress(rows, lambda _: 1, "units.rated"):
        levels[row.level] += 1
        click.echo(FORMATS[style](row))
        if why and style == "table":
            click.echo("\n".join(f"    {fit(reason, 4)}" for reason in row.reasons))
    if histogram:
        _print_histogram(levels, PROFILES[profile].levels)
    failures.exit()


def _rate_all(groups: Iterable[list[InputLine]], profile: str, failures: Failures, jobs: int | None) -> Iterator[Row]:
    """Yield the ratings in the order of the puzzles; report the puzzles that cannot be rated."""
    lines = chain.from_iterable(groups)
    head = list(islice(lines, 8))  # fewer puzzles are not worth a process
    if len(head) < 8 or jobs == 1:
        results = ((line, _rate(line, profile, language())) for line in chain(head, lines))
        yield from _report_errors(results, failures)
        return
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        while head:
            rows = pool.map(_rate, head, repeat(profile), repeat(language()), chunksize=8)
            yield from _report_errors(zip(head, rows, strict=True), failures)
            head = list(islice(lines, 2048))


def _rate(line: InputLine, profile: str, language: str) -> Row | ShuduError:
    from shudu.core.grid import Grid
    from shudu.logic.rating.rate import rate

    try:
        rating = rate(Grid(line.digits), profile)
    except ShuduError as error:
        return error
    return Row(
        write_line(line.digits),
        rating.level,
        rating.score,
        rating.hardest,
        rating.steps,
        dict(rating.counts),
        rating.describe(language),
    )


def _report_errors(results: Iterable[tuple[InputLine, Row | ShuduError]], failures: Failures) -> Iterator[Row]:
    for line, result in results:
        if isinstance(result, ShuduError):
            failures.report(line.place, result)
        else:
            yield result


def _print_histogram(counts: Counter[str], levels: tuple[str, ...]) -> None:
    most = max(counts.values(), default=0) or 1
    for level in levels:
        bar = "#" * round(50 * counts[level] / most)
        click.echo(f"{pad(_level_name(level), 10)}{counts[level]:>7} {bar}", err=True)
