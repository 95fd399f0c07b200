"""Each rule flags the scripts it is for, and none flags a person."""

from __future__ import annotations

from random import Random

import pytest

from shudu.core.geometry import HOUSES_OF, cell_name
from shudu.fairplay import FLAGS, FLOORS, find_entries, judge
from shudu.game.game import Game

from .simulated import Entry, draw_pauses, list_solution, play, simulate_digit_search, simulate_person

MEDIUM = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
PUZZLES = [MEDIUM, EASY]


def shuffle_solution(puzzle: str, chance: Random) -> list[Entry]:
    return chance.sample(entries := list_solution(puzzle), len(entries))


@pytest.mark.parametrize("seconds", [0.9, 1.5, 3, 10, 40])
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_people_are_not_flagged(puzzle: str, seconds: float) -> None:
    for seed in range(30):
        assert judge(simulate_person(puzzle, Random(seed), seconds)) == (), seed


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_people_who_search_digit_by_digit_are_not_flagged(puzzle: str) -> None:
    for seed in range(30):
        assert judge(simulate_digit_search(puzzle, Random(seed), 2)) == (), seed


def test_entries_faster_than_hands_are_flagged() -> None:
    chance = Random(1)
    entries = shuffle_solution(MEDIUM, chance)
    assert "fast" in judge(play(MEDIUM, entries, draw_pauses(chance, len(entries), 0.2)))
    assert judge(play(MEDIUM, entries, draw_pauses(chance, len(entries), 0.9))) == ()


@pytest.mark.parametrize("level", FLOORS)
def test_nobody_is_faster_than_the_floor_of_a_level(level: str) -> None:
    chance = Random(5)
    entries = shuffle_solution(MEDIUM, chance)
    pauses = draw_pauses(chance, len(entries), 1)
    scale = FLOORS[level] / 1000 * len(entries) / sum(pauses)
    slow, fast = ([factor * scale * each for each in pauses] for factor in (1.01, 0.99))
    assert judge(play(MEDIUM, entries, slow), level) == () and "fast" in judge(play(MEDIUM, entries, fast), level)
    assert judge(play(MEDIUM, entries, fast)) == ()  # without a level there is no floor


def test_a_dozen_entries_at_once_are_flagged() -> None:
    chance = Random(2)
    entries = shuffle_solution(MEDIUM, chance)
    thinking = draw_pauses(chance, len(entries) - 12, 4)
    assert judge(play(MEDIUM, entries, thinking + [0.1] * 12)) == ("burst",)
    assert judge(play(MEDIUM, entries, thinking + [0.1] * 8 + [2.0] * 4)) == ()


@pytest.mark.parametrize("spread", [0.0, 0.1, 0.4])
def test_even_pauses_are_flagged(spread: float) -> None:
    chance = Random(3)
    entries = shuffle_solution(MEDIUM, chance)
    pauses = [chance.uniform(3 * (1 - spread), 3 * (1 + spread)) for _ in entries]
    assert judge(play(MEDIUM, entries, pauses)) == ("even",)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("order", ["rows", "columns", "boxes", "digits"])
def test_a_listed_solution_is_flagged(order: str, backwards: bool) -> None:
    key = {
        "rows": lambda entry: entry[0],
        "columns": lambda entry: (entry[0] % 9, entry[0]),
        "boxes": lambda entry: (HOUSES_OF[entry[0]][2], entry[0]),
        "digits": lambda entry: (entry[1], entry[0]),
    }[order]
    entries = sorted(list_solution(MEDIUM), key=key, reverse=backwards)
    assert judge(play(MEDIUM, entries, draw_pauses(Random(4), len(entries), 3))) == ("order",)


def test_a_few_swaps_do_not_hide_a_list() -> None:
    entries = list_solution(MEDIUM)
    for i in (3, 17, 30):
        entries[i], entries[i + 1] = entries[i + 1], entries[i]
    assert judge(play(MEDIUM, entries, draw_pauses(Random(5), len(entries), 3))) == ("order",)


def test_time_spent_paused_does_not_count() -> None:
    chance = Random(6)
    entries = shuffle_solution(MEDIUM, chance)
    fast = play(MEDIUM, entries, draw_pauses(chance, len(entries), 0.2))
    game, shift = Game(MEDIUM), 0
    for number, (at, move) in enumerate(fast.moves):
        game = game.play(move, at + shift)
        if number % 10 == 5:
            game = game.play("pause").play("resume", game.at + 60_000)
            shift += 60_000
    assert judge(game) == judge(fast)
    assert "fast" in judge(game)


def test_only_moves_before_the_finish_count() -> None:
    game = simulate_person(MEDIUM, Random(7), 3)
    later = game.play("restart")
    for cell, digit in list_solution(MEDIUM):
        later = later.play(f"{cell_name(cell)}={digit}")
    assert judge(later) == ()


def test_wrong_and_repeated_entries_do_not_count() -> None:
    game = Game(MEDIUM).play("r1c3=9", 1).play("r1c3=4", 2).play("r1c3-", 3).play("r1c3=4", 4).play("r1c4=6", 5)
    assert [(entry.time, entry.cell, entry.digit) for entry in find_entries(game)] == [(2, 2, 4), (5, 3, 6)]


def test_a_short_game_is_not_flagged() -> None:
    solution = dict(list_solution(MEDIUM))
    filled = "".join(str(solution.get(cell, digit)) if cell < 70 else digit for cell, digit in enumerate(MEDIUM))
    entries = list_solution(filled)
    assert len(entries) < 10
    assert judge(play(filled, entries, [0.0] * len(entries))) == ()


def test_flags_come_in_a_fixed_order() -> None:
    entries = list_solution(MEDIUM)
    assert judge(play(MEDIUM, entries, [0.05] * len(entries))) == FLAGS
