"""Scripted games are flagged: alone by what they show, else together with the player's others. People's never are."""

from __future__ import annotations

from random import Random

import pytest

from shudu.core.geometry import cell_name
from shudu.game.eye import Place
from shudu.game.game import Game
from shudu.game.suspicion import is_thoughtless, judged
from shudu.kernel.solve import solve
from shudu.logic.hint import hint

from .hands import BLIND_ORDERS, EVEN_PACES, ORDERS, PACES, person, played, read_off, script, sweeper

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "84..9........8..56..1.2.97..2...8......3...893.5.4..6.4.89....2.3...4.9..198....3",
    "..592..4......36.2.92.1...88.4.719..9.7.64..5.163...84.7..82..66481.7259523.49.1.",
]
BY_SINGLES = [PUZZLES[0], *PUZZLES[2:]]
DEMANDING = [  # singles are not enough
    "8...7....3.4.....9.6.8.5...94....1......9.....3...6.975.....68......7....1.45...3",
    "7.8....143..8..5..25.9.......3...........28....765........94.68....8.9.75......2.",
]


SPEEDS = [0.25, 0.5, 1.0, 3.0]
NARROW = [  # singles come one by one, so that all who find them find them in one order
    "..7..8....4...1.3..6....4.8.....2.7.4.951...2.......9.8.46......1.....2.7.....9.5",
    ".....3.4.4.......9....275..8....23....2..6.7...9.1..8......1..716.....3..875..9..",
]


def any_single(puzzle: str, seed: int) -> list[Place]:
    return BLIND_ORDERS["any single"](puzzle, Random(seed))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_all_at_once(puzzle: str) -> None:
    places = any_single(puzzle, 1)
    assert "burst" in judged(played(puzzle, places, [60.0] + [0.0] * (len(places) - 1))).signs


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("gap", [0.02, 0.1, 0.3])
def test_faster_than_hands(puzzle: str, gap: float) -> None:
    places = any_single(puzzle, 1)
    assert "fast" in judged(played(puzzle, places, [gap] * len(places))).signs


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_faster_than_hands_after_a_long_wait(puzzle: str) -> None:
    chance, places = Random(1), any_single(puzzle, 1)
    gaps = [60.0] + [0.14 + chance.expovariate(12) for _ in places[1:]]  # too slow for a burst, too uneven to be even
    assert "fast" in judged(played(puzzle, places, gaps)).signs


@pytest.mark.parametrize("pace", EVEN_PACES)
@pytest.mark.parametrize("order", [*ORDERS, *BLIND_ORDERS])
def test_an_even_pace_in_any_order(order: str, pace: str) -> None:
    for seed, puzzle in enumerate(PUZZLES):
        game = script(puzzle, (ORDERS | BLIND_ORDERS)[order], EVEN_PACES[pace], seed)
        assert "even" in judged(game).signs


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("order", ORDERS)
def test_the_order_of_a_list_at_any_pace(order: str, pace: str) -> None:
    puzzles = BY_SINGLES if order == "the path of our logic" else PUZZLES
    for seed, puzzle in enumerate(puzzles):
        assert judged(script(puzzle, ORDERS[order], PACES[pace], seed)).signs != ()


@pytest.mark.parametrize("order", ["any single", "shuffled"])
def test_who_looks_at_nothing_is_noticed_in_a_single_game(order: str) -> None:
    kinds = [(puzzle, pace) for puzzle in PUZZLES for pace in PACES.values()] * 4
    games = [script(puzzle, (ORDERS | BLIND_ORDERS)[order], pace, seed) for seed, (puzzle, pace) in enumerate(kinds)]
    noticed = sum(judged(game).signs != () for game in games)
    assert noticed >= 0.98 * len(games)  # one in two hundred looks thoughtful by chance


@pytest.mark.parametrize("notes", ["notes:auto", "notes:fill"])
@pytest.mark.parametrize("pace", PACES)
def test_the_games_own_notes_are_no_reason(pace: str, notes: str) -> None:
    for seed, puzzle in enumerate(PUZZLES[:-1]):
        game = Game(puzzle).play(notes)
        for at, move in script(puzzle, ORDERS["shuffled"], PACES[pace], seed).moves:
            game = game.play(move, at)
        assert "order" in judged(game).signs


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("order", BLIND_ORDERS)
def test_blind_pauses_show_over_some_games(order: str, pace: str) -> None:
    paces: list[float] = []
    for seed in range(40):
        found = judged(script(PUZZLES[seed % len(PUZZLES)], BLIND_ORDERS[order], PACES[pace], 1000 + seed)).pace
        assert found is not None
        paces.append(found)
        if is_thoughtless(paces):
            return
    pytest.fail("forty games of a script, and nothing was noticed")


