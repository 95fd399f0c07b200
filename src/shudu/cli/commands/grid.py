"""`shudu grid`: final grids at random and by number, their canonical forms, and how many there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from shudu.cli.command import group, option
from shudu.cli.input import Failures, InputLine, argument_place, batches
from shudu.cli.language import t
from shudu.cli.options import SEED, choose_style, draw_seed, format_option, open_output, output_option
from shudu.cli.output import progress_bar, show_progress
from shudu.core.errors import ShuduError, quote
from shudu.core.text import write_grid, write_line
from shudu.grids import METHOD_IDS

_LONGEST_NUMBER: Final = 30  # digits; the largest number of a grid has 22


@group("grid")
def command() -> None:
    """Final grids."""


@command.command("random")
@option("-n", "--count", "n", type=click.IntRange(1), default=1, show_default=True)
@option("--method", type=click.Choice(METHOD_IDS), default="uniform", show_default=True)
@option("--seed", type=SEED)
@format_option("line", "grid")
@output_option
@click.pass_context
def random_(context: click.Context, n: int, method: str, seed: int | None, style: str, output: Path | None) -> None:
    """Generate final grids."""
    from shudu.grids.full_grids import full_grids

    style = choose_style(context, style, output, ["line", "grid"])
    seed = draw_seed() if seed is None else seed
    size = 4096 if method == "uniform" else 64
    parts = (full_grids(min(size, n - first), method, seed, first) for first in range(0, n, size))
    render: Callable[[bytes], str] = write_line if style == "line" else lambda grid: write_grid(grid) + "\n"
    with open_output(output) as write:
        for part in show_progress(parts, len, "units.generated", n, to_file=output is not None):
            write("\n".join(render(grid.tobytes()) for grid in part))


@command.command("rank")
@click.argument("grids", nargs=-1, metavar="[GRID | FILE | -]...")
@output_option
def rank(grids: tuple[str, ...], output: Path | None) -> None:
    """Print the number of each grid."""
    from shudu.core.grid import Grid
    from shudu.grids.numbering import rank as number_of

    _for_each(grids, output, lambda line: str(number_of(Grid(line.digits))))


@command.command("unrank")
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER...")
@format_option("line", "grid")
@output_option
@click.pass_context
def unrank(context: click.Context, numbers: tuple[str, ...], style: str, output: Path | None) -> None:
    """Print the grid of each number."""
    from shudu.grids.numbering import unrank as grid_of

    style = choose_style(context, style, output, ["line", "grid"])
    failures = Failures()
    with open_output(output) as write:
        for number, text in enumerate(numbers, 1):
            try:
                grid = grid_of(_parse_number(text))
            except ShuduError as error:
                failures.report(argument_place(number), error)
            else:
                write(grid.line if style == "line" else write_grid(grid.digits) + "\n")
    failures.exit()


def _parse_number(text: str) -> int:
    plain = text.replace(",", "").replace("_", "")
    if not (plain.isascii() and plain.isdigit()) or len(plain) > _LONGEST_NUMBER:
        raise ShuduError("cli.grid-number", text=quote(text))
    return int(plain)


@command.command("canonical")
@click.argument("grids", nargs=-1, metavar="[GRID | PUZZLE | FILE | -]...")
@option("--automorphisms", is_flag=True)
@output_option
def canonical(grids: tuple[str, ...], automorphisms: bool, output: Path | None) -> None:
    """Print canonical forms."""
    from shudu.core.grid import Grid
    from shudu.grids.canonical import automorphisms as symmetries
    from shudu.grids.canonical import canonical as form

    def describe(line: InputLine) -> str:
        grid = Grid(line.digits)
        return form(grid) + (f" {len(symmetries(grid))}" if automorphisms else "")

    _for_each(grids, output, describe)


@command.command("count")
@option("--essentially-different", is_flag=True)
def count(essentially_different: bool) -> None:
    """Print how many grids there are."""
    from shudu.grids.numbering import GRIDS

    if not essentially_different:
        click.echo(GRIDS)
        return
    from shudu.grids.numbering import count_essentially_different

    with progress_bar(t("grid.count.progress")) as report:
        number = count_essentially_different(report)
    click.echo(number)


def _for_each(sources: tuple[str, ...], output: Path | None, describe: Callable[[InputLine], str]) -> None:
    """Write a line about each grid; report the ones that fail."""
    failures = Failures()
    with open_output(output, sources) as write:
        for batch in show_progress(batches(sources, failures), len, "units.done", to_file=output is not None):
            for line in batch:
                try:
                    write(describe(line))
                except ShuduError as error:
                    failures.report(line.place, error)
    failures.exit()
