"""No step of any technique contradicts the solution, on the paths of thousands of puzzles of all levels."""

from collections.abc import Callable, Iterable
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from shudu.core.grid import Grid
from shudu.logic.registry import Technique, techniques
from shudu.logic.solver import solve_by_logic
from tests.laws.test_chain_laws import OURS as CHAINS
from tests.laws.test_chain_laws import check
from tests.laws.test_logic_laws import OURS as PATTERNS
from tests.laws.test_logic_laws import check_soundness

Item = TypeVar("Item")
PARTS = 20  # all of them take more than an hour of processor time; runs with a time budget do some, in random order
RARE_FROM = 6000  # Death Blossom, Franken and mutant fish, Kraken, forcing, templates


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_on_every_position_of_two_thousand_paths(shared: Path, part: int) -> None:
    rated = (shared / "techniques" / "hodoku-ratings.tsv").read_text().splitlines()[1:]
    puzzles = [row.split("\t")[0] for row in rated] + (shared / "puzzles" / "minimal.txt").read_text().split()[:300]
    in_parallel(check_path, Random(1).sample(puzzles, len(puzzles))[part::PARTS])


@pytest.mark.soak
def test_rare_techniques_on_three_hundred_positions(root: Path) -> None:
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    in_parallel(
        check_rare, Random(2).sample([p for line in lines if line[0] != "#" for p in hard_positions(line)], 300)
    )


def hard_positions(line: str) -> list[Grid]:
    """Return the positions on the path of a puzzle where no single is left."""
    path = solve_by_logic(line.split("\t")[0])
    return [grid for grid, step in zip(path.grids(), path.steps, strict=False) if step.removes]


def check_path(puzzle: str) -> None:
    for grid in solve_by_logic(puzzle).grids():
        check_soundness(grid, common(PATTERNS))
        check(grid, common(CHAINS), most=20)


def check_rare(grid: Grid) -> None:
    names = {known.id for known in [*common(PATTERNS), *common(CHAINS)]}
    check(grid, [known for known in techniques() if known.id not in names and size(known) <= 4], most=200)


def common(known: list[Technique]) -> list[Technique]:
    return [one for one in known if one.order < RARE_FROM and (one.on or one.id.startswith("dual-")) and size(one) <= 4]


def size(known: Technique) -> int:
    return int(known.options.get("size", 0))


def in_parallel(check_one: Callable[[Item], None], items: Iterable[Item]) -> None:
    with Pool() as pool:
        for done, _ in enumerate(pool.imap_unordered(check_one, items), 1):
            print(f"\r{done}", end="", flush=True)
