"""Every technique has a worked example that can be found, explained in both languages, written and drawn."""

import pytest

from shudu.core.drawing import draw
from shudu.kernel.solve import solve
from shudu.logic.cases import contradicts
from shudu.logic.examples import example, format_example, parse_example
from shudu.logic.explain import explain
from shudu.logic.notation import notation
from shudu.logic.registry import techniques


@pytest.mark.parametrize("id", [known.id for known in techniques()])
def test_every_technique_has_an_example(id: str) -> None:
    grid, step = example(id)
    assert step.technique == id
    assert not contradicts(step, solve(type(grid)(grid.digits)).digits)
    assert all("{" not in explain(step, language) for language in ("zh", "en"))
    assert notation(step)
    assert parse_example(format_example(grid)) == grid
    assert draw(grid, step).count('class="strike"') == len(step.removes)
