"""Puzzles from final grids: by digging with or without a test, on a pattern of cells, or by controlled bias.

`study_holes` shows how many holes are safe: the share of puzzles dug without a test that have several solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int
from shudu.core.randomness import check_seed, derive_seed, draw_indices
from shudu.core.sets import CellSet
from shudu.grids.full_grids import full_grids
from shudu.kernel.dig import dig, sample_unbiased
from shudu.kernel.load import Switch
from shudu.kernel.reference import DIGGING, KernelRandom
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.clues import FEWEST_CLUES, MOST_CLUES, check_clues, orbits_of, possible_clues
from shudu.puzzles.result import Origin, PuzzleBatch

# Subsets tried per grid for unbiased puzzles. One in 257,000 is accepted, so two puzzles seldom share a grid.
_SUBSETS_PER_GRID: Final = 2048


def dig_source(clues: int | None, symmetry: str, minimal: bool, seed: int, grid: str) -> Source:
    """Return a source that removes clues in random order while one solution remains.

    Args:
        clues: Where to stop; None to go on until every clue is necessary.
        symmetry: Cells of one orbit of this symmetry are removed together.
        minimal: Keep only puzzles in which every clue is necessary.
        seed: Random seed.
        grid: Method that makes the final grids.
    """
    orbits, origin = orbits_of(symmetry), Origin("dig", seed)
    goal = 0 if minimal or clues is None else clues

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, grid, seed, first)
        puzzles, left = dig(grids, orbits, goal, seed, first, switch)
        batch = PuzzleBatch(puzzles, grids, (origin,) * n)
        if clues is not None:
            batch = batch.select(left == clues)
        # An orbit that could not be removed as a whole may still hold a clue that can be removed alone.
        return batch.select(are_minimal(batch.puzzles)) if minimal and symmetry != "none" else batch

    return Source(attempt, 16, 1024)


def blind_source(clues: int | None, symmetry: str, seed: int, grid: str) -> Source:
    """Return a source that covers random cells without a test, as in the founding paper; any solution counts.

    Args:
        clues: Number of clues to leave; None for a random number of holes.
        symmetry: Cells of one orbit of this symmetry are covered together.
        seed: Random seed.
        grid: Method that makes the final grids.
    """
    origin, possible = Origin("dig-blind", seed), possible_clues(symmetry)
    counts = [clues] if clues is not None else [n for n in range(FEWEST_CLUES, MOST_CLUES + 1) if n in possible]

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, grid, seed, first)
        puzzles = grids.copy()
        goals = [counts[number] for number in draw_indices(derive_seed(seed, "holes"), first, n, len(counts)).tolist()]
        for row, goal in enumerate(goals):
            for cells in shuffled_orbits(symmetry, seed, first + row):
                if len(cells) <= np.count_nonzero(puzzles[row]) - goal:
                    puzzles[row, cells] = 0
        batch = PuzzleBatch(puzzles, grids, (origin,) * n)
        return batch.select(batch.clues == np.array(goals))

    return Source(attempt, 16, 1024)


def shuffled_orbits(symmetry: str, seed: int, index: int = 0) -> list[list[int]]:
    """Return the groups of cells that are covered together, in the order in which grid number `index` is dug."""
    orbits = orbits_of(symmetry).tolist()
    groups = [[cell for cell in range(81) if orbits[cell] == name] for name in sorted(set(orbits))]
    return KernelRandom(seed, DIGGING, index).shuffle(groups)


def pattern_source(pattern: CellSet, seed: int, grid: str) -> Source:
    """Return a source that keeps the digits of a pattern of many final grids, if they have one solution."""
    origin = Origin("pattern", seed)
    mask = np.array([cell in pattern for cell in range(81)], np.uint8)

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, grid, seed, first)
        puzzles = grids * mask
        return PuzzleBatch(puzzles, grids, (origin,) * n).select(solve_many(puzzles, threads=1).counts == 1)

    return Source(attempt, 256, 16384)


def unbiased_source(seed: int) -> Source:
    """Return a source of minimal puzzles by controlled bias: weighted, all minimal puzzles are equally likely."""
    origins = [Origin("unbiased", seed, weight=comb(81, clues) / comb(81, 26)) for clues in range(82)]

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, "uniform", seed, first)
        puzzles, numbers = sample_unbiased(grids, _SUBSETS_PER_GRID, seed, first, switch)
        clues = np.count_nonzero(puzzles, axis=1).tolist()
        return PuzzleBatch(puzzles, grids[numbers[:, 0].astype(int) - first], tuple(origins[c] for c in clues))

    return Source(attempt, 64, 64)


def are_minimal(puzzles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return for each of some puzzles with one solution whether every clue is necessary."""
    rows, cells = np.nonzero(puzzles)
    reduced = puzzles[rows]
    reduced[np.arange(len(rows)), cells] = 0
    minimal = np.ones(len(puzzles), np.bool_)
    minimal[rows[solve_many(reduced, threads=1).counts == 1]] = False
    return minimal


ALL_CLUES: Final = range(FEWEST_CLUES, MOST_CLUES + 1)


class HoleCount(NamedTuple):
    """How many of some puzzles with that many clues have several solutions."""

    clues: int
    puzzles: int
    several: int

    @property
    def share(self) -> float:
        """The share of puzzles with several solutions, from 0 to 1."""
        return self.several / self.puzzles


def study_holes(
    n: int = 1000,
    clues: Iterable[int] = ALL_CLUES,
    *,
    grid: str = "uniform",
    seed: int | None = None,
    threads: int | None = None,
) -> Iterator[HoleCount]:
    """Cover cells of final grids without a test, and count the puzzles with several solutions for each clue count.

    Every clue count uses the same grids and the same order of cells, so a puzzle with fewer clues is one with more
    clues and further holes.

    >>> [each.share for each in study_holes(20, [80, 17], seed=1)]
    [0.0, 1.0]

    Args:
        n: Number of grids.
        clues: Clue counts to study.
        grid: Method that makes the final grids, as for `shudu.full_grid`.
        seed: Random seed. None for different grids on each call.
        threads: Number of threads; None for one per core.

    Yields:
        The counts, in the order of `clues`.
    """
    n, seed = check_int(n, "n", 1), check_seed(seed)
    grids = full_grids(n, grid, seed)
    orders = np.array([[cell for (cell,) in shuffled_orbits("none", seed, index)] for index in range(n)])
    ranks = np.argsort(orders, axis=1)  # when each cell is covered
    for each in clues:
        check_clues(each)
        puzzles = np.where(ranks < 81 - each, 0, grids)
        counts = solve_many(puzzles, limit=2, threads=threads).counts
        yield HoleCount(each, n, int(np.count_nonzero(counts > 1)))
