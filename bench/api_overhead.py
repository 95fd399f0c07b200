"""What calling the kernel through Python costs, and what a second thread gives: medians of interleaved calls.

Two processes with half of the puzzles each share nothing, so what they give is all that two processors of this machine have.
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

_half: NDArray[np.uint8]  # of the puzzles, in a process of its own


def main(sizes: list[int]) -> None:
    """Prints a line for each set and size: the cost of the Python call, and the gain of two threads."""
    if not PUZZLES.exists():
        raise SystemExit("the puzzle sets beside the project are absent; nothing to measure")
    for size in sizes:
        for name in ("easy", "minimal", "17_clue"):
            puzzles = as_digits([line[:81] for line in (PUZZLES / f"{name}.txt").read_text().split()])
            compare(name, np.resize(puzzles, (size, 81)))


def compare(name: str, puzzles: NDArray[np.uint8]) -> None:
    """One set: a bare call, `solve_many` with one thread and with two, two ways in turn so that noise hits both."""
    solutions, counts = np.empty_like(puzzles), np.empty(len(puzzles), np.uint64)
    _kept, room = workspace(library().shudu_solve_workspace())

    def bare() -> None:
        library().shudu_solve(
            puzzles.ctypes.data, len(puzzles), 2, solutions.ctypes.data, counts.ctypes.data, None, room, None
        )

    def one() -> None:
        solve_many(puzzles, threads=1)

    def two() -> None:
        solve_many(puzzles, threads=2)

    call, best_call, fastest = ratio(one, bare)
    gain, best_gain, _ = ratio(one, two)
    with ProcessPoolExecutor(2, get_context("spawn"), keep, (puzzles[::2],)) as pool:

        def apart() -> None:
            list(pool.map(solve_half, range(2)))

        apart()
        most, best_most, _ = ratio(one, apart)
    print(
        f"{name:8} {len(puzzles):7,} puzzles: through Python {call:.3f} of a bare call (best {best_call:.3f}), "
        f"two threads {gain:.2f} times one (best {best_gain:.2f}), two processes {most:.2f} (best {best_most:.2f}), "
        f"{len(puzzles) / fastest:,.0f}/s"
    )


def keep(half: NDArray[np.uint8]) -> None:
    """Gives a process its puzzles."""
    global _half
    _half = half


def solve_half(_: int) -> None:
    """Solves them there."""
    solve_many(_half, threads=1)


def ratio(one: Callable[[], None], other: Callable[[], None]) -> tuple[float, float, float]:
    """How much longer the first takes: by the median, by the best; and the best of the other."""
    rounds = [(seconds(one), seconds(other)) for _ in range(ROUNDS)]
    best = [min(column) for column in zip(*rounds, strict=True)]
    return median(first / second for first, second in rounds), best[0] / best[1], best[1]


def seconds(way: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    way()
    return time.perf_counter() - start


if __name__ == "__main__":
    print(f"shudu {shudu.__version__}")
    main([int(size) for size in sys.argv[1:]] or [10_000, 200_000])
