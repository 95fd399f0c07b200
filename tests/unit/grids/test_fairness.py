"""The quality report: fair methods pass, unfair ones fail."""

import numpy as np
import pytest

from shudu.grids.charts import bars, page, table
from shudu.grids.fairness import Quality, assess, chi_square, clue_counts, expected_shares, normal_tail
from shudu.grids.full_grids import full_grids


def quality(method: str, n: int) -> Quality:
    return assess(method, 0, lambda first, size: full_grids(size, method, 1, first), n)


def test_uniform_grids_pass() -> None:
    found = quality("uniform", 15_000)
    assert found.is_fair
    assert found.distinct == found.distinct_up_to_symmetry == 15_000
    assert found.class_distance < 1.3 * found.distance_floor
    assert abs(found.fours - 11.577) < 0.15


@pytest.mark.parametrize(("method", "n"), [("template", 200), ("search", 200), ("backtrack", 1500), ("seeds", 1000)])
def test_unfair_methods_fail(method: str, n: int) -> None:
    assert not quality(method, n).is_fair


def test_the_416_classes_add_up() -> None:
    assert len(expected_shares()) == 416
    assert abs(expected_shares().sum() - 1) < 1e-12


def test_chi_square_tells_even_from_uneven() -> None:
    random = np.random.default_rng(1)
    expected = np.full(100, 50.0)
    even = np.bincount(random.integers(0, 100, 5000), minlength=100).astype(float)
    assert 0.001 < chi_square(even, expected) < 0.999
    even[:50] *= 1.3
    assert chi_square(even, expected) < 1e-6
    assert abs(normal_tail(1.6449) - 0.05) < 1e-4


def test_clue_counts_are_weighted() -> None:
    puzzles = np.zeros((2, 81), np.uint8)
    puzzles[0, :20], puzzles[1, :30] = 1, 1
    found = clue_counts("made", puzzles, np.array([3.0, 1.0]))
    assert found.shares == {20: 75.0, 30: 25.0}
    assert found.mean == 22.5


def test_charts_are_well_formed() -> None:
    from xml.etree import ElementTree

    svg = bars("a < b", ["x"], {"one": [1.0], "two": [0.0]}, "%")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "<td>1 &lt; 2</td>" in table(["h"], [["1 < 2"]])
    assert page("t", [svg]).startswith("<!doctype html>")


@pytest.mark.soak
def test_uniformity_at_a_million() -> None:
    found = quality("uniform", 1_000_000)
    assert found.is_fair
    assert found.class_distance < 0.010
    assert abs(found.fours - 11.577) < 0.0035 + 4 * found.fours_error
