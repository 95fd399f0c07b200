"""Chains, nice loops and AICs: roles, links and order."""

from itertools import pairwise
from pathlib import Path

import pytest

from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.examples import example
from shudu.logic.registry import plan_searches, technique
from shudu.logic.solver import solve_by_logic

LOOPS = ["continuous-nice-loop", "discontinuous-nice-loop", "aic"]


@pytest.fixture(scope="module")
def positions(root: Path) -> list[Grid]:
    """Return positions where a chain is the easiest step."""
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    paths = [solve_by_logic(line.split("\t")[0]) for line in lines if line.split("\t")[1:2] == ["unfair"]]
    return [
        grid
        for path in paths
        for grid, step in zip(path.grids(), path.steps, strict=False)
        if technique(step.technique).family in ("chains", "loops")
    ]


@pytest.mark.parametrize("name", ["x-chain", "xy-chain", "aic", "grouped-aic", "als-aic"])
def test_links_alternate_from_strong_to_strong_and_connect(positions: list[Grid], name: str) -> None:
    steps = [step for grid in (example(name)[0], *positions[:6]) for step in technique(name).find(grid)]
    assert steps
    for step in steps:
        assert [link.strong for link in step.links] == [i % 2 == 0 for i in range(len(step.links))]
        assert step.links[-1].strong
        assert all(one.end == other.start for one, other in pairwise(step.links))
        assert step.roles["start"] == step.links[0].start
        assert step.roles["end"] == step.links[-1].end


def test_x_chains_have_one_digit_and_xy_chains_bivalue_cells(positions: list[Grid]) -> None:
    x_chains = list(technique("x-chain").find(example("x-chain")[0]))
    xy_chains = [(grid, step) for grid in positions for step in technique("xy-chain").find(grid)]
    assert x_chains and xy_chains
    for step in x_chains:
        assert len({candidate.digit for link in step.links for candidate in link.start + link.end}) == 1
    for grid, step in xy_chains:
        assert all(len(grid.candidates(link.start[0].cell)) == 2 for link in step.links if link.strong)


def test_continuous_loops_close(positions: list[Grid]) -> None:
    steps = [step for grid in positions for step in technique("continuous-nice-loop").find(grid)]
    assert steps
    for step in steps:
        assert step.links[-1].end == step.links[0].start
        assert len(step.links) % 2 == 0


def test_loops_and_aics_are_searched_together_best_first(positions: list[Grid]) -> None:
    (search,) = plan_searches([technique(name) for name in LOOPS])
    for grid in positions:
        steps = list(search.find(grid))
        assert [len(step.removes) for step in steps] == sorted((len(step.removes) for step in steps), reverse=True)
        alone = [step for name in LOOPS for step in technique(name).find(grid)]
        assert _conclusions(steps) == _conclusions(alone)


@pytest.mark.parametrize("name", LOOPS)
def test_grouped_loops_have_a_group(positions: list[Grid], name: str) -> None:
    known = technique(f"grouped-{name}")
    steps = [step for grid in (example(known.id)[0], *positions[:10]) for step in known.find(grid)]
    assert steps
    assert all(step.roles["group"] for step in steps)


def _conclusions(steps: list[Step]) -> list[tuple[str, str]]:
    return sorted((step.technique, " ".join(map(str, step.removes))) for step in steps)
