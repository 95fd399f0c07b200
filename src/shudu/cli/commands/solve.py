"""`shudu solve`, `shudu check` and `shudu audit`: solutions of puzzles, their number, and leaks between two sets.

`check` reports whether a puzzle has no, one or several solutions, with the conflict or two solutions. `audit` reports
how many puzzles of a test set are also in a training set, up to symmetry.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from shudu.cli.command import command, option
from shudu.cli.input import Failures, InputLine, batches, is_puzzle
from shudu.cli.language import language, t
from shudu.cli.options import (
    choose_style,
    format_option,
    is_given,
    open_output,
    output_option,
    refuse,
    techniques_options,
    threads_option,
)
from shudu.cli.output import fit, show_progress
from shudu.cli.table import Table
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid, find_conflicts
from shudu.core.text import read_line, write_grid, write_line

if TYPE_CHECKING:
    from shudu.logic.path import Path as LogicPath

SOLVE_FORMATS: Final = ("line", "sdm", "grid", "csv", "json")
_TABLES: Final = ("csv", "json")


@command("solve")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@format_option(*SOLVE_FORMATS)
@output_option
@option("--first", is_flag=True)
@option("--explain", is_flag=True)
@techniques_options
@threads_option
@click.pass_context
def solve_command(
    context: click.Context,
    puzzles: tuple[str, ...],
    style: str,
    output: Path | None,
    first: bool,
    explain: bool,
    techniques: tuple[str, ...] | None,
    uniqueness: bool | None,
    threads: int | None,
) -> None:
    """Solve puzzles."""
    failures = Failures()
    with open_output(output, puzzles) as write:
        if explain:
            style = choose_style(context, style, output, ["line", "json"])
            _explain_all(context, puzzles, style, failures, write, techniques, uniqueness)
        else:
            refuse(context, ["techniques", "uniqueness"], "errors.only-with", other="--explain")
            style = _choose_style(context, puzzles, style, output)
            _solve_all(puzzles, style, first, threads, failures, write, to_file=output is not None)
    failures.exit()


def _choose_style(context: click.Context, puzzles: tuple[str, ...], style: str, output: Path | None) -> str:
    """Return the output format; a single puzzle on a terminal is printed as a grid."""
    for_people = len(puzzles) == 1 and is_puzzle(puzzles[0]) and sys.stdout.isatty()
    if for_people and output is None and not is_given(context, "style"):
        return "grid"
    return choose_style(context, style, output, SOLVE_FORMATS)


def _solve_all(
    puzzles: tuple[str, ...],
    style: str,
    first: bool,
    threads: int | None,
    failures: Failures,
    write: Callable[[str], object],
    to_file: bool,
) -> None:
    table = Table(style, ("puzzle", "solution"))
    parts = show_progress(table.observe(batches(puzzles, failures)), len, "units.solved", to_file=to_file)
    for batch in parts:
        solved = _solve(batch, failures, first, threads)
        if style in _TABLES:
            lines = [
                table.render(line, {"puzzle": write_line(line.digits), "solution": write_line(solution)})
                for line, solution in solved
            ]
        else:
            lines = [write_grid(solution) + "\n" if style == "grid" else write_line(solution) for _, solution in solved]
        if lines:
            write("\n".join(lines))
    if style in _TABLES:
        table.end(write)


def _explain_all(
    context: click.Context,
    puzzles: tuple[str, ...],
    style: str,
    failures: Failures,
    write: Callable[[str], object],
    techniques: tuple[str, ...] | None,
    uniqueness: bool | None,
) -> None:
    from shudu.logic.registry import select_techniques
    from shudu.logic.solver import solve_by_logic

    refuse(context, ["first"], "solve.explain-first")
    refuse(context, ["threads"], "solve.explain-threads")
    if style != "json":
        refuse(context, ["style"], "solve.explain-format", style=style)
    selected = select_techniques(techniques, uniqueness=uniqueness is not False)
    render = _path_as_json if style == "json" else _path_as_text
    for batch in batches(puzzles, failures):
        for line, _ in _solve(batch, failures, first=False, threads=1):
            path = solve_by_logic(Grid(line.digits), selected)
            write(render(path))
            if not path.solved:
                failures.report(line.place, t("solve.stuck", n=len(path.end.empty)))


def _path_as_text(path: LogicPath) -> str:
    from shudu.logic.explain import explain

    steps = (fit(f"{number}. {explain(step, language())}", 4) for number, step in enumerate(path.steps, 1))
    return "\n".join([*steps, "", str(path.end), ""])


def _path_as_json(path: LogicPath) -> str:
    from shudu.logic.explain import explain
    from shudu.logic.notation import notation

    steps = [{**step.to_dict(), "text": explain(step, language()), "notation": notation(step)} for step in path.steps]
    end = {"solution": path.end.line} if path.solved else {"end": path.end.line}
    return json.dumps({"puzzle": path.start.line, **end, "steps": steps}, ensure_ascii=False)


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


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for one puzzle: the number of solutions, at most 2, with as many `witnesses`."""

    puzzle: str
    solutions: int
    clues: int
    conflict: tuple[str, ...]
    witnesses: tuple[str, ...]

    def describe(self) -> str:
        """Return the verdict in words, with the conflict if there is one."""
        verdict = t(f"check.{('none', 'one', 'several')[self.solutions]}")
        return t("check.conflict", verdict=verdict, cells=self.conflict) if self.conflict else verdict


