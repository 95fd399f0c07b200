"""`shudu techniques`: list the techniques, show one with a worked example, or run a file of cases."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.cells import cell_len

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.commands.completion import complete_techniques
from shudu.cli.language import CommandFailure, language, t, usage_errors
from shudu.cli.options import OutputFile, refuse
from shudu.cli.output import align_right, fit, pad
from shudu.core.errors import ShuduError

if TYPE_CHECKING:
    from shudu.logic.registry import Technique


@new_command("techniques")
@click.argument("name", required=False, shell_complete=complete_techniques)
@option("--cases", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--draw", type=OutputFile(".svg"))
@click.pass_context
def command(context: click.Context, name: str | None, cases: Path | None, draw: Path | None) -> None:
    """List, show or test techniques."""
    if cases is not None:
        refuse(context, ["name", "draw"], "errors.not-with", other="--cases")
        _run_cases(cases)
    elif name is not None:
        _show(_find(name), name, draw)
    else:
        refuse(context, ["draw"], "techniques.draw-needs-name")
        _list()


def _find(name: str) -> Technique:
    from shudu.logic.registry import technique

    with usage_errors():
        return technique(name)


def _list() -> None:
    from shudu.logic.registry import techniques
    from shudu.logic.texts import technique_name

    longest = max(len(each.id) for each in techniques())
    click.echo(
        _row(
            longest,
            t("techniques.columns.id"),
            t("techniques.columns.code"),
            t("techniques.columns.level"),
            t("techniques.columns.score"),
            t("techniques.columns.se"),
            "",
            t("techniques.columns.name"),
        )
    )
    for each in techniques():
        se, state = f"{each.se:g}" if each.se else "", "" if each.on else t("techniques.columns.off")
        level, name = _level_name(each.level), technique_name(each.id, language())
        click.echo(_row(longest, each.id, each.code, level, str(each.score), se, state, name))


def _level_name(level: str) -> str:
    from shudu.logic.texts import level_name

    return level_name(level, language())


def _row(longest: int, id: str, code: str, level: str, score: str, se: str, state: str, name: str) -> str:
    """Return one technique as a line; the name comes last and wraps where the terminal is too narrow."""
    columns = (pad(id, longest), pad(code, 6), pad(level, 7), align_right(score, 5), align_right(se, 3), pad(state, 4))
    head = " ".join(columns) + " "
    return (head + fit(name, cell_len(head))).rstrip()


def _show(technique: Technique, query: str, draw: Path | None) -> None:
    from shudu.formats.candidate_grids import write_pencilmarks
    from shudu.formats.io.sheet import Sheet
    from shudu.logic.examples import example
    from shudu.logic.explain import explain
    from shudu.logic.notation import notation
    from shudu.logic.texts import technique_name

    click.echo("\n".join([technique_name(technique.id, language()), *_describe(technique, query), ""]))
    grid, step = example(technique.id)
    click.echo(f"{write_pencilmarks(Sheet.from_grid(grid))}\n{fit(explain(step, language()))}\n{fit(notation(step))}")
    if draw is not None:
        from shudu.core.drawing import draw as draw_position

        draw.write_text(draw_position(grid, step), encoding="utf-8")


def _describe(technique: Technique, query: str) -> list[str]:
    """Return the facts about a technique, a line each."""
    from shudu.logic.explain import how_to_spot
    from shudu.logic.texts import aliases_of, family_name

    none = t("techniques.none")
    family = family_name(technique.family, language())
    aliases = aliases_of(technique.id, language())
    lines = [
        how_to_spot(technique.id, language()),
        t("techniques.about.id", id=technique.id, family=family),
        t(
            "techniques.about.hodoku",
            code=technique.code or none,
            level=_level_name(technique.level),
            score=technique.score,
        ),
        t("techniques.about.se", se=technique.se or none),
        t("techniques.about.on" if technique.on else "techniques.about.off"),
        t("techniques.about.unique") if technique.unique else "",
        t("techniques.about.aliases", names=tuple(dict.fromkeys(aliases))) if aliases else "",
        t("techniques.about.related", names=related) if (related := _find_related(technique, query)) else "",
    ]
    return [fit(line, 4) for line in lines if line]


def _find_related(technique: Technique, query: str) -> tuple[str, ...]:
    """Return the other techniques whose names contain the query, if it is not exactly a name of this one."""
    from shudu.locale.catalogue import LANGUAGES
    from shudu.logic.registry import techniques
    from shudu.logic.texts import normalise_name, texts

    word = normalise_name(query)
    names = {each.id: [normalise_name(texts(one).names[each.id]) for one in LANGUAGES] for each in techniques()}
    if word in (*names[technique.id], *map(normalise_name, (technique.id, technique.code))):
        return ()
    return tuple(id for id, own in names.items() if id != technique.id and word in " ".join(own))


def _run_cases(path: Path) -> None:
    """Print each case that fails with what was found instead, then how many passed."""
    from shudu.logic.examples import case_lines

    cases = case_lines(path.read_text(encoding="utf-8", errors="replace"))
    if not cases:
        raise CommandFailure(t("techniques.no-cases", path=path))
    failed = 0
    for line in cases:
        if failure := _run_case(line):
            failed += 1
            click.echo(f"{line.strip()}\n    {failure}")
    click.echo(t("techniques.cases-passed", passed=len(cases) - failed, total=len(cases)))
    if failed:
        sys.exit(1)


def _run_case(line: str) -> str:
    from shudu.logic.examples import parse_case

    try:
        return parse_case(line).failure()
    except ShuduError as error:
        return error.render(language())
