"""Leaks between a training set and a test set: puzzles that occur in both, as they are or up to symmetry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.canonical import canonical_grids, canonical_puzzles
from shudu.kernel.solve import Rows, as_digits, solve_many


@dataclass(frozen=True, slots=True)
class LeakReport:
    """How much of a test set is in a training set.

    Attributes:
        train: The number of training puzzles.
        test: The number of test puzzles.
        same: Test puzzles that are in the training set as they are.
        equivalent: Test puzzles that are the same as a training puzzle up to symmetry, those above included.
        same_grid: Test puzzles whose solution is that of a training puzzle up to symmetry, those above included.
        skipped: Puzzles of either set without exactly one solution; they are compared as they are only.
    """

    train: int
    test: int
    same: int
    equivalent: int
    same_grid: int
    skipped: int

    @property
    def is_clean(self) -> bool:
        """Whether no test puzzle is in the training set, even up to symmetry."""
        return not (self.same or self.equivalent)


def find_leaks(train: Rows, test: Rows) -> LeakReport:
    """Return how many puzzles of a test set are also in a training set.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> report = find_leaks([line], [line[::-1]])
    >>> report.same, report.equivalent, report.is_clean
    (0, 1, False)

    Args:
        train: The training puzzles: a sequence or an array, as for `shudu.solve_many`.
        test: The test puzzles.

    Raises:
        MalformedGrid: If a row is not a grid.
    """
    old, new = _describe(as_digits(train)), _describe(as_digits(test))
    return LeakReport(
        train=len(old.lines),
        test=len(new.lines),
        same=_count(new.lines, old.lines),
        equivalent=_count(new.forms, old.forms),
        same_grid=_count(new.grids, old.grids),
        skipped=len(old.lines) - len(old.forms) + len(new.lines) - len(new.forms),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """The puzzles of a set, and the canonical forms of those with one solution and of their solutions."""

    lines: list[bytes]
    forms: list[bytes]
    grids: list[bytes]


def _describe(digits: NDArray[np.uint8]) -> _Rows:
    solved = solve_many(digits)
    unique = solved.counts == 1
    solutions = solved.solutions[unique]
    forms = canonical_puzzles(digits[unique], solutions).forms
    return _Rows(_to_bytes(digits), _to_bytes(forms), _to_bytes(canonical_grids(solutions).forms))


def _to_bytes(rows: NDArray[np.uint8]) -> list[bytes]:
    data = np.ascontiguousarray(rows).tobytes()
    return [data[start : start + 81] for start in range(0, len(data), 81)]


def _count(rows: list[bytes], known: list[bytes]) -> int:
    present = set(known)
    return sum(row in present for row in rows)
