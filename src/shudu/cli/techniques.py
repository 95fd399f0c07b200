"""`shudu techniques`: the techniques there are, one of them, or a file of cases run against them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shudu.core.errors import ShuduError

if TYPE_CHECKING:
    from shudu.logic.technique import Technique


@click.command("techniques")
@click.argument("name", required=False)
@click.option("--cases", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Run a file of cases.")
def command(name: str | None, cases: Path | None) -> None:
    """List the techniques, show one by id, alias or HoDoKu code, or run cases."""
    if cases is not None:
        _run(cases)
    elif name is not None:
        from shudu.logic.families import technique

        click.echo(_described(technique(name)))
    else:
        from shudu.logic.families import techniques

        for known in techniques():
            click.echo(_row(known))


def _row(known: Technique) -> str:
    state = "" if known.on else "off"
    return f"{known.id:<34}{known.code:<6}{known.level:<9}{known.score:>6}  {known.se or '':<5}{state}".rstrip()


def _described(known: Technique) -> str:
    lines = [
        f"{known.id} ({known.family})",
        f"HoDoKu: {known.code or 'none'}, {known.level}, {known.score}",
        f"Sudoku Explainer: {known.se or 'none'}",
        f"used unless asked otherwise: {'yes' if known.on else 'no'}",
        f"relies on one solution: {'yes' if known.unique else 'no'}",
    ]
    if known.aliases:
        lines.append(f"also: {', '.join(known.aliases)}")
    return "\n".join(lines)


def _run(path: Path) -> None:
    """Prints each case that fails with what was found instead, then how many hold."""
    lines = path.read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line.strip() and not line.startswith("#")]
    failures = [(line, failure) for line in wanted if (failure := _failure(line))]
    for line, failure in failures:
        click.echo(f"{line.strip()}\n    {failure}")
    click.echo(f"{len(wanted) - len(failures)} of {len(wanted)} cases")
    if failures:
        sys.exit(1)


def _failure(line: str) -> str:
    from shudu.logic.cases import parse_case

    try:
        return parse_case(line).failure()
    except ShuduError as error:
        return str(error)
