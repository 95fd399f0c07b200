"""Every technique has a worked example that can be found, explained in both languages, written and drawn."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from random import Random

import pytest

from shudu.core.drawing import draw
from shudu.core.geometry import HOUSE_MASKS
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic.examples import contradicts, example, format_example, parse_case, parse_example
from shudu.logic.explain import explain
from shudu.logic.notation import notation
from shudu.logic.registry import Technique, plan_searches, technique, techniques
from shudu.logic.techniques.fish import BASIC, COLUMNS, ROWS
from shudu.puzzles.worked_examples import write_cases


def test_nothing_easier_concludes_the_same() -> None:
    replaceable = {known.id for known in techniques() if easier_step(*example(known.id))}
    assert replaceable == {known.id for known in techniques() if is_always_replaceable(known)}


def is_always_replaceable(known: Technique) -> bool:
    """Return whether something easier concludes the same wherever a technique applies.

    A basic fish of five lines or more has a smaller fish across it. A finned X-Wing with boxes is a chain of four links in
    one digit: from the candidate to the places that it sees in one base house, to the other places there, to those in the
    other base house, and back. In 6,000 random patterns such a chain or a basic fish always removed as much.
    """
    large_and_basic = known.options.get("shape") == BASIC and known.options.get("size", 0) > 4
    return large_and_basic or known.id in ("finned-franken-x-wing", "finned-mutant-x-wing")


def easier_step(grid: Grid, step: Step) -> Step | None:
    """Return a step of an easier technique that alone concludes at least the same; a placement rules out candidates."""
    order = technique(step.technique).order
    for search in plan_searches(known for known in techniques() if known.on and known.order < order):
        for other in search.find(grid):
            left = grid.after(other).digit_masks
            if {*step.places} <= {*other.places} and not any(
                left[each.digit - 1] >> each.cell & 1 for each in step.removes
            ):
                return other
    return None


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_large_basic_fish_has_a_smaller_one_across(size: int) -> None:
    """The other columns as base and the other rows as cover have the same fins and remove the same candidates."""
    random = Random(size)
    for _ in range(50):
        places = random.getrandbits(81)
        base, cover = random.sample(ROWS, size), random.sample(COLUMNS, size)
        across = [column for column in COLUMNS if column not in cover], [row for row in ROWS if row not in base]
        assert _fins_and_removes(places, base, cover) == _fins_and_removes(places, *across)


def _fins_and_removes(places: int, base: Iterable[int], cover: Iterable[int]) -> tuple[int, int]:
    in_base, in_cover = (reduce(or_, (HOUSE_MASKS[house] for house in houses)) for houses in (base, cover))
    return places & in_base & ~in_cover, places & in_cover & ~in_base


def test_what_a_placement_rules_out_counts_as_concluded() -> None:
    """The single in r6c5 removes what the squirmbag removes."""
    grid, step = example("squirmbag")
    single = easier_step(grid, step)
    assert single is not None and single.places and not step.places


@pytest.mark.parametrize("id", [known.id for known in techniques()])
def test_every_technique_has_an_example(id: str) -> None:
    grid, step = example(id)
    assert step.technique == id
    assert not contradicts(step, solve(type(grid)(grid.digits)).digits)
    assert all("{" not in explain(step, language) for language in ("zh", "en"))
    assert notation(step)
    assert parse_example(format_example(grid)) == grid
    drawing = draw(grid, step)
    assert drawing.count('class="strike"') == len(step.removes)
    assert 'class="house"' not in drawing[drawing.find('class="cause"') :]  # tinted houses do not hide the cells


@pytest.mark.parametrize("id", ["x-wing", "hidden-single", "triple-firework"])
def test_the_cases_written_for_an_example_hold(id: str) -> None:
    fires, quiet = map(parse_case, write_cases(technique(id), example(id)[0]))
    assert (fires.technique.id, fires.fires, fires.failure()) == (id, True, "")
    assert (quiet.technique.id, quiet.fires, quiet.failure()) == (id, False, "")
