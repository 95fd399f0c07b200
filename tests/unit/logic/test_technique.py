"""The register: names, order, what is looked for together."""

import pytest

import shudu
from shudu.core.errors import ShuduError
from shudu.locale.catalogue import LANGUAGES
from shudu.logic.registry import plan_searches, technique, techniques
from shudu.logic.texts import all_names, normalise_name, texts


def test_a_technique_by_id_alias_and_code() -> None:
    wing = technique("xy-wing")
    assert technique("0800") is wing
    assert technique(" XY-Wing ") is wing
    assert shudu.technique("2-string kite") is technique("two-string-kite")
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
    ],
)
def test_a_technique_by_the_words_of_players(name: str, id: str) -> None:
    assert technique(name).id == id


def test_a_slip_is_told_what_comes_near() -> None:
    with pytest.raises(ShuduError, match=r"did you mean xy-wing"):
        technique("xy-wng")
    with pytest.raises(TypeError, match="got int"):
        technique(800)  # type: ignore[arg-type]


def test_no_word_stands_for_two_techniques() -> None:
    owners: dict[str, set[str]] = {}
    for known in techniques():
        for name in (known.id, *all_names(known.id)):
            owners.setdefault(normalise_name(name), set()).add(known.id)
    assert not {word: ids for word, ids in owners.items() if len(ids) > 1}
    for language in LANGUAGES:
        assert not texts(language).aliases.keys() - {known.id for known in techniques()}


def test_names_and_codes_are_unique() -> None:
    known = techniques()
    names = [name for one in known for name in (one.id, *one.case_codes)]
    codes = [one.code for one in known if one.code]
    assert len(set(names)) == len(names)
    assert len(set(codes)) == len(codes)


def test_techniques_come_in_search_order() -> None:
    ids = [known.id for known in techniques()]
    wanted = [
        "full-house",
        "hidden-single",
        "pointing",
        "naked-pair",
        "x-wing",
        "xy-wing",
        "uniqueness-1",
        "sue-de-coq",
    ]
    assert sorted(wanted, key=ids.index) == wanted


def test_what_is_looked_for_together() -> None:
    plan = plan_searches([technique("0500"), technique("0501"), technique("0300"), technique("0301")])
    assert [len(search.techniques) for search in plan] == [1, 1, 2]


def test_facts_of_hodoku(shared) -> None:  # type: ignore[no-untyped-def]
    """Code, order, level, score and whether it is on are as in the table of reference."""
    duals = {"0404", "0405"}  # on only together with an option that is off
    for line in (shared / "techniques" / "hodoku-techniques.tsv").read_text().splitlines()[1:]:
        order, code, _, _, _, _, level, score, on, _ = line.split("\t")
        if code != "xxxx":
            known = technique(code)
            facts = known.order, known.level, known.score, known.on
            assert facts == (int(order), level.lower(), int(score), on == "true" and code not in duals), known.id
