"""`shudu check`: no, one or several solutions, with the clash or two witnesses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

import click

from shudu.cli.input import Failures, Line, batches
from shudu.cli.options import language_option, refuse
from shudu.cli.progress import watched
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid, find_conflicts
from shudu.core.text import write_grid, write_line
from shudu.logic.texts import texts

Verdict = dict[str, object]


@click.command("check")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["line", "grid", "csv", "json"]),
    default="line",
    show_default=True,
    help="What to print.",
)
@language_option
@click.option("--threads", type=click.IntRange(1, 256), help="Threads to use; all cores if not given.")
@click.pass_context
def command(context: click.Context, puzzles: tuple[str, ...], style: str, lang: str, threads: int | None) -> None:
    """Tell for each puzzle whether it has no, one or several solutions.

    A puzzle is a line of 81 characters, or nine rows of nine.
    """
    failures = Failures()
    if style in ("csv", "json"):
        refuse(context, ["lang"], f"does not go with --format {style}, which is the same in every language")
    if style == "csv":
        click.echo("puzzle,solutions,clues,clash,first,second")
    for batch in watched(batches(puzzles, failures), len, "checked"):
        lines = [FORMATS[style](verdict, lang) for verdict in _verdicts(batch, failures, threads)]
        if lines:
            click.echo("\n".join(lines))
    failures.exit()


def _verdicts(batch: list[Line], failures: Failures, threads: int | None) -> Iterator[Verdict]:
    from shudu.kernel.solve import solve_digits

    result = solve_digits(b"".join(line.digits for line in batch), 2, threads)
    for line, count, solution in zip(batch, result.counts.tolist(), result.solutions, strict=True):
        failures.count += count != 1
        yield {
            "puzzle": write_line(line.digits),
            "solutions": ("none", "one", "several")[count],
            "clues": 81 - line.digits.count(0),
            "clash": _clash(line.digits) if not count else [],
            "witnesses": [write_line(solution.tobytes())] if count == 1 else _witnesses(line.digits) if count else [],
        }


def _clash(digits: bytes) -> list[str]:
    return [cell_name(cell) for cells in find_conflicts(digits).values() for cell in cells]


def _witnesses(digits: bytes) -> list[str]:
    from shudu.kernel.solve import solutions

    return [solution.line for solution in solutions(Grid(digits), limit=2)]


def _as_line(verdict: Verdict, language: str) -> str:
    witnesses = verdict["witnesses"]
    assert isinstance(witnesses, list)
    said = _said(verdict, language)
    if verdict["solutions"] == "several":
        said = texts(language).words["check_witnesses"].format(verdict=said, first=witnesses[0], second=witnesses[1])
    return f"{verdict['puzzle']} {said}"


def _as_grid(verdict: Verdict, language: str) -> str:
    puzzle, witnesses = verdict["puzzle"], verdict["witnesses"]
    assert isinstance(puzzle, str) and isinstance(witnesses, list)
    boards = [write_grid(Grid(text).digits) for text in (puzzle, *witnesses)]
    return "\n\n".join([_said(verdict, language), *boards, ""])


def _said(verdict: Verdict, language: str) -> str:
    """The verdict in words, with the clash if there is one."""
    words, clash = texts(language).words, verdict["clash"]
    assert isinstance(clash, list)
    said = words[f"check_{verdict['solutions']}"]
    return words["check_clash"].format(verdict=said, cells=", ".join(clash)) if clash else said


def _as_csv(verdict: Verdict, language: str) -> str:
    clash, witnesses = verdict["clash"], verdict["witnesses"]
    assert isinstance(clash, list) and isinstance(witnesses, list)
    first, second = (*witnesses, "", "")[:2]
    return f"{verdict['puzzle']},{verdict['solutions']},{verdict['clues']},{' '.join(clash)},{first},{second}"


FORMATS: Final[dict[str, Callable[[Verdict, str], str]]] = {
    "line": _as_line,
    "grid": _as_grid,
    "csv": _as_csv,
    "json": lambda verdict, language: json.dumps(verdict),
}
