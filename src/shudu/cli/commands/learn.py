"""`shudu learn`: the path with your progress, a lesson in the terminal, and drills.

Progress is kept as lines of text in the user's data folder; see `shudu.learn.review`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic, time
from typing import TYPE_CHECKING, Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.language import CommandFailure, language, t, usage_errors
from shudu.cli.options import SEED, refuse
from shudu.cli.output import fit, pad
from shudu.core.errors import ShuduError

if TYPE_CHECKING:
    from shudu.core.grid import Grid
    from shudu.core.sets import Candidate
    from shudu.core.step import Step
    from shudu.learn.drill import Drill
    from shudu.learn.path import Topic
    from shudu.learn.review import Progress, RecordKind
    from shudu.learn.screens import Action

_TOKEN: Final = re.compile(
    r"(?P<cell>r[1-9]c[1-9])(?:(?P<sign>=|<>)(?P<digit>[1-9]))?|-?(?P<removed>[1-9]r[1-9]c[1-9])"
)
_TRUE_PARTS: Final = ("empty", "incomplete", "unmarked", "missing-cells")  # verdicts on answers that need more
_SIGNS: Final = {"new": "·", "started": "○", "learned": "●", "due": "!"}


def complete_topics(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of topics that begin with a text."""
    from shudu.learn.path import PATH

    return [topic.id for topic in PATH if topic.id.startswith(incomplete)]


@new_command("learn")
@click.argument("name", required=False, shell_complete=complete_topics)
@option("--drill", is_flag=True)
@option("--review", is_flag=True)
@option("-n", "--count", type=click.IntRange(1, 100), default=10, show_default=True)
@option("--fresh", is_flag=True)
@option("--timer", is_flag=True)
@option("--seed", type=SEED)
@click.pass_context
def command(
    context: click.Context,
    name: str | None,
    drill: bool,
    review: bool,
    count: int,
    fresh: bool,
    timer: bool,
    seed: int | None,
) -> None:
    """Learn techniques."""
    if not drill and not review:
        refuse(context, ["count", "fresh", "timer", "seed"], "errors.only-with", other="--drill")
    if review:
        refuse(context, ["name", "drill", "fresh"], "errors.not-with", other="--review")
        _review(count, seed, timer)
    elif drill:
        _run_drills([_find(name).id if name else _choose_topic()] * count, Random(seed), timer=timer, fresh=fresh)
    elif name is None:
        _show_path()
    else:
        _give_lesson(_find(name))


def _find(name: str) -> Topic:
    from shudu.learn.path import topic

    with usage_errors():
        return topic(name)


def progress_file() -> Path:
    """Return the file with the learner's records."""
    try:
        from platformdirs import user_data_path

        folder = user_data_path("shudu", appauthor=False)
    except ModuleNotFoundError:  # without the extras: the folder of most systems
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "shudu"
    return folder / "learn.txt"


def _load_progress() -> Progress:
    from shudu.learn.review import read_progress

    try:
        return read_progress(progress_file().read_text("ascii").splitlines())
    except FileNotFoundError:
        return read_progress([])
    except (ShuduError, UnicodeDecodeError, OSError) as error:
        why = error.render(language()) if isinstance(error, ShuduError) else str(error)
        raise CommandFailure(t("learn.unreadable", file=progress_file(), why=why)) from error


def _record(topic: str, kind: RecordKind, seconds: float) -> None:
    from shudu.learn.review import Record

    record = Record(round(time() * 1000), topic, kind, 1, min(round(seconds * 1000), 999_999_999))
    file = progress_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="ascii") as lines:
            lines.write(f"{record}\n")
    except OSError as error:
        click.echo(t("learn.not-kept", file=file, why=error.strerror or str(error)), err=True)


def _choose_topic() -> str:
    from shudu.learn.path import PATH
    from shudu.learn.review import next_topic

    return next_topic(_load_progress()) or PATH[-1].id


