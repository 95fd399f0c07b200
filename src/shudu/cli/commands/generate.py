"""`shudu generate`: puzzles, as many as you like, streamed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import click

from shudu.cli.options import SEED, refuse
from shudu.cli.output import show_progress
from shudu.core.errors import ShuduError
from shudu.core.text import write_grid, write_line
from shudu.grids import METHOD_IDS
from shudu.puzzles import METHODS, SYMMETRIES
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS

if TYPE_CHECKING:
    from shudu.puzzles.result import GeneratedPuzzle


def _as_line(puzzle: GeneratedPuzzle) -> str:
    return puzzle.line


def _as_grid(puzzle: GeneratedPuzzle) -> str:
    return write_grid(puzzle.digits) + "\n"


def _as_csv(puzzle: GeneratedPuzzle) -> str:
    origin = puzzle.origin
    clues, weight = 81 - puzzle.digits.count(0), "" if origin.weight is None else f"{origin.weight:.6g}"
    return f"{puzzle.line},{puzzle.solution.line},{clues},{origin.how},{origin.image_of or ''},{weight}"


def _as_json(puzzle: GeneratedPuzzle) -> str:
    origin = puzzle.origin
    told: dict[str, Any] = {"puzzle": puzzle.line, "solution": puzzle.solution.line, "origin": origin.how}
    told |= {"seed": origin.seed, "image_of": origin.image_of, "grade": origin.grade, "weight": origin.weight}
    return json.dumps({key: value for key, value in told.items() if value is not None})


FORMATS: Final[dict[str, Callable[[GeneratedPuzzle], str]]] = {
    "line": _as_line,
    "grid": _as_grid,
    "csv": _as_csv,
    "json": _as_json,
}


@click.command("generate")
@click.option("-n", "--count", "n", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option("--clues", type=int, metavar="17-80", help="How many clues each has.")
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), help="38-45, 28-37 or 22-27 clues.")
@click.option("--level", type=click.Choice(LEVELS, case_sensitive=False), help="How hard it is for a person.")
@click.option("--needs", metavar="TECHNIQUE", help="It needs this technique, and nothing harder.")
@click.option("--attempts", type=click.IntRange(1), help="The most puzzles to try before giving up.")
@click.option("--minimal", is_flag=True, help="No clue can go.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True, help="Of the clues.")
@click.option("--pattern", metavar="81 CHARACTERS", help="The cells of the clues: x for a clue, . for blank.")
@click.option("--seed", type=SEED, help="Makes chance repeatable; told on standard error if not given.")
@click.option("--grid", type=click.Choice(METHOD_IDS), default="uniform", show_default=True, help="How grids are made.")
@click.option("--method", type=click.Choice(METHODS), default="dig", show_default=True, help="How puzzles are.")
@click.option("--unbiased", is_flag=True, help="Minimal puzzles by controlled bias; csv and json tell the weights.")
@click.option("--format", "style", type=click.Choice(list(FORMATS)), default="line", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file to append to.")
@click.option("--threads", type=click.IntRange(1, 64), help="Threads to use; all cores if not given.")
@click.option("--search", type=int, metavar="CLUES", help="Search for puzzles with so few clues instead, without end.")
@click.option("--first", type=click.IntRange(0), default=0, help="The first run of --search.")
@click.option("--runs", type=click.IntRange(1), help="How many runs of --search; without end if not given.")
@click.option("--patience", type=click.IntRange(0), default=16, show_default=True, help="Steps in vain that end a run.")
@click.option("--rebuild-graded", is_flag=True, hidden=True, help="Rebuild the package's list of graded puzzles.")
@click.pass_context
def command(
    context: click.Context,
    /,
    n: int,
    seed: int | None,
    style: str,
    output: Path | None,
    threads: int | None,
    search: int | None,
    first: int,
    runs: int | None,
    patience: int,
    rebuild_graded: bool,
    **options: Any,
) -> None:
    """Make puzzles with exactly one solution each, proven.

    Ctrl-C keeps what is done. 17 and 18 clues are images of stored puzzles that --search has found.
    """
    if rebuild_graded:
        from shudu.puzzles.rebuild_lists import write_graded_puzzles

        click.echo(f"{write_graded_puzzles()} graded puzzles")
        return
    from shudu.core.randomness import check_seed

    _refuse_vain(context, search, options["level"] or options["needs"])
    if seed is None:
        seed = check_seed(None)
        click.echo(f"--seed {seed}", err=True)
    if search is not None:
        parts = _searched(search, check_seed(seed), first, runs, patience)
    else:
        parts = _generate(n, style, seed, threads, options)
    head = "puzzle,solution,clues,origin,image_of,weight" if style == "csv" and search is None else None
    if output is not None and output.exists() and output.stat().st_size:
        head = None  # rows are added to a table that has one
    if output is None:
        _write(parts, sys.stdout, head, n if search is None else None)
        return
    with output.open("a", encoding="ascii") as file:
        _write(parts, file, head, n if search is None else None)


def _refuse_vain(context: click.Context, search: int | None, target: str | None) -> None:
    """Raises click.UsageError for options that would be without effect."""
    if search is None:
        refuse(context, ["first", "runs", "patience"], "goes with --search")
    else:
        others = {parameter.name or "" for parameter in context.command.params}
        refuse(context, others - {"search", "first", "runs", "patience", "seed", "output"}, "does not go with --search")
        if not 17 <= search <= 40:
            raise click.UsageError(f"--search {search}: 17 to 40 clues can be looked for")
    if target:
        refuse(context, ["threads"], "does not go with --level and --needs, which try one puzzle after the other")


def _generate(
    n: int, style: str, seed: int, threads: int | None, options: dict[str, Any]
) -> Iterator[tuple[int, list[str]]]:
    from shudu.puzzles.sources import make_batches
    from shudu.puzzles.spec import PuzzleSpec

    try:
        spec = PuzzleSpec(**options)
    except ShuduError as error:
        raise click.UsageError(str(error)) from error
    for batch in make_batches(spec, n, seed, threads):
        if style == "line":  # no need to build a puzzle for each row
            yield len(batch), [write_line(row.tobytes()) for row in batch.puzzles]
        else:
            yield len(batch), [FORMATS[style](puzzle) for puzzle in batch]


def _searched(goal: int, seed: int, first: int, runs: int | None, patience: int) -> Iterator[tuple[int, list[str]]]:
    from shudu.puzzles.low_clue import search_low_clue

    for done, finds in search_low_clue(goal, seed, first, runs, patience):
        yield done, ["\t".join(map(str, found)) for found in finds]


def _write(parts: Iterator[tuple[int, list[str]]], output: IO[str], head: str | None, total: int | None) -> None:
    """Writes lines as they come; Ctrl-C ends it with what is done."""
    written = 0
    try:
        for done, lines in show_progress(
            parts, lambda part: part[0], "made" if total else "runs", total, output is not sys.stdout
        ):
            if head and not written:
                output.write(head + "\n")
            written += done
            output.writelines(line + "\n" for line in lines)
            output.flush()
    except KeyboardInterrupt:
        click.echo(f"stopped after {written:,}; what is done is kept", err=True)
        sys.exit(130)
