"""Puzzles of a difficulty: dug ones, and images of stored puzzles.

When digging, each attempt draws a clue count from the band, makes a puzzle and keeps it if its rating agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.randomness import derive_seed, draw_indices
from shudu.grids.full_grids import full_grids
from shudu.grids.graded_puzzles import GradedPuzzle, graded_puzzles
from shudu.kernel.dig import dig
from shudu.kernel.grids import isomorphs
from shudu.kernel.load import Switch
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.by_demand import Demand
from shudu.puzzles.clues import orbits_of
from shudu.puzzles.difficulty import BANDS, LEVEL_OF
from shudu.puzzles.dig import are_minimal
from shudu.puzzles.result import Origin, PuzzleBatch, concatenate
from shudu.puzzles.stored import image_source

FEWEST_DUG: Final = 22  # below this number of clues digging seldom succeeds, so puzzles are images of stored ones
_STORED_SHARE: Final = 20  # one attempt in this many takes a stored puzzle with few clues


def difficulty_source(difficulty: str, symmetry: str, minimal: bool, seed: int, grid: str) -> Source:
    """Return a source of puzzles of a difficulty.

    Most are dug. Of those with up to 27 clues some have 17 to 21: they are images of stored puzzles, unless a symmetry,
    minimal puzzles or a method for the final grid is asked for.

    Args:
        difficulty: The difficulty.
        symmetry: The symmetry of the cells of the clues.
        minimal: Keep only puzzles in which every clue is necessary.
        seed: Random seed.
        grid: Method that makes the final grids.
    """
    label = derive_seed(seed, "difficulty", difficulty)
    goals = _goals(BANDS[difficulty])
    stored = () if minimal or symmetry != "none" or grid != "uniform" else _with_few_clues(difficulty)
    orbits, origin = orbits_of(symmetry), Origin("dig", seed)

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        shares = draw_indices(derive_seed(label, "share"), first, n, _STORED_SHARE)
        is_stored = (shares == 0) if stored else np.zeros(n, np.bool_)
        drawn = draw_indices(label, first, n, len(goals))
        batches = []
        for row in range(n):
            if is_stored[row]:
                batches.append(_image(stored, label, first + row, seed))
                continue
            solution = full_grids(1, grid, seed, first + row)
            goal = 0 if minimal else goals[drawn[row]]
            puzzle, clues = dig(solution, orbits, goal, seed, first + row, switch)
            if clues[0] in BANDS[difficulty]:
                batches.append(PuzzleBatch(puzzle, solution, (origin,)))
        batch = concatenate(batches)
        if minimal and symmetry != "none":
            batch = batch.select(are_minimal(batch.puzzles))
        return batch.select(have_difficulty(batch.puzzles, difficulty))

    return Source(attempt, 4, 128)


def have_difficulty(puzzles: NDArray[np.uint8], difficulty: str) -> NDArray[np.bool_]:
    """Return for each of some puzzles with one solution whether it has a difficulty.

    The answer is that of `difficulty_of`, without following a path beyond the level.
    """
    clues = np.count_nonzero(puzzles, axis=1)
    fits: NDArray[np.bool_] = np.isin(clues, BANDS[difficulty])
    fits[fits] = Demand(LEVEL_OF[difficulty]).select(puzzles[fits])
    return fits


def _goals(band: range) -> tuple[int, ...]:
    """Return the clue counts to dig to, the likelier ones more often.

    Fewer clues are likelier, because puzzles with many are soon dull and seldom need more than singles.
    """
    dug = [clues for clues in band if clues >= FEWEST_DUG]
    return tuple(clues for weight, clues in enumerate(reversed(dug), 1) for _ in range(weight))


def _with_few_clues(difficulty: str) -> tuple[GradedPuzzle, ...]:
    return tuple(puzzle for puzzle in graded_puzzles(difficulty) if puzzle.clues < FEWEST_DUG)


def _image(stored: Sequence[GradedPuzzle], label: int, number: int, seed: int) -> PuzzleBatch:
    """Return a random image of one of some stored puzzles: first a clue count is drawn, then a puzzle."""
    counts = sorted({puzzle.clues for puzzle in stored})
    clues = counts[draw_indices(derive_seed(label, "clues"), number, 1, len(counts))[0]]
    group = [puzzle for puzzle in stored if puzzle.clues == clues]
    choice = group[draw_indices(derive_seed(label, "choice"), number, 1, len(group))[0]]
    image = isomorphs(choice.digits.reshape(1, 81), derive_seed(label, "turning"), number)
    origin = Origin("graded", seed, image_of=choice.line, grade=choice.difficulty)
    return PuzzleBatch(image, solve_many(image, threads=1).solutions, (origin,))


def graded_source(difficulty: str | None, seed: int) -> Source:
    """Return a source of random images of graded puzzles: those of a difficulty, or all.

    An image is rated again, because the order of cells can change which of two equal steps is found first.
    """
    puzzles = graded_puzzles(difficulty)
    origins = [Origin("graded", seed, image_of=each.line, grade=each.difficulty) for each in puzzles]
    images = image_source([each.line for each in puzzles], origins, "graded", seed)
    if difficulty is None:
        return images

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        batch = images.attempt(first, n, switch)
        return batch.select(have_difficulty(batch.puzzles, difficulty))

    return Source(attempt, 1, 128)
