"""Scripted games are flagged whatever they do; games at a human pace never are."""

from __future__ import annotations

from random import Random

import pytest

from shudu.core.geometry import cell_name
from shudu.core.puzzle import Puzzle
from shudu.game.game import Game
from shudu.game.suspicion import is_forced, suspicions
from shudu.kernel.solving import solve

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
]


def timed(puzzle: str, cells: list[int], times: list[int]) -> Game:
    game, solution = Game(puzzle), solve(puzzle).line
    for cell, at in zip(cells, times, strict=True):
        game = game.play(f"{cell_name(cell)}={solution[cell]}", at)
    assert game.finished is not None
    return game


def blanks(puzzle: str) -> list[int]:
    return [cell for cell in range(81) if puzzle[cell] == "."]


def logical(puzzle: str, random: Random) -> list[int]:
    """An order in which every entry is a single when it is written, chosen as a person's eye would wander."""
    digits, solution = Puzzle(puzzle).digits, solve(puzzle).digits
    order: list[int] = []
    while left := [cell for cell in range(81) if not digits[cell]]:
        open_now = [cell for cell in left if is_forced(digits, cell, solution[cell])] or left
        cell = random.choice(open_now)
        digits = digits[:cell] + solution[cell : cell + 1] + digits[cell + 1 :]
        order.append(cell)
    return order


def human_times(count: int, random: Random, pace: float) -> list[int]:
    """Gaps as people have them: most short, some long (log-normal), never below what hands need."""
    times, now = [], 0.0
    for _ in range(count):
        now += max(180.0, 1000 * pace * random.lognormvariate(0, 0.75))
        times.append(round(now))
    return times


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_all_at_once(puzzle: str) -> None:
    cells = logical(puzzle, Random(1))
    assert "burst" in suspicions(timed(puzzle, cells, [60_000] * len(cells)))


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("gap", [20, 100, 300])
def test_faster_than_hands(puzzle: str, gap: int) -> None:
    cells = logical(puzzle, Random(1))
    assert "fast" in suspicions(timed(puzzle, cells, [gap * n for n in range(1, len(cells) + 1)]))


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("seed", range(5))
def test_even_pace_with_some_jitter(puzzle: str, seed: int) -> None:
    random = Random(seed)
    cells = logical(puzzle, random)
    times = [round(2000 * n + random.uniform(-300, 300)) for n in range(1, len(cells) + 1)]
    assert "even" in suspicions(timed(puzzle, cells, times))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_reading_order_at_a_human_pace(puzzle: str) -> None:
    orders = [
        blanks(puzzle),
        blanks(puzzle)[::-1],
        sorted(blanks(puzzle), key=lambda cell: (cell % 9, cell)),
        sorted(blanks(puzzle), key=lambda cell: (solve(puzzle).digits[cell], cell)),
    ]
    for cells in orders:
        assert "order" in suspicions(timed(puzzle, cells, human_times(len(cells), Random(2), 3)))


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("seed", range(5))
def test_a_random_order_is_read_off_a_solution(puzzle: str, seed: int) -> None:
    cells = blanks(puzzle)
    Random(seed).shuffle(cells)
    assert "order" in suspicions(timed(puzzle, cells, human_times(len(cells), Random(seed), 3)))


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("pace", [0.9, 2.0, 8.0])
@pytest.mark.parametrize("seed", range(10))
def test_a_human_pace_is_never_flagged(puzzle: str, pace: float, seed: int) -> None:
    random = Random(seed)
    cells = logical(puzzle, random)
    assert suspicions(timed(puzzle, cells, human_times(len(cells), random, pace))) == ()


def test_a_pause_does_not_hide_the_pace() -> None:
    puzzle = PUZZLES[0]
    game = Game(puzzle).play("pause", 1000).play("resume", 600_000)
    solution = solve(puzzle).line
    for number, cell in enumerate(logical(puzzle, Random(3))):
        game = game.play(f"{cell_name(cell)}={solution[cell]}", 600_000 + 100 * number)
    assert "fast" in suspicions(game)


def test_too_few_entries_tell_nothing() -> None:
    puzzle = solve(PUZZLES[0]).line.replace("5", ".", 3)
    cells = blanks(puzzle)
    assert suspicions(timed(puzzle, cells, [10] * len(cells))) == ()
