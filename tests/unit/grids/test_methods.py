"""The methods that make final grids: their grids, reach, texts and traces."""

from math import factorial

import numpy as np
import pytest

import shudu
from shudu.core.text import write_line
from shudu.grids import METHOD_IDS
from shudu.grids.full_grids import find_method, full_grid, full_grids, trace_making
from shudu.grids.graded_puzzles import GradedPuzzle, graded_puzzles
from shudu.grids.methods import METHODS
from shudu.kernel.grids import canonical_grids


def test_the_list_of_ids_names_all_methods() -> None:
    assert tuple(METHODS) == METHOD_IDS


@pytest.mark.parametrize("method", METHOD_IDS)
def test_a_random_seed_determines_the_grid(method: str) -> None:
    grid = full_grid(method, seed=7)
    assert grid.is_solved()
    assert grid == full_grid(method, seed=7)
    assert len({full_grid(method, seed=seed).line for seed in range(8)}) == 8


@pytest.mark.parametrize("method", METHOD_IDS)
def test_numbered_grids_do_not_depend_on_the_call(method: str) -> None:
    assert full_grids(6, method, seed=3)[4:].tolist() == full_grids(2, method, seed=3, first=4).tolist()


def test_many_uniform_grids_equal_single_ones() -> None:
    many = full_grids(200_001, seed=3)
    for number in (0, 99_999, 100_000, 200_000):
        assert many[number].tolist() == full_grids(1, seed=3, first=number)[0].tolist()


@pytest.mark.parametrize("method", METHOD_IDS)
def test_a_trace_ends_in_the_same_grid(method: str) -> None:
    trace = trace_making(method, seed=11)
    assert trace.reason == "solutions"
    assert trace.solutions[0].digits == full_grid(method, seed=11).digits
    lines = {event.why.line for event in trace if event.kind != "stop"}
    assert lines <= set(METHODS[method].code.ids.values()), "every event refers to a line of the pseudocode"


def test_reach() -> None:
    reach = {name: method.reach for name, method in METHODS.items()}
    assert reach["template"] == reach["search"] == factorial(9)
    assert reach["backtrack"] == reach["digits"] == reach["uniform"] == shudu.GRIDS
    assert reach["diagonal"] == factorial(9) ** 3
    assert reach["graded"] == len(graded_puzzles()) * 2 * 6**8 * factorial(9)


def test_texts_exist_in_both_languages() -> None:
    for method in METHODS.values():
        for text in (method.code.name, method.code.about, method.bias, *method.code.lines):
            assert set(text) == {"zh", "en"} and all(text.values())


def test_template_makes_one_grid_up_to_symmetry() -> None:
    forms = canonical_grids(full_grids(20, "template", seed=1)).forms
    assert len({form.tobytes() for form in forms}) == 1


def test_search_makes_one_grid_per_first_row() -> None:
    grid = full_grid("search", seed=5)
    row, rest = grid.line[:9], grid.line[9:]
    assert shudu.trace(row + "." * 72, by="rows").solutions[0].line[9:] == rest


def test_digits_restarts_when_stuck() -> None:
    kinds = {event.kind for seed in range(5) for event in trace_making("digits", seed)}
    assert kinds == {"guess", "conflict", "retract", "solution", "stop"}


def test_graded_makes_images_of_stored_solutions() -> None:
    stored = {shudu.canonical(shudu.solve(puzzle.line)) for puzzle in graded_puzzles()}
    assert shudu.canonical(full_grid("graded", seed=2)) in stored


def test_graded_puzzles_are_values() -> None:
    puzzle = graded_puzzles("hard")[0]
    assert eval(repr(puzzle), {"GradedPuzzle": GradedPuzzle}) == puzzle


def test_the_trace_of_uniform_records_the_number_and_its_parts() -> None:
    why = trace_making("uniform", seed=6)[0].why
    assert why.transformation == f"number {shudu.rank(full_grid(seed=6))}"
    parts = dict(why.counters or ())
    value = 0
    for name, size in (("rest", 1), ("exchange", 2), ("rows", 216), ("columns", 216), ("partition", 280)):
        value = value * size + parts[name]
    assert why.transformation == f"number {value}"


def test_the_trace_of_graded_records_each_transformation() -> None:
    trace = trace_making("graded", seed=2)
    transformations = [str(each) for each in dict.fromkeys(event.why.transformation for event in trace)][:-1]
    assert [each.split()[0] for each in transformations] == ["puzzle", "turn", "digits", "rows", "columns"]
    order = transformations[2].split()[1]
    before, after = trace.seek(162).digits, trace.seek(243).digits
    assert [int(order[digit - 1]) for digit in before] == list(after)


def test_unknown_methods_and_random_seeds_out_of_range_are_rejected() -> None:
    with pytest.raises(shudu.ShuduError, match="use one of template") as caught:
        find_method("magic")
    assert "可选：template、backtrack" in caught.value.render("zh")
    for seed in (-1, 2**64):
        with pytest.raises(shudu.ShuduError, match="seed"):
            full_grid(seed=seed)


def test_without_a_random_seed_grids_differ() -> None:
    assert full_grid() != full_grid()


def test_uniform_grids_come_from_the_kernel() -> None:
    assert full_grids(3, seed=9).dtype == np.uint8
    assert shudu.rank(full_grid(seed=9)) == shudu.rank(write_line(full_grids(1, seed=9)[0].tobytes()))


@pytest.mark.parametrize("seed", range(4))
def test_the_recursive_form_takes_the_same_steps_as_the_loop(seed: int) -> None:
    loop, recursive = (trace_making(name, seed) for name in ("backtrack", "backtrack-recursive"))
    assert [event[:4] for event in loop] == [event[:4] for event in recursive]


@pytest.mark.parametrize("method", METHODS)
def test_every_digit_written_is_an_iteration(method: str) -> None:
    trace = trace_making(method, seed=1)
    assert trace.stats.iterations == sum(event.kind in ("place", "guess") for event in trace) >= 81
