"""Almost locked sets and the techniques built from them."""

from itertools import combinations
from pathlib import Path

import pytest

from shudu.core.geometry import HOUSES, mask_of
from shudu.core.grid import Grid
from shudu.logic.engine.als import almost_locked_sets, build_als_web
from shudu.logic.examples import example, parse_case
from shudu.logic.registry import technique

PUZZLE = "4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9"


def test_all_almost_locked_sets_are_found_once() -> None:
    grid = Grid(PUZZLE)
    expected = {
        mask_of(cells)
        for house in HOUSES
        for size in range(1, 9)
        for cells in combinations([cell for cell in house if grid.cell_masks[cell]], size)
        if len({digit for cell in cells for digit in grid.candidates(cell)}) == size + 1
    }
    cells_found = [als.cells for als in almost_locked_sets(grid.digit_masks)]
    assert set(cells_found) == expected
    assert len(cells_found) == len(expected)


def test_relations_follow_from_the_sets() -> None:
    web = build_als_web(Grid(PUZZLE).digit_masks)
    for i, one in enumerate(web.sets):
        once, twice = web.find_linked(i)
        for j, other in enumerate(web.sets):
            shared = [d for d in range(9) if one.places[d] and other.places[d] and not one.places[d] & ~other.seen[d]]
            assert web.find_commons(i, j) == sum(1 << d for d in shared)
            assert (once >> j & 1, twice >> j & 1) == (len(shared) > 0, len(shared) > 1)
            assert web.find_allied(i) >> j & 1 == any(one.seen[d] & other.seen[d] for d in range(9))
            assert web.overlaps[i] >> j & 1 == bool(one.cells & other.cells)


@pytest.mark.parametrize("id", ["als-xz", "als-xy-wing", "als-chain"])
def test_roles_of_wings_and_chains(id: str) -> None:
    grid, _ = example(id)
    steps = list(technique(id).find(grid))
    assert steps
    for step in steps:
        sets = [role for role in step.roles if role.startswith("als-")]
        assert len(sets) == {"als-xz": 2, "als-xy-wing": 3}.get(step.technique, len(sets))
        assert len(step.roles["commons"]) == len(sets) - 1
        assert {candidate.digit for candidate in step.removes} == set(step.roles["digits"])


def test_death_blossom_has_a_petal_per_candidate_of_its_stem(shared: Path) -> None:
    lines = (shared / "techniques" / "hodoku-library.txt").read_text().splitlines()
    cases = [parse_case(line) for line in lines if line.startswith(":0904-1")][:3]
    assert len(cases) == 3
    for case in cases:
        steps = list(technique("death-blossom").find(case.grid))
        assert steps
        for step in steps:
            stem = step.roles["stem"]
            assert len([role for role in step.roles if role.startswith("petal-")]) == len(stem)
            assert len(step.links) == 2 * len(stem)


def test_solved_grid_has_no_sets() -> None:
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert not almost_locked_sets(Grid(solved).digit_masks)
