"""`shudu watch`: NDJSON events in a pipe, a player on a terminal."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from rich.console import Console

from shudu.cli.app import group
from shudu.cli.language import choose_language, t
from shudu.cli.terminal.player import DELAYS, Playback, windows_keyboard
from shudu.cli.terminal.player_view import Run, board, depth_at, describe_event, screen, table, tables
from shudu.puzzles.traces import trace_graded
from shudu.search.run import ALGORITHMS, trace
from shudu.search.trace.event import KINDS, NO_DETAILS, Event, StopReason, Why
from shudu.search.trace.files import read_ndjson

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def run(*arguments: str, given: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(group, ["watch", *arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def draw(thing: object, width: int = 80) -> str:
    console = Console(file=StringIO(), width=width, color_system=None)
    console.print(thing)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def record(by: str, puzzle: str = EASY) -> Run:
    return Run(trace(puzzle, by), ALGORITHMS[by].code)


def test_events_are_printed_as_ndjson_without_a_terminal() -> None:
    code, out, _ = run(EASY, "--by", "mrv")
    assert code == 0
    assert list(read_ndjson(out.splitlines())) == list(trace(EASY, "mrv"))


def test_a_puzzle_from_standard_input_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(EASY + "\n" + SOLUTION + "\n")
    assert run("-", given=EASY + "\n")[1] == run(str(file))[1] == run(EASY)[1]


def test_comparing_without_a_terminal_prints_one_line_per_run() -> None:
    code, out, _ = run(EASY, "--compare", "rows, mrv,exact-cover")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["by"] for each in rows] == ["rows", "mrv", "exact-cover"]
    assert all(each["found"] == [SOLUTION] and each["reason"] == "solutions" for each in rows)


def test_limits_apply() -> None:
    _, out, _ = run("." * 81, "--by", "random", "--limit", "0", "--events", "50", "--seed", "3")
    lines = out.splitlines()
    assert json.loads(lines[0]) | {"limit": None, "events": 50, "seed": 3} == json.loads(lines[0])
    assert json.loads(lines[-1])["reason"] == "events"
    assert len(lines) == 52


def test_digging_can_be_watched() -> None:
    code, out, _ = run("--make", "dig", "--clues", "33", "--symmetry", "rotate180", "--seed", "4")
    events = read_ndjson(out.splitlines())
    assert code == 0 and events.reason == "made"
    assert sum(map(bool, events.seek(len(events)).digits)) == 33
    for wrong in (["--make", "dig", "--clues", "16"], ["--make", "template", "--clues", "30"]):
        assert run(*wrong)[0] == 2


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_list_names_every_algorithm(language: str) -> None:
    code, out, _ = run("--list", "--lang", language)
    assert code == 0
    assert all(name in out and each.code.name[language] in out for name, each in ALGORITHMS.items())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((EASY, "--by", "magic"), 2, "use one of rows"),
        ((EASY, "--compare", "rows,magic"), 2, "use one of rows"),
        ((EASY, "--delay", "soon"), 2, "100ms"),
        ((EASY, "--seconds", "nan"), 2, "not a number of seconds"),
        ((EASY, "--seconds", "inf"), 2, "not a number of seconds"),
        ((EASY, "--seconds", "0"), 2, "not in the range"),
        ((EASY, "--make", "digits"), 2, "cannot be used with --make"),
        (("--make", "digits", "--by", "mrv"), 2, "--by cannot be used with --make"),
        ((EASY, "--by", "mrv", "--compare", "rows,mrv"), 2, "--by cannot be used with --compare"),
        ((EASY, "--clues", "30"), 2, "--clues needs --make dig"),
        (("12345",), 1, "not a puzzle"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], code: int, words: str) -> None:
    exit_code, _, error = run(*arguments)
    assert exit_code == code
    assert words in error


def test_keys_move_the_player() -> None:
    player = Playback(delay=0.1)
    for key, moment in (
        ("right", 1),
        ("down", 101),
        ("left", 100),
        ("up", 0),
        ("left", 0),
        ("end", 150),
        ("right", 150),
    ):
        player.press(key, last=150)
        assert player.moment == moment
    assert player.paused
    player.press("home", last=150)
    player.tick(last=150)
    assert player.moment == 0
    player.press(" ", last=150)
    player.tick(last=150)
    assert player.moment == 1
    player.press("q", last=150)
    assert player.has_quit


def test_keys_change_the_delay_within_bounds() -> None:
    player = Playback(delay=0.1)
    player.press("+", last=1)
    assert player.delay == 0.2
    for _ in range(30):
        player.press("-", last=1)
    assert player.delay == DELAYS[0]
    for _ in range(30):
        player.press("+", last=1)
    assert player.delay == DELAYS[-1]


def test_a_short_delay_shows_several_events_per_frame_up_to_the_last() -> None:
    player = Playback(delay=0.001)
    player.tick(last=1000)
    assert 20 <= player.moment <= 50
    player.tick(last=40)
    assert player.moment == 40


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("by", ["mrv", "norvig", "anneal"])
def test_a_frame_shows_the_board_the_counters_and_the_current_line(by: str, language: str) -> None:
    choose_language(["--lang", language])
    shown = record(by)
    text = draw(screen([shown], Playback(0.1, moment=5)), width=120)
    assert shown.code.name[language] in text
    assert "▶" in text
    assert t("player.counters.iterations") in text
    assert "5 3" in text


def test_several_runs_fit_a_terminal_and_short_ones_wait_for_long_ones() -> None:
    runs = [record("rows"), record("mrv"), record("exact-cover")]
    text = draw(screen(runs, Playback(0.1, moment=2000)))
    assert text.count("5 3 4 │ 6 7 8 │ 9 1 2") == 2
    assert text.count(" │ ") >= 3 * 18


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 60), (100, 50), (200, 60)])
def test_many_runs_fill_rows_without_being_cut(width: int, height: int) -> None:
    runs = [record(by) for by in ALGORITHMS if ALGORITHMS[by].is_available]
    text = draw(screen(runs, Playback(0.1, moment=10**6), (width, height)), width)
    boards = text.count("534│678│912") + text.count("5 3 4 │ 6 7 8 │ 9 1 2")
    assert boards >= len(runs) - 1  # annealing may have given up
    assert all(len(line) <= width for line in text.splitlines())
    assert len(text.splitlines()) <= height


def test_runs_without_room_are_counted() -> None:
    text = draw(screen([record("mrv")] * 9, Playback(0.1), (40, 20)), 40)
    assert "7 more" in text
    assert len(text.splitlines()) <= 20


def test_the_table_of_many_runs_fits_the_width() -> None:
    runs = [record(by) for by in ("rows", "random", "mrv", "mrv+propagate", "exact-cover", "norvig", "kernel")]
    text = "".join(draw(part, 80) for part in tables(runs, 80))
    assert all(run.code.id in text for run in runs)
    assert "…" not in text


def test_the_board_marks_the_current_cell() -> None:
    event = trace(EASY, "mrv")[0]
    text = board(trace(EASY, "mrv"), 1)
    assert event.cell is not None
    assert any("yellow" in str(span.style) for span in text.spans)
    assert draw(board(trace(EASY, "mrv"), 10**6)).replace(" ", "").startswith("534│678│912")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_table_has_a_column_for_each_run(language: str) -> None:
    choose_language(["--lang", language])
    text = draw(table([record("mrv"), record("kernel")]))
    assert "mrv" in text
    assert t("player.counters.passes") in text
    assert "51" in text


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_event_and_reason_has_a_text(language: str) -> None:
    choose_language(["--lang", language])
    for kind in KINDS:
        assert describe_event(Event(kind, 1, 22, 7, Why(temperature=0.5)), "anneal")
    for reason in get_args(StopReason):
        assert describe_event(Event("stop", 0, None, 0, Why(reason=reason)), "mrv")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_keys_work_on_a_terminal_and_the_terminal_is_restored() -> None:
    import pty
    import termios

    arguments = [EASY, "--by", "rows", "--delay", "1ms", "--lang", "en"]
    terminal, inner = pty.openpty()
    before = termios.tcgetattr(inner)[3]
    child = subprocess.Popen(
        [sys.executable, "-c", "from shudu.cli import main; main()", "watch", *arguments],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
    )
    assert "Row by row" in _read_until(terminal, "Row by row")
    os.write(terminal, b" ")
    assert "paused" in _read_until(terminal, "paused")
    os.write(terminal, b"\x1b[F")
    assert "8,367" in _read_until(terminal, "8,367")
    os.write(terminal, b"q")
    assert "maximum depth" in _read_until(terminal, "maximum depth")
    assert child.wait(10) == 0
    assert termios.tcgetattr(inner)[3] == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_ctrl_c_ends_the_player_quietly() -> None:
    import pty

    terminal, inner = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "shudu", "watch", EASY, "--by", "rows", "--lang", "en"],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
        start_new_session=True,
    )
    _read_until(terminal, "Row by row")
    child.send_signal(signal.SIGINT)
    assert child.wait(20) == 130
    os.close(inner)
    assert "Abort" not in _read_until(terminal, "Aborted")


class FakeConsole:
    """The part of the Windows module msvcrt that the player uses."""

    def __init__(self, keys: str) -> None:
        self.keys = list(keys)

    def kbhit(self) -> bool:
        return bool(self.keys)

    def getwch(self) -> str:
        return self.keys.pop(0)


def test_keys_on_windows() -> None:
    wait = windows_keyboard(FakeConsole(" \xe0M\xe0K\x00H\x00P\xe0G\xe0Oq\xe0Z"))
    keys = [wait(0.0) for _ in range(9)]
    assert keys == [" ", "right", "left", "up", "down", "home", "end", "q", None]
    assert wait(0.0) is None


def _read_until(terminal: int, words: str) -> str:
    """Return what a terminal shows until some words appear, or for half a minute."""
    seen, end = "", time.monotonic() + 30
    while words not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                seen += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                break
    return seen


def test_digging_is_described_in_its_own_words() -> None:
    dug, kept = Event("remove", 1, 22, 7, NO_DETAILS), Event("conflict", 1, 22, 7, NO_DETAILS)
    assert (describe_event(dug, "dig"), describe_event(kept, "dig")) == ("dig r3c5 7", "must stay r3c5 7")
    assert (describe_event(dug, "mrv"), describe_event(kept, "mrv")) == ("remove r3c5 7", "dead end r3c5 7")


def test_graded_puzzles_are_watched_by_difficulty() -> None:
    _, out, _ = run("--make", "graded-puzzle", "--difficulty", "unfair", "--seed", "2")
    assert list(read_ndjson(out.splitlines())) == list(trace_graded("expert", seed=2))
    code, _, error = run("--make", "dig", "--difficulty", "hard")
    assert code == 2 and "--make graded-puzzle" in error
    code, _, error = run(EASY, "--difficulty", "hard")
    assert code == 2 and "--make graded-puzzle" in error


def test_the_depth_stays_when_a_run_ends_at_a_solution() -> None:
    found, proven = trace(EASY, "mrv"), trace(EASY, "mrv", limit=None)
    assert depth_at(found, len(found)) == EASY.count(".") == 51
    assert depth_at(proven, len(proven)) == 0
