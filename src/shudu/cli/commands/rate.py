"""`shudu rate`: how hard puzzles are, and why."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice, repeat
from typing import Final, NamedTuple

import click

from shudu.cli.columns import cut, padded, room, wrapped
from shudu.cli.input import Failures, Line, batches
from shudu.cli.options import language_option, refuse
from shudu.cli.progress import watched
from shudu.core.errors import ShuduError
from shudu.core.text import write_line
from shudu.logic.texts import texts


class Rated(NamedTuple):
    """What is printed of a rating; picklable and small."""

    puzzle: str
    level: str
    score: float
    hardest: str
    steps: int
    counts: dict[str, int]
    reasons: list[str]


def _as_csv(rated: Rated) -> str:
    return f"{rated.puzzle},{rated.level.capitalize()},{rated.score:g},{rated.hardest},{rated.steps}"


def _as_json(rated: Rated) -> str:
    return json.dumps(rated._asdict(), ensure_ascii=False)


def _as_table(rated: Rated, language: str) -> str:
    """A row for a person; the puzzle comes last, as far as the terminal has room."""
    said = texts(language)
    level = said.words[f"level_{rated.level}"].capitalize()
    hardest = rated.hardest if language == "en" else said.names[rated.hardest]
    row = f"{padded(level, 8)}{rated.score:>6g}{rated.steps:>5}  {padded(hardest, 24)}  {rated.puzzle}"
    columns = room()
    return row if columns is None else cut(row, columns)


FORMATS: Final[dict[str, Callable[[Rated], str]]] = {"csv": _as_csv, "json": _as_json}


@click.command("rate")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@click.option("--profile", default="hodoku", show_default=True, help="The rating system.")
@click.option("--format", "style", type=click.Choice(["table", *FORMATS]), default="table", show_default=True)
@click.option("--histogram", is_flag=True, help="End with how many puzzles each level has.")
@click.option("--why", is_flag=True, help="Tell the reasons under each puzzle; json always has them.")
@language_option
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes to use; one a core if not given.")
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    profile: str,
    style: str,
    histogram: bool,
    why: bool,
    lang: str,
    jobs: int | None,
) -> None:
    """Rate puzzles: level, score, number of steps, hardest technique."""
    from shudu.logic.rating.rate import PROFILES

    if style == "csv":
        refuse(context, ["why", "lang"], "goes with --format table or json: csv has the same columns in every language")
    if profile not in PROFILES:
        raise click.BadParameter(
            f"{profile!r} is not a profile; there is {', '.join(PROFILES)}", param_hint="--profile"
        )
    failures = Failures()
    levels: Counter[str] = Counter()
    if style == "csv":
        click.echo("puzzle,level,score,hardest,steps")
    for rated in watched(_ratings(batches(puzzles, failures), profile, lang, failures, jobs), lambda _: 1, "rated"):
        levels[rated.level] += 1
        click.echo(_as_table(rated, lang) if style == "table" else FORMATS[style](rated))
        if why and style == "table":
            click.echo("\n".join(f"    {wrapped(reason, 4)}" for reason in rated.reasons))
    if histogram:
        _draw(levels, PROFILES[profile].levels, lang)
    failures.exit()


def _ratings(
    groups: Iterable[list[Line]], profile: str, language: str, failures: Failures, jobs: int | None
) -> Iterator[Rated]:
    """The ratings in the order of the puzzles; one that cannot be rated is reported."""
    lines = chain.from_iterable(groups)
    first = list(islice(lines, 8))  # a few puzzles are not worth a process
    if len(first) < 8 or jobs == 1:
        yield from _good(((line, _rated(line, profile, language)) for line in chain(first, lines)), failures)
        return
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        while first:
            results = pool.map(_rated, first, repeat(profile), repeat(language), chunksize=8)
            yield from _good(zip(first, results, strict=True), failures)
            first = list(islice(lines, 2048))


def _rated(line: Line, profile: str, language: str) -> Rated | str:
    """The rating of a puzzle, or why it has none."""
    from shudu.core.grid import Grid
    from shudu.logic.rating.rate import rate
    from shudu.logic.rating.reasons import reasons_in_words

    try:
        rating = rate(Grid(line.digits), profile)
    except ShuduError as error:
        return str(error)
    told = (write_line(line.digits), rating.level, rating.score, rating.hardest, rating.steps, dict(rating.counts))
    return Rated(*told, reasons_in_words(rating, language))


def _good(results: Iterable[tuple[Line, Rated | str]], failures: Failures) -> Iterator[Rated]:
    for line, result in results:
        if isinstance(result, str):
            failures.report(line.place, result)
        else:
            yield result


def _draw(counts: Counter[str], levels: tuple[str, ...], language: str) -> None:
    most = max(counts.values(), default=0) or 1
    words = texts(language).words
    for level in levels:
        name = padded(words[f"level_{level}"].capitalize(), 10)
        click.echo(f"{name}{counts[level]:>7} {'#' * round(50 * counts[level] / most)}", err=True)
