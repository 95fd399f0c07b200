"""Templates: the fast search agrees with trying all 46,656 templates."""

from itertools import permutations
from random import Random

from shudu.core.geometry import BOX_OF
from shudu.core.grid import Grid
from shudu.kernel.solve import solve
from shudu.logic.examples import contradicts
from shudu.logic.registry import technique
from shudu.logic.techniques.last_resort import cells_of_templates

PUZZLE = "4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9"


def test_cells_of_templates_are_those_of_all_templates() -> None:
    templates = []
    for columns in permutations(range(9)):
        if all(len({columns[row + i] // 3 for i in range(3)}) == 3 for row in (0, 3, 6)):
            templates.append(sum(1 << 9 * row + column for row, column in enumerate(columns)))
    assert len(templates) == 46656
    for seed in range(3):
        random = Random(seed)
        cells = random.choice(templates) | random.getrandbits(81) & random.getrandbits(81)
        used = 0
        for template in templates:
            if not template & ~cells:
                used |= template
        assert cells_of_templates(cells) == used


def test_digit_without_template_loses_all_candidates() -> None:
    assert cells_of_templates(sum(1 << cell for cell in range(81) if BOX_OF[cell])) == 0


def test_both_techniques_agree_with_the_solution() -> None:
    grid = Grid(PUZZLE)
    solution = solve(grid).digits
    for id in ("template-set", "template-delete"):
        steps = list(technique(id).find(grid))
        assert steps
        assert not any(contradicts(step, solution) for step in steps)