def _show_path() -> None:
    """Print the path with what is learned, due and next."""
    from shudu.learn.path import CHAPTERS, PATH
    from shudu.learn.review import due_topics, known_topics, next_topic
    from shudu.locale.catalogue import text

    progress, now = _load_progress(), round(time() * 1000)
    due = set(due_topics(progress, now))
    width = max(len(topic.id) for topic in PATH)
    for chapter in CHAPTERS:
        click.echo(f"\n{text(f'learn.chapters.{chapter}.name', language())}")
        click.echo(f"  {fit(text(f'learn.chapters.{chapter}.about', language()), 2)}")
        for topic in PATH:
            if topic.chapter == chapter:
                each = progress[topic.id]
                started = each.read or each.right or each.wrong
                state = "due" if topic.id in due else "learned" if each.learned else "started" if started else "new"
                sight = t(f"learn.sight.{each.sight}") if each.sight != "new" else ""
                line = f"  {_SIGNS[state]} {pad(topic.id, width)}  {topic.name(language())}"
                click.echo(f"{line}  {sight}".rstrip())
    click.echo()
    click.echo(t("learn.summary-line", n=len(known_topics(progress)), all=len(PATH)))
    if due:
        click.echo(t("learn.due", n=len(due)))
    if (following := next_topic(progress)) is not None:
        click.echo(t("learn.next", id=following))


def _give_lesson(topic: Topic) -> None:
    """Show the lesson screen by screen; in a terminal each screen waits for its action."""
    from shudu.learn.lesson import lesson

    content, started = lesson(topic.id), monotonic()
    click.echo(f"{topic.name(language())}\n\n{_draw(content.grid, content.notes)}")
    if sys.stdin.isatty():
        click.echo(fit(t("learn.how-to-answer")))
    for number, screen in enumerate(content.screens):
        click.echo("\n" + fit(f"{number + 1}/{len(content.screens)} {content.text(number, language())}"))
        for line in _describe_drawing(screen.drawn) if screen.action.kind == "cells" else ():
            click.echo(fit(line))
        if not _wait_for(screen.action):
            return
    click.echo(f"\n{fit(content.summary(language()))}\n{t('learn.now-drill', id=topic.id)}")
    if sys.stdin.isatty():
        _record(topic.id, "lesson", monotonic() - started)


def _describe_drawing(drawn: Step) -> Iterator[str]:
    """Yield what a screen draws besides marked cells: colours and links."""
    colours = [" ".join(map(str, drawn.roles[role])) for role in ("colour-1", "colour-2") if role in drawn.roles]
    if colours:
        yield t("learn.painted", cells="; ".join(colours))
    if drawn.links:
        sign = {True: "==", False: "--"}
        ends = (("/".join(map(str, k.start)), sign[k.strong], "/".join(map(str, k.end))) for k in drawn.links)
        yield t("learn.lines", links=", ".join(map(" ".join, ends)))


def _wait_for(action: Action) -> bool:
    """Ask until the action is done; return False if the learner leaves. Without a terminal, print the answer."""
    if not sys.stdin.isatty():
        click.echo(f"  → {_write_action(action)}")
        return True
    while True:
        line = _ask()
        if line is None:
            return False
        if line in ("", "?"):
            click.echo(f"  → {_write_action(action)}")
            return True
        try:
            cells, places, removes = read_answer(line)
        except ShuduError as error:
            click.echo(error.render(language()))
            continue
        tapped = {*cells, *(cell for _, cell in [*places, *removes])}
        wanted = set(action.cells)
        exact = {"place": set(places), "remove": set(removes)}.get(action.kind)
        if exact == set(action.candidates) if exact is not None else _is_tapped(action.kind, tapped, wanted):
            click.echo("✓")
            return True
        click.echo(t("learn.try-again"))


