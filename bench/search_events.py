"""The speed of recording, writing, reading and seeking events.

Usage: python bench/search_events.py [EVENTS]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time

from shudu.search.run import trace
from shudu.search.trace.files import read_packed, write_packed
from shudu.search.trace.trace import Trace

PUZZLE = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
STEPS = ("rows", "random", "mrv", "mrv+propagate", "exact-cover", "norvig")


def measure(name: str, work: Callable[[], Trace], events: int) -> Trace:
    wall, processor = perf_counter(), process_time()
    result = work()
    wall, processor = perf_counter() - wall, process_time() - processor
    print(f"{name:34} {processor:7.2f} s of processor time ({wall:.2f} s)  {events / processor:12,.0f} events/s")
    return result


def record(by: str, events: int) -> Trace:
    run = trace("." * 81 if by != "rows" else PUZZLE, by, limit=None, events=events)
    run.record_until()
    return run


def write(run: Trace, path: Path) -> Trace:
    with path.open("wb") as file:
        file.writelines(write_packed(run))
    return run


def read(path: Path) -> Trace:
    with path.open("rb") as file:
        return read_packed(file)


def main() -> None:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for by in STEPS[1:]:
        measure(f"{by}: search and pack", lambda by=by: record(by, 100_000), 100_000)  # type: ignore[misc]
    run = measure("rows: search and pack", lambda: record("rows", events), events)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.trace"
        measure("write", lambda: write(run, path), events)
        again = measure("read", lambda: read(path), events)
    begin = perf_counter()
    again.seek(events)
    print(f"first seek to the end (stores checkpoints) {1000 * (perf_counter() - begin):8.1f} ms")
    times = []
    for moment in Random(0).sample(range(events), 1000):
        begin = perf_counter()
        again.seek(moment)
        times.append(perf_counter() - begin)
    times.sort()
    print(f"seek: median {1000 * times[500]:.2f} ms, 99 of 100 under {1000 * times[990]:.2f} ms")
    print(f"peak memory {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB; the events are {4 * events / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
