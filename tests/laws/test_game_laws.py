"""Laws of the game: any moves replay to the same position, undo reverts them, and a bad move changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shudu.core.geometry import DIGITS, PEERS, cell_name
from shudu.game.board import BOARD_ACTIONS
from shudu.game.game import Game
from shudu.game.move import BadMove, Move

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "." * 18 + PUZZLE[18:]  # a puzzle with several solutions

cells = st.lists(st.integers(0, 80).map(cell_name), min_size=1, max_size=5, unique=True).map(",".join)
few = st.sampled_from(["r1c3", "r1c4", "r1c6", "r2c2", "r2c3", "r1c1", "r1c3,r1c4", "r1c3,r1c4,r1c6", "r2c2,r2c3"])
digits = st.sampled_from("123456789")
colours = st.sampled_from("ABCDEFGH")
on_cells = st.builds(
    "{}{}".format,
    few | cells,
    st.one_of(st.builds("{}{}".format, st.sampled_from("~^"), digits), st.just("-"), colours.map("#{}".format)),
)
places = st.builds(
    "{}={}".format,
    st.sampled_from(["r1c3", "r1c4", "r1c6", "r2c2", "r2c3"]) | st.integers(0, 80).map(cell_name),
    digits,
)
candidates = st.lists(
    st.builds("{}{}".format, digits, st.sampled_from(["r1c3", "r1c4", "r2c2", "r9c2", "r1c1"])),
    min_size=1,
    max_size=4,
    unique=True,
).map(",".join)
on_candidates = st.builds("{}{}".format, candidates, st.just("-") | colours.map("#{}".format))
WORDS = """undo undo undo redo redo restart back:1 back:3 pause resume resume uncolour notes:fill notes:auto notes:hand check:end
check:rules check:solution check:now hint:1 hint:2 hint:3 hint:r1c3 checkpoint:a checkpoint:b return:a return:b"""
words = st.sampled_from(WORDS.split())
moves = st.lists(st.tuples(st.integers(0, 5000), places | on_cells | on_candidates | words), max_size=60)
puzzles = st.sampled_from([PUZZLE, SEVERAL])


def play(puzzle: str, script: list[tuple[int, str]]) -> Game:
    """Play the moves of a script, skipping those that cannot be played."""
    game = Game(puzzle)
    for wait, move in script:
        try:
            game = game.play(move, game.at + wait)
        except BadMove:
            continue
    return game


@given(puzzles, moves)
def test_replaying_the_text_of_a_game_gives_the_same_game(puzzle: str, script: list[tuple[int, str]]) -> None:
    game = play(puzzle, script)
    assert Game.from_text(game.text) == game
    assert Game.from_text(game.text).text == game.text


@given(puzzles, moves)
def test_a_rejected_move_changes_nothing(puzzle: str, script: list[tuple[int, str]]) -> None:
    game = Game(puzzle)
    for wait, move in script:
        before = Game.from_text(game.text)
        try:
            game = game.play(move, game.at + wait)
        except BadMove:
            assert game == before
        else:
            assert len(game.moves) == len(before.moves) + 1


@given(puzzles, moves)
def test_undoing_everything_gives_the_start_and_redoing_it_the_end(puzzle: str, script: list[tuple[int, str]]) -> None:
    game = play(puzzle, script)
    game = game.play("resume") if game.paused else game
    end, steps = game.board, len(game.past)
    for _ in range(steps):
        game = game.undo()
    assert game.board == Game(puzzle).board
    for _ in range(steps):
        game = game.redo()
    assert game.board == end


@given(puzzles, moves, places | on_cells | on_candidates | words)
def test_undo_reverts_every_change_of_the_board(puzzle: str, script: list[tuple[int, str]], move: str) -> None:
    game = play(puzzle, script)
    try:
        changed = game.play(move)
    except BadMove:
        return
    if Move.from_text(move).action in BOARD_ACTIONS | {"return"}:
        assert changed.board != game.board
        assert changed.undo().board == game.board
        assert changed.undo().redo().board == changed.board


@given(puzzles, moves)
def test_givens_stay_and_automatic_notes_follow_the_rules(puzzle: str, script: list[tuple[int, str]]) -> None:
    board = play(puzzle, script).board
    assert all(board.digits[cell] == int(digit) for cell, digit in enumerate(puzzle) if digit != ".")
    if board.auto:
        for cell in range(81):
            if not board.digits[cell]:
                seen = {board.digits[peer] for peer in PEERS[cell]}
                crossed = board.marks("crossed").get(cell_name(cell), "")
                expected = "".join(str(d) for d in DIGITS if d not in seen and str(d) not in crossed)
                assert board.marks("centre").get(cell_name(cell), "") == expected


@given(puzzles, moves)
def test_time_excludes_pauses(puzzle: str, script: list[tuple[int, str]]) -> None:
    game = play(puzzle, script)
    running, since, total = True, 0, 0
    for at, move in game.moves:
        total += at - since if running else 0
        since = at
        running = {"pause": False, "resume": True}.get(move.action, running)
    assert game.time() == total


@given(st.text(max_size=12) | st.text("rc123456789,=~^-#A:hint", max_size=14))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    try:
        move = Move.from_text(text)
    except BadMove as error:
        assert error.reason == "malformed"
        assert len(str(error)) < 300
    else:
        assert Move.from_text(str(move)) == move


@settings(max_examples=200)
@given(places | on_cells | on_candidates | words)
def test_canonical_text_is_stable(text: str) -> None:
    assert str(Move.from_text(str(Move.from_text(text)))) == str(Move.from_text(text))
