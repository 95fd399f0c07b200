"""The comparison of the methods: kept in a file and read again, and the one that the lab draws."""

import json
from pathlib import Path

import pytest

from shudu.grids.comparison import Comparison, read_comparison, write_comparison
from shudu.grids.fairness import Quality, assess, clue_counts, expected_shares
from shudu.grids.full_grids import METHODS, full_grids
from shudu.grids.speed import grids_per_second


def quality(method: str, n: int) -> Quality:
    return assess(method, METHODS[method].reach, lambda first, size: full_grids(size, method, 1, first), n)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "quality.json"
    assert read_comparison(file) == Comparison()
    clues = clue_counts("dug", full_grids(3))
    written = Comparison().with_new([quality("uniform", 300)], [clues], {"uniform": 2.5})
    write_comparison(file, written)
    again = read_comparison(file)
    assert again.speeds == {"uniform": 2.5}
    assert again.clues == {"dug": clues}
    assert again.methods["uniform"].reach == METHODS["uniform"].reach
    assert again.methods["uniform"].classes == pytest.approx(written.methods["uniform"].classes, abs=1e-6)


def test_new_measurements_replace_old_ones_of_the_same_method() -> None:
    known = Comparison().with_new([quality("uniform", 100), quality("template", 100)])
    later = known.with_new([quality("template", 200)])
    assert [(one.method, one.grids) for one in later.methods.values()] == [("template", 200), ("uniform", 100)]


def test_the_lab_draws_what_the_methods_say_of_themselves(root: Path) -> None:
    data = json.loads((root / "web/src/lab/methods/quality.json").read_text("utf-8"))
    assert [one["method"] for one in data["methods"]] == list(METHODS)
    for one in data["methods"]:
        method = METHODS[one["method"]]
        assert (one["name"], one["about"], one["bias"]) == (method.code.name, method.code.about, method.bias)
        assert one["reach"] == method.reach
        assert one["fair"] == (method.id == "uniform")
    assert data["exact"]["classes"] == pytest.approx(expected_shares().tolist(), abs=1e-6)


def test_speed_is_told_of_each_method() -> None:
    found = grids_per_second(["template", "uniform"], rounds=1, seconds=0.005)
    assert all(rate > 0 for rate in found.values())
