"""Generated puzzles: one with its solution and origin, or a batch of them as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, compress
from typing import overload

import numpy as np
from numpy.typing import NDArray

from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.text import read_line, write_line


@dataclass(frozen=True, slots=True)
class Origin:
    """How a puzzle was made.

    Attributes:
        how: `dig` (clues removed from a final grid), `dig-blind` (the same without a test for one solution), `search`
            (dug, then exchanged clues to get fewer), `pattern` (clues on given cells), `unbiased` (a minimal puzzle by
            controlled bias), `stored` (a random image of a stored puzzle with 17 or 18 clues, so not new up to
            symmetry) or `graded` (a random image of a graded puzzle).
        seed: The random seed.
        image_of: The stored puzzle it is an image of, as a line of 81 characters.
        grade: The difficulty or level the stored puzzle is filed under.
        weight: For unbiased puzzles, the factor that corrects their frequency across clue counts.
    """

    how: str
    seed: int
    image_of: str | None = None
    grade: str | None = None
    weight: float | None = None


class GeneratedPuzzle(Puzzle):
    """A puzzle with its solution. It equals any puzzle with the same givens.

    It has exactly one solution, unless it was made by `dig-blind`.

    >>> from shudu.puzzles.api import generate
    >>> puzzle = generate(clues=30, seed=1)
    >>> eval(repr(puzzle)) == puzzle
    True

    Args:
        source: The givens, as a line of 81 characters or as 81 bytes, 0 for blank.
        solution: The solution, in the same form. It is not checked.
        origin: How the puzzle was made.
    """

    __slots__ = ("_origin", "_solution")
    _origin: Origin
    _solution: Grid

    def __init__(self, source: str | bytes, solution: str | bytes, origin: Origin) -> None:
        super().__init__(source)
        digits = solution if isinstance(solution, bytes) else read_line(solution)
        self._solution = Grid.from_masks(digits, self.givens.mask)
        self._origin = origin

    @property
    def origin(self) -> Origin:
        """How it was made."""
        return self._origin

    @property
    def solution(self) -> Grid:
        """The only solution; by `dig-blind`, the final grid whose cells were covered."""
        return self._solution

    def __repr__(self) -> str:
        return f"GeneratedPuzzle({self.line!r}, solution={self._solution.line!r}, origin={self._origin!r})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PuzzleBatch:
    """Generated puzzles as arrays; indexing and iteration give GeneratedPuzzle objects.

    Attributes:
        puzzles: The digits, shape (n, 81), 0 for blank.
        solutions: The digits of the solutions, shape (n, 81).
        origins: How each puzzle was made.
    """

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
            return PuzzleBatch(self.puzzles[index], self.solutions[index], self.origins[index])
        return GeneratedPuzzle(self.puzzles[index].tobytes(), self.solutions[index].tobytes(), self.origins[index])

    def __iter__(self) -> Iterator[GeneratedPuzzle]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PuzzleBatch):
            return NotImplemented
        same = np.array_equal(self.puzzles, other.puzzles) and np.array_equal(self.solutions, other.solutions)
        return same and self.origins == other.origins

    def __repr__(self) -> str:
        return f"<PuzzleBatch of {len(self)} puzzles>"

    @property
    def clues(self) -> NDArray[np.int64]:
        """The clue count of each puzzle."""
        counts: NDArray[np.int64] = np.count_nonzero(self.puzzles, axis=1)
        return counts

    @property
    def lines(self) -> list[str]:
        """Each puzzle as a line of 81 characters, `.` for blank."""
        return [write_line(row.tobytes()) for row in self.puzzles]

    def select(self, mask: NDArray[np.bool_]) -> PuzzleBatch:
        """Return some of the puzzles.

        Args:
            mask: For each puzzle, whether to keep it.
        """
        return PuzzleBatch(self.puzzles[mask], self.solutions[mask], tuple(compress(self.origins, mask.tolist())))

    def with_seed(self, seed: int) -> PuzzleBatch:
        """Return the same puzzles with another random seed in their origins.

        Args:
            seed: The random seed.
        """
        return PuzzleBatch(self.puzzles, self.solutions, tuple(replace(origin, seed=seed) for origin in self.origins))


def concatenate(batches: Iterable[PuzzleBatch]) -> PuzzleBatch:
    """Return one batch with the puzzles of several, in order."""
    parts = list(batches)
    if not parts:
        empty = np.empty((0, 81), np.uint8)
        return PuzzleBatch(empty, empty, ())
    return PuzzleBatch(
        np.concatenate([part.puzzles for part in parts]),
        np.concatenate([part.solutions for part in parts]),
        tuple(chain.from_iterable(part.origins for part in parts)),
    )
