"""Writes the golden traces: the same run packed, as NDJSON, and as positions and counters at some moments.

They test the fold here and the reducer in the browser. After a deliberate change: python tests/data/traces/make.py
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Final

from shudu.core.text import write_line
from shudu.grids.full_grids import trace_making
from shudu.puzzles.traces import trace_digging
from shudu.search.run import trace
from shudu.search.trace.files import write_ndjson, write_packed
from shudu.search.trace.trace import Trace

HERE: Final = Path(__file__).parent
EASY: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MINIMAL: Final = "....3...97...5.14.4........5.7..49...2....45.6.1...7...8...6.3...4.......1.92...."
HARD: Final = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SEVERAL: Final = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
IMPOSSIBLE: Final = "12345678." + "." * 18 + "........9" + "." * 45
REQUESTS: Final = {
    "rows-easy-limit": (EASY, "rows", {"events": 1500}),
    "random-easy": (EASY, "random", {"events": 1500, "seed": 7}),
    "mrv-easy": (EASY, "mrv", {}),
    "mrv-minimal": (MINIMAL, "mrv", {}),
    "mrv-impossible": (IMPOSSIBLE, "mrv", {}),
    "mrv+propagate-hard": (HARD, "mrv+propagate", {}),
    "exact-cover-several": (SEVERAL, "exact-cover", {"limit": 5}),
    "norvig-hard": (HARD, "norvig", {"limit": None}),
    "anneal-easy-limit": (EASY, "anneal", {"events": 600}),
    "kernel-several": (SEVERAL, "kernel", {"limit": 3}),
}
METHODS: Final = ("template", "backtrack", "backtrack-recursive", "search", "digits", "diagonal")


def record_runs() -> dict[str, Trace]:
    """Return all golden runs, recorded again."""
    runs = {name: trace(puzzle, by, **options) for name, (puzzle, by, options) in REQUESTS.items()}  # type: ignore[arg-type]
    makings = {
        **{f"making-{method}": trace_making(method, 2) for method in METHODS},
        "making-dig": trace_digging(26, symmetry="rotate180", seed=1),
    }
    return runs | makings


def moments_of(run: Trace) -> list[dict[str, object]]:
    """Positions and counters at the start, at the end, and at a dozen random moments."""
    length = len(run)
    chosen = sorted({0, 1, length - 1, length, *(Random(0).randrange(length) for _ in range(12))})
    return [moment_of(run, moment) for moment in chosen]


def moment_of(run: Trace, moment: int) -> dict[str, object]:
    """Position and counters at one moment, without time."""
    stats = run.stats_at(moment).to_dict()
    del stats["seconds"]
    return {"moment": moment, "digits": write_line(run.seek(moment).digits), "stats": stats}


def write() -> None:
    """Writes all files."""
    for name, run in record_runs().items():
        (HERE / f"{name}.trace").write_bytes(b"".join(write_packed(run)))
        (HERE / f"{name}.ndjson").write_text("".join(f"{line}\n" for line in write_ndjson(run)), "utf-8", newline="\n")
        (HERE / f"{name}.moments.json").write_text(json.dumps(moments_of(run), indent=1) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    write()
