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
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language.")
@click.option("--draw", type=click.Path(dir_okay=False, path_type=Path), help="Draw the example to this SVG file.")
def command(name: str | None, cases: Path | None, lang: str, draw: Path | None) -> None:
    """List the techniques, show one with a worked example, or run a file of cases.

    A technique is named by its id, an alias or its HoDoKu code.
    """
    if cases is not None:
        _run(cases)
    elif name is not None:
        _show(name, lang, draw)
    else:
        _list(lang)


def _list(language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from shudu.locale.explain import name_of
    from shudu.logic.families import techniques

    table = Table("id", "name", "HoDoKu", "level", "score", "SE", "")
    for known in techniques():
        se = f"{known.se:g}" if known.se else ""
        row = (known.id, name_of(known.id, language), known.code, known.level, str(known.score), se)
        table.add_row(*row, "" if known.on else "off")
    Console().print(table)


def _show(name: str, language: str, draw: Path | None) -> None:
    from shudu.locale.explain import explain, name_of
    from shudu.locale.notation import notation
    from shudu.logic.examples import example
    from shudu.logic.families import technique

    known = technique(name)
    click.echo("\n".join([name_of(known.id, language), *_described(known), ""]))
    grid, step = example(known.id)
    click.echo(f"{grid}\n\n{explain(step, language)}\n{notation(step)}")
    if draw is not None:
        from shudu.formats.svg import draw as drawing

        draw.write_text(drawing(grid, step), encoding="utf-8")


def _described(known: Technique) -> list[str]:
    lines = [
        f"{known.id} ({known.family})",
        f"HoDoKu: {known.code or 'none'}, {known.level}, {known.score}",
        f"Sudoku Explainer: {known.se or 'none'}",
        f"used unless asked otherwise: {'yes' if known.on else 'no'}",
        f"relies on one solution: {'yes' if known.unique else 'no'}",
    ]
    return [*lines, f"also: {', '.join(known.aliases)}"] if known.aliases else lines


def _run(path: Path) -> None:
    """Prints each case that fails with what was found instead, then how many hold."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
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
