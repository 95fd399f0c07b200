"""`shudu hint`: give the next step from a position, revealed up to the stage of `--stage`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.input import Failures, argument_place, decode, exists, read_sheets, standard_input
from shudu.cli.language import language, t, usage_error
from shudu.cli.options import OutputFile, choose_style, format_option, open_output, output_option, techniques_options
from shudu.cli.output import fit
from shudu.core.errors import ShuduError
from shudu.core.text import read_line

if TYPE_CHECKING:
    from shudu.core.grid import Grid
    from shudu.logic.hint import Hint
    from shudu.logic.registry import Technique

_PATTERN_STAGE: Final = 3  # the first stage that shows the cells of the pattern
_POSITION_LINE: Final = re.compile(r"(\+?[0-9.*_xX]){81}")


@new_command("hint")
@click.argument("positions", nargs=-1, metavar="[POSITION | FILE | -]...")
@option("--stage", former_names=("--level",), type=click.IntRange(1, 5), default=5, show_default=True)
@format_option("text", "json")
@output_option
@techniques_options
@option("--draw", type=OutputFile(".svg"))
@click.pass_context
def command(
    context: click.Context,
    positions: tuple[str, ...],
    stage: int,
    style: str,
    output: Path | None,
    techniques: tuple[str, ...] | None,
    uniqueness: bool | None,
    draw: Path | None,
) -> None:
    """Give hints."""
    from shudu.logic.registry import select_techniques

    selected = select_techniques(techniques, uniqueness=uniqueness is not False)
    if draw is not None and stage < _PATTERN_STAGE:
        raise usage_error("hint.draw-stage", stage=_PATTERN_STAGE)
    style = choose_style(context, style, output, ["text", "json"])
    failures = Failures()
    with open_output(output, positions) as write:
        for number, (place, grid) in enumerate(_positions(positions or ("-",), failures)):
            if number and draw is not None:
                raise usage_error("hint.draw-one")
            if number and style == "text":
                write("")
            _print_hint(place, grid, selected, stage, style, draw, failures, write)
    failures.exit()


def _print_hint(
    place: str,
    grid: Grid,
    techniques: list[Technique],
    stage: int,
    style: str,
    draw: Path | None,
    failures: Failures,
    write: Callable[[str], object],
) -> None:
    from shudu.logic.hint import hint

    try:
        next_hint = hint(grid, techniques)
    except ShuduError as error:
        failures.report(place, error)
        return
    write(_as_json(next_hint, stage) if style == "json" else "\n".join(map(fit, next_hint.describe(stage, language()))))
    failures.count += next_hint.kind in ("no solution", "several solutions", "stuck")
    if draw is not None and next_hint.step is not None:
        from shudu.core.drawing import draw as draw_position

        draw.write_text(draw_position(grid, next_hint.step, candidates=True), encoding="utf-8")


def _positions(sources: tuple[str, ...], failures: Failures) -> Iterator[tuple[str, Grid]]:
    """Yield the positions of all sources with their places; report what is not a position."""
    for number, source in enumerate(sources, 1):
        if source == "-":
            data = standard_input("hint.no-position").read()
            yield from _parse(decode(data), t("input.standard-input"), failures)
        elif "\n" not in source and exists(source) and Path(source).is_file():
            yield from _parse(decode(Path(source).read_bytes()), source, failures)
        elif not source.strip():
            failures.report(argument_place(number), t("hint.empty-argument"))
        elif exists(source) and Path(source).is_dir():
            failures.report(source, t("input.folder"))
        elif len(source) < 81:
            failures.report(argument_place(number), t("hint.not-a-file", problem=_describe_short(source)))
        else:
            yield from _parse(source, argument_place(number), failures)


def _describe_short(text: str) -> str:
    """Return what is wrong with a text that is too short for a position."""
    try:
        read_line(text)
    except ShuduError as error:
        return error.render(language())
    raise AssertionError(f"{text} is a position")


def _parse(text: str, source: str, failures: Failures) -> Iterator[tuple[str, Grid]]:
    """Yield the positions of a text: one per line, or in any format that `shudu convert` reads."""
    from shudu.logic.examples import read_position

    lines = [(number, line.split()[0]) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if lines and _POSITION_LINE.fullmatch(lines[0][1]):
        for number, line in lines:
            try:
                yield f"{source}:{number}", read_position(line)
            except ShuduError as error:
                failures.report(f"{source}:{number}", error)
        return
    try:
        for sheet in read_sheets(text, names_columns=False):
            yield f"{source}:{sheet.line}", sheet.grid
    except ShuduError as error:
        failures.report(source, error)


def _as_json(next_hint: Hint, stage: int) -> str:
    fields = asdict(next_hint.reveal(stage))
    fields["level"] = stage  # its name in earlier versions
    if next_hint.mistake is not None and stage > 1:
        fields["mistake"] = asdict(next_hint.mistake)
    return json.dumps({"kind": next_hint.kind, **fields}, ensure_ascii=False)
