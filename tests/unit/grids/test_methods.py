"""The methods of making final grids: what each makes, how often, and how it can be watched."""

from math import factorial

import numpy as np
import pytest

import shudu
from shudu.grids.full_grids import METHODS, find_method, full_grid, full_grids, trace_making
from shudu.grids.graded_puzzles import SEEDS
from shudu.kernel.canonical import canonical_grids

NAMES = list(METHODS)


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_the_same_final_grid_again(name: str) -> None:
    grid = full_grid(name, seed=7)
    assert grid.is_solved()
    assert grid == full_grid(name, seed=7)
    assert len({full_grid(name, seed=s).line for s in range(8)}) == 8


@pytest.mark.parametrize("name", NAMES)
def test_grids_have_numbers_that_do_not_depend_on_the_call(name: str) -> None:
    assert full_grids(6, name, seed=3)[4:].tolist() == full_grids(2, name, seed=3, first=4).tolist()


def test_many_uniform_grids_are_those_that_single_calls_give() -> None:
    many = full_grids(200_001, seed=3)
    for number in (0, 99_999, 100_000, 200_000):
        assert many[number].tolist() == full_grids(1, seed=3, first=number)[0].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_the_making_can_be_watched_to_the_same_grid(name: str) -> None:
    run = trace_making(name, seed=11)
    assert run.reason == "solutions"
    assert run.solutions[0].digits == full_grid(name, seed=11).digits
    lines = {event.why.line for event in run if event.kind != "stop"}
    assert lines <= set(METHODS[name].code.ids.values()), "every event points to a line of the pseudocode"


def test_reach() -> None:
    reach = {name: method.reach for name, method in METHODS.items()}
    assert reach["template"] == reach["search"] == factorial(9)
    assert reach["backtrack"] == reach["digits"] == reach["uniform"] == shudu.GRIDS
    assert reach["diagonal"] == factorial(9) ** 3
    assert reach["seeds"] == len(SEEDS) * 2 * 6**8 * factorial(9)


def test_what_each_method_says_is_said_in_both_languages() -> None:
    for method in METHODS.values():
        for text in (method.code.name, method.code.about, method.bias, *method.code.lines):
            assert set(text) == {"zh", "en"} and all(text.values())


def test_the_template_makes_one_grid_up_to_symmetry_and_search_one_for_each_first_row() -> None:
    forms = canonical_grids(full_grids(20, "template", seed=1)).forms
    assert len({form.tobytes() for form in forms}) == 1
    grid = full_grid("search", seed=5)
    row, rest = grid.line[:9], grid.line[9:]
    assert shudu.trace(row + "." * 72, by="rows").solutions[0].line[9:] == rest


def test_digit_by_digit_starts_over_where_it_must() -> None:
    kinds = {event.kind for seed in range(5) for event in trace_making("digits", seed)}
    assert kinds == {"guess", "conflict", "retract", "solution", "stop"}


def test_a_seed_grid_is_an_image_of_a_stored_puzzle() -> None:
    stored = {shudu.canonical(shudu.solve(seed.line)) for seed in SEEDS}
    assert shudu.canonical(full_grid("seeds", seed=2)) in stored


def test_what_the_methods_tell_of_their_making_is_true() -> None:
    number = trace_making("uniform", seed=6)[0].why.transformation or ""
    assert number == f"number {shudu.rank(full_grid(seed=6))}"
    told = dict(trace_making("uniform", seed=6)[0].why.counters or ())
    parts = [told[name] for name in ("partition", "columns", "rows", "exchange", "rest")]
    value = 0
    for part, size in reversed(list(zip(parts, (280, 216, 216, 2, 1), strict=True))):
        value = value * size + part
    assert number == f"number {value}"
    seeds = list(dict.fromkeys(event.why.transformation for event in trace_making("seeds", seed=2)))[:-1]
    assert [str(each).split()[0] for each in seeds] == ["seed", "turn", "digits", "rows", "columns"]
    run = trace_making("seeds", seed=2)
    order = str(seeds[2]).split()[1]
    before, after = run.seek(162).digits, run.seek(243).digits
    assert [int(order[digit - 1]) for digit in before] == list(after)


def test_unknown_methods_and_bad_seeds_are_refused() -> None:
    with pytest.raises(shudu.ShuduError, match="use one of template"):
        find_method("magic")
    for seed in (-1, 2**64):
        with pytest.raises(shudu.ShuduError, match="seed"):
            full_grid(seed=seed)


def test_without_a_seed_every_grid_is_another() -> None:
    assert full_grid() != full_grid()


def test_uniform_grids_are_those_of_the_kernel() -> None:
    assert full_grids(3, seed=9).dtype == np.uint8
    assert shudu.rank(full_grid(seed=9)) == shudu.rank(
        full_grids(1, seed=9)[0].tobytes().translate(b"0123456789" + bytes(246)).decode()
    )
