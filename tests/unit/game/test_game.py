"""The rules of play, by examples a player would recognise."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from shudu.core.errors import ConflictingGivens, MalformedGrid, ShuduError
from shudu.core.geometry import cell_name
from shudu.game.check import count_steps_back, find_mistakes, find_rule_breaks
from shudu.game.game import Game
from shudu.game.move import BadMove, Move
from shudu.game.result import compute_result
from shudu.kernel.solve import solutions, solve

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def entries(puzzle: str, solution: str) -> list[str]:
    return [f"{cell_name(cell)}={solution[cell]}" for cell in range(81) if puzzle[cell] == "."]


def play_all(puzzle: str, solution: str) -> Game:
    game = Game(puzzle)
    for move in entries(puzzle, solution):
        game = game.play(move)
    return game


def two_solutions() -> tuple[str, list[str]]:
    """Return a puzzle with two solutions, which differ in four cells, and both solutions."""
    line = solve("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9").line
    puzzle = "".join("." if cell in (54, 58, 72, 76) else digit for cell, digit in enumerate(line))
    return puzzle, [grid.line for grid in solutions(puzzle)]


def test_both_solutions_of_a_two_solution_grid_win() -> None:
    puzzle, both = two_solutions()
    assert len(both) == 2
    for solution in both:
        assert play_all(puzzle, solution).finished is not None


def test_a_full_grid_that_breaks_the_rules_does_not_win() -> None:
    puzzle, (one, other) = two_solutions()
    mixed = "".join(b if cell == 54 else a for cell, (a, b) in enumerate(zip(one, other, strict=True)))
    game = play_all(puzzle, mixed)
    assert 0 not in game.board.digits
    assert game.finished is None
    with pytest.raises(ShuduError):
        compute_result(game)


def test_a_grid_full_of_fives_never_wins() -> None:
    assert play_all("." * 81, "5" * 81).finished is None


@pytest.mark.parametrize(
    ("line", "error"),
    [("11" + "." * 79, ConflictingGivens), ("." * 80, MalformedGrid)],
)
def test_invalid_puzzles_are_rejected(line: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Game(line)


def test_a_full_grid_cannot_be_played() -> None:
    with pytest.raises(ShuduError, match="no empty cell"):
        Game(solve(PUZZLE).line)


def test_undo_restores_the_digit_and_the_notes_it_removed() -> None:
    before = Game(PUZZLE).play("r1c3,r1c4,r3c1~2")
    after = before.play("r1c6=2")
    assert after.board.marks("centre") == {"r3c1": "2"}
    assert after.undo().board == before.board


def test_crossed_out_candidates_stay_out_of_filled_notes() -> None:
    game = Game(PUZZLE).play("notes:fill").play("r1c3~4").play("r1c4=2").play("r1c4-")
    game = game.play("notes:fill").play("notes:auto")
    assert "4" not in game.board.marks("centre")["r1c3"]
    assert "4" in game.play("r1c3~4").board.marks("centre")["r1c3"]


def test_removing_a_mark_before_notes_were_filled_crosses_nothing_out() -> None:
    game = Game(PUZZLE).play("r1c3~4").play("r1c3~4").play("notes:fill")
    assert "4" in game.board.marks("centre")["r1c3"]


def test_the_grid_for_hints_omits_crossed_out_candidates() -> None:
    game = Game(PUZZLE).play("4r1c3-")
    assert str(game.board.grid.candidates(2)) == "12"
    assert game.board.grid.givens == game.puzzle.givens


def test_the_most_help_used_is_remembered() -> None:
    game = Game(PUZZLE)
    for move, most in [
        ("r1c3=4", "none"),
        ("notes:fill", "candidates"),
        ("check:rules", "check"),
        ("hint:1", "step"),
        ("undo", "step"),
        ("check:end", "step"),
        ("restart", "step"),
    ]:
        game = game.play(move)
        assert game.help == most


def test_help_after_the_finish_does_not_count() -> None:
    game = play_all(PUZZLE, solve(PUZZLE).line).play("check:now").play("hint:1")
    assert game.help == "none"
    assert compute_result(game).hints == 0


def test_moves_after_the_finish_do_not_change_the_result() -> None:
    game = play_all(PUZZLE, solve(PUZZLE).line)
    later = game.play("undo", 5000).play("r1c3=9", 6000)
    assert later.finished == game.finished == 0
    assert compute_result(later) == compute_result(game)


def test_a_result_is_computed_without_replaying_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_all(PUZZLE, solve(PUZZLE).line)  # all moves at once, as in a batch
    assert game.finish_length == len(game.moves)
    monkeypatch.setattr(Game, "play", None)  # replaying a long game would stall the server
    assert compute_result(game).moves == len(game.moves)


def test_the_result_counts_mistakes_pauses_and_time() -> None:
    game = Game(PUZZLE).play("r1c3=9", 1000).play("pause", 2000).play("resume", 60_000).play("hint:r1c4", 60_500)
    for move in entries(PUZZLE, solve(PUZZLE).line):
        game = game.play(move, 70_000)
    found = compute_result(game)
    assert (found.time, found.help, found.hints, found.mistakes, found.pauses) == (12_000, "candidates", 1, 1, 1)


def test_back_goes_to_the_last_correct_position() -> None:
    right = Game(PUZZLE).play("r1c3=4")
    game = right.play("r1c4=4").play("r1c6=2").play("r1c4-").play("r1c4=2")
    assert count_steps_back(game) == 4
    game = game.play("back:4")
    assert game.board == right.board
    assert game.redo().board.digits[3] == 4


def test_mistakes_by_rules_and_against_the_solution() -> None:
    game = Game(PUZZLE).play("r1c3=1").play("r1c4=3")
    assert [cell_name(c) for c in find_rule_breaks(game.board)] == ["r1c4"]
    assert [cell_name(c) for c in find_mistakes(game.board)] == ["r1c3", "r1c4"]


def test_mistakes_where_there_are_two_solutions() -> None:
    puzzle, both = two_solutions()
    for solution in both:
        game = play_all(puzzle, solution)
        assert not find_mistakes(game.board)


@pytest.mark.parametrize("at", [1.5, "3"])
def test_times_are_whole_milliseconds(at: Any) -> None:
    with pytest.raises(TypeError, match=r"at is .*; it must be a whole number, or None for the time of the last move"):
        Game(PUZZLE).play("r1c3=4", at)


def test_at_most_99_checkpoints() -> None:
    game = Game(PUZZLE)
    for number in range(99):
        game = game.play(f"checkpoint:{number}")
    assert game.play("checkpoint:7").checkpoints
    with pytest.raises(BadMove) as error:
        game.play("checkpoint:99")
    assert error.value.reason == "many"


def test_a_thousand_moves_can_be_undone() -> None:
    game = Game(PUZZLE)
    for number in range(1000):
        game = game.play(f"r1c3={number % 9 + 1}")
    for _ in range(1000):
        game = game.undo()
    assert game.board == Game(PUZZLE).board


@pytest.mark.parametrize("text", ["r1c1=7", "r1c1,r9c9~4", "r1c1^4", "r1c1-", "r1c1#H", "4r1c2,5r1c2-", "7r3c5#B"])
def test_canonical_moves_are_written_as_they_are_read(text: str) -> None:
    assert str(Move.from_text(text)) == text


def test_steps_back_of_an_unsolvable_puzzle() -> None:
    with pytest.raises(ShuduError, match="no solution"):
        count_steps_back(Game(".12345678" + "9" + "." * 71))


def test_a_game_can_be_pickled_and_hashed() -> None:
    game = Game(PUZZLE).play("r1c3=4", 10).play("notes:auto", 20).play("checkpoint:a", 30)
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game and hash(copy) == hash(game)
    assert repr(game).startswith("<Game 534")


def test_a_rejected_move_explains_itself_in_both_languages() -> None:
    with pytest.raises(BadMove) as error:
        Game(PUZZLE).play("back:3")
    assert str(error.value) == "'back:3' cannot be played: only 0 moves can be undone"
    assert error.value.render("zh") == "不能执行 'back:3'：只有 0 步可以撤销"
    assert (error.value.code, error.value.reason) == ("game.nothing-back", "nothing")
