"""Every technique has a worked example that can be found, explained in both languages, written and drawn."""

import pytest

from shudu.core.drawing import draw
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic.examples import contradicts, example, format_example, parse_case, parse_example
from shudu.logic.explain import explain
from shudu.logic.notation import notation
from shudu.logic.registry import plan_searches, technique, techniques
from shudu.puzzles.worked_examples import write_cases

# An easier technique concludes the same. A basic fish of five or more lines always has a smaller one across it; large
# Franken and mutant fish without a chain or a smaller fish to replace them have not been found on any path yet.
REPLACEABLE = {
    *("whale", "leviathan"),
    *("finned-squirmbag", "sashimi-squirmbag", "finned-whale", "sashimi-whale", "finned-leviathan"),
    "sashimi-leviathan",
    *("franken-jellyfish", "franken-squirmbag", "franken-whale", "franken-leviathan", "finned-franken-x-wing"),
    *("mutant-x-wing", "mutant-swordfish", "mutant-jellyfish", "mutant-squirmbag", "mutant-whale"),
    *("mutant-leviathan", "finned-mutant-x-wing", "finned-mutant-swordfish"),
}


def test_nothing_easier_concludes_the_same() -> None:
    replaceable = {known.id for known in techniques() if has_easier_step(*example(known.id))}
    assert replaceable == REPLACEABLE


def has_easier_step(grid: Grid, step: Step) -> bool:
    """Return whether a single step of an easier technique concludes at least the same."""
    order = technique(step.technique).order
    easier = plan_searches(known for known in techniques() if known.on and known.order < order)
    return any(
        set(step.places) <= set(other.places) and set(step.removes) <= set(other.removes)
        for search in easier
        for other in search.find(grid)
    )


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
