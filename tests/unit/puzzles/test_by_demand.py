"""Puzzles by level and by technique, fresh and from seeds."""

from collections import Counter

import pytest

import shudu
from shudu.puzzles.demand import LEVELS, Wish, is_needed
from shudu.puzzles.graded import rated_seeds


def test_the_stored_seeds_are_many_and_unique() -> None:
    levels = Counter(seed.level for seed in rated_seeds())
    assert all(levels[level] >= 100 for level in LEVELS)
    assert (shudu.solve_many([seed.line for seed in rated_seeds()]).counts == 1).all()


def test_a_sample_of_the_stored_seeds_is_graded_right() -> None:
    for seed in rated_seeds()[::29]:
        rating = shudu.rate(seed.line)
        assert (rating.level, rating.hardest) == (seed.level, seed.hardest)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair"])
@pytest.mark.parametrize("method", ["dig", "seeds"])
def test_by_level(level: str, method: str) -> None:
    puzzle = shudu.generate(level=level, method=method, seed=5)
    assert shudu.rate(puzzle).level == level
    assert shudu.generate(level=level, method=method, seed=5) == puzzle
    assert shudu.count(puzzle, limit=2) == 1


def test_by_technique() -> None:
    puzzle = shudu.generate(needs="0800", seed=3)
    assert shudu.rate(puzzle).hardest == "xy-wing"
    assert is_needed(shudu.technique("xy-wing"), puzzle.digits)
    assert not is_needed(shudu.technique("als-xz"), puzzle.digits)


@pytest.mark.parametrize("single", ["full-house", "naked-single", "hidden-single"])
def test_by_a_single(single: str) -> None:
    assert shudu.rate(shudu.generate(needs=single, seed=4)).hardest == single


def test_what_cannot_be_had_is_told() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="needs leviathan"):
        shudu.generate(needs="leviathan", seed=1, attempts=3)
    with pytest.raises(shudu.ImpossibleRequest, match="of level extreme"):
        shudu.generate(clues=60, level="extreme", seed=1, attempts=3)
    with pytest.raises(ValueError, match="is not a level"):
        Wish.parse("nonsense", None)
    with pytest.raises(ValueError, match="is not a technique"):
        Wish.parse(None, "nonsense")
