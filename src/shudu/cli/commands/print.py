"""`shudu print`: a booklet of puzzles, or a worksheet for a technique, as PDF."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any, Final

import click

from shudu.cli.app import Failure
from shudu.cli.input import decode, standard_input
from shudu.cli.options import SEED, refuse
from shudu.cli.output import show_progress
from shudu.core.errors import ShuduError

_SYMMETRIES: Final = ["none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"]
_LEVELS: Final = ["easy", "medium", "hard", "unfair", "extreme"]
_MAKING: Final = ("count", "difficulty", "clues", "level", "symmetry", "seed")  # what is for puzzles that are made
_ON_WORKSHEETS: Final = {"output", "seed", "worksheet", "exercises", "language", "paper", "font"}


@click.command("print")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The PDF to write."
)
@click.option("-n", "--count", type=click.IntRange(1, 10_000), default=12, show_default=True, help="How many to make.")
@click.option("--difficulty", type=click.Choice(_LEVELS[:3]), help="By clues: 38-45, 28-37 or 22-27.")
@click.option("--clues", type=int, metavar="17-80", help="How many clues each has.")
@click.option("--level", type=click.Choice(_LEVELS), help="By the techniques that are needed.")
@click.option("--symmetry", type=click.Choice(_SYMMETRIES), default="none", show_default=True, help="Of the clues.")
@click.option("--seed", type=SEED, help="Makes chance repeatable; told on standard error if not given.")
@click.option("--worksheet", metavar="TECHNIQUE", help="A worksheet for a technique instead of a booklet.")
@click.option("--exercises", type=click.IntRange(1, 20), default=4, show_default=True, help="On a worksheet.")
@click.option("--title", default="", help="What the title page says.")
@click.option("--lang", "--language", "language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--paper", type=click.Choice(["a4", "letter", "a5"]), default="a4", show_default=True)
@click.option("--per-page", type=click.Choice(["1", "2", "4", "6"]), help="Puzzles a page: 2, or 1 in large print.")
@click.option("--large", is_flag=True, help="Large print.")
@click.option("--candidates", is_flag=True, help="Show the candidates.")
@click.option("--clues-only", is_flag=True, help="Leave out what was played: digits, marks, colours.")
@click.option("--no-ratings", is_flag=True, help="Leave out difficulty and rating.")
@click.option("--no-solutions", is_flag=True, help="Leave out the solutions.")
@click.option("--no-cover", is_flag=True, help="Leave out the title page.")
@click.option("--upside-down", is_flag=True, help="Turn the solutions upside down.")
@click.option(
    "--address", default="", metavar="URL", help="Where the app is: puzzles get a QR code that opens them there."
)
@click.option("--font", type=click.Path(exists=True, path_type=Path), help="A font file, or a folder of fonts.")
@click.pass_context
def command(
    context: click.Context,
    /,
    puzzles: tuple[str, ...],
    output: Path,
    seed: int | None,
    worksheet: str | None,
    exercises: int,
    **options: Any,
) -> None:
    """Print a booklet of puzzles as PDF.

    Puzzles are named, read from files in any format or from standard input, or made: so many of a difficulty, none alike
    up to symmetry. The same seed makes the same booklet.
    """
    _refuse_vain(context, worksheet, puzzles)
    if not puzzles and seed is None:
        from shudu.core.randomness import check_seed

        seed = check_seed(None)
        click.echo(f"--seed {seed}", err=True)
    if worksheet:
        from shudu.print.worksheet import worksheet as make

        chosen = (options["language"], options["paper"], options["font"])
        output.write_bytes(make(worksheet, seed or 0, exercises, *chosen))
    else:
        output.write_bytes(_booklet(puzzles, seed, options))


def _refuse_vain(context: click.Context, worksheet: str | None, puzzles: tuple[str, ...]) -> None:
    """Raises click.UsageError for options that would be without effect."""
    if worksheet:
        from shudu.logic.registry import technique

        others = {parameter.name or "" for parameter in context.command.params}
        refuse(context, others - _ON_WORKSHEETS, "does not go with --worksheet")
        try:
            technique(worksheet)
        except ShuduError as error:
            raise click.UsageError(str(error)) from error
    else:
        refuse(context, ["exercises"], "goes with --worksheet")
    if puzzles:
        refuse(context, _MAKING, "goes with puzzles that are made, not with puzzles that are given")
    if context.params["no_solutions"]:
        refuse(context, ["upside_down"], "does not go with --no-solutions")


def _booklet(puzzles: tuple[str, ...], seed: int | None, options: dict[str, Any]) -> bytes:
    from shudu.print.booklet import Style, booklet

    sheets = _read(puzzles) if puzzles else _made(seed or 0, options)
    style = Style(
        title=options["title"],
        language=options["language"],
        paper=options["paper"],
        per_page=int(options["per_page"] or (1 if options["large"] else 2)),
        candidates=options["candidates"],
        ratings=not options["no_ratings"],
        solutions=not options["no_solutions"],
        upside_down=options["upside_down"],
        cover=not options["no_cover"],
        large=options["large"],
        progress=not options["clues_only"],
        address=options["address"],
        font=options["font"],
    )
    return booklet(sheets, style, None if puzzles else seed)


def _made(seed: int, options: dict[str, Any]) -> list[Any]:
    from shudu.print.choice import choosing

    wish = {name: options[name] for name in ("difficulty", "clues") if options[name] is not None}
    try:
        endless = choosing(seed, options["level"], options["language"], symmetry=options["symmetry"], **wish)
        puzzles = islice(endless, options["count"])
        return list(show_progress(puzzles, lambda _: 1, "puzzles", options["count"], to_file=True))
    except ShuduError as error:
        raise click.UsageError(str(error)) from error


def _read(puzzles: tuple[str, ...]) -> list[Any]:
    """The puzzles of texts and files, whatever their format. Raises UsageError or Failure naming what is none."""
    from shudu.formats.io.read import read_all

    found = []
    for number, source in enumerate(puzzles, 1):
        text = decode(standard_input("no puzzles on standard input").read()) if source == "-" else source
        try:
            found += list(read_all(text))
        except ShuduError as error:
            raise Failure(f"{_place(source, number)}: {error}") from error
    return found


def _place(source: str, number: int) -> str:
    if source == "-":
        return "standard input"
    return source if len(source) < 81 and Path(source).is_file() else f"argument {number}"
