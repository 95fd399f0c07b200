"""Drills: every right answer is accepted, and nothing false ever is."""

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shudu.core.geometry import HOUSES, PEERS, parse_cell
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import count, solve
from shudu.learn.drill import Drill, drill, make_drill, name_choices
from shudu.learn.path import PATH, topic
from shudu.learn.stock import format_position, load_stock, parse_position, rebuild, transform, vary
from shudu.logic.registry import technique, techniques
from shudu.logic.solver import steps

IDS = [each.id for each in PATH]
GOLDEN_DRILLS = Path(__file__).parents[2] / "data" / "learn-drills.json"


def test_the_stock_has_positions_for_every_topic() -> None:
    stock = load_stock()
    assert list(stock) == IDS
    for lines in stock.values():
        puzzles = {re.sub("[a-i]", ".", line[:81]) for line in lines}
        assert len(puzzles) == len(lines) >= 50


@pytest.mark.parametrize("id", IDS)
def test_stored_positions_need_the_technique(id: str) -> None:
    """Nothing easier applies."""
    known = topic(id)
    line = load_stock()[id][7]
    grid = parse_position(line)
    assert format_position(grid) == line
    assert count(Grid(grid.digits)) == 1
    assert known.instances(grid)
    if known.chapter not in ("scanning", "notes"):
        order = technique(known.technique).order
        assert next(steps(grid, [each for each in techniques() if each.on and each.order < order]), None) is None


