"""`shudu rate`: rate puzzles by what they demand of a person."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NamedTuple

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.completion import complete_profiles
from shudu.cli.input import Failures, InputLine, batches
from shudu.cli.language import language, t
from shudu.cli.options import choose_style, format_option, open_output, output_option, refuse
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

    @property
    def band(self) -> str:
        """The bar of the histogram it belongs to."""
        return self.level

    def as_csv(self) -> str:
        """Return a line of the CSV table."""
        return f"{self.puzzle},{self.level},{self.score:g},{self.hardest},{self.steps}"

    def as_table(self) -> str:
        """Return a line for people."""
        hardest = self.hardest if language() == "en" else technique_name(self.hardest, language())
        return f"{pad(_level_name(self.level), 8)}{self.score:>6g}{self.steps:>5}  {pad(hardest, 24)}  {self.puzzle}"


class SeRow(NamedTuple):
    """The rating of one puzzle by Sudoku Explainer as it is printed."""

    puzzle: str
    er: float
    ep: float
    ed: float
    hardest: str
    steps: int
    reasons: list[str]

    @property
    def band(self) -> str:
        """The bar of the histogram it belongs to: the whole number of its ER."""
        return f"ER {int(self.er)}"

    def as_csv(self) -> str:
        """Return a line of the CSV table."""
        return f"{self.puzzle},{self.er:.1f},{self.ep:.1f},{self.ed:.1f},{self.hardest},{self.steps}"

    def as_table(self) -> str:
        """Return a line for people."""
        from shudu.logic.rating.se import se_technique_name

        hardest = self.hardest if language() == "en" else se_technique_name(self.hardest, language())
        numbers = f"{self.er:>4.1f} {self.ep:>5.1f} {self.ed:>5.1f}{self.steps:>5}"
        return f"{numbers}  {pad(hardest, 24)}  {self.puzzle}"


AnyRow = Row | SeRow
_HEADERS = {"hodoku": "puzzle,level,score,hardest,steps", "se": "puzzle,er,ep,ed,hardest,steps"}


def _as_json(row: AnyRow) -> str:
    return json.dumps(row._asdict(), ensure_ascii=False)


def _as_table(row: AnyRow) -> str:
    """Return a line for people; the puzzle comes last, as far as the terminal has room."""
    columns = terminal_columns()
    return row.as_table() if columns is None else cut(row.as_table(), columns)


def _level_name(level: str) -> str:
    return level_name(level, language())


FORMATS: dict[str, Callable[[AnyRow], str]] = {"table": _as_table, "csv": lambda row: row.as_csv(), "json": _as_json}


@new_command("rate")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@option("--profile", default="hodoku", show_default=True, shell_complete=complete_profiles)
@format_option(*FORMATS)
@output_option
@option("--histogram", is_flag=True)
@option("--why", is_flag=True)
@option("--seconds", type=click.FloatRange(0, min_open=True), default=60, show_default=True)
@option("--threads", "--jobs", "jobs", type=click.IntRange(1, 256))
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    profile: str,
    style: str,
    output: Path | None,
    histogram: bool,
    why: bool,
    seconds: float,
    jobs: int | None,
) -> None:
    """Rate puzzles."""
    from shudu.logic.rating.rate import PROFILES

    style = choose_style(context, style, output, FORMATS)
    if style == "csv":
        refuse(context, ["why"], "rate.why-format")
    if profile not in PROFILES:
        raise click.BadParameter(
            t("rate.unknown-profile", profile=repr(profile), profiles=tuple(PROFILES)), param_hint="--profile"
        )
    failures = Failures()
    bands: Counter[str] = Counter()
    lines = batches(puzzles, failures)
    rows = _rate_se(lines, seconds, failures, jobs) if profile == "se" else _rate_all(lines, failures, jobs)
    with open_output(output) as write:
        if style == "csv":
            write(_HEADERS[profile])
        elif style == "table" and profile == "se":
            write(t("rate.se-header"))
        for row in show_progress(rows, lambda _: 1, "units.rated", to_file=output is not None):
            bands[row.band] += 1
            write(FORMATS[style](row))
            if why and style == "table":
                write("\n".join(f"    {fit(reason, 4)}" for reason in row.reasons))
    if histogram:
        _print_histogram(bands, profile)
    failures.exit()


def _rate_se(
    groups: Iterable[list[InputLine]], seconds: float, failures: Failures, jobs: int | None
) -> Iterator[AnyRow]:
    """Yield the ratings by Sudoku Explainer, which the kernel computes on several threads."""
    import numpy as np

    from shudu.logic.rating.se import SE

    for group in groups:
        for lines in (group[start : start + 256] for start in range(0, len(group), 256)):
            puzzles = np.frombuffer(b"".join(line.digits for line in lines), np.uint8).reshape(-1, 81)
            for line, rating in zip(lines, SE.rate_rows(puzzles, jobs, seconds), strict=True):
                if isinstance(rating, ShuduError):
                    failures.report(line.place, rating)
                    continue
                numbers = (rating.er, rating.ep, rating.ed, rating.hardest, rating.steps)
                yield SeRow(write_line(line.digits), *numbers, rating.describe(language()))


def _rate_all(groups: Iterable[list[InputLine]], failures: Failures, jobs: int | None) -> Iterator[AnyRow]:
    """Yield the ratings by HoDoKu in the order of the puzzles; report the puzzles that cannot be rated."""
    lines = chain.from_iterable(groups)
    head = list(islice(lines, 8))  # fewer puzzles are not worth a process
    if len(head) < 8 or jobs == 1:
        results = ((line, _rate(line, language())) for line in chain(head, lines))
        yield from _report_errors(results, failures)
        return
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        while head:
            rows = pool.map(_rate, head, repeat(language()), chunksize=8)
            yield from _report_errors(zip(head, rows, strict=True), failures)
            head = list(islice(lines, 2048))


def _rate(line: InputLine, language: str) -> Row | ShuduError:
    from shudu.core.grid import Grid
    from shudu.logic.rating.rate import rate

    try:
        rating = rate(Grid(line.digits))
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


def _print_histogram(counts: Counter[str], profile: str) -> None:
    from shudu.logic.rating.hodoku import HODOKU

    most = max(counts.values(), default=0) or 1
    names = {level: _level_name(level) for level in HODOKU.levels}
    if profile == "se":
        names = {band: band for band in sorted(counts, key=lambda band: int(band.removeprefix("ER ")))}
    for band, name in names.items():
        bar = "#" * round(50 * counts[band] / most)
        click.echo(f"{pad(name, 10)}{counts[band]:>7} {bar}", err=True)