@pytest.mark.parametrize("notes", [False, True])
@pytest.mark.parametrize("slowness", SPEEDS)
@pytest.mark.parametrize("puzzle", PUZZLES + DEMANDING)
def test_people_are_never_flagged(puzzle: str, slowness: float, notes: bool) -> None:
    for seed in range(12):
        game = person(puzzle, Random(seed), slowness, notes=notes)
        assert judged(game).signs == (), game.text


@pytest.mark.parametrize("by_digit", [True, False])
@pytest.mark.parametrize("slowness", SPEEDS[1:])
@pytest.mark.parametrize("puzzle", BY_SINGLES)
def test_people_who_sweep_the_grid_are_never_flagged(puzzle: str, slowness: float, by_digit: bool) -> None:
    for seed in range(12):
        game = sweeper(puzzle, Random(seed), slowness, by_digit=by_digit)
        assert judged(game).signs == (), game.text


@pytest.mark.parametrize("puzzle", NARROW)
def test_the_only_way_is_no_sign(puzzle: str) -> None:
    for seed in range(25):
        assert judged(person(puzzle, Random(seed), 1, notes=True)).signs == ()


def test_following_hints_is_no_sign() -> None:
    chance, now = Random(5), 0.0
    game = Game(PUZZLES[0])
    while step := hint(game.board.grid).step:
        ((digit, cell),) = step.places
        now += 2 + chance.lognormvariate(0, 1)
        game = game.play("hint:1", round(1000 * now)).play(f"{cell_name(cell)}={digit}", round(1000 * now) + 900)
    assert judged(game).signs == ()


def test_one_hint_hides_nothing() -> None:
    game = Game(PUZZLES[0]).play("hint:1")
    for at, move in script(PUZZLES[0], ORDERS["the path of our logic"], PACES["log-normal"], 5).moves:
        game = game.play(move, at)
    assert "order" in judged(game).signs


@pytest.mark.parametrize("before", ["hint:1", "{cell}~{digit}", "{other}{cell}-"])
def test_what_is_done_before_each_entry_hides_nothing(before: str) -> None:
    for seed, puzzle in enumerate(PUZZLES[:-1]):
        game = Game(puzzle)
        for at, move in script(puzzle, ORDERS["shuffled"], PACES["log-normal"], seed).moves:
            cell, digit = cell_name(move.cells[0]), move.digit
            game = game.play(before.format(cell=cell, digit=digit, other=digit % 9 + 1), at).play(move, at)
        assert judged(game).signs != ()


@pytest.mark.parametrize("slowness", SPEEDS)
@pytest.mark.parametrize("notes", [False, True])
def test_people_are_never_flagged_over_many_games(notes: bool, slowness: float) -> None:
    paces: list[float] = []
    for seed in range(40):
        found = judged(person(PUZZLES[seed % len(PUZZLES)], Random(500 + seed), slowness, notes=notes)).pace
        assert found is not None
        paces.append(found)
        assert not is_thoughtless(paces)


@pytest.mark.parametrize("slowness", SPEEDS[1:])
@pytest.mark.parametrize("by_digit", [True, False])
def test_people_who_sweep_the_grid_are_never_flagged_over_many_games(by_digit: bool, slowness: float) -> None:
    paces: list[float] = []
    for seed in range(40):
        found = judged(
            sweeper(BY_SINGLES[seed % len(BY_SINGLES)], Random(500 + seed), slowness, by_digit=by_digit)
        ).pace
        assert found is not None
        paces.append(found)
        assert not is_thoughtless(paces)


def test_a_pause_does_not_hide_the_pace() -> None:
    puzzle = PUZZLES[0]
    game = Game(puzzle).play("pause", 1000).play("resume", 600_000)
    for number, (cell, digit) in enumerate(any_single(puzzle, 3)):
        game = game.play(f"{cell_name(cell)}={digit}", 600_000 + 100 * number)
    assert "fast" in judged(game).signs


def test_who_starts_over_is_judged_by_the_first_time() -> None:
    for seed in range(12):
        game = person(PUZZLES[0], Random(seed), 1)
        again = Game(PUZZLES[0])
        for at, move in game.moves[:-1]:
            again = again.play(move, at)
        again = again.play("restart", game.at)
        for number, (cell, digit) in enumerate(read_off(PUZZLES[0], lambda place: place)):  # from memory, row by row
            again = again.play(f"{cell_name(cell)}={digit}", game.at + 700 * number + Random(number).randrange(600))
        assert judged(again).signs == ()


def test_too_few_entries_tell_nothing() -> None:
    puzzle = solve(PUZZLES[0]).line.replace("5", ".", 3)
    places = any_single(puzzle, 1)
    assert judged(played(puzzle, places, [0.01] * len(places))).signs == ()