def _as_line(verdict: Verdict) -> str:
    described = verdict.describe()
    if verdict.solutions > 1:
        first, second = verdict.witnesses
        described = t("check.witnesses", verdict=described, first=first, second=second)
    return f"{verdict.puzzle} {described}"


def _as_grid(verdict: Verdict) -> str:
    grids = [write_grid(read_line(text)) for text in (verdict.puzzle, *verdict.witnesses)]
    return "\n\n".join([verdict.describe(), *grids, ""])


def _csv_values(verdict: Verdict) -> dict[str, Any]:
    first, second = (*verdict.witnesses, "", "")[:2]
    values = {"puzzle": verdict.puzzle, "solutions": verdict.solutions, "clues": verdict.clues}
    return {**values, "clash": " ".join(verdict.conflict), "first": first, "second": second}


def _json_values(verdict: Verdict) -> dict[str, Any]:
    values = {"puzzle": verdict.puzzle, "solutions": verdict.solutions, "clues": verdict.clues}
    return {**values, "clash": verdict.conflict, "witnesses": verdict.witnesses}


_CHECK_COLUMNS: Final = ("puzzle", "solutions", "clues", "clash", "first", "second")
CHECK_FORMATS: Final = ("line", "grid", *_TABLES)


@command("check")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@format_option(*CHECK_FORMATS)
@output_option
@threads_option
@click.pass_context
def check_command(
    context: click.Context, puzzles: tuple[str, ...], style: str, output: Path | None, threads: int | None
) -> None:
    """Check puzzles."""
    failures = Failures()
    style = choose_style(context, style, output, CHECK_FORMATS)
    with open_output(output, puzzles) as write:
        table = Table(style, _CHECK_COLUMNS)
        lines = table.observe(batches(puzzles, failures))
        for batch in show_progress(lines, len, "units.checked", to_file=output is not None):
            verdicts = _check(batch, failures, threads)
            if style in _TABLES:
                values = _csv_values if style == "csv" else _json_values
                write(
                    "\n".join(
                        table.render(line, values(verdict)) for line, verdict in zip(batch, verdicts, strict=True)
                    )
                )
            else:
                write("\n".join(map(_as_line if style == "line" else _as_grid, verdicts)))
        if style in _TABLES:
            table.end(write)
    failures.exit()


def _check(batch: list[InputLine], failures: Failures, threads: int | None) -> Iterator[Verdict]:
    from shudu.kernel.solve import solve_digits

    result = solve_digits(b"".join(line.digits for line in batch), 2, threads)
    for line, count, solution in zip(batch, result.counts.tolist(), result.solutions, strict=True):
        failures.count += count != 1
        yield Verdict(
            write_line(line.digits),
            count,
            81 - line.digits.count(0),
            () if count else _conflict(line.digits),
            (write_line(solution.tobytes()),) if count == 1 else _witnesses(line.digits) if count else (),
        )


def _conflict(digits: bytes) -> tuple[str, ...]:
    return tuple(cell_name(cell) for cells in find_conflicts(digits).values() for cell in cells)


def _witnesses(digits: bytes) -> tuple[str, ...]:
    from shudu.kernel.solve import solutions

    return tuple(solution.line for solution in solutions(Grid(digits), limit=2))


@command("audit")
@click.argument("train", metavar="TRAIN")
@click.argument("test", metavar="TEST")
@format_option("text", "json")
def audit_command(train: str, test: str, style: str) -> None:
    """Report leaks between two files."""
    from shudu.ml.datasets import find_leaks

    failures = Failures()
    old, new = (_read(source, failures) for source in (train, test))
    report = find_leaks(old, new)
    if style == "json":
        click.echo(json.dumps(asdict(report)))
    else:
        click.echo(t("audit.report", **asdict(report)).strip())
    failures.count += not report.is_clean
    failures.exit()


def _read(source: str, failures: Failures) -> list[bytes]:
    """Return the puzzles of a file in any format, of a Parquet file, or of a folder of tables."""
    if source.lower().endswith((".parquet", ".pq")) or Path(source).is_dir():
        from shudu.bulk.errors import missing_package

        try:
            from shudu.bulk.io.reader import read_puzzles
        except ModuleNotFoundError as error:
            raise missing_package(error) or error from error
        return [row.tobytes() for batch in read_puzzles(source) for row in batch]
    return [line.digits for batch in batches((source,), failures) for line in batch]
