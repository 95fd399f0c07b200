"""`shudu hint`: the next step from a position, told as far as one wishes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from shudu.core.geometry import cell_name

if TYPE_CHECKING:
    from shudu.core.candidate import Candidate
    from shudu.logic.hint import Disclosure, Hint

_NO_STEP = {
    "solved": "the puzzle is solved",
    "no solution": "the digits as they stand have no solution",
    "several solutions": "logic ends here: there are several solutions",
    "stuck": "none of the techniques leads on",
}


@click.command("hint")
@click.argument("position")
@click.option("--level", type=click.IntRange(1, 5), default=5, show_default=True, help="1 region … 5 what to do.")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(position: str, level: int, style: str) -> None:
    """Give a hint for a position: 81 characters, `+d` for a digit that is entered and not given.

    Levels: 1 where to look, 2 the technique, 3 the pattern, 4 the reasons, 5 what to place or remove.
    """
    from shudu.logic.cases import read_position
    from shudu.logic.hint import hint

    given = hint(read_position(position) if "+" in position else position)
    click.echo(_as_json(given, level) if style == "json" else "\n".join(_told(given, level)))


def _as_json(given: Hint, level: int) -> str:
    told = asdict(given.disclosed(level))
    if given.mistake is not None and level > 1:
        told["mistake"] = asdict(given.mistake)
    return json.dumps({"kind": given.kind, **told}, ensure_ascii=False)


def _told(given: Hint, level: int) -> list[str]:
    told = given.disclosed(level)
    if given.mistake is not None:
        wrong = f"{given.mistake.digit} at {cell_name(given.mistake.cell)}"
        what = f"{wrong} is wrong" if given.mistake.placed else f"{wrong} has been removed, but is the solution"
        return [what if level > 1 else f"there is a mistake in {told.region[0]}"]
    if given.step is None:
        return [_NO_STEP[given.kind]]
    return _step_lines(told)


def _part(role: str, value: Candidate | int | str) -> str:
    return cell_name(value) if isinstance(value, int) and not role.endswith("digits") else str(value)


def _step_lines(told: Disclosure) -> list[str]:
    lines = [f"look at {', '.join(told.region)}"]
    if told.technique:
        lines.append(told.technique)
    if told.cells:
        lines.append(f"pattern: {' '.join(map(cell_name, told.cells))}")
    if told.step is not None:
        lines.extend(
            f"{role}: {' '.join(_part(role, value) for value in values)}" for role, values in told.step.roles.items()
        )
    if told.places:
        lines.append(f"place {' '.join(map(str, told.places))}")
    if told.removes:
        lines.append(f"remove {' '.join(map(str, told.removes))}")
    return lines
