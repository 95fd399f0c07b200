"""`shudu print`: a booklet of puzzles, or a worksheet for a technique, as PDF."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.commands.completion import complete_techniques
from shudu.cli.input import argument_place, decode, read_sheets, standard_input
from shudu.cli.language import CommandFailure, t, usage_errors
from shudu.cli.language import language as terminal_language
from shudu.cli.options import SEED, Level, OutputFile, draw_seed, refuse, refuse_same_file, replace_file
from shudu.cli.output import show_progress
from shudu.core.errors import ShuduError
from shudu.locale.catalogue import LANGUAGES
from shudu.puzzles import SYMMETRIES
from shudu.puzzles.difficulty import DIFFICULTY_NAMES

if TYPE_CHECKING:
    from shudu.formats.io.sheet import Sheet

_FOR_GENERATED: Final = ("count", "difficulty", "clues", "level", "symmetry", "seed")
_FOR_WORKSHEETS: Final = {"output", "seed", "worksheet", "exercises", "language", "lang", "paper", "font"}


@new_command("print")
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE | FILE | -]...")
@option("-o", "--output", type=OutputFile(".pdf"), required=True)
@option("-n", "--count", type=click.IntRange(1, 10_000), default=12, show_default=True)
@option("--difficulty", type=click.Choice(DIFFICULTY_NAMES, case_sensitive=False))
@option("--clues", metavar="N|N-N")
@option("--level", type=Level())
@option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True)
@option("--seed", type=SEED)
@option("--worksheet", metavar="TECHNIQUE", shell_complete=complete_techniques)
@option("--exercises", type=click.IntRange(1, 20), default=4, show_default=True)
@option("--title", default="")
@option("--language", type=click.Choice(LANGUAGES), default=terminal_language)
@option("--paper", type=click.Choice(["a4", "letter", "a5"]), default="a4", show_default=True)
@option("--per-page", type=click.Choice(["1", "2", "4", "6"]))
@option("--large", is_flag=True)
@option("--candidates", is_flag=True)
@option("--clues-only", is_flag=True)
@option("--no-ratings", is_flag=True)
@option("--no-solutions", is_flag=True)
@option("--no-cover", is_flag=True)
@option("--upside-down", is_flag=True)
@option("--address", default="", metavar="URL")
@option("--font", type=click.Path(exists=True, path_type=Path))
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
    """Print a booklet or a worksheet."""
    from shudu.print.typesetting import require_typst

    _check_options(context, worksheet, puzzles)
    refuse_same_file(output, puzzles)
    require_typst()
    if seed is None and not puzzles:
        seed = draw_seed()
    if worksheet:
        from shudu.print.worksheet import make_worksheet

        look = (options["language"], options["paper"], options["font"])
        pdf = make_worksheet(worksheet, seed or 0, exercises, *look)
    else:
        pdf = _make_booklet(puzzles, seed, options)
    with replace_file(output) as file:
        file.write(pdf)


def _check_options(context: click.Context, worksheet: str | None, puzzles: tuple[str, ...]) -> None:
    """Raise click.UsageError for options that would have no effect."""
    if worksheet:
        from shudu.logic.registry import technique

        names = {parameter.name or "" for parameter in context.command.params}
        refuse(context, names - _FOR_WORKSHEETS, "errors.not-with", other="--worksheet")
        with usage_errors():
            technique(worksheet)
    else:
        refuse(context, ["exercises"], "errors.only-with", other="--worksheet")
    if puzzles:
        refuse(context, _FOR_GENERATED, "print.generated-only")
    if context.params["no_solutions"]:
        refuse(context, ["upside_down"], "errors.not-with", other="--no-solutions")


def _make_booklet(puzzles: tuple[str, ...], seed: int | None, options: dict[str, Any]) -> bytes:
    from shudu.print.booklet import BookletStyle, make_booklet

    sheets = _read_puzzles(puzzles) if puzzles else _generate(seed or 0, options)
    style = BookletStyle(
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
    return make_booklet(sheets, style, None if puzzles else seed)


def _generate(seed: int, options: dict[str, Any]) -> list[Sheet]:
    from shudu.print.booklet import select_puzzles

    names = ("clues", "difficulty", "level", "symmetry", "language")
    puzzles = islice(select_puzzles(seed, **{name: options[name] for name in names}), options["count"])
    with usage_errors():
        return list(show_progress(puzzles, lambda _: 1, "units.puzzles", options["count"], to_file=True))


def _read_puzzles(sources: tuple[str, ...]) -> list[Sheet]:
    """Return the puzzles of texts and files in any format, or raise CommandFailure naming the source that is malformed."""
    sheets: list[Sheet] = []
    for number, source in enumerate(sources, 1):
        text = decode(standard_input("input.no-puzzles").read()) if source == "-" else source
        try:
            sheets += read_sheets(text)
        except ShuduError as error:
            raise CommandFailure(f"{_place(source, number)}: {error.render(terminal_language())}") from error
    return sheets


def _place(source: str, number: int) -> str:
    if source == "-":
        return t("input.standard-input")
    return source if len(source) < 81 and Path(source).is_file() else argument_place(number)
