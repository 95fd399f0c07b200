"""The ways to make puzzles, each as a source of numbered attempts."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.randomness import derive_seed, draw_indices
from shudu.core.sets import CellSet
from shudu.grids.full_grids import full_grids
from shudu.grids.graded_puzzles import Seed
from shudu.kernel.dig import Switch, dig, unbiased, walk
from shudu.kernel.grids import isomorphs
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.clues import orbits_of
from shudu.puzzles.result import Origin, PuzzleBatch

Digits = NDArray[np.uint8]
PATIENCE: Final = 16  # steps of a walk that may bring nothing
TRIES: Final = 2048  # unbiased: subsets tried of each grid; one in 257,000 is accepted, so grids hardly ever come twice


def dug(clues: int, symmetry: str, minimal: bool, seed: int, grid: str) -> Source:
    """Digs down to a number of clues (0: as far as it goes)."""
    orbits, origin = orbits_of(symmetry), Origin("dug", seed)

    def source(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, grid, seed, first)
        puzzles, left = dig(grids, orbits, 0 if minimal else clues, seed, first, switch)
        batch = PuzzleBatch(puzzles, grids, (origin,) * n)
        if clues:
            batch = batch.part(left == clues)
        # Groups of cells that could not go together may still hold clues that can go alone.
        return batch.part(are_minimal(batch.puzzles)) if minimal and symmetry != "none" else batch

    return source


def searched(clues: int, minimal: bool, seed: int, grid: str) -> Source:
    """Digs as far as it goes, then walks to fewer clues."""
    origin, orbits = Origin("searched", seed), orbits_of("none")

    def source(first: int, n: int, switch: Switch) -> PuzzleBatch:
        puzzles, left = dig(full_grids(n, grid, seed, first), orbits, 0, seed, first, switch)
        walked = walk(puzzles, clues, PATIENCE, seed, first, switch)
        best = np.where((left <= clues)[:, None], puzzles, walked.puzzles)
        best = best[np.count_nonzero(best, axis=1) == clues]
        if minimal:
            best = best[are_minimal(best)]
        return PuzzleBatch(best, solve_many(best, threads=1).solutions, (origin,) * len(best))

    return source


def on_pattern(pattern: CellSet, seed: int, grid: str) -> Source:
    """Shows the cells of a pattern of many grids and takes those with one solution."""
    origin = Origin("pattern", seed)
    shown = np.array([cell in pattern for cell in range(81)], np.uint8)

    def source(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, grid, seed, first)
        puzzles = grids * shown
        unique = solve_many(puzzles, threads=1).counts == 1
        return PuzzleBatch(puzzles, grids, (origin,) * n).part(unique)

    return source


def without_bias(seed: int) -> Source:
    """Minimal puzzles, all equally likely when weighted."""
    origins = [Origin("unbiased", seed, weight=comb(81, clues) / comb(81, 26)) for clues in range(82)]

    def source(first: int, n: int, switch: Switch) -> PuzzleBatch:
        grids = full_grids(n, "uniform", seed, first)
        puzzles, numbers = unbiased(grids, TRIES, seed, first, switch)
        clues = np.count_nonzero(puzzles, axis=1).tolist()
        return PuzzleBatch(puzzles, grids[numbers[:, 0].astype(int) - first], tuple(origins[c] for c in clues))

    return source


def images(stored: tuple[Seed, ...], how: str, seed: int) -> Source:
    """Random images under symmetry of stored puzzles."""
    lines = "".join(each.line for each in stored).encode().translate(bytes.maketrans(b".", b"0"))
    puzzles = (np.frombuffer(lines, np.uint8) - ord("0")).reshape(-1, 81)
    solutions = solve_many(puzzles).solutions
    origins = [Origin(how, seed, image_of=each.line, grade=each.grade) for each in stored]
    choice, turning = derive_seed(seed, how, "choice"), derive_seed(seed, how, "turning")

    def source(first: int, n: int, switch: Switch) -> PuzzleBatch:
        chosen = draw_indices(choice, first, n, len(stored))
        return PuzzleBatch(
            isomorphs(puzzles[chosen], turning, first),
            isomorphs(solutions[chosen], turning, first),
            tuple([origins[number] for number in chosen.tolist()]),
        )

    return source


def are_minimal(puzzles: Digits) -> NDArray[np.bool_]:
    """Whether no clue can go, for each of some puzzles with one solution."""
    rows, cells = np.nonzero(puzzles)
    less = puzzles[rows]
    less[np.arange(len(rows)), cells] = 0
    needless = rows[solve_many(less, threads=1).counts == 1]
    minimal = np.ones(len(puzzles), np.bool_)
    minimal[needless] = False
    return minimal
