"""How fair is a method? Statistics of the grids it makes against what exactly uniform grids have.

For uniform grids much is known exactly: how often each of the 416 classes of bands occurs; that two cells in a band or
stack which share no house are equal with probability 1/6, and cells that share neither band nor stack with 1/9.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import erfc, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.geometry import BOX_OF, COLUMN_OF, ROW_OF
from shudu.kernel.canonical import band_class_weights, band_classes, canonical_grids, unavoidable4

Digits = NDArray[np.uint8]
Floats = NDArray[np.float64]

FOURS: Final = 11.577  # unavoidable sets of four cells in a uniform grid, on average
FAIR: Final = 1e-4  # a test with a smaller p-value fails
_SLICE: Final = 50_000
_LEAST: Final = 5.0  # classes that are expected less often are counted together


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells, how often they were equal, and how often they should be."""

    cells: tuple[int, int]
    seen: float
    expected: float


@dataclass(frozen=True, slots=True)
class Quality:
    """What a sample of grids shows. `p` values are the chances that uniform grids look as uneven."""

    method: str
    grids: int
    reach: int
    distinct: int
    distinct_up_to_symmetry: int
    class_p: float  # chi-square over the classes, worst of six bands and stacks, times six
    class_distance: float  # total variation, worst of six
    distance_floor: float  # what chance alone gives a sample of this size
    classes: tuple[float, ...]  # share of each class among all bands and stacks
    pair: Pair  # the one that is furthest off
    pair_p: float
    fours: float
    fours_error: float

    @property
    def is_fair(self) -> bool:
        """Whether no test speaks against it."""
        fours_off = abs(self.fours - FOURS) > 4 * self.fours_error + 0.005
        return self.class_p > FAIR and self.pair_p > FAIR and not fours_off


def assess(method: str, reach: int, sample: Callable[[int, int], Digits], n: int) -> Quality:
    """The quality of `n` grids; `sample(first, n)` makes them."""
    tally = _Tally()
    for first in range(0, n, _SLICE):
        tally.add(sample(first, min(_SLICE, n - first)))
    return tally.quality(method, reach)


class _Tally:
    """Adds up what is needed of each slice, so that memory does not grow with the sample."""

    def __init__(self) -> None:
        self.n = 0
        self.classes = np.zeros((6, len(expected_shares())))
        self.equal = np.zeros((81, 81))
        self.fours = self.fours_squared = 0.0
        self.grids: set[bytes] = set()
        self.forms: set[bytes] = set()

    def add(self, grids: Digits) -> None:
        self.n += len(grids)
        for line, column in zip(self.classes, band_classes(grids).T, strict=True):
            line += np.bincount(column, minlength=len(line))
        for digit in range(1, 10):
            where = (grids == digit).astype(np.float32)
            self.equal += where.T @ where
        fours = unavoidable4(grids).astype(np.float64)
        self.fours += float(fours.sum())
        self.fours_squared += float((fours**2).sum())
        self.grids.update(map(hash_of, grids))
        self.forms.update(map(hash_of, canonical_grids(grids).forms))

    def quality(self, method: str, reach: int) -> Quality:
        n, shares = self.n, expected_shares()
        worst = min(chi_square(line, shares * n) for line in self.classes)
        distances = [float(np.abs(line / n - shares).sum()) / 2 for line in self.classes]
        pair, pair_p = _worst_pair(self.equal / n, n)
        mean = self.fours / n
        return Quality(
            method=method,
            grids=n,
            reach=reach,
            distinct=len(self.grids),
            distinct_up_to_symmetry=len(self.forms),
            class_p=min(1.0, 6 * worst),
            class_distance=max(distances),
            distance_floor=float(np.sqrt(shares * (1 - shares) * 2 / (np.pi * n)).sum()) / 2,
            classes=tuple((self.classes.sum(axis=0) / (6 * n)).tolist()),
            pair=pair,
            pair_p=pair_p,
            fours=mean,
            fours_error=sqrt(max(0.0, self.fours_squared / n - mean**2) / n),
        )


def hash_of(grid: Digits) -> bytes:
    """A short name of a grid: 16 bytes, so that a million fit into memory."""
    from hashlib import blake2b

    return blake2b(grid.tobytes(), digest_size=16).digest()


@cache
def expected_shares() -> Floats:
    """The share of each of the 416 classes among the bands of uniform grids."""
    weights = band_class_weights()
    total = sum(weights)
    return np.array([weight / total for weight in weights])


def chi_square(seen: Floats, expected: Floats) -> float:
    """The chance that counts are as far from what is expected. Rare classes are counted together.

    >>> chi_square(np.array([10.0, 10.0]), np.array([10.0, 10.0])) > 0.9
    True
    """
    order = np.argsort(expected)
    groups = np.floor(np.cumsum(expected[order]) / _LEAST).astype(int)
    _, groups = np.unique(groups, return_inverse=True)
    observed, wanted = np.bincount(groups, seen[order]), np.bincount(groups, expected[order])
    statistic, freedom = float(((observed - wanted) ** 2 / wanted).sum()), len(wanted) - 1
    # Wilson and Hilferty (1931): the cube root of a chi-square is nearly normal.
    spread = 2 / (9 * freedom)
    return normal_tail(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def normal_tail(z: float) -> float:
    """The chance that a normal variable is above z."""
    return erfc(z / sqrt(2)) / 2


def _worst_pair(seen: Floats, n: int) -> tuple[Pair, float]:
    wanted, free = _pairs()
    z = np.where(free, np.abs(seen - wanted) / np.sqrt(wanted * (1 - wanted) / n), 0.0)
    a, b = divmod(int(z.argmax()), 81)
    p = min(1.0, 2 * normal_tail(float(z[a, b])) * int(free.sum()))
    return Pair((a, b), float(seen[a, b]), float(wanted[a, b])), p


@cache
def _pairs() -> tuple[Floats, NDArray[np.bool_]]:
    """How often two cells are equal in uniform grids, and the pairs a < b that can be."""
    row, column, box = np.array(ROW_OF), np.array(COLUMN_OF), np.array(BOX_OF)
    near = (row[:, None] // 3 == row // 3) | (column[:, None] // 3 == column // 3)
    meet = (row[:, None] == row) | (column[:, None] == column) | (box[:, None] == box)
    return np.where(near, 1 / 6, 1 / 9), np.triu(~meet, 1)


# The number of clues of minimal puzzles, in per cent: published for all of them, and for digging top-down.
PUBLISHED_UNBIASED: Final = {
    20: 1.32e-7,
    21: 0.000034,
    22: 0.00348,
    23: 0.148,
    24: 2.28,
    25: 13.42,
    26: 31.91,
    27: 32.71,
    28: 15.48,
    29: 3.598,
    30: 0.41,
    31: 0.0241,
    32: 0.00102,
}


@dataclass(frozen=True, slots=True)
class ClueCounts:
    """How many clues minimal puzzles have: the share of each number, in per cent, and their mean."""

    how: str
    puzzles: int
    shares: dict[int, float]
    mean: float


def clue_counts(how: str, puzzles: Digits, weights: Floats | None = None) -> ClueCounts:
    """The distribution of the numbers of clues of some puzzles, weighted."""
    clues = np.count_nonzero(puzzles, axis=1)
    weight = np.ones(len(clues)) if weights is None else weights
    shares = np.bincount(clues, weight) / weight.sum()
    found = {number: float(share) * 100 for number, share in enumerate(shares) if share}
    return ClueCounts(how, len(puzzles), found, float((clues * weight).sum() / weight.sum()))