def _is_tapped(kind: str, tapped: set[int], wanted: set[int]) -> bool:
    return bool(tapped) and (tapped <= wanted if kind == "any" else tapped == wanted)


def _write_action(action: Action) -> str:
    from shudu.core.geometry import cell_name

    if action.kind == "place":
        return " ".join(f"{cell_name(cell)}={digit}" for digit, cell in action.candidates)
    if action.kind == "remove":
        return " ".join(f"-{candidate}" for candidate in action.candidates)
    return " ".join(cell_name(cell) for cell in (action.cells[:1] if action.kind == "any" else action.cells))


def _review(count: int, seed: int | None, timer: bool) -> None:
    """Drill what is due; if nothing is, a mixed set of what is learned."""
    from shudu.learn.review import due_topics, known_topics

    progress = _load_progress()
    known = known_topics(progress)
    topics = due_topics(progress, round(time() * 1000)) or known
    if not topics:
        raise CommandFailure(t("learn.nothing-learned"))
    random = Random(seed)
    chosen = [topics[n % len(topics)] for n in range(count)]
    random.shuffle(chosen)
    _run_drills(chosen, random, timer=timer, known=known)


def _run_drills(
    topics: list[str], random: Random, *, timer: bool, fresh: bool = False, known: Sequence[str] | None = None
) -> None:
    """Ask one drill after the other; print how many were right at the first try.

    Args:
        topics: The topic of each drill.
        random: The source of random numbers.
        timer: Whether to print times.
        fresh: Whether to search for new positions.
        known: The topics the learner knows; if given, the set is mixed, and each drill first asks for its technique.
    """
    from shudu.learn.drill import drill, name_choices
    from shudu.locale.catalogue import text

    right, times = 0, list[float]()
    for number, id in enumerate(topics, 1):
        exercise = drill(id, random.randrange(1 << 48), fresh=fresh)
        choices = name_choices(exercise, known, random) if known is not None else []
        asked = text("learn.questions.mixed", language()) if len(choices) > 1 else exercise.question(language())
        click.echo(f"\n{number}/{len(topics)} {asked}\n")
        click.echo(_draw(exercise.grid, exercise.notes))
        if number == 1:
            click.echo(fit(t("learn.how-to-answer")))
        started = monotonic()
        named = _ask_name(exercise, choices) if len(choices) > 1 else True
        answered = None if named is None else _answer_drill(exercise)
        if answered is None:
            break
        times.append(monotonic() - started)
        is_right = answered and bool(named)
        _record(id, "right" if is_right else "wrong", times[-1])
        right += is_right
        if timer:
            click.echo(t("learn.time", seconds=f"{times[-1]:.0f}"))
    click.echo("\n" + t("learn.score", right=right, n=len(times)))
    if timer and times:
        click.echo(t("learn.mean-time", seconds=f"{sum(times) / len(times):.0f}"))


def _ask_name(exercise: Drill, choices: list[str]) -> bool | None:
    """Ask which of some techniques applies; return whether the first answer was right, None if the learner leaves."""
    from shudu.learn.path import topic
    from shudu.locale.catalogue import text
    from shudu.logic.explain import how_to_spot
    from shudu.logic.texts import add_spaces

    names = [topic(id).name(language()) for id in choices]
    click.echo("  ".join(f"{number} {name}" for number, name in enumerate(names, 1)))
    first = True
    while True:
        line = _ask()
        if line is None:
            return None
        if line == "?":
            line, first = exercise.topic, False
        picked = _pick(line, choices)
        if picked is None:
            click.echo(t("learn.pick", n=len(choices)))
            continue
        fields = {"name": topic(picked).name(language()), "question": exercise.question(language())}
        if picked == exercise.topic:
            click.echo(fit(add_spaces(text("learn.verdicts.named", language(), **fields))))
            return first
        spot = how_to_spot(topic(picked).technique, language())
        click.echo(fit(add_spaces(text("learn.verdicts.not-here", language(), **fields, spot=spot))))
        first = False


