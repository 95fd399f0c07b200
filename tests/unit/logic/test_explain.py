"""Explanations: everything they name belongs to the step, in both languages, and every technique can be spotted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shudu.core.geometry import HOUSES, cell_name, house_name, parse_house
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.locale.catalogue import LANGUAGES
from shudu.logic.examples import example, parse_case
from shudu.logic.explain import explain, how_to_spot, step_name
from shudu.logic.hint import hint
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.solver import solve_by_logic
from shudu.logic.texts import Phrases, technique_name

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
_HOUSES = {
    "en": re.compile(r"(rows?|columns?|box(?:es)?) ((?:[1-9], )*[1-9](?: and [1-9])?)"),
    "zh": re.compile(r"第 ((?:[1-9]、)*[1-9]) ([行列宫])"),
}
HOUSE_NAMES = [house_name(house) for house in range(27)]
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


def foreign_cells(step: Step, text: str) -> set[str]:
    """Return the cells that a text names although they do not belong to the step."""
    return set(re.findall("r[1-9]c[1-9]", text)) - set(map(cell_name, cells_of_step(step)))


def foreign_houses(step: Step, text: str, language: str) -> set[str]:
    """Return the houses that a text names although no role and no proof of a link has them, and no two cells of the step."""
    known = {*names_of(step), *",".join(link.proof for link in step.links).split(",")}
    cells = cells_of_step(step)
    return {
        house
        for house in houses_named(text, language) - known
        if len(cells.intersection(HOUSES[parse_house(house)])) < 2
    }


def foreign_digits(step: Step, text: str, language: str) -> set[int]:
    """Return the digits that a text names although they do not belong to the step."""
    if step.technique == "naked-single":  # the digits that have been eliminated are those that nothing blocks
        return set()
    body = _HOUSES[language].sub("", re.sub("r[1-9]c[1-9]", "", text[len(step_name(step, language)) :]))
    body = re.sub(r"from [0-9, ]+|由 [0-9、]+|^ *[(（][0-9]+[)）]", "", body, flags=re.MULTILINE)
    return {int(digit) for digit in re.findall("[0-9]+", body)} - digits_of_step(step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_named_belongs_to_the_step(steps: list[Step], language: str) -> None:
    assert len({step.technique for step in steps}) > 35
    for step in steps:
        text = explain(step, language)
        assert not foreign_cells(step, text), text
        assert not foreign_houses(step, text, language), text
        assert not foreign_digits(step, text, language), text
        assert all(cell_name(cell) in text for _, cell in step.places + step.removes), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_name_in_an_explanation_is_noticed(steps: list[Step], language: str) -> None:
    """The checks above find one cell, house or digit that was exchanged for another."""
    for step in steps:
        text = explain(step, language)
        for cell in set(range(81)) - cells_of_step(step):
            name = re.search("r[1-9]c[1-9]", text)
            assert name and foreign_cells(step, text.replace(name[0], cell_name(cell), 1))
        for house in houses_named(text, language):
            words = Phrases(language).place
            others = [other for other in HOUSE_NAMES if foreign_houses(step, words(other), language)]
            if words(house) in text and others:
                assert foreign_houses(step, text.replace(words(house), words(others[0])), language) == {others[0]}
        strange = set(range(1, 10)) - digits_of_step(step)
        fact = Phrases(language).words["removed"].format(digits=min(strange, default=0), cells="r1c1")
        if strange and step.technique != "naked-single":
            assert foreign_digits(step, text + fact, language) == {min(strange)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_are_complete_sentences(steps: list[Step], language: str) -> None:
    for step in steps:
        text = explain(step, language)
        assert "{" not in text and "}" not in text
        assert text.endswith("。" if language == "zh" else ".")
        assert not re.search(r"[ :：]\s*[.。]|(?<!\n)  (?![ (（])|，。|；。|\(\)|（）", text), text
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


def test_an_end_of_a_chain_is_named_by_its_cell_where_both_ends_have_one_digit() -> None:
    for name in ("x-chain", "xy-chain"):
        text = explain(example(name)[1])
        assert re.search(
            r"So at least one of (r.c.) and (r.c.) is (\d), and a cell that sees both cannot be \3\.", text
        )


@pytest.mark.parametrize("name", ["forcing-chain-contradiction", "forcing-chain-verity", "kraken-fish-1"])
def test_each_of_several_chains_has_a_line(name: str) -> None:
    first, *chains, last = explain(example(name)[1]).splitlines()
    assert first.endswith(":") and last.startswith(("Then", "Therefore"))
    assert len(chains) > 1
    for chain in chains:
        assert chain.count(" → ") == len(re.findall("[=≠]", chain)) - 1


def test_cases_are_named_together() -> None:
    assert re.match(
        r"Forcing Chain Verity: r.c. is \d, \d or \d\. Each case", explain(example("forcing-chain-verity")[1])
    )
    assert re.match(
        r"Forcing Net Verity: \d is in one of r.c.[r\dc, and]+\. Each case", explain(example("forcing-net-verity")[1])
    )


def test_a_finned_fish_says_where_the_fins_leave_eliminations() -> None:
    text = explain(example("finned-x-wing")[1])
    assert re.search(
        r"So any other cell of (rows|columns) \d and \d that sees the fins? (r.c.)( and r.c.)? cannot be \d\.", text
    )


def test_a_death_blossom_says_what_each_petal_holds() -> None:
    text = explain(example("death-blossom")[1])
    assert re.search(r"if it is \d, [r\dc, and]+ (hold|is) \d", text)


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
