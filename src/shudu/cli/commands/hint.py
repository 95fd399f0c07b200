"""`shudu hint`: the next step from a position, told as far as one wishes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from shudu.cli.columns import wrapped
from shudu.cli.input import Failures, decoded, standard_input
from shudu.cli.options import language_option, refuse
from shudu.core.errors import ShuduError
from shudu.core.text import read_line

_DRAWN: Final = 3  # the level that tells the pattern
_LINE: Final = re.compile(r"(\+?[0-9.*_xX]){81}")

if TYPE_CHECKING:
    from shudu.core.grid import Grid
    from shudu.logic.hint import Hint


@click.command("hint")
@click.argument("positions", nargs=-1, metavar="[POSITION | FILE | -]...")
@click.option(
    "--level", type=click.IntRange(1, 5), default=5, show_default=True, help="1 where to look … 5 what to do."
)
@language_option
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--draw", type=click.Path(dir_okay=False, path_type=Path), help="Also draw the step to this SVG file.")
@click.pass_context
def command(
    context: click.Context, positions: tuple[str, ...], level: int, lang: str, style: str, draw: Path | None
) -> None:
    """Give a hint for a position.

    A position is 81 characters, `+d` for a digit that is entered and not given, or whatever `shudu convert` reads:
    with pencil marks the hint begins from these.

    Levels: 1 where to look, 2 the technique, 3 the pattern, 4 the reasons, 5 what to place or remove.
    """
    if style == "json":
        refuse(context, ["lang"], "does not go with --format json, which is the same in every language")
    if draw is not None and level < _DRAWN:
        raise click.UsageError(f"--draw shows the pattern; ask for --level {_DRAWN} or more")
    failures = Failures()
    for number, (place, grid) in enumerate(_positions(positions or ("-",), failures)):
        if number and draw is not None:
            raise click.UsageError("--draw goes with one position")
        if number and style == "text":
            click.echo()
        _give(place, grid, level, lang, style, draw, failures)
    failures.exit()


def _give(place: str, grid: Grid, level: int, language: str, style: str, draw: Path | None, failures: Failures) -> None:
    from shudu.logic.hint import hint
    from shudu.logic.hint_words import tell

    try:
        given = hint(grid)
    except ShuduError as error:
        failures.report(place, str(error))
        return
    click.echo(_as_json(given, level) if style == "json" else "\n".join(map(wrapped, tell(given, level, language))))
    failures.count += given.kind in ("no solution", "several solutions", "stuck")
    if draw is not None and given.step is not None:
        from shudu.core.drawing import draw as drawing

        draw.write_text(drawing(grid, given.step, candidates=True), encoding="utf-8")


def _positions(sources: tuple[str, ...], failures: Failures) -> Iterator[tuple[str, Grid]]:
    """The positions of all sources, each with its place; what is none is reported."""
    for number, source in enumerate(sources, 1):
        if source == "-":
            given = standard_input("no position: give it as an argument, as a file, or on standard input")
            yield from _of_text(decoded(given.read()), "standard input", failures)
        elif "\n" not in source and len(source) < 1024 and Path(source).is_file():
            yield from _of_text(decoded(Path(source).read_bytes()), source, failures)
        elif not source.strip():
            failures.report(f"argument {number}", "is empty; a position or a file is expected")
        elif len(source) < 81 and Path(source).is_dir():
            failures.report(source, "is a folder; name the files in it")
        elif len(source) < 81:
            failures.report(f"argument {number}", f"no such file, and not a position: {_why_not(source)}")
        else:
            yield from _of_text(source, f"argument {number}", failures)


def _why_not(text: str) -> str:
    """What is wrong with a text too short for a position."""
    try:
        read_line(text)
    except ShuduError as error:
        return str(error)
    raise AssertionError(f"{text} is a position")


def _of_text(text: str, source: str, failures: Failures) -> Iterator[tuple[str, Grid]]:
    """The positions of a text: one a line, or in any other format."""
    from shudu.formats.io.read import read_all
    from shudu.logic.cases import read_position

    lines = [(number, line.split()[0]) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if lines and _LINE.fullmatch(lines[0][1]):
        for number, line in lines:
            try:
                yield f"{source}:{number}", read_position(line)
            except ShuduError as error:
                failures.report(f"{source}:{number}", str(error))
        return
    try:
        for sheet in read_all(text):
            yield f"{source}:{sheet.line}", sheet.grid
    except ShuduError as error:
        failures.report(source, str(error))


def _as_json(given: Hint, level: int) -> str:
    told = asdict(given.disclosed(level))
    if given.mistake is not None and level > 1:
        told["mistake"] = asdict(given.mistake)
    return json.dumps({"kind": given.kind, **told}, ensure_ascii=False)
