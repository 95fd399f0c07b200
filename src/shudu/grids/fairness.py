"""Fairness of a method: statistics of its grids, compared with the exact values for uniform grids.

`Comparison` keeps the figures of all methods, with their speeds and clue counts, in a file that the lab draws.

For uniform grids much is known exactly: how often each of the 416 classes of bands occurs; that two cells which share a
band or stack but no house are equal with probability 1/6, and cells that share neither band nor stack with 1/9.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hashlib import blake2b
from itertools import count
from math import erfc, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.geometry import BOX_OF, COLUMN_OF, ROW_OF
from shudu.grids.full_grids import full_grids
from shudu.grids.methods import METHODS
from shudu.kernel.grids import Digits, band_class_weights, band_classes, canonical_grids, unavoidable4

Floats = NDArray[np.float64]

MEAN_FOURS: Final = 11.577  # unavoidable sets of four cells in a uniform grid, on average
SIGNIFICANCE: Final = 1e-4  # a test with a smaller p-value fails
_SLICE: Final = 50_000  # grids per call
_LEAST_EXPECTED: Final = 5.0  # classes expected less often are pooled

_ROUNDS: Final = 9  # of measuring speed
_SECONDS: Final = 0.1  # per method and round
_GRIDS_PER_CALL: Final = {"uniform": 4096}
_FORMER_NAMES: Final = {"seeds": "graded", "dug": "dig"}  # in files of earlier versions


@dataclass(frozen=True, slots=True)
class CellPair:
    """Two cells, how often they were equal, and how often they should be."""

    cells: tuple[int, int]
    seen: float
    expected: float


@dataclass(frozen=True, slots=True)
class Fairness:
    """Statistics of a sample of grids. A p-value is the chance that uniform grids look as uneven.

    Attributes:
        method: Id of the method.
        grids: Size of the sample.
        reach: The number of grids the method can make at most.
        distinct: Different grids in the sample.
        distinct_up_to_symmetry: Essentially different grids in the sample.
        class_p: P-value of a chi-square test over the classes of bands: the worst of six bands and stacks, times six.
        class_distance: Total variation distance over the classes: the worst of six.
        distance_floor: The distance that chance alone gives a sample of this size.
        classes: Share of each class among all bands and stacks.
        pair: The pair of cells that deviates most.
        pair_p: P-value of that pair, corrected for the number of pairs.
        fours: Mean number of unavoidable sets of four cells.
        fours_error: Its standard error.
    """

    method: str
    grids: int
    reach: int
    distinct: int
    distinct_up_to_symmetry: int
    class_p: float
    class_distance: float
    distance_floor: float
    classes: tuple[float, ...]
    pair: CellPair
    pair_p: float
    fours: float
    fours_error: float

    @property
    def is_fair(self) -> bool:
        """Whether no test found a bias."""
        fours_off = abs(self.fours - MEAN_FOURS) > 4 * self.fours_error + 0.005
        return self.class_p > SIGNIFICANCE and self.pair_p > SIGNIFICANCE and not fours_off


def assess(method: str, reach: int, sample: Callable[[int, int], Digits], n: int) -> Fairness:
    """Return the statistics of a sample.

    Args:
        method: Id of the method.
        reach: The number of grids it can make at most.
        sample: `sample(first, n)` returns grids number `first` to `first + n - 1`.
        n: Size of the sample.
    """
    tally = _Tally()
    for first in range(0, n, _SLICE):
        tally.add(sample(first, min(_SLICE, n - first)))
    return tally.summarize(method, reach)


class _Tally:
    """Running totals over slices of a sample, so that memory grows by 32 bytes per grid only."""

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
        self.grids.update(map(_digest, grids))
        self.forms.update(map(_digest, canonical_grids(grids).forms))

    def summarize(self, method: str, reach: int) -> Fairness:
        n, shares = self.n, expected_shares()
        worst = min(chi_square_p(line, shares * n) for line in self.classes)
        distances = [float(np.abs(line / n - shares).sum()) / 2 for line in self.classes]
        pair, pair_p = _worst_pair(self.equal / n, n)
        mean = self.fours / n
        return Fairness(
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


def _digest(grid: Digits) -> bytes:
    return blake2b(grid.tobytes(), digest_size=16).digest()


@cache
def expected_shares() -> Floats:
    """Return the share of each of the 416 classes among the bands of uniform grids."""
    weights = band_class_weights()
    total = sum(weights)
    return np.array([weight / total for weight in weights])


def chi_square_p(seen: Floats, expected: Floats) -> float:
    """Return the p-value of counts against expected counts. Rare classes are pooled.

    >>> chi_square_p(np.array([10.0, 10.0]), np.array([10.0, 10.0])) > 0.9
    True
    """
    order = np.argsort(expected)
    groups = np.floor(np.cumsum(expected[order]) / _LEAST_EXPECTED).astype(int)
    _, groups = np.unique(groups, return_inverse=True)
    observed, wanted = np.bincount(groups, seen[order]), np.bincount(groups, expected[order])
    statistic, freedom = float(((observed - wanted) ** 2 / wanted).sum()), len(wanted) - 1
    # Wilson and Hilferty (1931): the cube root of a chi-square variable is nearly normal.
    spread = 2 / (9 * freedom)
    return normal_tail(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def normal_tail(z: float) -> float:
    """Return the probability that a standard normal variable is above z."""
    return erfc(z / sqrt(2)) / 2


def _worst_pair(seen: Floats, n: int) -> tuple[CellPair, float]:
    wanted, free = _expected_pairs()
    z = np.where(free, np.abs(seen - wanted) / np.sqrt(wanted * (1 - wanted) / n), 0.0)
    a, b = divmod(int(z.argmax()), 81)
    p = min(1.0, 2 * normal_tail(float(z[a, b])) * int(free.sum()))
    return CellPair((a, b), float(seen[a, b]), float(wanted[a, b])), p


@cache
def _expected_pairs() -> tuple[Floats, NDArray[np.bool_]]:
    """Return how often two cells are equal in uniform grids, and which pairs a < b share no house."""
    row, column, box = np.array(ROW_OF), np.array(COLUMN_OF), np.array(BOX_OF)
    near = (row[:, None] // 3 == row // 3) | (column[:, None] // 3 == column // 3)
    meet = (row[:, None] == row) | (column[:, None] == column) | (box[:, None] == box)
    return np.where(near, 1 / 6, 1 / 9), np.triu(~meet, 1)


# The published distribution of clue counts over all minimal puzzles, in per cent.
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
    """The distribution of clue counts over a sample of minimal puzzles.

    Attributes:
        how: How the puzzles were made, as in `Origin.how`.
        puzzles: Size of the sample.
        shares: The share of each clue count, in per cent.
        mean: The mean clue count.
    """

    how: str
    puzzles: int
    shares: dict[int, float]
    mean: float


def clue_counts(how: str, puzzles: Digits, weights: Floats | None = None) -> ClueCounts:
    """Return the distribution of the clue counts of some puzzles.

    Args:
        how: How the puzzles were made.
        puzzles: The digits, shape (n, 81), 0 for blank.
        weights: The weight of each puzzle; 1 if omitted.
    """
    clues = np.count_nonzero(puzzles, axis=1)
    weight = np.ones(len(clues)) if weights is None else weights
    shares = np.bincount(clues, weight) / weight.sum()
    percent = {number: float(share) * 100 for number, share in enumerate(shares) if share}
    return ClueCounts(how, len(puzzles), percent, float((clues * weight).sum() / weight.sum()))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The latest measurements.

    Attributes:
        methods: Fairness by method.
        clues: Clue counts of minimal puzzles, by how they were made.
        speeds: Grids per second by method.
    """

    methods: dict[str, Fairness] = field(default_factory=dict)
    clues: dict[str, ClueCounts] = field(default_factory=dict)
    speeds: dict[str, float] = field(default_factory=dict)

    def with_measurements(
        self,
        methods: Iterable[Fairness] = (),
        clues: Iterable[ClueCounts] = (),
        speeds: Mapping[str, float] | None = None,
    ) -> Comparison:
        """Return the comparison with new measurements in place of older ones."""
        entries = self.methods | {one.method: one for one in methods}
        return Comparison(
            {name: entries[name] for name in METHODS if name in entries},
            self.clues | {one.how: one for one in clues},
            dict(speeds) if speeds else self.speeds,
        )


