"""Times solvers on sets of puzzles: processor time, best of several rounds, everybody in turn."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from shudu.bench.peers import installed
from shudu.kernel.load import instruction_sets


class Rate(NamedTuple):
    """How many puzzles a second one solver did on one set."""

    solver: str
    set: str
    per_second: float

    @property
    def shown(self) -> str:
        """The number as people read it.

        >>> Rate("some", "hard", 12345.6).shown, Rate("some", "hard", 1.26).shown
        ('12,346', '1.3')
        """
        return f"{self.per_second:,.0f}" if self.per_second >= 10 else f"{self.per_second:.1f}"


def shudu_rates(sets: dict[str, list[str]], told: Callable[[Rate], object]) -> None:
    """Solution and proof of uniqueness through `solve_many`, at each level this machine has, one thread and all."""
    for level in instruction_sets():
        for threads in sorted({1, os.cpu_count() or 1}):
            name = f"shudu {level}, {threads} thread{'s' * (threads > 1)}"
            for set_name, lines in sets.items():
                told(Rate(name, set_name, _in_fresh_process(level, threads, lines)))


def peer_rates(sets: dict[str, list[str]], seconds: float, told: Callable[[Rate], object]) -> None:
    """The first solution by what people would use instead, for at most some seconds a set.

    Only on puzzles with one solution: some of the others never come back from the rest.
    """
    from shudu.kernel.solve import solve_many

    fair = {name: lines for name, lines in sets.items() if (solve_many(lines).counts == 1).all()}
    for peer in installed():
        for set_name, lines in fair.items():
            told(Rate(peer.name, set_name, _within(peer.solve, lines, seconds)))


def _within(solve: Callable[[list[str]], list[str]], lines: list[str], seconds: float) -> float:
    size, done, start = 1, 0, time.perf_counter()
    while done < len(lines) and time.perf_counter() - start < seconds:
        solve(lines[done : done + size])
        done = min(done + size, len(lines))
        size *= 2
    return done / (time.perf_counter() - start)


def _in_fresh_process(level: str, threads: int, lines: list[str]) -> float:
    """A process loads one library, so each level gets its own."""
    done = subprocess.run(
        [sys.executable, "-m", "shudu.bench.measure", str(threads)],
        input="\n".join(lines),
        env={**os.environ, "SHUDU_KERNEL": level},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def _main() -> None:
    from shudu.kernel.solve import as_digits, solve_many

    threads = int(sys.argv[1])
    clock = time.process_time if threads == 1 else time.perf_counter
    puzzles = as_digits(sys.stdin.read().split())
    best, spent = float("inf"), 0.0
    while spent < 1.0:
        start = clock()
        solve_many(puzzles, threads=threads)
        best = min(best, clock() - start)
        spent += clock() - start
    print(len(puzzles) / best)


if __name__ == "__main__":
    _main()
