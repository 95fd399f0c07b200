"""What the player draws: boards, counters, pseudocode, and the table at the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from shudu.cli.language import language, t
from shudu.cli.terminal.player import Playback
from shudu.core.geometry import cell_name, house_name
from shudu.locale.catalogue import has_text
from shudu.search.algorithms import Pseudocode
from shudu.search.trace.event import Event
from shudu.search.trace.trace import Trace

GAP: Final = 3  # columns between two boards
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
_LABEL_WIDTH: Final = 18  # columns of the table's row names
_RUN_WIDTH: Final = 16  # columns of the table for each run
_KEYS_WIDTH: Final = 76  # columns of the line that names the keys
_BACK: Final = ("remove", "retract", "conflict")


class Run(NamedTuple):
    """A trace to show, and the pseudocode that its events refer to."""

    trace: Trace
    code: Pseudocode


class Detail(NamedTuple):
    """How much of a run is shown, and the columns and lines this takes."""

    name: str
    width: int
    height: int


class Arrangement(NamedTuple):
    """How several runs share the terminal: their detail, boards per row, and rows."""

    detail: Detail
    columns: int
    rows: int


FULL: Final = Detail("full", 23, 23)  # title, board, event, all counters
BRIEF: Final = Detail("brief", 23, 13)  # title, board, iterations
SMALL: Final = Detail("small", 11, 11)  # the same without rules and gaps


def arrange(runs: int, width: int, height: int) -> Arrangement:
    """Choose the richest detail in which all runs fit; if none does, the smallest, for as many runs as fit.

    >>> arrange(3, 80, 40).detail.name, arrange(9, 80, 24).detail.name, arrange(9, 80, 24).columns
    ('full', 'small', 5)
    """
    room = height - 1 - -(-_KEYS_WIDTH // width)
    for detail in (FULL, BRIEF, SMALL):
        columns = max(1, (width - 2 + GAP) // (detail.width + GAP))
        if columns * (room // detail.height) >= runs:
            return Arrangement(detail, columns, room // detail.height)
    return Arrangement(SMALL, columns, max(1, (room - 1) // SMALL.height))


def screen(runs: list[Run], player: Playback, size: tuple[int, int] = (80, 40)) -> RenderableType:
    """Draw one frame: a single run with its pseudocode, or several side by side."""
    parts = _single(runs[0], player.moment) if len(runs) == 1 else _several(runs, player.moment, size)
    state = f" · {t('player.paused')}" if player.paused else ""
    footer = Text(f"{t('player.delay')} {player.delay * 1000:g} ms{state}\n{t('player.keys')}", style="bright_black")
    return Padding(Group(*parts, footer), (0, 1))


def _single(run: Run, moment: int) -> list[RenderableType]:
    grid = Table.grid(Column(width=FULL.width), padding=(0, GAP))
    grid.add_row(_board_and_event(run, moment), pseudocode(run, moment))
    at = min(moment, run.trace.record_until(moment))
    return [_title(run), grid, counters(run.trace, at, columns=3), ""]


def _several(runs: list[Run], moment: int, size: tuple[int, int]) -> list[RenderableType]:
    arrangement = arrange(len(runs), *size)
    visible = runs[: arrangement.columns * arrangement.rows]
    render = _panel if arrangement.detail is FULL else partial(_brief, small=arrangement.detail is SMALL)
    grid = Table.grid(padding=(0, GAP))
    for start in range(0, len(visible), arrangement.columns):
        grid.add_row(*(render(run, moment) for run in visible[start : start + arrangement.columns]))
    hidden = len(runs) - len(visible)
    return [grid, Text(t("player.more", n=hidden), style="yellow")] if hidden else [grid]


def board(trace: Trace, moment: int, small: bool = False) -> Text:
    """Draw the board at a moment: givens bold, entries coloured, the current cell marked."""
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


def depth_at(trace: Trace, moment: int) -> int:
    """Return the depth after some events. The last event of a run has none; unless all is tried, the depth stays."""
    event = trace[moment - 1]
    stays = event.kind == "stop" and event.why.reason != "exhausted" and moment > 1
    return trace[moment - 2].depth if stays else event.depth


def counters(trace: Trace, moment: int, columns: int = 1) -> Table:
    """Draw the counters at a moment in some number of columns."""
    stats = trace.stats_at(moment).to_dict()
    stats["depth"] = depth_at(trace, moment) if 0 < moment <= trace.record_until(moment) else 0
    table = Table.grid(padding=(0, 1 if columns == 1 else GAP))
    names = (*COUNTERS, "depth")
    for start in range(0, len(names), columns):
        row = [
            (Text(_counter_name(n), style="bright_black"), Text(f"{stats[n]:,}", justify="right"))
            for n in names[start : start + columns]
        ]
        table.add_row(*(part for pair in row for part in pair))
    return table


def pseudocode(run: Run, moment: int) -> Table:
    """Draw the lines of the algorithm with the current one marked."""
    moment = min(moment, run.trace.record_until(moment))
    current = run.trace[moment - 1].why.line if moment else 0
    table = Table.grid(Column(width=2))
    for number, line in enumerate(run.code.lines, 1):
        mark, style = ("▶", "bold yellow") if number == current else ("", "")
        text = line[language()].lstrip()
        indent = len(line[language()]) - len(text)
        table.add_row(Text(mark, style), Padding(Text(text, style), (0, 0, 0, indent)))
    return table


def describe_event(event: Event, run: str) -> str:
    """Return an event of a run in a few words: what, where, which digit, and why it stopped."""
    where = "" if event.cell is None else f" {cell_name(event.cell)}"
    digit = f" {event.digit}" if event.digit else ""
    temperature = "" if event.why.temperature is None else f" (T = {event.why.temperature:g})"
    reason = f": {t(f'player.reasons.{event.why.reason}')}" if event.why.reason else ""
    house = "" if event.why.house is None else f" {house_name(event.why.house)}"
    digs = run in ("dig", "dig-blind") and event.kind in ("place", "remove", "conflict")
    kind = t(f"player.{'digging' if digs else 'events'}.{event.kind}")
    return f"{kind}{where}{digit}{house}{temperature}{reason}"


def tables(runs: list[Run], width: int) -> Iterator[Table]:
    """Yield tables of all counters of finished runs, split where one would be too wide."""
    each = max(1, (width - _LABEL_WIDTH) // _RUN_WIDTH)
    return (table(runs[start : start + each]) for start in range(0, len(runs), each))


def table(runs: list[Run]) -> Table:
    """Return a table of all counters of finished runs, one run per column."""
    stats = [run.trace.stats.to_dict() for run in runs]
    result = Table(t("player.algorithm"), *(Column(run.code.id, justify="right") for run in runs))
    for name in TABLE:
        figures = (f"{each[name]:.4f}" if name == "seconds" else f"{each[name]:,}" for each in stats)
        result.add_row(_counter_name(name), *figures)
    for name in dict.fromkeys(name for run in runs for name in run.trace.stats.counters):
        if name not in TABLE:
            figures = (f"{run.trace.stats.counters.get(name, '')}" for run in runs)
            result.add_row(_counter_name(name), *figures)
    result.add_row(t("player.result"), *(_describe_end(run.trace) for run in runs))
    return result


def _describe_end(trace: Trace) -> str:
    is_unsolvable = trace.reason == "exhausted" and not trace.stats.solutions
    return t(f"player.reasons.{'no-solution' if is_unsolvable else trace.reason}")


def _counter_name(name: str) -> str:
    return t(f"player.counters.{name}") if has_text(f"cli.player.counters.{name}") else name


def _brief(run: Run, moment: int, small: bool) -> Group:
    """Draw a board with its name and its iterations."""
    at = min(moment, run.trace.record_until(moment))
    title = Text(run.code.id, style="bold", overflow="ellipsis", no_wrap=True)
    iterations = f"{run.trace.stats_at(at).iterations:,}"
    label = iterations if small else f"{_counter_name('iterations')} {iterations}"
    return Group(title, Text.assemble(board(run.trace, at, small), Text(label, style="bright_black", no_wrap=True)))


def _panel(run: Run, moment: int) -> Group:
    """Draw a board with its name, the current event, and all counters."""
    at = min(moment, run.trace.record_until(moment))
    return Group(_title(run), _board_and_event(run, at), counters(run.trace, at))


def _title(run: Run) -> Text:
    return Text(run.code.name[language()], style="bold", overflow="ellipsis", no_wrap=True)


def _board_and_event(run: Run, moment: int) -> Group:
    at = min(moment, run.trace.record_until(moment))
    event = describe_event(run.trace[at - 1], run.code.id) if at else ""
    return Group(board(run.trace, at), Text(event + "\n", style="yellow"))


def _cell(digit: int, given: bool, event: Event | None, cell: int) -> tuple[str, str]:
    character = str(digit) if digit else "·"
    if event is not None and event.cell == cell:
        return character, STYLES["back" if event.kind in _BACK else "work"]
    return character, STYLES["given" if given else "entry" if digit else "blank"]