def _pick(line: str, choices: list[str]) -> str | None:
    """Return the choice that a line names, by its number or by any name of the technique."""
    from shudu.learn.path import topic

    if line.isascii() and line.isdigit():
        return choices[int(line) - 1] if 1 <= int(line) <= len(choices) else None
    try:
        id = topic(line).id
    except ShuduError:
        return None
    return id if id in choices else None


def _answer_drill(exercise: Drill) -> bool | None:
    """Return whether nothing false was answered; None if the learner leaves.

    An answer may take several lines. What is true adds up until it is complete; a line with something false is dropped.
    """
    from shudu.learn.drill import describe_answer
    from shudu.logic.explain import explain

    first = True
    answer: tuple[list[int], list[Candidate], list[Candidate]] = ([], [], [])
    while True:
        line = _ask()
        if line is None:
            return None
        if line == "?":
            click.echo(f"{describe_answer(exercise.answers[0])}\n{fit(explain(exercise.answers[0], language()))}")
            return False
        try:
            cells, places, removes = read_answer(line)
            cells, places, removes = answer[0] + cells, answer[1] + places, answer[2] + removes
            feedback = exercise.check(places, removes, cells)
        except ShuduError as error:
            click.echo(error.render(language()))
            continue
        click.echo(fit(feedback.describe(exercise.topic, language())))
        if feedback.kind == "right":
            return first
        if feedback.reason in _TRUE_PARTS:
            answer = (cells, places, removes)
            continue
        first = False
        if feedback.reason == "extra-cells":
            answer = ([cell for cell in cells if cell not in feedback.cells], places, removes)


def _ask() -> str | None:
    """Return a line of the learner, or None at the end of the input or for `q`."""
    try:
        line = input("> " if sys.stdin.isatty() else "").strip()
    except (EOFError, KeyboardInterrupt):
        return None
    return None if line in ("q", "quit") else line


def read_answer(line: str) -> tuple[list[int], list[Candidate], list[Candidate]]:
    """Read an answer: `r1c2 r3c4` marks cells, `r1c2=7` writes a digit, `-7r5c5` or `r5c5<>7` removes a candidate.

    Raises:
        ShuduError: If a word is none of these.
    """
    from shudu.core.errors import quote
    from shudu.core.geometry import parse_cell
    from shudu.core.sets import Candidate

    cells, places, removes = list[int](), list[Candidate](), list[Candidate]()
    for word in line.lower().replace(",", " ").split():
        match = _TOKEN.fullmatch(word)
        if match is None:
            raise ShuduError("cli.bad-answer", word=quote(word, 20))
        if match["removed"]:
            removes.append(Candidate.from_text(match["removed"]))
        elif match["sign"]:
            candidate = Candidate(int(match["digit"]), parse_cell(match["cell"]))
            (places if match["sign"] == "=" else removes).append(candidate)
        else:
            cells.append(parse_cell(match["cell"]))
    return cells, places, removes


def _draw(grid: Grid, notes: bool) -> str:
    """Return the board with the numbers of its rows and columns, and with candidates if the topic needs them."""
    from shudu.formats.candidate_grids import write_pencilmarks
    from shudu.formats.io.sheet import Sheet

    lines = (write_pencilmarks(Sheet.from_grid(grid)).rstrip() if notes else str(grid)).splitlines()
    rows = [number for number, line in enumerate(lines) if len(re.findall(r"[1-9.]+", line)) == 9]
    header = [" "] * max(map(len, lines))
    for column, cell in enumerate(re.finditer(r"[1-9.]+", lines[rows[0]]), 1):
        header[cell.start()] = str(column)
    labels = {number: f"r{row} " for row, number in enumerate(rows, 1)}
    board = [labels.get(number, "   ") + line for number, line in enumerate(lines)]
    return "\n".join(["c  " + "".join(header).rstrip(), *board])
