"""`shudu solve`: the solution of each puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Final

import click

from shudu.cli.columns import wrapped
from shudu.cli.input import Failures, Line, batches
from shudu.cli.options import language_option, refuse
from shudu.cli.progress import watched
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid, find_conflicts
from shudu.core.text import write_grid, write_line

Solved = tuple[Line, bytes, int]


def _as_lines(results: Iterable[Solved]) -> Iterator[str]:
    return (write_line(solution) for _, solution, _ in results)


def _as_grids(results: Iterable[Solved]) -> Iterator[str]:
    return (write_grid(solution) + "\n" for _, solution, _ in results)


def _as_csv(results: Iterable[Solved]) -> Iterator[str]:
    return (f"{write_line(line.digits)},{write_line(solution)}" for line, solution, _ in results)


def _as_json(results: Iterable[Solved]) -> Iterator[str]:
    for line, solution, _ in results:
        yield json.dumps({"puzzle": write_line(line.digits), "solution": write_line(solution)})


FORMATS: Final[dict[str, Callable[[Iterable[Solved]], Iterator[str]]]] = {
    "line": _as_lines,
    "grid": _as_grids,
    "csv": _as_csv,
    "json": _as_json,
}


@click.command("solve")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@click.option(
    "--format", "style", type=click.Choice(list(FORMATS)), default="line", show_default=True, help="What to print."
)
@click.option("--first", is_flag=True, help="Where there are several solutions, print the first instead of failing.")
@click.option("--explain", is_flag=True, help="Tell how a person would solve it, step by step; as text or json.")
@language_option
@click.option("--threads", type=click.IntRange(1, 256), help="Threads to use; all cores if not given.")
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    style: str,
    first: bool,
    explain: bool,
    lang: str,
    threads: int | None,
) -> None:
    """Solve puzzles: each has one solution, or a message says why not.

    A puzzle is a line of 81 characters, or nine rows of nine.
    """
    failures = Failures()
    if explain:
        _explain_all(context, puzzles, style, lang, failures)
        return
    refuse(context, ["lang"], "goes with --explain")
    if style == "csv":
        click.echo("puzzle,solution")
    for batch in watched(batches(puzzles, failures), len, "solved"):
        lines = list(FORMATS[style](_solved(batch, failures, first, threads)))
        if lines:
            click.echo("\n".join(lines))
    failures.exit()


def _explain_all(
    context: click.Context, puzzles: tuple[str, ...], style: str, language: str, failures: Failures
) -> None:
    refuse(context, ["first"], "does not go with --explain, which needs puzzles with one solution")
    refuse(context, ["threads"], "does not go with --explain")
    if style != "json":
        refuse(context, ["style"], f"{style} does not go with --explain; text is printed if nothing is asked, or json")
    for batch in batches(puzzles, failures):
        for line, _, _ in _solved(batch, failures, first=False, threads=1):
            click.echo((_told if style == "json" else _explained)(line.digits, language))
    failures.exit()


def _explained(digits: bytes, language: str) -> str:
    """The path in words."""
    from shudu.logic.explain import explain
    from shudu.logic.solver import solve_by_logic

    path = solve_by_logic(Grid(digits))
    steps = (wrapped(f"{number}. {explain(step, language)}", 4) for number, step in enumerate(path.steps, 1))
    return "\n".join([*steps, "", str(path.end), ""])


def _told(digits: bytes, language: str) -> str:
    """The path as JSON: each step as data, in words and in short."""
    from shudu.logic.explain import explain
    from shudu.logic.notation import notation
    from shudu.logic.solver import solve_by_logic

    path = solve_by_logic(Grid(digits))
    steps = [{**asdict(step), "text": explain(step, language), "notation": notation(step)} for step in path.steps]
    return json.dumps({"puzzle": write_line(digits), "solution": path.end.line, "steps": steps}, ensure_ascii=False)


def _solved(batch: list[Line], failures: Failures, first: bool, threads: int | None) -> Iterator[Solved]:
    from shudu.kernel.solve import solve_digits

    result = solve_digits(b"".join(line.digits for line in batch), 1 if first else 2, threads)
    solutions, counts = result.solutions.tobytes(), result.counts.tolist()
    for index, (line, count) in enumerate(zip(batch, counts, strict=True)):
        if count == 1:
            yield line, solutions[81 * index : 81 * index + 81], count
        else:
            failures.report(line.place, why_not(line.digits, count))


def why_not(digits: bytes, count: int) -> str:
    """Why a puzzle has not exactly one solution, in words."""
    if count:
        return f"{write_line(digits)} has more than one solution; `shudu check` shows two, --first takes one"
    found = find_conflicts(digits)
    if not found:
        return f"{Grid(digits).line} has no solution"
    words = "; ".join(f"{digit} at {', '.join(map(cell_name, cells))}" for digit, cells in found.items())
    return f"givens clash: {words}"
