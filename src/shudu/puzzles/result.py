"""What generation gives: puzzles with their solutions and their origin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress
from typing import overload

import numpy as np
from numpy.typing import NDArray

from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a puzzle comes from.

    `how` is one of `dug`, `searched` (the walk to fewer clues), `stored` (an image of a puzzle of this project's list of
    17s and 18s: not new up to symmetry), `seeds` (an image of a graded seed), `unbiased`, `pattern`. `image_of` is the line
    of the stored puzzle. `weight` corrects the frequency of unbiased puzzles across numbers of clues.
    """

    how: str
    seed: int
    image_of: str | None = None
    grade: str | None = None
    weight: float | None = None


class GeneratedPuzzle(Puzzle):
    """A puzzle with exactly one solution, proven."""

    def __init__(self, digits: bytes, solution: bytes, origin: Origin) -> None:
        super().__init__(digits)
        self._solution = solution
        self.origin = origin

    @cached_property
    def solution(self) -> Grid:
        """The only solution."""
        return Grid.from_masks(self._solution, self.givens.mask)


@dataclass(frozen=True, slots=True, eq=False)
class PuzzleBatch:
    """Puzzles and their solutions as (n, 81) arrays of digits, 0 for blank, and where each comes from."""

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    origins: tuple[Origin, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    @overload
    def __getitem__(self, index: int) -> GeneratedPuzzle: ...
    @overload
    def __getitem__(self, index: slice) -> PuzzleBatch: ...
    def __getitem__(self, index: int | slice) -> GeneratedPuzzle | PuzzleBatch:
        if isinstance(index, slice):
            return self.part(index)
        return GeneratedPuzzle(self.puzzles[index].tobytes(), self.solutions[index].tobytes(), self.origins[index])

    def __iter__(self) -> Iterator[GeneratedPuzzle]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PuzzleBatch):
            return NotImplemented
        same = np.array_equal(self.puzzles, other.puzzles) and np.array_equal(self.solutions, other.solutions)
        return same and self.origins == other.origins

    @property
    def clues(self) -> NDArray[np.int64]:
        """How many clues each puzzle has."""
        counts: NDArray[np.int64] = np.count_nonzero(self.puzzles, axis=1)
        return counts

    def part(self, chosen: NDArray[np.bool_] | slice) -> PuzzleBatch:
        """Some of them."""
        if isinstance(chosen, slice):
            return PuzzleBatch(self.puzzles[chosen], self.solutions[chosen], self.origins[chosen])
        origins = tuple(compress(self.origins, chosen.tolist()))
        return PuzzleBatch(self.puzzles[chosen], self.solutions[chosen], origins)


def joined(parts: list[PuzzleBatch]) -> PuzzleBatch:
    """Batches one after the other."""
    if not parts:
        none = np.empty((0, 81), np.uint8)
        return PuzzleBatch(none, none, ())
    return PuzzleBatch(
        np.concatenate([part.puzzles for part in parts]),
        np.concatenate([part.solutions for part in parts]),
        tuple(chain.from_iterable(part.origins for part in parts)),
    )