@given(st.sampled_from(IDS), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_right_answers_are_right_and_false_ones_are_wrong(id: str, seed: int) -> None:
    exercise = drill(id, seed)
    assert exercise == drill(id, seed)
    for step, cells in zip(exercise.answers, exercise.patterns, strict=True):
        feedback = exercise.check(step.places, step.removes, cells)
        assert feedback.kind == "right"
        assert all(feedback.describe(id, language) for language in ("en", "zh"))
        cell = next(iter(exercise.grid.empty))
        false = Candidate(exercise.solution[cell], cell)
        assert exercise.check(step.places, (*step.removes, false), cells).kind == "wrong"
        if exercise.marks_pattern:
            assert exercise.check(step.places, step.removes).reason == "unmarked"
            assert exercise.check(step.places, step.removes, cells[1:]).kind != "wrong"
    assert exercise.question("zh") != exercise.question("en")


@given(st.sampled_from(IDS), st.integers(0, 2**32), st.randoms())
@settings(max_examples=40, deadline=None)
def test_claims_are_judged_by_the_solution_and_by_all_steps(id: str, seed: int, random: Random) -> None:
    """Any set of candidates: wrong exactly if it contradicts the solution, right only if steps prove all of it."""
    exercise = drill(id, seed)
    everything = [Candidate(digit, cell) for cell in exercise.grid.empty for digit in exercise.grid.candidates(cell)]
    removes = random.sample(everything, min(len(everything), random.randint(1, 3)))
    if random.random() < 0.5:
        removes += random.choice(exercise.answers).removes
    feedback = exercise.check(removes=removes, cells=random.choice(exercise.patterns))
    is_false = any(exercise.solution[cell] == digit for digit, cell in removes)
    assert (feedback.kind == "wrong") == is_false
    if feedback.kind == "right":
        proven = {c for step in exercise.answers for c in step.removes}
        cells = {cell for step in exercise.answers for _, cell in step.places}
        assert all(each in proven or each.cell in cells for each in removes)


def test_a_placement_may_be_written_as_removals() -> None:
    exercise = drill("bug-1", seed=4)
    step = exercise.answers[0]
    cell = step.removes[0].cell
    digit = next(d for d in exercise.grid.candidates(cell) if Candidate(d, cell) not in step.removes)
    assert exercise.check(places=[Candidate(digit, cell)]).kind == "right"


def test_guesses_reveal_nothing() -> None:
    """What does not follow from the technique gets the same words, true or false."""
    exercise = drill("x-wing", seed=2)
    proven = {c for step in exercise.answers for c in step.removes}
    outside = [cell for cell in exercise.grid.empty if all(cell not in p for p in exercise.patterns)]
    guesses = [Candidate(d, cell) for cell in outside for d in exercise.grid.candidates(cell)]
    feedback = {c: exercise.check(removes=[c]) for c in guesses if c not in proven}
    assert {(each.kind, each.reason) for each in feedback.values()} == {("not yet", "other"), ("wrong", "other")}
    for language in ("en", "zh"):
        words = {each.describe("x-wing", language).replace(str(c.digit), "") for c, each in feedback.items()}
        assert len({re.sub(r"r[1-9]?c[1-9]?", "", each) for each in words}) == 1


@pytest.mark.parametrize("cells", [0, slice(None)])
def test_a_cell_of_the_own_pattern_keeps_its_notes(cells: int | slice) -> None:
    exercise = drill("x-wing", seed=2)
    (answer, *_), (pattern, *_) = exercise.answers, exercise.patterns
    digit = answer.removes[0].digit
    marked = pattern[cells] if isinstance(cells, slice) else pattern[:1]
    feedback = exercise.check(removes=[*answer.removes, Candidate(digit, pattern[0])], cells=marked)
    assert (feedback.reason, feedback.candidates) == ("own-cells", (Candidate(digit, pattern[0]),))


def read_golden(case: Any) -> Drill:
    """Return the drill of a golden case."""
    position = case["position"]
    givens = sum(1 << cell for cell, character in enumerate(position["puzzle"]) if character != ".")
    digits = bytes(int(character) if character != "." else 0 for character in position["digits"])
    grid = Grid.from_masks(digits, givens).remove(Candidate.from_text(each) for each in position["removed"])
    return make_drill(topic(case["topic"]), grid)


@pytest.mark.parametrize(
    "case", json.loads(GOLDEN_DRILLS.read_text(encoding="utf-8"))["drills"], ids=lambda case: case["topic"]
)
def test_golden_claims(case: Any) -> None:
    """The page's checker says the same; see web/tests/learn.test.ts."""
    exercise = read_golden(case)
    for claim in case["claims"]:
        feedback = exercise.check(claim["places"], claim["removes"], map(parse_cell, claim["cells"]))
        assert (feedback.kind, feedback.reason) == (claim["kind"], claim["reason"]), claim


@pytest.mark.parametrize("id", ["naked-pair", "x-wing", "skyscraper", "xy-wing"])
def test_no_right_answer_is_missing(id: str) -> None:
    """Compare the answers with those of a direct search."""
    for seed in range(4):
        exercise = drill(id, seed)
        assert {frozenset(step.removes) for step in exercise.answers} == set(TWINS[id](exercise.grid))


def _naked_pairs(grid: Grid) -> list[frozenset[Candidate]]:
    found = []
    for one, other in combinations(grid.empty, 2):
        digits = grid.candidates(one)
        if len(digits) == 2 and grid.candidates(other) == digits and other in PEERS[one]:
            shared = [cell for house in HOUSES if one in house and other in house for cell in house]
            found.append(_candidates_in(grid, shared, digits, (one, other)))
    return [removed for removed in found if removed]


def _candidates_in(grid: Grid, cells: list[int], digits: object, without: tuple[int, ...]) -> frozenset[Candidate]:
    return frozenset(Candidate(d, c) for c in cells if c not in without for d in digits if d in grid.candidates(c))  # type: ignore[attr-defined]


def _x_wings(grid: Grid) -> list[frozenset[Candidate]]:
    found = []
    for lines in (range(9), range(9, 18)):
        for digit in range(1, 10):
            pairs = {
                house: [i for i, cell in enumerate(HOUSES[house]) if digit in grid.candidates(cell)] for house in lines
            }
            for one, other in combinations(lines, 2):
                if len(pairs[one]) == 2 and pairs[one] == pairs[other]:
                    rest = [HOUSES[house][i] for house in lines if house not in (one, other) for i in pairs[one]]
                    found.append(_candidates_in(grid, rest, [digit], ()))
    return [removed for removed in found if removed]


def _skyscrapers(grid: Grid) -> list[frozenset[Candidate]]:
    found = []
    for lines in (range(9), range(9, 18)):
        for digit in range(1, 10):
            places = {h: [i for i, cell in enumerate(HOUSES[h]) if digit in grid.candidates(cell)] for h in lines}
            for one, other in combinations([h for h in lines if len(places[h]) == 2], 2):
                if len(set(places[one]) & set(places[other])) == 1:
                    joint = (set(places[one]) & set(places[other])).pop()
                    ends = [HOUSES[h][next(i for i in places[h] if i != joint)] for h in (one, other)]
                    shared = [cell for cell in PEERS[ends[0]] if cell in PEERS[ends[1]]]
                    found.append(_candidates_in(grid, shared, [digit], ()))
    return [removed for removed in found if removed]


def _xy_wings(grid: Grid) -> list[frozenset[Candidate]]:
    found = []
    pairs = [cell for cell in grid.empty if len(grid.candidates(cell)) == 2]
    for pivot in pairs:
        for one, other in combinations([cell for cell in pairs if cell in PEERS[pivot]], 2):
            a, b, p = (set(grid.candidates(cell)) for cell in (one, other, pivot))
            if len(a & b) == 1 and not a & b & p and len(a & p) == len(b & p) == 1 and (a | b) >= p:
                shared = [cell for cell in PEERS[one] if cell in PEERS[other]]
                found.append(_candidates_in(grid, shared, a & b, ()))
    return [removed for removed in found if removed]


TWINS = {"naked-pair": _naked_pairs, "x-wing": _x_wings, "skyscraper": _skyscrapers, "xy-wing": _xy_wings}


@given(st.randoms())
@settings(max_examples=10, deadline=None)
def test_symmetries_keep_positions(random: Random) -> None:
    grid = parse_position(random.choice(load_stock()["xy-wing"]))
    symmetry = Symmetry.random(random)
    image = transform(grid, symmetry)
    assert transform(image, symmetry.inverse()) == grid
    assert solve(Grid(image.digits)).digits == symmetry.apply(solve(Grid(grid.digits)).digits)


def test_varied_puzzles_have_one_solution() -> None:
    random = Random(1)
    grid = parse_position(load_stock()["x-wing"][0])
    puzzle = bytes(digit if cell in grid.givens else 0 for cell, digit in enumerate(grid.digits))
    varied = [new for _ in range(20) if (new := vary(puzzle, random)) is not None]
    assert varied
    assert all(count(Grid(new)) == 1 and new != puzzle for new in varied)


def test_fresh_drills_are_not_in_the_stock() -> None:
    exercise = drill("naked-triple", seed=3, fresh=True)
    assert exercise.answers
    assert exercise == drill("naked-triple", seed=3, fresh=True)
    givens = {sum(c in "123456789" for c in line[:81]) for line in load_stock()["naked-triple"]}
    assert len(exercise.grid.givens) <= max(givens) + 1


@pytest.mark.parametrize(
    "id", ["hidden-single-line", "hidden-pair", "skyscraper", "xy-wing", "uniqueness-1", "x-chain"]
)
def test_names_to_choose_from_are_wrong_but_one(id: str) -> None:
    """The finders agree with the kernel that the other techniques do not occur."""
    exercise = drill(id, seed=11)
    known = [each.id for each in PATH]
    choices = name_choices(exercise, known, Random(1))
    assert 2 <= len(choices) == len(set(choices)) <= 4
    assert [other for other in choices if topic(other).instances(exercise.grid)] == [id]
    assert {topic(other).notes for other in choices} == {exercise.notes}


def test_known_names_are_offered_first() -> None:
    choices = name_choices(drill("xy-wing", seed=2), ["swordfish", "naked-quad", "jellyfish"], Random(1))
    assert set(choices) == {"xy-wing", "swordfish", "naked-quad", "jellyfish"}


def test_drills_are_plain_data() -> None:
    data = drill("x-wing", seed=1).to_dict()
    assert len(data["solution"]) == 81
    assert len(data["answers"]) == len(data["patterns"])
    assert isinstance(drill("x-wing"), Drill)


@pytest.mark.soak
def test_the_stock_can_be_rebuilt(tmp_path) -> None:  # type: ignore[no-untyped-def]
    sizes = rebuild(tmp_path / "stock.txt", puzzles=600, per_topic=5)
    assert sizes["pointing"] == 5
