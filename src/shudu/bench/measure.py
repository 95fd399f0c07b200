"""Speed in puzzles per second: the puzzles to measure on, the measurement, its chart, and the kernel's signature.

The signature is a number over a fixed set of puzzles that changes only if the kernel's behaviour does: a hash of every
first solution, every count and the counters of the search. It depends neither on the machine nor on the instruction set
nor on the number of threads.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.bench.peers import find_peers
from shudu.core.charts import Bar, BarGroup, draw_horizontal_bars, log_scale
from shudu.core.errors import ShuduError
from shudu.core.text import read_line
from shudu.kernel.load import supported_instruction_sets
from shudu.kernel.solve import Counters, as_digits, solve_counted, solve_many
from shudu.locale.catalogue import text


@cache
def bundled_sets() -> dict[str, list[str]]:
    """Return the sets that come with the package, by name."""
    sets: dict[str, list[str]] = {}
    for line in files("shudu.bench").joinpath("puzzles.txt").read_text().splitlines():
        if line.startswith("#"):
            sets[line[1:].strip()] = current = []
        elif line:
            current.append(line)
    return sets


def load_sets(folder: Path | None) -> dict[str, list[str]]:
    """Return the sets of a folder, one per file, or those of the package.

    Args:
        folder: A folder of .txt files with one puzzle per line, or None.

    Raises:
        ShuduError: If the folder has no such file.
    """
    if folder is None:
        return bundled_sets()
    sets = {path.stem: _read_lines(path) for path in sorted(folder.glob("*.txt"))}
    if not sets:
        raise ShuduError("bench.no-sets", folder=str(folder))
    return sets


def _read_lines(path: Path) -> list[str]:
    with path.open() as file:
        lines = [line[:81] for line in file if line.strip()]
    if lines:
        read_line(lines[0])  # rejects a file of something else
    return lines


def compute_signature() -> int:
    """Return the signature, for commits and for comparing machines."""
    digest = hashlib.sha256()
    total = Counters(0, 0, 0)
    for limit in (1, 2, 50):
        batch, counters = solve_counted(list(chain.from_iterable(bundled_sets().values())), limit)
        digest.update(batch.solutions.tobytes())
        digest.update(batch.counts.astype("<u8").tobytes())
        total = Counters(*(a + b for a, b in zip(total, counters, strict=True)))
    digest.update(repr(tuple(total)).encode())
    return int.from_bytes(digest.digest()[:4]) % 10_000_000


_SHORTEST_ROUND: Final = 0.05  # seconds
_SPEED_SECONDS: Final = 1.0  # of measuring one speed
_SCALE: Final = log_scale(
    [
        (10.0**power, label)
        for power, label in enumerate(
            ("0.1", "1", "10", "100", "1,000", "10,000", "100,000", "1 M", "10 M", "100 M"), -1
        )
    ]
)


class Speed(NamedTuple):
    """The speed of a solver on a set, in puzzles per second."""

    solver: str
    set: str
    per_second: float

    @property
    def text(self) -> str:
        """The speed, rounded for people.

        >>> Speed("some", "hard", 12345.6).text, Speed("some", "hard", 1.26).text
        ('12,346', '1.3')
        """
        return f"{self.per_second:,.0f}" if self.per_second >= 10 else f"{self.per_second:.1f}"


def measure_shudu(sets: dict[str, list[str]], report: Callable[[Speed], object]) -> None:
    """Measure `solve_many`, which also proves uniqueness, for each instruction set, with one thread and with all.

    Args:
        sets: The puzzles by the name of their set.
        report: Called with each result.
    """
    for instructions in supported_instruction_sets():
        for threads in sorted({1, os.cpu_count() or 1}):
            name = f"shudu {instructions}, {threads} thread{'s' * (threads > 1)}"
            for set_name, lines in sets.items():
                report(Speed(name, set_name, _measure_in_new_process(instructions, threads, lines)))


def measure_peers(sets: dict[str, list[str]], seconds: float, report: Callable[[Speed], object]) -> None:
    """Measure other solvers, which stop at the first solution.

    Sets with puzzles that have no or several solutions are left out, since some solvers never return from these.

    Args:
        sets: The puzzles by the name of their set.
        seconds: The most time to spend on each set.
        report: Called with each result.
    """
    fair = {name: lines for name, lines in sets.items() if (solve_many(lines).counts == 1).all()}
    for peer in find_peers():
        for set_name, lines in fair.items():
            report(Speed(peer.name, set_name, _measure_within(peer.solve, lines, seconds)))


def draw_speeds(speeds: Sequence[Speed], about: str, language: str = "en") -> str:
    """Return the results as a bar chart on a logarithmic scale, as SVG.

    Args:
        speeds: The results.
        about: Where they were measured.
        language: `en` or `zh`.
    """
    groups = [
        BarGroup(name, [_to_bar(speed) for speed in speeds if speed.set == name])
        for name in dict.fromkeys(speed.set for speed in speeds)
    ]
    return draw_horizontal_bars(
        groups,
        _SCALE,
        title=text("bench.chart.title", language),
        subtitle=about,
        legend=[text("bench.chart.shudu", language), text("bench.chart.others", language)],
    )


def _to_bar(speed: Speed) -> Bar:
    return Bar(speed.solver, speed.per_second, speed.text, series=0 if speed.solver.startswith("shudu") else 1)


def _measure_within(solve: Callable[[list[str]], list[str]], lines: list[str], seconds: float) -> float:
    size, done, start = 1, 0, time.perf_counter()
    while done < len(lines) and time.perf_counter() - start < seconds:
        solve(lines[done : done + size])
        done = min(done + size, len(lines))
        size *= 2
    return done / max(time.perf_counter() - start, 1e-9)


def _measure_in_new_process(instructions: str, threads: int, lines: list[str]) -> float:
    """Return puzzles per second. A process loads one library, so each instruction set needs its own process."""
    done = subprocess.run(
        [sys.executable, "-m", "shudu.bench.measure", str(threads)],
        input="\n".join(lines),
        env={**os.environ, "SHUDU_KERNEL": instructions},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def measure_rounds(puzzles: NDArray[np.uint8], threads: int) -> float:
    """Return the puzzles per second of the best of several rounds, in processor time if there is one thread.

    A small set is repeated until a round takes long enough: clocks are coarse, and a few hundred puzzles keep only one
    thread busy.

    Args:
        puzzles: The puzzles as an (n, 81) array of digits.
        threads: The number of threads.
    """
    clock = time.process_time if threads == 1 else time.perf_counter
    best, begun = float("inf"), time.perf_counter()
    if not len(puzzles):
        return 0.0
    while time.perf_counter() - begun < _SPEED_SECONDS or best == float("inf"):
        start = clock()
        solve_many(puzzles, threads=threads)
        elapsed = clock() - start
        if elapsed < _SHORTEST_ROUND:
            puzzles = np.tile(puzzles, (2, 1))
        else:
            best = min(best, elapsed / len(puzzles))
    return 1 / best


def _main() -> None:
    """Print the speed on the puzzles of standard input."""
    print(measure_rounds(as_digits(sys.stdin.read().split()), int(sys.argv[1])))


if __name__ == "__main__":
    _main()
