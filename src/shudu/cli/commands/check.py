"""`shudu check`: report whether puzzles have no, one or several solutions, with the conflict or two solutions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.input import Failures, InputLine, batches
from shudu.cli.language import t
from shudu.cli.options import choose_style, format_option, open_output, output_option, threads_option
from shudu.cli.output import show_progress
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid, find_conflicts
from shudu.core.text import read_line, write_grid, write_line


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


def _as_csv(verdict: Verdict) -> str:
    first, second = (*verdict.witnesses, "", "")[:2]
    return f"{verdict.puzzle},{verdict.solutions},{verdict.clues},{' '.join(verdict.conflict)},{first},{second}"


def _as_json(verdict: Verdict) -> str:
    return json.dumps(
        {
            "puzzle": verdict.puzzle,
            "solutions": verdict.solutions,
            "clues": verdict.clues,
            "clash": verdict.conflict,
            "witnesses": verdict.witnesses,
        }
    )


FORMATS: Final[dict[str, Callable[[Verdict], str]]] = {
    "line": _as_line,
    "grid": _as_grid,
    "csv": _as_csv,
    "json": _as_json,
}


@new_command("check")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@format_option(*FORMATS)
@output_option
@threads_option
@click.pass_context
def command(
    context: click.Context, puzzles: tuple[str, ...], style: str, output: Path | None, threads: int | None
) -> None:
    """Check puzzles."""
    failures = Failures()
    style = choose_style(context, style, output, FORMATS)
    with open_output(output) as write:
        if style == "csv":
            write("puzzle,solutions,clues,clash,first,second")
        parts = show_progress(batches(puzzles, failures), len, "units.checked", to_file=output is not None)
        for batch in parts:
            lines = [FORMATS[style](verdict) for verdict in _check(batch, failures, threads)]
            if lines:
                write("\n".join(lines))
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
