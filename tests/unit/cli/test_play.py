"""`shudu play`: the session without a screen, then the screen by keys and mouse."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from shudu.cli.app import group
from shudu.cli.terminal import game_session as sessions
from shudu.cli.terminal.game import NewGameScreen, OpenScreen, TerminalGame, read_puzzle
from shudu.cli.terminal.game_drawing import DARK, LARGE, MEDIUM, SMALL, Layout, draw_board, find_cell
from shudu.cli.terminal.game_session import GameSession, unfinished_games
from shudu.core.errors import ShuduError
from shudu.core.puzzle import Puzzle

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sessions, "games_folder", lambda: tmp_path)
    return tmp_path


def start() -> GameSession:
    return GameSession.start(Puzzle(PUZZLE))


def enter_all(session: GameSession, cells: range = range(81)) -> None:
    for cell in cells:
        if not session.game.board.digits[cell]:
            session.select(cell)
            session.enter(int(SOLUTION[cell]))


def test_a_closed_game_continues_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0  # seconds
    monkeypatch.setattr("shudu.cli.terminal.game_session.monotonic", lambda: clock)
    first = start()
    clock += 60
    enter_all(first, range(30))
    first.close()
    clock += 3600
    ((file, game),) = unfinished_games()
    second = GameSession(game, file)
    assert second.game.board == first.game.board
    assert not second.game.paused
    assert second.elapsed == first.elapsed == 60_000


def test_a_finished_game_is_not_offered_again() -> None:
    session = start()
    enter_all(session)
    assert session.game.finished is not None
    assert list(unfinished_games()) == []


def test_files_that_are_no_games_are_passed_over(folder: Path) -> None:
    start()
    (folder / "20990101-000000.txt").write_bytes(b"\xff not a game")
    assert len(list(unfinished_games())) == 1


def test_games_started_in_the_same_second_are_kept_apart() -> None:
    assert start().file != start().file


def test_a_digit_again_clears_it_and_a_given_stays() -> None:
    session = start()
    session.select(2)
    session.enter(4)
    session.enter(4)
    assert session.game.board.digits[2] == 0
    session.select(0)
    session.enter(9)
    assert session.message and session.game.board.digits[0] == 5


def test_following_hints_solves_the_puzzle() -> None:
    session = start()
    for _ in range(600):
        if session.game.finished is not None:
            break
        session.apply()
    assert session.game.board.line == SOLUTION
    assert session.game.help == "step"


def test_a_wrong_entry_is_explained_in_the_mode_that_flags_it() -> None:
    session = start()
    session.select(2)
    session.enter(1)  # breaks no rule yet
    assert not session.wrong
    session.next_check()
    session.next_check()
    assert session.game.check == "solution"
    assert list(session.wrong) == [2]
    session.check_now()
    assert session.message.startswith("r1c3: ")


def test_a_full_grid_with_a_mistake_is_not_solved() -> None:
    session = start()
    session.select(2)
    session.enter(1)
    enter_all(session)
    assert session.game.finished is None
    assert session.message


@pytest.mark.parametrize("layout", [LARGE, MEDIUM, SMALL])
def test_every_line_of_the_board_is_equally_wide_and_every_cell_can_be_clicked(layout: Layout) -> None:
    session = start()
    session.play("notes:fill")
    for _ in range(5):
        session.ask()
    lines = draw_board(session, layout, DARK).plain.splitlines()
    assert (len(lines[0]), len(lines)) == layout.size
    assert {len(line) for line in lines} == {layout.size[0]}
    width, height = layout.size
    assert {find_cell(x, y, layout) for x in range(width) for y in range(height)} == {None, *range(81)}


def test_a_paused_board_hides_its_digits() -> None:
    session = start()
    session.toggle_pause()
    assert not any(character.isdigit() for character in draw_board(session, LARGE, DARK).plain)


def test_keys_and_mouse() -> None:
    async def play() -> None:
        app = TerminalGame(start())
        async with app.run_test(size=(80, 24)) as pilot:
            assert app.session is not None
            await pilot.click("#board", offset=(2 * MEDIUM.width + 2, 1))
            await pilot.press("4", "right", "x", "2", "k", "h")
            await pilot.pause()
            moves = [str(move) for _, move in app.session.game.moves]
            assert moves == ["r1c3=4", "r1c4~2", "check:now", "hint:1"]
            await pilot.press("u")
            assert not app.session.game.board.marks("centre")
            await pilot.press("n")
            await pilot.pause()
            assert isinstance(app.screen, NewGameScreen)
            await pilot.press("up", "enter")  # the last choice opens a puzzle
            await pilot.pause()
            assert isinstance(app.screen, OpenScreen)
            await pilot.press(*"12", "enter")
            await pilot.pause()
            assert isinstance(app.screen, OpenScreen)  # not a puzzle: say so and stay
            await pilot.press("escape")

    asyncio.run(play())


def test_reads_files_and_text_and_rejects_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "one.sdm"
    file.write_text(PUZZLE)
    assert read_puzzle(str(file)) == read_puzzle(PUZZLE) == Puzzle(PUZZLE)
    with pytest.raises(ShuduError):
        read_puzzle("12")


def test_needs_a_terminal() -> None:
    result = CliRunner().invoke(group, ["play", PUZZLE, "--lang", "en"])
    assert result.exit_code == 2
    assert "needs a terminal" in result.output
