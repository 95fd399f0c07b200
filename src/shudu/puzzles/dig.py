"""Puzzles from final grids: by digging, on a pattern of cells, or by controlled bias."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.sets import CellSet
from shudu.grids.full_grids import full_grids
from shudu.kernel.dig import dig, unbiased
from shudu.kernel.load import Switch
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.clues import orbits_of
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
        puzzles, numbers = unbiased(grids, _SUBSETS_PER_GRID, seed, first, switch)
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
