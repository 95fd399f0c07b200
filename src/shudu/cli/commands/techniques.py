"""`shudu techniques`: the techniques there are, one of them, or a file of cases run against them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shudu.cli import Failure
from shudu.cli.columns import padded, right, width, wrapped
from shudu.cli.options import language_option, refuse
from shudu.core.errors import ShuduError

if TYPE_CHECKING:
    from shudu.logic.technique import Technique


@click.command("techniques")
@click.argument("name", required=False)
@click.option("--cases", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Run a file of cases.")
@language_option
@click.option("--draw", type=click.Path(dir_okay=False, path_type=Path), help="Draw the example to this SVG file.")
@click.pass_context
def command(context: click.Context, name: str | None, cases: Path | None, lang: str, draw: Path | None) -> None:
    """List the techniques, show one with a worked example, or run a file of cases.

    A technique is named by its id, its name in English or Chinese, an alias or its HoDoKu code.
    """
    if cases is not None:
        refuse(context, ["name", "draw", "lang"], "does not go with --cases")
        _run(cases)
    elif name is not None:
        _show(_named(name), name, lang, draw)
    else:
        refuse(context, ["draw"], "goes with the name of a technique")
        _list(lang)


def _named(name: str) -> Technique:
    from shudu.logic.families import technique

    try:
        return technique(name)
    except ShuduError as error:
        raise click.UsageError(str(error)) from error


def _list(language: str) -> None:
    from shudu.logic.explain import name_of
    from shudu.logic.families import techniques
    from shudu.logic.texts import texts

    words = texts(language).words
    longest = max(len(known.id) for known in techniques())
    heads = (words["list_code"], words["list_level"], words["list_score"], words["list_se"], "", words["list_name"])
    click.echo(_row(longest, words["list_id"], *heads))
    for known in techniques():
        facts = (known.code, words[f"level_{known.level}"], str(known.score), f"{known.se:g}" if known.se else "")
        click.echo(_row(longest, known.id, *facts, "" if known.on else words["list_off"], name_of(known.id, language)))


def _row(longest: int, id: str, code: str, level: str, score: str, se: str, state: str, name: str) -> str:
    """One technique a line: the name comes last and goes on below where the terminal is too narrow."""
    columns = (padded(id, longest), padded(code, 6), padded(level, 7), right(score, 5), right(se, 3), padded(state, 4))
    head = " ".join(columns) + " "
    return (head + wrapped(name, width(head))).rstrip()


def _show(known: Technique, asked: str, language: str, draw: Path | None) -> None:
    from shudu.formats.io.sheet import Sheet
    from shudu.formats.pencilmarks import write
    from shudu.logic.examples import example
    from shudu.logic.explain import explain, name_of
    from shudu.logic.notation import notation

    click.echo("\n".join([name_of(known.id, language), *_described(known, asked, language), ""]))
    grid, step = example(known.id)
    click.echo(f"{write(Sheet.from_grid(grid))}\n{wrapped(explain(step, language))}\n{wrapped(notation(step))}")
    if draw is not None:
        from shudu.core.drawing import draw as drawing

        draw.write_text(drawing(grid, step), encoding="utf-8")


def _described(known: Technique, asked: str, language: str) -> list[str]:
    """What is known of a technique; where a word for several was asked for, the others too."""
    from shudu.logic.aliases import other_names
    from shudu.logic.texts import texts

    words = texts(language).words
    answer = {True: words["yes"], False: words["no"]}
    aliases = [*(known.aliases if language == "en" else ()), *other_names().get(known.id, ())]
    lines = [
        words["about_id"].format(id=known.id, family=words[f"family_{known.family.replace(' ', '_')}"]),
        words["about_hodoku"].format(
            code=known.code or words["none"], level=words[f"level_{known.level}"], score=known.score
        ),
        words["about_se"].format(se=known.se or words["none"]),
        words["about_on"].format(answer=answer[known.on]),
        words["about_unique"].format(answer=answer[known.unique]),
        words["about_aliases"].format(names=words["comma"].join(dict.fromkeys(aliases))) if aliases else "",
        words["about_others"].format(names=others) if (others := _others(known, asked, language)) else "",
    ]
    return [wrapped(line, 4) for line in lines if line]


def _others(known: Technique, asked: str, language: str) -> str:
    """The other techniques whose names have the word that was asked for."""
    from shudu.logic.aliases import plain
    from shudu.logic.families import techniques
    from shudu.logic.texts import LANGUAGES, texts

    word = plain(asked)
    own = {one.id: [plain(texts(spoken).names[one.id]) for spoken in LANGUAGES] for one in techniques()}
    if word in (*own[known.id], *map(plain, (known.id, known.code, *known.aliases))):
        return ""
    found = [id for id, names in own.items() if id != known.id and word in " ".join(names)]
    return texts(language).words["comma"].join(found)


def _run(path: Path) -> None:
    """Prints each case that fails with what was found instead, then how many hold."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    wanted = [line for line in lines if line.strip() and not line.startswith("#")]
    if not wanted:
        raise Failure(f"{path} holds no cases; one a line is expected, as `:0300:7:GRID:::717:`")
    failed = 0
    for line in wanted:
        if failure := _failure(line):
            failed += 1
            click.echo(f"{line.strip()}\n    {failure}")
    click.echo(f"{len(wanted) - failed} of {len(wanted)} cases")
    if failed:
        sys.exit(1)


def _failure(line: str) -> str:
    from shudu.logic.cases import parse_case

    try:
        return parse_case(line).failure()
    except ShuduError as error:
        return str(error)
