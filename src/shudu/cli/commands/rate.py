"""`shudu rate`: rate puzzles by what they demand of a person."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.commands.completion import complete_profiles
from shudu.cli.input import Failures, InputLine, batches
from shudu.cli.language import language, t
from shudu.cli.options import choose_style, format_option, open_output, output_option, refuse, techniques_options
from shudu.cli.output import cut, fit, pad, show_progress, terminal_columns
from shudu.cli.table import Table
from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.text import write_line
from shudu.locale.catalogue import table as catalogue_table
from shudu.locale.catalogue import text
from shudu.logic.rating.by_path import RatedRow, Rating
from shudu.logic.rating.profile import Profile
from shudu.logic.rating.rate import PROFILES, AnyRating, rate
from shudu.logic.rating.se import se_technique_name
from shudu.logic.texts import level_name, technique_name


class Row(NamedTuple):
    """The rating of one puzzle as it is printed; small, since it may come from another process."""

    puzzle: str
    profile: str
    values: dict[str, Any]
    band: str
    counts: dict[str, int] | None
    reasons: list[str]


class _Choice(NamedTuple):
    """What to rate by and what to report: what a process needs to know."""

    profile: str
    techniques: tuple[str, ...] | None
    uniqueness: bool | None
    language: str  # of the reasons
    detailed: bool  # whether counts and reasons are printed

    def find_profile(self) -> Profile:
        return PROFILES[self.profile].choose(self.techniques, self.uniqueness)


def _row(digits: bytes, profile: Profile, rating: AnyRating | RatedRow, choice: _Choice) -> Row:
    values = {name: getattr(rating, name) for name in profile.columns}
    counts = dict(rating.counts) if choice.detailed and isinstance(rating, Rating | RatedRow) else None
    reasons = rating.describe(choice.language) if choice.detailed else []
    return Row(write_line(digits), profile.name, values, rating.band, counts, reasons)


def _csv_values(row: Row) -> dict[str, Any]:
    return {"puzzle": row.puzzle, **{name: _FIGURES.get(name, str)(value) for name, value in row.values.items()}}


def _json_values(row: Row) -> dict[str, Any]:
    counts = {} if row.counts is None else {"counts": row.counts}
    return {"puzzle": row.puzzle, **row.values, **counts, "reasons": row.reasons}


def _as_table(row: Row) -> str:
    """Return a line for people: figures, the hardest technique, and the puzzle as far as the terminal has room."""
    figures = "".join(_CELLS[name](value) for name, value in row.values.items() if name in _CELLS)
    hardest = row.values["hardest"]
    if language() != "en":
        name_of = se_technique_name if row.profile == "se" else technique_name
        hardest = name_of(hardest, language())
    line = f"{figures}  {pad(hardest, 24)}  {row.puzzle}"
    columns = terminal_columns()
    return line if columns is None else cut(line, columns)


def _band_name(profile: str, band: str) -> str:
    if profile == "hodoku":
        return level_name(band, language())
    return text(f"logic.player-bands.{band}", language()) if profile == "player" else band


# How columns are written as figures, and padded in the table. Tables have no other columns besides the hardest technique.
_FIGURES: dict[str, Callable[[Any], str]] = {
    "score": "{:g}".format,
    **dict.fromkeys(("er", "ep", "ed", "minutes"), "{:.1f}".format),
}
_CELLS: dict[str, Callable[[Any], str]] = {
    "level": lambda level: pad(_band_name("hodoku", level), 8),
    "score": "{:>6g}".format,
    "er": "{:>4.1f}".format,
    **dict.fromkeys(("ep", "ed"), " {:>5.1f}".format),
    "minutes": "{:>7.1f}".format,
    "band": lambda band: "  " + pad(_band_name("player", band), 18),
    "steps": "{:>5}".format,
}
FORMATS = ("table", "csv", "json")


@new_command("rate")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@option("--profile", default="hodoku", show_default=True, shell_complete=complete_profiles)
@format_option(*FORMATS)
@output_option
@techniques_options
@option("--histogram", is_flag=True)
@option("--why", is_flag=True)
@option("--seconds", type=click.FloatRange(0, min_open=True), default=60, show_default=True)
@option("--threads", "jobs", former_names=("--jobs",), type=click.IntRange(1, 256))
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    profile: str,
    style: str,
    output: Path | None,
    techniques: tuple[str, ...] | None,
    uniqueness: bool | None,
    histogram: bool,
    why: bool,
    seconds: float,
    jobs: int | None,
) -> None:
    """Rate puzzles."""
    style = choose_style(context, style, output, FORMATS)
    if style == "csv":
        refuse(context, ["why"], "rate.why-format")
    if profile not in PROFILES:
        raise click.BadParameter(
            t("rate.unknown-profile", profile=repr(profile), profiles=tuple(PROFILES)), param_hint="--profile"
        )
    failures = Failures()
    bands: Counter[str] = Counter()
    choice = _Choice(profile, techniques, uniqueness, language(), why or style == "json")
    system = choice.find_profile()
    table = Table(style, ["puzzle", *system.columns])
    lines = table.observe(batches(puzzles, failures))
    rate_all = _rate_on_threads if system.threaded else _rate_in_processes
    with open_output(output, puzzles) as write:
        if style == "table" and f"{profile}-header" in catalogue_table("cli.rate", language()):
            write(t(f"rate.{profile}-header"))
        rows = rate_all(lines, choice, seconds, failures, jobs)
        for line, row in show_progress(rows, lambda _: 1, "units.rated", to_file=output is not None):
            bands[row.band] += 1
            if style == "table":
                write("\n".join([_as_table(row), *(f"    {fit(reason, 4)}" for reason in row.reasons if why)]))
            else:
                write(table.render(line, (_csv_values if style == "csv" else _json_values)(row)))
        if style == "csv":
            table.end(write)
    if histogram:
        _print_histogram(bands, system)
    failures.exit()


def _rate_on_threads(
    groups: Iterable[list[InputLine]], choice: _Choice, seconds: float, failures: Failures, jobs: int | None
) -> Iterator[tuple[InputLine, Row]]:
    """Yield the ratings of a profile that the kernel computes."""
    import numpy as np

    profile = choice.find_profile()
    for group in groups:
        for lines in (group[start : start + 256] for start in range(0, len(group), 256)):
            puzzles = np.frombuffer(b"".join(line.digits for line in lines), np.uint8).reshape(-1, 81)
            ratings = profile.rate_rows(puzzles, jobs, seconds)
            results = (
                rating if isinstance(rating, ShuduError) else _row(line.digits, profile, rating, choice)
                for line, rating in zip(lines, ratings, strict=True)
            )
            yield from _report_errors(zip(lines, results, strict=True), failures)


def _rate_in_processes(
    groups: Iterable[list[InputLine]], choice: _Choice, seconds: float, failures: Failures, jobs: int | None
) -> Iterator[tuple[InputLine, Row]]:
    """Yield the ratings of a profile that rates in Python, in the order of the puzzles."""
    lines = chain.from_iterable(groups)
    head = list(islice(lines, 8))  # fewer puzzles are not worth a process
    if len(head) < 8 or jobs == 1:
        results = ((line, _rate_digits(line.digits, choice)) for line in chain(head, lines))
        yield from _report_errors(results, failures)
        return
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        while head:
            rows = pool.map(_rate_digits, [line.digits for line in head], repeat(choice), chunksize=8)
            yield from _report_errors(zip(head, rows, strict=True), failures)
            head = list(islice(lines, 2048))


def _rate_digits(digits: bytes, choice: _Choice) -> Row | ShuduError:
    profile = choice.find_profile()
    try:
        return _row(digits, profile, rate(Grid(digits), profile), choice)
    except ShuduError as error:
        return error


def _report_errors(
    results: Iterable[tuple[InputLine, Row | ShuduError]], failures: Failures
) -> Iterator[tuple[InputLine, Row]]:
    """Yield the ratings; report the puzzles that cannot be rated."""
    for line, result in results:
        if isinstance(result, ShuduError):
            failures.report(line.place, result)
        else:
            yield line, result


def _print_histogram(counts: Counter[str], profile: Profile) -> None:
    most = max(counts.values(), default=0) or 1
    width = 18 if profile.name == "player" else 10
    for band in profile.bands or sorted(counts, key=lambda name: (len(name), name)):
        bar = "#" * round(50 * counts[band] / most)
        click.echo(f"{pad(_band_name(profile.name, band), width)}{counts[band]:>7} {bar}", err=True)
