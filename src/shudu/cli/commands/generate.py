"""`shudu generate`: generate puzzles, written as they are made."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.commands.completion import complete_techniques
from shudu.cli.input import Failures, batches
from shudu.cli.language import language, t, usage_error, usage_errors
from shudu.cli.options import (
    SEED,
    Level,
    choose_style,
    draw_seed,
    format_option,
    open_output,
    output_option,
    refuse,
    techniques_options,
    threads_option,
)
from shudu.cli.output import show_progress
from shudu.core.text import write_grid, write_line
from shudu.grids import METHOD_IDS
from shudu.puzzles import METHODS, SYMMETRIES
from shudu.puzzles.difficulty import DIFFICULTY_NAMES

if TYPE_CHECKING:
    from shudu.puzzles.result import GeneratedPuzzle
    from shudu.puzzles.spec import PuzzleSpec

_HEADER: Final = "puzzle,solution,clues,origin,image_of,weight"
_FEWEST, _MOST = 17, 40  # clues that --search can look for
_SEARCH_OPTIONS: Final = ("first", "runs", "patience")
_WITH_SEARCH: Final = {*_SEARCH_OPTIONS, "search", "seed", "output", "lang"}

_WITH_CHECK: Final = {
    "checked",
    "clues",
    "difficulty",
    "level",
    "needs",
    "techniques",
    "uniqueness",
    "minimal",
    "symmetry",
    "pattern",
    "output",
    "lang",
}

Part = tuple[int, list[str]]  # how many puzzles or runs, and their lines


def _as_line(puzzle: GeneratedPuzzle) -> str:
    return puzzle.line


def _as_sdm(puzzle: GeneratedPuzzle) -> str:
    return write_line(puzzle.digits, "0")


def _as_grid(puzzle: GeneratedPuzzle) -> str:
    return write_grid(puzzle.digits) + "\n"


def _as_csv(puzzle: GeneratedPuzzle) -> str:
    origin = puzzle.origin
    clues, weight = 81 - puzzle.digits.count(0), "" if origin.weight is None else f"{origin.weight:.6g}"
    return f"{puzzle.line},{puzzle.solution.line},{clues},{origin.how},{origin.image_of or ''},{weight}"


def _as_json(puzzle: GeneratedPuzzle) -> str:
    origin = puzzle.origin
    row: dict[str, Any] = {"puzzle": puzzle.line, "solution": puzzle.solution.line, "origin": origin.how}
    row |= {"seed": origin.seed, "image_of": origin.image_of, "grade": origin.grade, "weight": origin.weight}
    return json.dumps({key: value for key, value in row.items() if value is not None})


FORMATS: Final[dict[str, Callable[[GeneratedPuzzle], str]]] = {
    "line": _as_line,
    "sdm": _as_sdm,
    "grid": _as_grid,
    "csv": _as_csv,
    "json": _as_json,
}


@new_command("generate")
@option("-n", "--count", "n", type=click.IntRange(1), default=1, show_default=True)
@option("--clues", metavar="N|N-N")
@option("--difficulty", type=click.Choice(DIFFICULTY_NAMES, case_sensitive=False))
@option("--level", type=Level())
@option("--needs", metavar="TECHNIQUE", shell_complete=complete_techniques)
@techniques_options
@option("--minimal", is_flag=True)
@option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True)
@option("--pattern", metavar="81 CHARACTERS")
@option("--grid", type=click.Choice(METHOD_IDS), default="uniform", show_default=True)
@option("--method", type=click.Choice(METHODS), default="dig", show_default=True)
@option("--unbiased", is_flag=True)
@option("--attempts", type=click.IntRange(1))
@option("--seed", type=SEED)
@format_option(*FORMATS)
@output_option
@threads_option
@option("--search", type=int, metavar="CLUES")
@option("--first", type=click.IntRange(0), default=0)
@option("--runs", type=click.IntRange(1))
@option("--patience", type=click.IntRange(0), default=16, show_default=True)
@option("--check", "checked", metavar="PUZZLE|FILE|-")
@option("--rebuild-graded", is_flag=True, hidden=True)
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
    checked: str | None,
    rebuild_graded: bool,
    **puzzle_options: Any,
) -> None:
    """Generate puzzles."""
    if rebuild_graded:
        from shudu.puzzles.rebuild_lists import write_graded_puzzles

        click.echo(t("generate.graded-written", n=write_graded_puzzles()))
        return
    _refuse_useless(context, search, by_demand=bool(puzzle_options["level"] or puzzle_options["needs"]))
    spec = _make_spec(puzzle_options)
    if checked is not None:
        others = {parameter.name or "" for parameter in context.command.params} - _WITH_CHECK
        refuse(context, others, "errors.not-with", other="--check")
        choose_style(context, style, output, ["line"])
        _check(checked, spec, output)
        return
    style = style if search is not None else choose_style(context, style, output, FORMATS)
    seed = draw_seed() if seed is None else seed
    if search is not None:
        _write_to(output, _search(search, seed, first, runs, patience), None, None, append=True)
    else:
        parts = _generate(spec, n, style, seed, threads)
        _write_to(output, parts, _HEADER if style == "csv" else None, n)


def _refuse_useless(context: click.Context, search: int | None, by_demand: bool) -> None:
    """Raise click.UsageError for options that would have no effect."""
    if search is None:
        refuse(context, _SEARCH_OPTIONS, "errors.only-with", other="--search")
    else:
        others = {parameter.name or "" for parameter in context.command.params} - _WITH_SEARCH
        refuse(context, others, "errors.not-with", other="--search")
        if not _FEWEST <= search <= _MOST:
            raise usage_error("generate.search-range", clues=search)
    if by_demand:
        refuse(context, ["threads"], "generate.demand-threads")


def _make_spec(options: dict[str, Any]) -> PuzzleSpec:
    """Return the options of the puzzles."""
    from shudu.puzzles.spec import PuzzleSpec

    with usage_errors():
        return PuzzleSpec(**options)


def _generate(spec: PuzzleSpec, n: int, style: str, seed: int, threads: int | None) -> Iterator[Part]:
    from shudu.puzzles.sources import make_batches

    for batch in make_batches(spec, n, seed, threads):
        if style == "line":  # faster than building a puzzle for each row
            yield len(batch), [write_line(row.tobytes()) for row in batch.puzzles]
        else:
            yield len(batch), [FORMATS[style](puzzle) for puzzle in batch]


def _check(source: str, spec: PuzzleSpec, output: Path | None) -> None:
    """Write the puzzles of a source that are what the options ask for; report the others."""
    from shudu.puzzles.api import find_violations

    failures = Failures()
    with open_output(output, (source,)) as write:
        for batch in batches((source,), failures):
            for line in batch:
                violations = find_violations(line.digits, spec)
                for violation in violations:
                    failures.report(line.place, violation.render(language()))
                if not violations:
                    write(write_line(line.digits))
    failures.exit()


def _search(goal: int, seed: int, first: int, runs: int | None, patience: int) -> Iterator[Part]:
    from shudu.puzzles.low_clue import search_low_clue

    for walks, finds in search_low_clue(goal, seed, first, runs, patience):
        yield walks, ["\t".join(map(str, find)) for find in finds]


def _write_to(
    output: Path | None, parts: Iterator[Part], header: str | None, total: int | None, append: bool = False
) -> None:
    """Write to standard output or to a file. A search without end appends, so that it can be continued."""
    if output is None:
        _write(parts, sys.stdout, header, total)
        return
    with output.open("a" if append else "w", encoding="ascii") as file:
        _write(parts, file, header, total)


def _write(parts: Iterator[Part], output: IO[str], header: str | None, total: int | None) -> None:
    """Write lines as they are made; after Ctrl-C report how many there are."""
    written = 0
    unit = "units.generated" if total else "units.runs"
    try:
        for size, lines in show_progress(parts, lambda part: part[0], unit, total, output is not sys.stdout):
            if header and not written:
                output.write(header + "\n")
            written += size
            output.writelines(line + "\n" for line in lines)
            output.flush()
    except KeyboardInterrupt:
        click.echo(t("generate.stopped", n=written), err=True)
        sys.exit(130)
