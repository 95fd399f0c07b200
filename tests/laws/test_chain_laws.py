"""Laws of chains, almost locked sets, forcing and deadly patterns.

The place that a link names proves it, no step contradicts the solution, and a transformed position gives the
transformed steps.
"""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, house_name, mask_of, parse_cell
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import solve
from shudu.logic.examples import contradicts
from shudu.logic.registry import Technique, plan_searches, techniques
from shudu.logic.solver import solve_by_logic
from tests.laws.test_logic_laws import conclusions, transform

FAMILIES = {"chains", "loops", "als", "forcing", "templates", "brute force"}
BEYOND = {"wxyz-wing", "medusa-3d", "unique-loop", "extended-rectangle", "bug-type-2", "bug-type-3", "bug-type-4"}
OURS = [known for known in techniques() if known.family in FAMILIES or known.id in BEYOND]
QUICK = {"x-chain", "xy-chain", "als-xz", "als-xy-wing", "death-blossom", "template-set", "template-delete", "nishio"}
# What a chain removes depends on which shortest path is taken, and an ALS chain on the order of its sets.
ORDERED = {"loops", "chains", "brute force"}
LAWFUL = [
    known
    for known in OURS
    if (known.family not in ORDERED and not known.id.startswith("als-chain")) or known.id in ("x-chain", "xy-chain")
]
MASK_OF_HOUSE = {house_name(house): mask for house, mask in enumerate(HOUSE_MASKS)}


@pytest.fixture(scope="module")
def positions(root: Path) -> list[Grid]:
    """Return positions of hard puzzles in random order."""
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    hard = [line.split("\t")[0] for line in lines if line.split("\t")[1:2] in (["unfair"], ["extreme"])]
    hard_grids = []
    for path in map(solve_by_logic, hard):
        hard_grids += [grid for grid, step in zip(path.grids(), path.steps, strict=False) if step.removes]
    Random(3).shuffle(hard_grids)
    return hard_grids


@pytest.mark.parametrize("count", [3, pytest.param(30, marks=pytest.mark.soak)])
def test_no_step_contradicts_the_solution_and_every_link_is_proven(positions: list[Grid], count: int) -> None:
    for grid in positions[:count]:
        check(grid, OURS, most=40)


def test_quick_techniques_on_more_positions(positions: list[Grid]) -> None:
    for grid in positions[8:40]:
        check(grid, [known for known in OURS if known.id in QUICK | BEYOND], most=40)


@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_a_transformed_position_gives_the_transformed_steps(positions: list[Grid], count: int) -> None:
    random = Random(5)
    for grid in positions[60 : 60 + count]:
        symmetry = Symmetry.random(random)
        image = transform(grid, symmetry)
        for known in LAWFUL:
            expected = {_map(step, symmetry) for step in known.find(grid)}
            assert conclusions(known, image) == expected, f"{known.id} at {grid!r} by {symmetry}"


def check(grid: Grid, known: list[Technique], most: int) -> None:
    """Check that the first steps of each technique are sound and their links proven."""
    solution = solve(Grid(grid.digits)).digits
    for search in plan_searches(known):
        for step in islice(search.find(grid), most * len(search.techniques)):
            assert not contradicts(step, solution), f"{step} at {grid!r}"
            assert step.removes or step.places
            assert all(grid.digit_masks[digit - 1] >> cell & 1 for digit, cell in step.removes + step.places), step
            assert step.technique in [technique.id for technique in search.techniques]
            assert step.roles
            for link in step.links:
                assert proven(grid, link), f"{link} in {step} at {grid!r}"


def proven(grid: Grid, link: Link) -> bool:
    """Return whether the place that a link names proves it, by the rules alone."""
    start, end = set(link.start), set(link.end)
    if not link.strong:
        return all(_see_each_other(one, other) for one in start for other in end)
    if link.proof in MASK_OF_HOUSE:
        digits = {digit for digit, _ in start | end}
        (digit,) = digits
        return mask_of([cell for _, cell in start | end]) == grid.digit_masks[digit - 1] & MASK_OF_HOUSE[link.proof]
    cells = [parse_cell(name) for name in link.proof.split(",")]
    if len(cells) == 1 and {cell for _, cell in start | end} == set(cells):
        return {digit for digit, _ in start | end} == set(grid.candidates(cells[0]))
    return _almost_locked(grid, cells) and _in_set_or_forced(grid, cells, start | end)


def _see_each_other(one: Candidate, other: Candidate) -> bool:
    if one.digit == other.digit:
        return bool(PEER_MASKS[one.cell] >> other.cell & 1)
    return one.cell == other.cell


def _almost_locked(grid: Grid, cells: list[int]) -> bool:
    digits = {digit for cell in cells for digit in grid.candidates(cell)}
    return len(digits) == len(cells) + 1 and any(not mask_of(cells) & ~house for house in HOUSE_MASKS)


def _in_set_or_forced(grid: Grid, cells: list[int], ends: set[Candidate]) -> bool:
    """Return whether the ends are all places of their digits in the set, or one is the last candidate of a seen cell."""
    inside = {(digit, cell) for digit, cell in ends if cell in cells}
    digits = {digit for digit, _ in inside}
    whole = inside == {(digit, cell) for digit in digits for cell in cells if grid.digit_masks[digit - 1] >> cell & 1}
    outside = [candidate for candidate in ends if candidate.cell not in cells]
    return whole and (len(digits) == 2 if not outside else len(outside) == 1 and len(digits) == 1)


def _map(step: Step, symmetry: Symmetry) -> tuple[str, frozenset[Candidate], frozenset[Candidate]]:
    def image(candidates: tuple[Candidate, ...]) -> frozenset[Candidate]:
        return frozenset(Candidate(symmetry.digits[digit - 1], symmetry.target(cell)) for digit, cell in candidates)

    return step.technique, image(step.places), image(step.removes)


def test_contradictory_positions_raise_no_errors() -> None:
    random = Random(9)
    for seed in range(3):
        digits = Symmetry.random(random).apply(Grid(POSITION).digits)
        grid = Grid(digits)
        removed = [
            Candidate(d, c) for c in grid.empty for d in grid.candidates(c) if random.random() < 0.1 + 0.2 * seed
        ]
        for known in (one for one in OURS if one.id != "als-chain-both-ways"):  # takes seconds here
            for step, _ in zip(known.find(grid.remove(removed)), range(5), strict=False):
                assert step.technique == known.id


def test_nothing_is_found_in_a_solved_grid() -> None:
    grid = solve(POSITION)
    for known in OURS:
        assert not list(known.find(grid)), known.id


def test_nothing_is_found_in_an_empty_grid() -> None:
    slow = ("unique-loop", "extended-rectangle", "aligned-pair-exclusion", "nested-forcing-chain")
    for known in (one for one in OURS if one.id not in slow):
        assert not list(known.find(Grid(bytes(81)))), known.id


POSITION = "4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9"
