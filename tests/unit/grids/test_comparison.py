"""The comparison of the methods: reading, writing, and the file the lab draws."""

import json
from pathlib import Path

import pytest

import shudu
from shudu.grids.fairness import (
    Comparison,
    Fairness,
    assess,
    clue_counts,
    expected_shares,
    read_comparison,
    write_comparison,
)
from shudu.grids.full_grids import full_grids
from shudu.grids.methods import METHODS


def fairness(method: str, n: int) -> Fairness:
    return assess(method, METHODS[method].reach, lambda first, size: full_grids(size, method, 1, first), n)


def test_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "quality.json"
    assert read_comparison(file) == Comparison()
    clues = clue_counts("dig", full_grids(3))
    written = Comparison().with_measurements([fairness("uniform", 300)], [clues], {"uniform": 2.5})
    write_comparison(file, written)
    again = read_comparison(file)
    assert again.speeds == {"uniform": 2.5}
    assert again.clues == {"dig": clues}
    assert again.methods["uniform"].reach == METHODS["uniform"].reach
    assert again.methods["uniform"].classes == pytest.approx(written.methods["uniform"].classes, abs=1e-6)


def test_files_of_earlier_versions_are_read_with_the_current_names(tmp_path: Path) -> None:
    file = tmp_path / "quality.json"
    known = Comparison().with_measurements(
        [fairness("graded", 100)], [clue_counts("dig", full_grids(3))], {"graded": 2.5}
    )
    write_comparison(file, known)
    former = file.read_text("utf-8").replace('"method":"graded"', '"method":"seeds"').replace('"dig"', '"dug"')
    assert former.count("seeds") == former.count("dug") == 1
    file.write_text(former, "utf-8")
    again = read_comparison(file)
    assert (list(again.methods), list(again.clues), again.speeds) == (["graded"], ["dig"], {"graded": 2.5})


def test_other_files_are_rejected(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text("[]", "utf-8")
    with pytest.raises(shudu.ShuduError, match="does not hold results") as caught:
        read_comparison(file)
    assert caught.value.code == "grids.not-a-comparison"


def test_new_measurements_replace_old_ones_of_the_same_method() -> None:
    known = Comparison().with_measurements([fairness("uniform", 100), fairness("template", 100)])
    later = known.with_measurements([fairness("template", 200)])
    assert [(one.method, one.grids) for one in later.methods.values()] == [("template", 200), ("uniform", 100)]


def test_the_file_of_the_lab_agrees_with_the_methods(root: Path) -> None:
    (file,) = root.glob("web/src/**/quality.json")
    data = json.loads(file.read_text("utf-8"))
    assert [one["method"] for one in data["methods"]] == list(METHODS)
    for one in data["methods"]:
        method = METHODS[one["method"]]
        assert (one["name"], one["about"], one["bias"]) == (method.code.name, method.code.about, method.bias)
        assert one["reach"] == method.reach
        assert one["fair"] == (method.id == "uniform")
    assert data["exact"]["classes"] == pytest.approx(expected_shares().tolist(), abs=1e-6)
