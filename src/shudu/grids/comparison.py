"""Comparison of the methods: fairness, speed and clue counts, kept in a file that the lab draws."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from shudu.core.errors import ShuduError
from shudu.grids.fairness import MEAN_FOURS, PUBLISHED_UNBIASED, CellPair, ClueCounts, Fairness, expected_shares
from shudu.grids.full_grids import METHODS, full_grids

_ROUNDS: Final = 9
_SECONDS: Final = 0.1  # per method and round
_GRIDS_PER_CALL: Final = {"uniform": 4096}
_FORMER_NAMES: Final = {"seeds": "graded", "dug": "dig"}  # in files of earlier versions


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

    def updated(
        self,
        methods: Iterable[Fairness] = (),
        clues: Iterable[ClueCounts] = (),
        speeds: Mapping[str, float] | None = None,
    ) -> Comparison:
        """Return the comparison with new measurements in place of older ones."""
        known = self.methods | {one.method: one for one in methods}
        return Comparison(
            {name: known[name] for name in METHODS if name in known},
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
            "classes": _rounded(expected_shares().tolist()),
            "fours": MEAN_FOURS,
            "clues": PUBLISHED_UNBIASED,
        },
    }
    file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def measure_speeds(methods: Sequence[str], rounds: int = _ROUNDS, seconds: float = _SECONDS) -> dict[str, float]:
    """Return the grids each method makes per second on one core.

    The methods take turns and the best of some rounds counts, so that the ratios hold on other machines.

    >>> sorted(measure_speeds(["template", "uniform"], rounds=1, seconds=0.01))
    ['template', 'uniform']

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
    numbers = asdict(replace(one, classes=_rounded(one.classes)))
    return {**texts, **numbers, "fair": one.is_fair, "grids_per_second": speed and round(speed, 1)}


def _with_current_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry with the names that its method or way to make puzzles has today."""
    return {key: _FORMER_NAMES.get(value, value) if key in ("method", "how") else value for key, value in data.items()}


def _fairness(data: dict[str, Any]) -> Fairness:
    known = {name: data[name] for name in Fairness.__dataclass_fields__}
    pair = CellPair(tuple(data["pair"]["cells"]), data["pair"]["seen"], data["pair"]["expected"])
    return Fairness(**{**known, "classes": tuple(data["classes"]), "pair": pair})


def _clue_counts(data: dict[str, Any]) -> ClueCounts:
    shares = {int(clues): share for clues, share in data["shares"].items()}
    return ClueCounts(data["how"], data["puzzles"], shares, data["mean"])


def _rounded(shares: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(share, 6) for share in shares)
