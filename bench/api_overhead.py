"""The cost of calling the kernel through Python, and the gain of a second thread: medians of interleaved calls.

Two processes with half of the puzzles each share nothing, so their gain is the most that two cores of this machine give.

Usage: python bench/api_overhead.py [SIZE …]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

import shudu
from shudu.kernel.load import library, workspace
from shudu.kernel.solve import as_digits, solve_many

PUZZLES = Path(__file__).resolve().parents[2] / "shared" / "data" / "puzzles"
ROUNDS = 31

_half: NDArray[np.uint8]  # the puzzles of a worker process


def main(sizes: list[int]) -> None:
    """Print a line for each set and size."""
    if not PUZZLES.exists():
        raise SystemExit("no puzzle sets in ../shared/data/puzzles; nothing to measure")
    for size in sizes:
        for name in ("easy", "minimal", "17_clue"):
            puzzles = as_digits([line[:81] for line in (PUZZLES / f"{name}.txt").read_text().split()])
            compare(name, np.resize(puzzles, (size, 81)))


def compare(name: str, puzzles: NDArray[np.uint8]) -> None:
    """Compare a bare call with `solve_many`, one thread with two, and threads with processes; calls alternate against noise."""
    solutions, counts = np.empty_like(puzzles), np.empty(len(puzzles), np.uint64)
    _memory, work = workspace(library().shudu_solve_workspace())

    def bare() -> None:
        library().shudu_solve(
            puzzles.ctypes.data, len(puzzles), 2, solutions.ctypes.data, counts.ctypes.data, None, work, None
        )

    def one() -> None:
        solve_many(puzzles, threads=1)

    def two() -> None:
        solve_many(puzzles, threads=2)

    overhead, best_overhead, fastest = measure_ratio(one, bare)
    gain, best_gain, _ = measure_ratio(one, two)
    with ProcessPoolExecutor(2, get_context("spawn"), store_half, (puzzles[::2],)) as pool:

        def apart() -> None:
            list(pool.map(solve_half, range(2)))

        apart()
        most, best_most, _ = measure_ratio(one, apart)
    print(
        f"{name:8} {len(puzzles):7,} puzzles: through Python {overhead:.3f} of a bare call (best {best_overhead:.3f}), "
        f"two threads {gain:.2f} times one (best {best_gain:.2f}), two processes {most:.2f} (best {best_most:.2f}), "
        f"{len(puzzles) / fastest:,.0f}/s"
    )


def store_half(half: NDArray[np.uint8]) -> None:
    """Store the puzzles of a worker process."""
    global _half
    _half = half


def solve_half(_: int) -> None:
    """Solve them."""
    solve_many(_half, threads=1)


def measure_ratio(one: Callable[[], None], other: Callable[[], None]) -> tuple[float, float, float]:
    """Return how much longer the first takes, by the median and by the best round, and the best time of the other."""
    rounds = [(measure_seconds(one), measure_seconds(other)) for _ in range(ROUNDS)]
    best = [min(column) for column in zip(*rounds, strict=True)]
    return median(first / second for first, second in rounds), best[0] / best[1], best[1]


def measure_seconds(call: Callable[[], object]) -> float:
    """Return the duration of a call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


if __name__ == "__main__":
    print(f"shudu {shudu.__version__}")
    main([int(size) for size in sys.argv[1:]] or [10_000, 200_000])
