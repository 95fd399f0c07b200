"""Laws of pattern techniques: a transformed position gives the transformed steps; no step contradicts the solution."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shudu.core.geometry import ALL_CELLS, HOUSE_MASKS, PEER_MASKS, cells_of, find_unplaceable, nine
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import solve
from shudu.logic.examples import case_lines, contradicts, parse_case
from shudu.logic.registry import Technique, plan_searches, technique, techniques
from shudu.logic.solver import solve_by_logic

FAMILIES = {
    "singles", "intersections", "subsets", "fish", "turbot", "wings", "rectangles", "bug", "colours", "remote pairs",
    "sue de coq",
}  # fmt: skip
OURS = [known for known in techniques() if known.family in FAMILIES and (known.code or "kraken" in known.id)]
BEYOND_HODOKU = [
    known
    for known in techniques()
    if known.family in ("intersections", "subsets", "fireworks", "impossible patterns", "exocets", "sk loops")
    and not known.code
]
SLOW = ("mutant", "franken", "kraken")
QUICK = [known for known in OURS if known.options.get("size", 0) <= 4 and not any(name in known.id for name in SLOW)]


@pytest.fixture(scope="module")
def positions(root: Path) -> list[Grid]:
    """Return positions without singles, of all levels but extreme, in random order."""
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    paths = [solve_by_logic(line.split("\t")[0]) for line in lines if line[0] != "#" and "extreme" not in line]
    grids = [grid for path in paths for grid, step in zip(path.grids(), path.steps, strict=False) if step.removes]
    Random(7).shuffle(grids)
    return grids


@pytest.mark.parametrize("count", [35, pytest.param(300, marks=pytest.mark.soak)])
def test_a_transformed_position_gives_the_transformed_steps(positions: list[Grid], count: int) -> None:
    random = Random(11)
    for number, grid in enumerate(positions[:count]):
        symmetry = Symmetry.random(random)
        image = transform(grid, symmetry)
        for known in QUICK if number % 20 else [known for known in OURS if known.options.get("size", 0) <= 4]:
            expected = {_map(conclusion, symmetry) for conclusion in conclusions(known, grid)}
            assert conclusions(known, image) == expected, f"{known.id} at {grid!r} by {symmetry}"


def test_no_step_contradicts_the_solution(positions: list[Grid]) -> None:
    for grid in positions[:60]:
        check_soundness(grid, QUICK)
    for grid in positions[60:62]:
        check_soundness(grid, [known for known in OURS if known.options.get("size", 0) <= 4])


def test_techniques_beyond_hodoku_obey_the_laws(positions: list[Grid]) -> None:
    random = Random(5)
    for number, grid in enumerate(positions[:12]):
        # Rings of guardians take the longest.
        known = [one for one in BEYOND_HODOKU if one.id != "guardians" or number % 6 == 0]
        check_soundness(grid, known)
        symmetry = Symmetry.random(random)
        for one in known:
            expected = {_map(conclusion, symmetry) for conclusion in conclusions(one, grid)}
            assert conclusions(one, transform(grid, symmetry)) == expected, f"{one.id} at {grid!r} by {symmetry}"


def test_sk_loops_obey_the_laws(root: Path) -> None:
    """They are too rare to be on the paths of ordinary puzzles."""
    cases = map(parse_case, case_lines((root / "tests" / "data" / "techniques-own.txt").read_text()))
    check_images([case.grid for case in cases if case.technique.id == "sk-loop"], least=2)


def test_sk_loops_of_the_hardest_puzzles_obey_the_laws(shared: Path) -> None:
    lines = (shared / "puzzles" / "hardest_1106.txt").read_text().split()
    check_images([Grid(line) for line in lines], least=30)


def check_images(grids: list[Grid], least: int) -> None:
    """Check the SK loops of random images; at least some positions must have one."""
    known, random, firing = technique("sk-loop"), Random(3), 0
    for grid in grids:
        symmetry = Symmetry.random(random)
        image = transform(grid, symmetry)
        check_soundness(image, [known])
        expected = {_map(conclusion, symmetry) for conclusion in conclusions(known, grid)}
        assert conclusions(known, image) == expected, f"{grid!r} by {symmetry}"
        firing += bool(expected)
    assert firing >= least


def test_triplets_are_excluded_for_a_reason(positions: list[Grid]) -> None:
    known = technique("aligned-triplet-exclusion")
    for grid in positions[30:31]:
        check_soundness(grid, [known])
        symmetry = Symmetry.random(Random(1))
        expected = {_map(conclusion, symmetry) for conclusion in conclusions(known, grid)}
        assert conclusions(known, transform(grid, symmetry)) == expected


@given(st.integers(0, ALL_CELLS), st.integers(0, ALL_CELLS), st.randoms(use_true_random=False))
def test_unplaceable_cells_are_in_no_placement(noise: int, more: int, random: Random) -> None:
    """The fast search agrees with trying all placements, wherever there is at least one."""
    cells = noise & more & random.getrandbits(81) | _placement(random)
    used = 0
    for placement in _placements(cells, 0):
        used |= placement
    assert find_unplaceable(cells) == cells & ~used


def check_soundness(grid: Grid, known: list[Technique]) -> None:
    solution = solve(Grid(grid.digits)).digits
    for search in plan_searches(known):
        for step in search.find(grid):
            assert not contradicts(step, solution), f"{step} at {grid!r}"
            assert all(grid.digit_masks[digit - 1] >> cell & 1 for digit, cell in step.removes + step.places), step
            assert step.removes or step.places
            assert step.technique in [technique.id for technique in search.techniques]
            assert step.roles


def transform(grid: Grid, symmetry: Symmetry) -> Grid:
    digit_masks = [0] * 9
    for digit, cells in enumerate(grid.digit_masks, 1):
        for cell in cells_of(cells):
            digit_masks[symmetry.digits[digit - 1] - 1] |= 1 << symmetry.target(cell)
    givens = sum(1 << symmetry.target(cell) for cell in grid.givens)
    return Grid.from_masks(symmetry.apply(grid.digits), givens, nine(digit_masks))


def conclusions(known: Technique, grid: Grid) -> set[tuple[str, frozenset[Candidate], frozenset[Candidate]]]:
    return {_describe(step) for step in known.find(grid)}


def _describe(step: Step) -> tuple[str, frozenset[Candidate], frozenset[Candidate]]:
    return step.technique, frozenset(step.places), frozenset(step.removes)


def _map(
    concluded: tuple[str, frozenset[Candidate], frozenset[Candidate]], symmetry: Symmetry
) -> tuple[str, frozenset[Candidate], frozenset[Candidate]]:
    name, places, removes = concluded
    image = [
        frozenset(Candidate(symmetry.digits[digit - 1], symmetry.target(cell)) for digit, cell in candidates)
        for candidates in (places, removes)
    ]
    return name, image[0], image[1]


def _placement(random: Random) -> int:
    solution = Symmetry.random(random).apply(solve(EASY).digits)
    return sum(1 << cell for cell in range(81) if solution[cell] == 1)


def _placements(cells: int, row: int) -> list[int]:
    if row == 9:
        return [0]
    placements = []
    for cell in cells_of(cells & HOUSE_MASKS[row]):
        placements += [rest | 1 << cell for rest in _placements(cells & ~PEER_MASKS[cell], row + 1)]
    return placements


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
