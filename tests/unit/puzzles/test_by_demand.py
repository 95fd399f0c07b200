"""Puzzles by level and technique, fresh and from stored puzzles."""

from collections import Counter
from itertools import islice

import pytest

import shudu
from shudu.puzzles.by_demand import Demand, is_needed
from shudu.puzzles.difficulty import LEVELS
from shudu.puzzles.graded import rated_puzzles


def test_stored_puzzles_are_many_and_unique() -> None:
    levels = Counter(puzzle.level for puzzle in rated_puzzles())
    assert all(levels[level] >= 100 for level in LEVELS)
    assert (shudu.solve_many([puzzle.line for puzzle in rated_puzzles()]).counts == 1).all()


def test_the_ratings_of_stored_puzzles_are_current() -> None:
    for puzzle in rated_puzzles()[::29]:
        rating = shudu.rate(puzzle.line)
        assert (rating.level, rating.hardest) == (puzzle.level, puzzle.hardest)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair"])
@pytest.mark.parametrize("method", ["dig", "graded"])
def test_by_level(level: str, method: str) -> None:
    puzzle = shudu.generate(level=level, method=method, seed=5)
    assert shudu.rate(puzzle).level == level
    assert shudu.generate(level=level, method=method, seed=5) == puzzle
    assert shudu.count(puzzle, limit=2) == 1
    assert puzzle.solution.digits == shudu.solve(puzzle).digits


def test_by_technique() -> None:
    puzzle = shudu.generate(needs="0800", seed=3)
    assert shudu.rate(puzzle).hardest == "xy-wing"
    assert is_needed(shudu.technique("xy-wing"), puzzle.digits)
    assert not is_needed(shudu.technique("als-xz"), puzzle.digits)


@pytest.mark.parametrize("single", ["full-house", "naked-single", "hidden-single"])
def test_by_a_single(single: str) -> None:
    assert shudu.rate(shudu.generate(needs=single, seed=4)).hardest == single


@pytest.mark.parametrize("method", ["dig", "graded"])
def test_many_and_stream_by_level_take_one_random_seed_per_puzzle(method: str) -> None:
    singly = [shudu.generate(level="medium", method=method, seed=seed) for seed in (8, 9, 10)]
    many = shudu.generate_many(3, level="medium", method=method, seed=8)
    assert list(many) == singly
    assert [origin.seed for origin in many.origins] == [8, 9, 10]
    endless = shudu.generate_stream(level="medium", method=method, seed=8)
    assert [puzzle for batch in islice(endless, 3) for puzzle in batch] == singly


def test_the_random_seed_of_a_puzzle_wraps_around() -> None:
    last = 2**64 - 1
    assert [origin.seed for origin in shudu.generate_many(2, level="easy", seed=last).origins] == [last, 0]


def test_level_and_technique_combine_with_other_options() -> None:
    puzzle = shudu.generate(level="easy", clues=30, symmetry="rotate180", seed=2)
    assert (shudu.rate(puzzle).level, len(puzzle.givens)) == ("easy", 30)
    assert shudu.generate(level="Hard", needs="skyscraper", seed=1, method="graded").origin.how == "graded"


def test_failure_is_reported() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="needs leviathan"):
        shudu.generate(needs="leviathan", seed=1, attempts=3)
    with pytest.raises(shudu.ImpossibleRequest, match="of level extreme"):
        shudu.generate(clues=60, level="extreme", seed=1, attempts=3)


def test_wrong_names_are_rejected() -> None:
    with pytest.raises(ValueError, match="is not a level"):
        Demand.parse("nonsense", None)
    with pytest.raises(ValueError, match="is not a technique"):
        Demand.parse(None, "nonsense")
    with pytest.raises(shudu.ImpossibleRequest, match="a puzzle that needs it is not easy"):
        Demand.parse("easy", "xy-wing")
