"""Explanations: everything they name belongs to the step, in both languages, and every technique can be spotted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shudu.core.geometry import HOUSES, cell_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.locale.catalogue import LANGUAGES
from shudu.logic.examples import example, parse_case
from shudu.logic.explain import explain, how_to_spot, step_name
from shudu.logic.hint import hint
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.solver import solve_by_logic
from shudu.logic.texts import technique_name

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
_HOUSES = {
    "en": re.compile(r"(rows?|columns?|box(?:es)?) ((?:[1-9], )*[1-9](?: and [1-9])?)"),
    "zh": re.compile(r"第 ((?:[1-9]、)*[1-9]) ([行列宫])"),
}
_KINDS = {"row": "r", "col": "c", "box": "b", "行": "r", "列": "c", "宫": "b"}


@pytest.fixture(scope="module")
def steps(root: Path) -> list[Step]:
    """Return steps of nearly all techniques, from the project's own cases and from solved puzzles."""
    found: dict[tuple[str, int], Step] = {}
    for name in ("techniques-own.txt", "techniques-chains-own.txt"):
        for line in (root / "tests" / "data" / name).read_text().splitlines():
            if line.startswith(":") and "-x" not in line.split(":")[1]:
                known = technique(line.split(":")[1])
                for number, step in zip(range(3), known.find(parse_case(line).grid), strict=False):
                    found.setdefault((known.id, number), step)
    for line in (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()[1::3]:
        for number, step in enumerate(solve_by_logic(line.split("\t")[0]).steps):
            found.setdefault((step.technique, number % 6), step)
    return list(found.values())


def cells_of_step(step: Step) -> set[int]:
    """Return every cell of a step: conclusions, roles, links and proofs."""
    cells = {cell for _, cell in step.places + step.removes}
    for role, values in step.roles.items():
        for value in values:
            if isinstance(value, Candidate):
                cells.add(value.cell)
            elif isinstance(value, int) and not role.endswith("digits") and role not in ("chains", "digit", "type"):
                cells.add(value)
    for link in step.links:
        cells |= {cell for _, cell in link.start + link.end}
    names = re.findall("r[1-9]c[1-9]", " ".join([*(link.proof for link in step.links), *names_of(step)]))
    return cells | {int(name[1]) * 9 + int(name[3]) - 10 for name in names}


def names_of(step: Step) -> list[str]:
    return [value for values in step.roles.values() for value in values if isinstance(value, str)]


def digits_of_step(step: Step) -> set[int]:
    digits = {digit for digit, _ in step.places + step.removes}
    for role, values in step.roles.items():
        for value in values:
            if isinstance(value, Candidate):
                digits.add(value.digit)
            elif isinstance(value, int) and (role.endswith("digits") or role == "digit"):
                digits.add(value)
            elif isinstance(value, str) and role == "commons":
                digits.add(int(value))
    for link in step.links:
        digits |= {digit for digit, _ in link.start + link.end}
    return digits


def houses_named(text: str, language: str) -> set[str]:
    houses = set()
    for groups in _HOUSES[language].findall(text):
        kind, numbers = groups if language == "en" else groups[::-1]
        houses |= {_KINDS[kind[:3]] + number for number in re.findall("[1-9]", numbers)}
    return houses


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_named_belongs_to_the_step(steps: list[Step], language: str) -> None:
    assert len({step.technique for step in steps}) > 35
    for step in steps:
        named = set(re.findall("r[1-9]c[1-9]", explain(step, language)))
        assert named <= set(map(cell_name, cells_of_step(step))), explain(step, language)
        for _, cell in step.places + step.removes:
            assert cell_name(cell) in named


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_named_belongs_to_the_step(steps: list[Step], language: str) -> None:
    """A house is named by a role, by the proof of a link, or holds two cells of the step."""
    for step in steps:
        known = {*names_of(step), *",".join(link.proof for link in step.links).split(",")}
        for house in houses_named(explain(step, language), language):
            inside = set(HOUSES["rcb".index(house[0]) * 9 + int(house[1]) - 1]) & cells_of_step(step)
            assert house in known or len(inside) >= 2, explain(step, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_digit_named_belongs_to_the_step(steps: list[Step], language: str) -> None:
    for step in steps:
        title = step_name(step, language)
        text = explain(step, language)[len(title) :]
        text = _HOUSES[language].sub("", re.sub("r[1-9]c[1-9]", "", text))
        text = re.sub(r"from [0-9, ]+|由 [0-9、]+|^ *[(（][0-9]+[)）]", "", text, flags=re.MULTILINE)
        if step.technique == "naked-single":  # the digits that have been eliminated are those that nothing blocks
            continue
        assert {int(digit) for digit in re.findall("[0-9]+", text)} <= digits_of_step(step), explain(step, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_are_complete_sentences(steps: list[Step], language: str) -> None:
    for step in steps:
        text = explain(step, language)
        assert "{" not in text and "}" not in text
        assert text.endswith("。" if language == "zh" else ".")
        assert not re.search(r"[ :：]\s*[.。]|  (?![ (（])|，。|；。|\(\)|（）", text), text
        if language == "zh":
            assert not re.search("[,;:()]", re.sub("[A-Za-z0-9 ]+", "", text)), text


@pytest.mark.parametrize("known", techniques(), ids=lambda known: str(known.id))
def test_every_technique_says_how_to_spot_it(known: Technique) -> None:
    assert how_to_spot(known.id).endswith(".")
    assert how_to_spot(known.id, "zh").endswith("。")


def test_singles_say_what_blocks_the_alternatives() -> None:
    grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    naked = next(step for step in technique("naked-single").find(grid) if step.places[0].cell == 40)
    assert explain(naked) == (
        "Naked Single: only 5 is left for r5c5: its row has 1, 3, 4 and 8; its column has 2, 6, 7 and 9. "
        "Therefore r5c5 is 5."
    )
    hidden = hint(grid).step
    assert hidden is not None
    assert explain(hidden) == (
        "Hidden Single: the 1s in r8c5 and r5c9 block the other empty cells of box 9, so the 1 of box 9 can only go in "
        "r9c7. Therefore r9c7 is 1."
    )
    assert explain(hidden, "zh").startswith("宫排除：")


def test_a_hidden_single_after_eliminations_says_where_the_digit_was_eliminated() -> None:
    grid = Grid(LINE)
    path = solve_by_logic(grid)
    steps = [step for step in path.steps if step.roles.get("eliminated")]
    assert steps
    assert "eliminated" in explain(steps[0])
    assert "已被删除" in explain(steps[0], "zh")


def test_a_contradiction_is_named(steps: list[Step]) -> None:
    refutations = [step for step in steps if step.technique.endswith("contradiction") or step.technique == "nishio"]
    assert refutations
    for step in refutations:
        assert re.search("would have no place for|would have no digit left|would be both", explain(step))


def test_a_chain_is_written_as_arrows_with_reasons() -> None:
    step = next(technique("x-chain").find(Grid(LINE)), None) or next(technique("xy-chain").find(Grid(LINE)))
    assert re.search(r"r[1-9]c[1-9]≠[1-9] → r[1-9]c[1-9]=[1-9] \(", explain(step))
    assert technique_name(step.technique) in explain(step)


@pytest.mark.parametrize(
    ("id", "other"),
    [
        ("avoidable-rectangle-1", "uniqueness-1"),
        ("unique-loop", "uniqueness-1"),
        ("extended-rectangle", "uniqueness-1"),
        ("dual-empty-rectangle", "turbot-fish"),
        ("dual-two-string-kite", "turbot-fish"),
        ("medusa-3d", "simple-colours-trap"),
    ],
)
def test_what_to_look_for_is_the_pattern_of_the_technique(id: str, other: str) -> None:
    """These belong to the family of the other technique, but what to look for differs."""
    for language in ("en", "zh"):
        assert how_to_spot(id, language) != how_to_spot(other, language)


@pytest.mark.parametrize(
    "name", ["nishio", "forcing-net-contradiction", "forcing-net-verity", "dynamic-forcing-chain-plus"]
)
def test_a_net_repeats_no_line(name: str) -> None:
    cases = explain(example(name)[1]).split("(1) ")[1:]
    for case in cases:
        facts = re.findall(r"\(\d+\) (\S+)", case)
        assert len(facts) == len(set(facts))


def test_each_set_of_a_chain_has_its_reason() -> None:
    text = explain(example("als-xy-wing")[1])
    assert "If A lacks 7, A holds 6, so B lacks 6 and holds 2, so C lacks 2 and holds the digit that A lacks." in text
