"""`shudu grid`: final grids by chance and by number, their canonical forms, and how many there are."""

from __future__ import annotations

from collections.abc import Callable

import click

from shudu.cli.input import Failures, Line, batches
from shudu.cli.progress import share_bar, watched
from shudu.cli.seeds import SEED
from shudu.core.errors import ShuduError, quote
from shudu.core.text import write_grid, write_line

_LONGEST = 30  # digits; a number of grids has 22
_METHODS = ["uniform", "template", "backtrack", "search", "digits", "seeds", "diagonal"]


@click.group("grid")
def command() -> None:
    """Final grids: at random, by number, up to symmetry, and how many there are."""


@command.command("random")
@click.option("-n", "--count", "n", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option("--method", type=click.Choice(_METHODS), default="uniform", show_default=True, help="How they are made.")
@click.option("--seed", type=SEED, help="Makes chance repeatable; told on standard error if not given.")
@click.option("--format", "style", type=click.Choice(["line", "grid"]), default="line", show_default=True)
def random_(n: int, method: str, seed: int | None, style: str) -> None:
    """Make final grids."""
    from shudu.core.randomness import check_seed
    from shudu.grids.full_grids import full_grids

    if seed is None:
        seed = check_seed(None)
        click.echo(f"--seed {seed}", err=True)
    size = 4096 if method == "uniform" else 64
    parts = (full_grids(min(size, n - first), method, seed, first) for first in range(0, n, size))
    write: Callable[[bytes], str] = write_line if style == "line" else lambda grid: write_grid(grid) + "\n"
    for part in watched(parts, len, "made", n):
        click.echo("\n".join(write(grid.tobytes()) for grid in part))


@command.command("rank")
@click.argument("grids", nargs=-1, metavar="[GRID | FILE | -]...")
def rank(grids: tuple[str, ...]) -> None:
    """Tell the number of each final grid."""
    from shudu.core.grid import Grid
    from shudu.grids.numbering import rank as number_of

    _each(grids, lambda line: str(number_of(Grid(line.digits))))


@command.command("unrank")
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER...")
@click.option("--format", "style", type=click.Choice(["line", "grid"]), default="line", show_default=True)
def unrank(numbers: tuple[str, ...], style: str) -> None:
    """Write the final grid with each number."""
    from shudu.grids.numbering import unrank as grid_of

    failures = Failures()
    for place, text in enumerate(numbers, 1):
        try:
            grid = grid_of(_number(text))
        except ShuduError as error:
            failures.report(f"argument {place}", str(error))
        else:
            click.echo(grid.line if style == "line" else write_grid(grid.digits) + "\n")
    failures.exit()


def _number(text: str) -> int:
    plain = text.replace(",", "").replace("_", "")
    if not (plain.isascii() and plain.isdigit()) or len(plain) > _LONGEST:
        raise ShuduError(f"{quote(text)} is not the number of a grid; they are whole, not negative and below 6.7e21")
    return int(plain)


@command.command("canonical")
@click.argument("grids", nargs=-1, metavar="[GRID | PUZZLE | FILE | -]...")
@click.option("--automorphisms", is_flag=True, help="Tell the number of symmetries as well.")
def canonical(grids: tuple[str, ...], automorphisms: bool) -> None:
    """Write the canonical form of final grids, and of puzzles with one solution.

    Two of them are the same up to symmetry exactly if their canonical forms are equal.
    """
    from shudu.core.grid import Grid
    from shudu.grids.canonical import automorphisms as symmetries
    from shudu.grids.canonical import canonical as form

    def told(line: Line) -> str:
        grid = Grid(line.digits)
        return form(grid) + (f" {len(symmetries(grid))}" if automorphisms else "")

    _each(grids, told)


@command.command("count")
@click.option("--essentially-different", is_flag=True, help="Count up to symmetry, by Burnside's lemma; takes minutes.")
def count(essentially_different: bool) -> None:
    """Tell how many final grids there are, worked out anew."""
    from shudu.grids.numbering import GRIDS

    if essentially_different:
        from shudu.grids.burnside import count_essentially_different

        with share_bar("counting") as tell:
            number = count_essentially_different(tell)
        click.echo(number)
        return
    click.echo(GRIDS)


def _each(sources: tuple[str, ...], tell: Callable[[Line], str]) -> None:
    """Says something about each grid; what is wrong with one does not stop the others."""
    failures = Failures()
    for batch in watched(batches(sources, failures), len, "done"):
        for line in batch:
            try:
                click.echo(tell(line))
            except ShuduError as error:
                failures.report(line.place, str(error))
    failures.exit()
