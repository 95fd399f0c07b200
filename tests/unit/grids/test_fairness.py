"""Fairness statistics: uniform grids pass, biased ones fail."""

import numpy as np
import pytest

from shudu.grids.fairness import Fairness, assess, chi_square_p, clue_counts, expected_shares, normal_tail
from shudu.grids.full_grids import full_grids


def fairness(method: str, n: int) -> Fairness:
    return assess(method, 0, lambda first, size: full_grids(size, method, 1, first), n)


def test_uniform_grids_pass() -> None:
    result = fairness("uniform", 15_000)
    assert result.is_fair
    assert result.distinct == result.distinct_up_to_symmetry == 15_000
    assert result.class_distance < 1.3 * result.distance_floor
    assert abs(result.fours - 11.577) < 0.15


@pytest.mark.parametrize(("method", "n"), [("template", 200), ("search", 200), ("backtrack", 1500), ("graded", 1000)])
def test_biased_methods_fail(method: str, n: int) -> None:
    assert not fairness(method, n).is_fair


def test_the_shares_of_the_416_classes_add_up_to_one() -> None:
    assert len(expected_shares()) == 416
    assert abs(expected_shares().sum() - 1) < 1e-12


def test_chi_square_detects_uneven_counts() -> None:
    random = np.random.default_rng(1)
    expected = np.full(100, 50.0)
    even = np.bincount(random.integers(0, 100, 5000), minlength=100).astype(float)
    assert 0.001 < chi_square_p(even, expected) < 0.999
    even[:50] *= 1.3
    assert chi_square_p(even, expected) < 1e-6
    assert abs(normal_tail(1.6449) - 0.05) < 1e-4


def test_clue_counts_are_weighted() -> None:
    puzzles = np.zeros((2, 81), np.uint8)
    puzzles[0, :20], puzzles[1, :30] = 1, 1
    counts = clue_counts("unbiased", puzzles, np.array([3.0, 1.0]))
    assert counts.shares == {20: 75.0, 30: 25.0}
    assert counts.mean == 22.5


@pytest.mark.soak
def test_a_million_uniform_grids_pass() -> None:
    result = fairness("uniform", 1_000_000)
    assert result.is_fair
    assert result.class_distance < 0.010
    assert abs(result.fours - 11.577) < 0.0035 + 4 * result.fours_error
