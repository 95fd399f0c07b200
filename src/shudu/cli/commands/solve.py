"""`shudu solve`: print the solution of each puzzle."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.input import Failures, InputLine, batches, is_puzzle
from shudu.cli.language import language, t
from shudu.cli.options import (
    choose_style,
    format_option,
    is_given,
    open_output,
    output_option,
    refuse,
    threads_option,
)
from shudu.cli.output import fit, show_progress
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid, find_conflicts
from shudu.core.text import write_grid, write_line

FORMATS: Final[dict[str, Callable[[bytes, bytes], str]]] = {
    "line": lambda puzzle, solution: write_line(solution),
    "grid": lambda puzzle, solution: write_grid(solution) + "\n",
    "csv": lambda puzzle, solution: f"{write_line(puzzle)},{write_line(solution)}",
    "json": lambda puzzle, solution: json.dumps({"puzzle": write_line(puzzle), "solution": write_line(solution)}),
}


@new_command("solve")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@format_option(*FORMATS)
@output_option
@option("--first", is_flag=True)
@option("--explain", is_flag=True)
@threads_option
@click.pass_context
def command(
    context: click.Context,
    puzzles: tuple[str, ...],
    style: str,
    output: Path | None,
    first: bool,
    explain: bool,
    threads: int | None,
) -> None:
    """Solve puzzles."""
    failures = Failures()
    with open_output(output) as write:
        if explain:
            _explain_all(context, puzzles, style, failures, write)
        else:
            style = _choose_style(context, puzzles, style, output)
            _solve_all(puzzles, style, first, threads, failures, write, to_file=output is not None)
    failures.exit()


def _choose_style(context: click.Context, puzzles: tuple[str, ...], style: str, output: Path | None) -> str:
    """Return the output format; a single puzzle on a terminal is printed as a grid."""
    for_people = len(puzzles) == 1 and is_puzzle(puzzles[0]) and sys.stdout.isatty()
    if for_people and output is None and not is_given(context, "style"):
        return "grid"
    return choose_style(context, style, output, FORMATS)


def _solve_all(
    puzzles: tuple[str, ...],
    style: str,
    first: bool,
    threads: int | None,
    failures: Failures,
    write: Callable[[str], object],
    to_file: bool,
) -> None:
    if style == "csv":
        write("puzzle,solution")
    for batch in show_progress(batches(puzzles, failures), len, "units.solved", to_file=to_file):
        lines = [FORMATS[style](line.digits, solution) for line, solution in _solve(batch, failures, first, threads)]
        if lines:
            write("\n".join(lines))


def _explain_all(
    context: click.Context,
    puzzles: tuple[str, ...],
    style: str,
    failures: Failures,
    write: Callable[[str], object],
) -> None:
    refuse(context, ["first"], "solve.explain-first")
    refuse(context, ["threads"], "solve.explain-threads")
    if style != "json":
        refuse(context, ["style"], "solve.explain-format", style=style)
    render = _path_as_json if style == "json" else _path_as_text
    for batch in batches(puzzles, failures):
        for line, _ in _solve(batch, failures, first=False, threads=1):
            write(render(line.digits))


def _path_as_text(digits: bytes) -> str:
    from shudu.logic.explain import explain
    from shudu.logic.solver import solve_by_logic

    path = solve_by_logic(Grid(digits))
    steps = (fit(f"{number}. {explain(step, language())}", 4) for number, step in enumerate(path.steps, 1))
    return "\n".join([*steps, "", str(path.end), ""])


def _path_as_json(digits: bytes) -> str:
    from shudu.logic.explain import explain
    from shudu.logic.notation import notation
    from shudu.logic.solver import solve_by_logic

    path = solve_by_logic(Grid(digits))
    steps = [{**step.to_dict(), "text": explain(step, language()), "notation": notation(step)} for step in path.steps]
    return json.dumps({"puzzle": write_line(digits), "solution": path.end.line, "steps": steps}, ensure_ascii=False)


def _solve(
    batch: list[InputLine], failures: Failures, first: bool, threads: int | None
) -> Iterator[tuple[InputLine, bytes]]:
    """Yield the puzzles that can be solved, with their solutions; report the others."""
    from shudu.kernel.solve import solve_digits

    result = solve_digits(b"".join(line.digits for line in batch), 1 if first else 2, threads)
    solutions, counts = result.solutions.tobytes(), result.counts.tolist()
    for index, (line, count) in enumerate(zip(batch, counts, strict=True)):
        if count == 1:
            yield line, solutions[81 * index : 81 * index + 81]
        else:
            failures.report(line.place, _describe_failure(line.digits, count))


def _describe_failure(digits: bytes, count: int) -> str:
    """Return why a puzzle does not have exactly one solution."""
    if count:
        return t("solve.several-solutions", puzzle=write_line(digits))
    conflicts = find_conflicts(digits)
    if not conflicts:
        return t("solve.no-solution", puzzle=write_line(digits))
    places = [
        t("solve.conflict", digit=digit, cells=tuple(map(cell_name, cells))) for digit, cells in conflicts.items()
    ]
    return t("solve.conflicts", places="; ".join(places))
