"""The registry: lookup by name, search order, automatic registration."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import shudu
from shudu.core.errors import ShuduError
from shudu.locale.catalogue import LANGUAGES
from shudu.logic.registry import plan_searches, select_techniques, technique, techniques
from shudu.logic.texts import all_names, normalise_name, texts

NEW_TECHNIQUE = """
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.logic.registry import register


@register("third-cell", family="singles", order=1, level="easy", score=1, case_codes=("2999",), digit=4)
def find_third_cell(grid, id, digit):
    if 2 in grid.empty:
        yield Step(id, places=(Candidate(digit, 2),), roles={"cell": (2,)})
"""
USE_NEW_TECHNIQUE = """
import sys
import shudu
import shudu.logic.techniques
from shudu.logic.examples import parse_case

shudu.logic.techniques.__path__.append(sys.argv[1])
puzzle = shudu.Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
(step,) = shudu.technique("third-cell").find(puzzle.grid)
print(shudu.techniques()[0].id, step.places[0])
path = shudu.solve_by_logic(puzzle)
print([step.technique for step in path.steps].count("third-cell"), path.steps[0] == step)
print(shudu.hint(puzzle, techniques=["third-cell"]).step == step)
print(parse_case(f":2999::{puzzle.line}:::413").failure() == "")
"""


def test_lookup_by_id_name_and_code() -> None:
    wing = technique("xy-wing")
    assert technique("0800") is wing
    assert technique(" XY-Wing ") is wing
    assert shudu.technique("2-string kite") is technique("two-string-kite")
    assert technique("2001") is technique("wxyz-wing")
    with pytest.raises(ShuduError, match="'nope' is not a technique"):
        technique("nope")


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("区块", "pointing"),
        ("链", "aic"),
        ("唯余法", "naked-single"),
        ("X翼", "x-wing"),
        ("二阶鱼", "x-wing"),
        ("二阶鱼（X翼）", "x-wing"),
        ("XY 链", "xy-chain"),
        ("Uniqueness Test 1", "uniqueness-1"),
        ("bug + 1", "bug-1"),
        ("ALS XZ", "als-xz"),
        ("Box-Line Reduction", "claiming"),
    ],
)
def test_lookup_by_names_players_use(name: str, id: str) -> None:
    assert technique(name).id == id


def test_a_choice_is_a_list_or_changes_the_default() -> None:
    usual = [known.id for known in select_techniques(None)]
    assert [known.id for known in select_techniques(["XY翼", "naked-single"])] == ["naked-single", "xy-wing"]
    changed = [known.id for known in select_techniques(["-xy-wing", "+unique-loop", "+ bug-type-2"])]
    assert {*changed} == {*usual, "unique-loop", "bug-type-2"} - {"xy-wing"}
    assert changed == sorted(changed, key=lambda name: technique(name).order)
    assert select_techniques([]) == [] and [known.id for known in select_techniques(["+x-wing"])] == usual
    assert not any(known.unique for known in select_techniques(["+unique-loop"], uniqueness=False))
    assert [known.id for known in select_techniques(["-x-wing"], defaults=[technique("x-wing")])] == []
    with pytest.raises(ShuduError, match="either every name has a sign"):
        select_techniques(["+x-wing", "xy-wing"])
    with pytest.raises(TypeError, match="must be a list of names"):
        select_techniques("x-wing")


def test_misspelled_name_gets_suggestions_in_both_languages() -> None:
    with pytest.raises(ShuduError, match=r"did you mean xy-wing") as caught:
        technique("xy-wng")
    assert "是否指 xy-wing" in caught.value.render("zh")
    with pytest.raises(TypeError, match="got int"):
        technique(800)  # type: ignore[arg-type]


def test_no_name_belongs_to_two_techniques() -> None:
    owners: dict[str, set[str]] = {}
    for known in techniques():
        for name in (known.id, *all_names(known.id)):
            owners.setdefault(normalise_name(name), set()).add(known.id)
    assert not {name: ids for name, ids in owners.items() if len(ids) > 1}
    for language in LANGUAGES:
        assert not texts(language).aliases.keys() - {known.id for known in techniques()}


def test_ids_and_codes_are_unique() -> None:
    known = techniques()
    names = [name for one in known for name in (one.id, *one.case_codes)]
    codes = [one.code for one in known if one.code]
    assert len(set(names)) == len(names)
    assert len(set(codes)) == len(codes)


def test_techniques_are_values() -> None:
    wing = technique("xy-wing")
    assert pickle.loads(pickle.dumps(wing)) == wing
    assert {wing, pickle.loads(pickle.dumps(wing))} == {wing}
    assert repr(wing) == "<Technique xy-wing>"
    assert wing.configure({"crossed": True}) != wing


def test_techniques_come_in_search_order() -> None:
    ids = [known.id for known in techniques()]
    expected = [
        "full-house",
        "hidden-single",
        "pointing",
        "naked-pair",
        "x-wing",
        "xy-wing",
        "uniqueness-1",
        "sue-de-coq",
    ]
    assert sorted(expected, key=ids.index) == expected


def test_techniques_that_share_a_finder_are_searched_together() -> None:
    plan = plan_searches([technique("0500"), technique("0501"), technique("0300"), technique("0301")])
    assert [len(search.techniques) for search in plan] == [1, 1, 2]


def test_new_module_is_registered_without_any_list(tmp_path: Path) -> None:
    (tmp_path / "third_cell.py").write_text(NEW_TECHNIQUE)
    done = subprocess.run(
        [sys.executable, "-c", USE_NEW_TECHNIQUE, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["third-cell 4r1c3", "1 True", "True", "True"]


def test_order_level_and_score_are_those_of_hodoku(shared: Path) -> None:
    duals = {"0404", "0405"}  # on only together with an option that is off
    for line in (shared / "techniques" / "hodoku-techniques.tsv").read_text().splitlines()[1:]:
        order, code, _, _, _, _, level, score, on, _ = line.split("\t")
        if code != "xxxx":
            known = technique(code)
            facts = known.order, known.level, known.score, known.on
            assert facts == (int(order), level.lower(), int(score), on == "true" and code not in duals), known.id
