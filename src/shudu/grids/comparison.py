"""The comparison of the methods as a file: what was measured last of each. The lab draws it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from shudu.core.errors import ShuduError
from shudu.grids.fairness import FOURS, PUBLISHED_UNBIASED, ClueCounts, Pair, Quality, expected_shares
from shudu.grids.full_grids import METHODS


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is known: quality by method, numbers of clues by how puzzles were made, grids a second by method."""

    methods: dict[str, Quality] = field(default_factory=dict)
    clues: dict[str, ClueCounts] = field(default_factory=dict)
    speeds: dict[str, float] = field(default_factory=dict)

    def with_new(
        self,
        methods: Iterable[Quality] = (),
        clues: Iterable[ClueCounts] = (),
        speeds: Mapping[str, float] | None = None,
    ) -> Comparison:
        """New measurements in place of older ones of the same name."""
        found = self.methods | {one.method: one for one in methods}
        return Comparison(
            {name: found[name] for name in METHODS if name in found},
            self.clues | {one.how: one for one in clues},
            dict(speeds) if speeds else self.speeds,
        )


def read_comparison(file: Path) -> Comparison:
    """What a file holds; nothing if it is not there yet. Raises ShuduError if it holds something else."""
    if not file.exists():
        return Comparison()
    try:
        data = json.loads(file.read_text("utf-8"))
        return Comparison(
            {one["method"]: _quality(one) for one in data["methods"]},
            {one["how"]: _clue_counts(one) for one in data["clues"]},
            {one["method"]: one["grids_per_second"] for one in data["methods"] if one["grids_per_second"]},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ShuduError(f"{file} does not hold results of this command; name another file, or a new one") from error


def write_comparison(file: Path, comparison: Comparison) -> None:
    """Writes it with all that is needed to draw it: what the methods are called, and what would be exact."""
    data = {
        "methods": [_method(one, comparison.speeds.get(one.method)) for one in comparison.methods.values()],
        "clues": [asdict(one) for one in comparison.clues.values()],
        "exact": {
            "classes": _rounded(expected_shares().tolist()),
            "fours": FOURS,
            "clues": PUBLISHED_UNBIASED,
        },
    }
    file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def _method(one: Quality, speed: float | None) -> dict[str, Any]:
    method = METHODS[one.method]
    texts = {"name": method.code.name, "about": method.code.about, "bias": method.bias}
    shown = asdict(replace(one, classes=_rounded(one.classes)))
    return {**texts, **shown, "fair": one.is_fair, "grids_per_second": speed and round(speed, 1)}


def _quality(data: dict[str, Any]) -> Quality:
    known = {name: data[name] for name in Quality.__dataclass_fields__}
    pair = Pair(tuple(data["pair"]["cells"]), data["pair"]["seen"], data["pair"]["expected"])
    return Quality(**{**known, "classes": tuple(data["classes"]), "pair": pair})


def _clue_counts(data: dict[str, Any]) -> ClueCounts:
    shares = {int(clues): share for clues, share in data["shares"].items()}
    return ClueCounts(data["how"], data["puzzles"], shares, data["mean"])


def _rounded(shares: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(share, 6) for share in shares)
