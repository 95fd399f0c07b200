"""`shudu hint`: the next step from a position, told as far as one wishes."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from shudu.logic.hint import Hint


@click.command("hint")
@click.argument("position")
@click.option(
    "--level", type=click.IntRange(1, 5), default=5, show_default=True, help="1 where to look … 5 what to do."
)
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language.")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--draw", type=click.Path(dir_okay=False, path_type=Path), help="Also draw the step to this SVG file.")
def command(position: str, level: int, lang: str, style: str, draw: Path | None) -> None:
    """Give a hint for a position: 81 characters, `+d` for a digit that is entered and not given.

    Levels: 1 where to look, 2 the technique, 3 the pattern, 4 the reasons, 5 what to place or remove.
    """
    from shudu.logic.cases import read_position
    from shudu.logic.hint import hint
    from shudu.logic.hint_words import tell
    from shudu.logic.solver import position as grid_of

    grid = read_position(position) if "+" in position else grid_of(position)
    given = hint(grid)
    click.echo(_as_json(given, level) if style == "json" else "\n".join(tell(given, level, lang)))
    if draw is not None and given.step is not None:
        from shudu.formats.svg import draw as drawing

        draw.write_text(drawing(grid, given.step, candidates=True), encoding="utf-8")
    if given.kind in ("no solution", "several solutions", "stuck"):
        sys.exit(1)


def _as_json(given: Hint, level: int) -> str:
    told = asdict(given.disclosed(level))
    if given.mistake is not None and level > 1:
        told["mistake"] = asdict(given.mistake)
    return json.dumps({"kind": given.kind, **told}, ensure_ascii=False)