def read_comparison(file: Path) -> Comparison:
    """Return the comparison in a file; an empty one if there is no file.

    Raises:
        ShuduError: If the file holds something else.
    """
    if not file.exists():
        return Comparison()
    try:
        data = json.loads(file.read_text("utf-8"))
        methods, clues = ([_with_current_names(one) for one in data[key]] for key in ("methods", "clues"))
        return Comparison(
            {one["method"]: _fairness(one) for one in methods},
            {one["how"]: _clue_counts(one) for one in clues},
            {one["method"]: one["grids_per_second"] for one in methods if one["grids_per_second"]},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ShuduError("grids.not-a-comparison", file=str(file)) from error


def write_comparison(file: Path, comparison: Comparison) -> None:
    """Write a comparison with all that is needed to draw it: the texts of the methods and the exact values."""
    data = {
        "methods": [_method_data(one, comparison.speeds.get(one.method)) for one in comparison.methods.values()],
        "clues": [asdict(one) for one in comparison.clues.values()],
        "exact": {
            "classes": _round_shares(expected_shares().tolist()),
            "fours": MEAN_FOURS,
            "clues": PUBLISHED_UNBIASED,
        },
    }
    file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def measure_speeds(methods: Sequence[str], rounds: int = _ROUNDS, seconds: float = _SECONDS) -> dict[str, float]:
    """Return the grids each method makes per second on one core.

    The methods take turns and the best of some rounds counts, so that the ratios hold on other machines.

    >>> {name: speed > 0 for name, speed in measure_speeds(["template", "uniform"], rounds=1, seconds=0.01).items()}
    {'template': True, 'uniform': True}

    Args:
        methods: Ids of the methods.
        rounds: Number of rounds.
        seconds: CPU time per method and round.
    """
    best = dict.fromkeys(methods, 0.0)
    for number in range(rounds):
        for name in methods:
            best[name] = max(best[name], _speed(name, number, seconds))
    return best


def _speed(method: str, seed: int, seconds: float) -> float:
    size = _GRIDS_PER_CALL.get(method, 1)
    start = time.thread_time()  # CPU time: other processes do not matter
    for number in count():
        full_grids(size, method, seed, number * size)
        if (spent := time.thread_time() - start) >= seconds:
            return (number + 1) * size / spent
    raise AssertionError


def _method_data(one: Fairness, speed: float | None) -> dict[str, Any]:
    method = METHODS[one.method]
    texts = {"name": method.code.name, "about": method.code.about, "bias": method.bias}
    numbers = asdict(replace(one, classes=_round_shares(one.classes)))
    return {**texts, **numbers, "fair": one.is_fair, "grids_per_second": speed and round(speed, 1)}


def _with_current_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry with the names that its method or way to make puzzles has today."""
    return {key: _FORMER_NAMES.get(value, value) if key in ("method", "how") else value for key, value in data.items()}


def _fairness(data: dict[str, Any]) -> Fairness:
    fields = {name: data[name] for name in Fairness.__dataclass_fields__}
    pair = CellPair(tuple(data["pair"]["cells"]), data["pair"]["seen"], data["pair"]["expected"])
    return Fairness(**{**fields, "classes": tuple(data["classes"]), "pair": pair})


def _clue_counts(data: dict[str, Any]) -> ClueCounts:
    shares = {int(clues): share for clues, share in data["shares"].items()}
    return ClueCounts(data["how"], data["puzzles"], shares, data["mean"])


def _round_shares(shares: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(share, 6) for share in shares)
