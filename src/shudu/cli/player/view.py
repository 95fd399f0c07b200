"""What is drawn: the board, the counters, the pseudocode, and the table at the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from shudu.cli.player.layout import FULL, GAP, SMALL, Layout, choose
from shudu.cli.player.player import Player
from shudu.cli.player.words import WORDS
from shudu.core.geometry import cell_name, house_name
from shudu.search.algorithms.pseudocode import Pseudocode
from shudu.search.trace.event import Event
from shudu.search.trace.trace import Trace

COUNTERS: Final = ("events", "iterations", "placements", "retractions", "guesses", "conflicts", "solutions", "nodes")
TABLE: Final = (*COUNTERS, "deepest", "seconds")
STYLES: Final = {
    "given": "bold",
    "entry": "cyan",
    "work": "black on yellow",
    "back": "white on red",
    "blank": "bright_black",
    "line": "bright_black",
}
_LABEL, _COLUMN = 18, 16  # columns of the table's names, and of a run
_TAKEN_BACK: Final = ("remove", "retract", "conflict")


class Watched(NamedTuple):
    """A run to be shown, whatever it solves or makes, and the pseudocode that its events point to."""

    trace: Trace
    code: Pseudocode


def screen(runs: list[Watched], player: Player, language: str, size: tuple[int, int] = (80, 40)) -> RenderableType:
    """One frame: a run with its pseudocode, or several side by side, in rows where they are too many for one."""
    words = WORDS[language]
    grid = Table.grid(*([Column(width=FULL.width)] if len(runs) == 1 else []), padding=(0, GAP))
    left_out = 0
    if len(runs) == 1:
        grid.add_row(_seen(runs[0], player.moment, language), pseudocode(runs[0], player.moment, language))
    else:
        left_out = _fill(grid, runs, player.moment, language, choose(len(runs), *size))
    parts: list[RenderableType] = [grid]
    if len(runs) == 1:
        at = min(player.moment, runs[0].trace.record_until(player.moment))
        parts = [_title(runs[0], language), grid, counters(runs[0].trace, at, language, columns=3), ""]
    if left_out:
        parts.append(Text(words["more"].format(n=left_out), style="yellow"))
    state = f" · {words['paused']}" if player.paused else ""
    footer = Text(f"{words['delay']} {player.delay * 1000:g} ms{state}\n{words['keys']}", style="bright_black")
    return Padding(Group(*parts, footer), (0, 1))


def board(trace: Trace, moment: int, small: bool = False) -> Text:
    """The board at a moment: givens bold, entries coloured, the cell at work marked. `small`: only 9 by 11."""
    position = trace.seek(moment)
    start = trace.seek(0).digits
    event = trace[position.moment - 1] if position.moment else None
    text = Text(no_wrap=True)
    for row in range(9):
        if row in (3, 6) and not small:
            text.append("───────┼───────┼───────\n", STYLES["line"])
        for column in range(9):
            cell = 9 * row + column
            if column in (3, 6):
                text.append("│" if small else " │", STYLES["line"])
            text.append("" if small else " ")
            text.append(*_cell(position.digits[cell], bool(start[cell]), event, cell))
        text.append("\n" if small else " \n")
    return text


def counters(trace: Trace, moment: int, language: str, columns: int = 1) -> Table:
    """The counters at a moment, so many side by side."""
    words, stats = WORDS[language], trace.stats_at(moment).as_dict()
    stats["depth"] = trace[moment - 1].depth if 0 < moment <= trace.record_until(moment) else 0
    table = Table.grid(padding=(0, 1 if columns == 1 else GAP))
    names = (*COUNTERS, "depth")
    for start in range(0, len(names), columns):
        row = [
            (Text(words[n], style="bright_black"), Text(f"{stats[n]:,}", justify="right"))
            for n in names[start : start + columns]
        ]
        table.add_row(*(part for pair in row for part in pair))
    return table


def pseudocode(run: Watched, moment: int, language: str) -> Table:
    """The lines of the algorithm, with the one that runs marked."""
    moment = min(moment, run.trace.record_until(moment))
    running = run.trace[moment - 1].why.line if moment else 0
    table = Table.grid(Column(width=2))
    for number, line in enumerate(run.code.lines, 1):
        mark, style = ("▶", "bold yellow") if number == running else ("", "")
        told = line[language].lstrip()
        indent = len(line[language]) - len(told)
        table.add_row(Text(mark, style), Padding(Text(told, style), (0, 0, 0, indent)))
    return table


def sentence(event: Event, language: str) -> str:
    """An event in a few words: what, where, which digit, why it stopped."""
    words = WORDS[language]
    where = "" if event.cell is None else f" {cell_name(event.cell)}"
    digit = f" {event.digit}" if event.digit else ""
    warmth = "" if event.why.temperature is None else f" (T = {event.why.temperature:g})"
    reason = f": {words[f'reason {event.why.reason}']}" if event.why.reason else ""
    house = "" if event.why.house is None else f" {house_name(event.why.house)}"
    return f"{words[event.kind]}{where}{digit}{house}{warmth}{reason}"


def result(trace: Trace, language: str) -> str:
    """How a run ended, in words."""
    reason = trace.reason
    if reason == "exhausted" and not trace.stats.solutions:
        reason = "exhausted none"
    return WORDS[language][f"reason {reason}"]


def tables(runs: list[Watched], language: str, width: int) -> Iterator[Table]:
    """All counters of finished runs, one run a column; in several tables where one would be too wide."""
    each = max(1, (width - _LABEL) // _COLUMN)
    return (table(runs[start : start + each], language) for start in range(0, len(runs), each))


def table(runs: list[Watched], language: str) -> Table:
    """All counters of finished runs, one run a column."""
    words = WORDS[language]
    stats = [run.trace.stats.as_dict() for run in runs]
    made = Table(words["algorithm"], *(Column(run.code.id, justify="right") for run in runs))
    for name in TABLE:
        figures = (f"{each[name]:.4f}" if name == "seconds" else f"{each[name]:,}" for each in stats)
        made.add_row(words[name], *figures)
    for name in dict.fromkeys(name for run in runs for name in run.trace.stats.counters):
        if name not in TABLE:
            figures = (f"{run.trace.stats.counters.get(name, '')}" for run in runs)
            made.add_row(words.get(name, name), *figures)
    made.add_row(words["result"], *(result(run.trace, language) for run in runs))
    return made


def _fill(grid: Table, runs: list[Watched], moment: int, language: str, layout: Layout) -> int:
    """Rows of boards. Tells how many runs have no place."""
    shown = runs[: layout.columns * layout.rows]
    make = _panel if layout.style is FULL else partial(_brief, small=layout.style is SMALL)
    for start in range(0, len(shown), layout.columns):
        grid.add_row(*(make(run, moment, language) for run in shown[start : start + layout.columns]))
    return len(runs) - len(shown)


def _brief(run: Watched, moment: int, language: str, small: bool) -> Group:
    """A board with its name and its iterations."""
    at = min(moment, run.trace.record_until(moment))
    title = Text(run.code.id, style="bold", overflow="ellipsis", no_wrap=True)
    done = f"{run.trace.stats_at(at).iterations:,}"
    last = Text(done if small else f"{WORDS[language]['iterations']} {done}", style="bright_black", no_wrap=True)
    return Group(title, Text.assemble(board(run.trace, at, small), last))


def _panel(run: Watched, moment: int, language: str) -> Group:
    """A board with its name, what happens, and all counters."""
    at = min(moment, run.trace.record_until(moment))
    return Group(_title(run, language), _seen(run, at, language), counters(run.trace, at, language))


def _title(run: Watched, language: str) -> Text:
    return Text(run.code.name[language], style="bold", overflow="ellipsis", no_wrap=True)


def _seen(run: Watched, moment: int, language: str) -> Group:
    """A board and what happens."""
    at = min(moment, run.trace.record_until(moment))
    told = sentence(run.trace[at - 1], language) if at else ""
    return Group(board(run.trace, at), Text(told + "\n", style="yellow"))


def _cell(digit: int, given: bool, event: Event | None, cell: int) -> tuple[str, str]:
    character = str(digit) if digit else "·"
    if event is not None and event.cell == cell:
        return character, STYLES["back" if event.kind in _TAKEN_BACK else "work"]
    return character, STYLES["given" if given else "entry" if digit else "blank"]
