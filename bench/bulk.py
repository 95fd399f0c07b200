"""Bulk jobs beside the kernel alone: how much reading, decoding and writing cost, here and on a cluster of this machine.

Run it with `python bench/bulk.py --rows 4000000 --cluster`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from shudu import bulk, generate_many, solve_many
from shudu.bulk.io.arrow_columns import lines_from_digits
from shudu.kernel.grids import isomorphs

ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--made", type=int, default=300_000, help="puzzles to make")
    parser.add_argument("--compression", default="none", help="of what is read and written")
    parser.add_argument("--cluster", action="store_true", help="also with a Dask scheduler and two workers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options)


def measure(folder: Path, options: argparse.Namespace) -> None:
    source, out, rows = folder / "in.parquet", folder / "out", options.rows
    sample = write_puzzles(source, rows, options.compression)
    how = {"compression": options.compression}
    solved = side_by_side(
        {
            "kernel alone, solve": (len(sample), lambda: solve_many(sample)),
            "solve, a folder": (rows, lambda: bulk.solve(source, fresh(out), **how)),
            "solve, one file": (rows, lambda: bulk.solve(source, fresh(folder / "out.parquet"), **how)),
        }
    )
    kernel, *others = solved.values()
    print("    " + ", ".join(f"{100 * (1 - found / kernel):.0f} %" for found in others) + " less than the kernel alone")
    side_by_side(
        {
            "canonical, a folder": (rows, lambda: bulk.canonical(source, fresh(out), **how)),
            "dedupe, a folder": (rows, lambda: bulk.dedupe(source, fresh(out), **how)),
        }
    )
    made = options.made
    pair = side_by_side(
        {
            "generate_many, minimal": (made, lambda: generate_many(made, minimal=True, seed=1)),
            "generate, minimal": (made, lambda: bulk.generate(made, fresh(out), minimal=True, seed=1)),
        }
    )
    print(f"    {100 * pair['generate, minimal'] / pair['generate_many, minimal']:.0f} % of generate_many")
    if options.cluster:
        on_cluster(source, out, rows, how)


def on_cluster(source: Path, out: Path, rows: int, how: dict[str, Any]) -> None:
    port = 18786
    dask = [sys.executable, "-m", "dask"]
    address = f"tcp://127.0.0.1:{port}"
    started = [subprocess.Popen([*dask, "scheduler", "--port", str(port), "--no-dashboard"], stderr=subprocess.DEVNULL)]
    worker = [*dask, "worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
    started.append(subprocess.Popen(worker, stderr=subprocess.DEVNULL))
    try:
        time.sleep(8)
        bulk.solve(source, fresh(out), scheduler=address, **how)  # the workers load what they need
        pair = side_by_side(
            {
                "solve here": (rows, lambda: bulk.solve(source, fresh(out), **how)),
                "solve on Dask": (rows, lambda: bulk.solve(source, fresh(out), scheduler=address, **how)),
            }
        )
        print(f"    {100 * (1 - pair['solve on Dask'] / pair['solve here']):.0f} % slower than here")
        tell_costs(source.with_name("tiny.txt"), out, address, started[0].pid)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def tell_costs(tiny: Path, out: Path, address: str, scheduler: int) -> None:
    """What a task costs those who hand it out: it bounds how many workers they can keep busy."""
    tasks = 2000
    tiny.write_text(("." * 81 + "\n") * tasks)
    used, mine = processor(scheduler), time.process_time()
    bulk.solve(tiny, fresh(out), limit=1, part_rows=1, scheduler=address)
    used, mine = (processor(scheduler) - used) / tasks, (time.process_time() - mine) / tasks
    print(f"a task costs the scheduler   {1000 * used:>10.2f} ms, the command {1000 * mine:.2f} ms of processor time")


def processor(process: int) -> float:
    """The processor time a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_puzzles(path: Path, rows: int, compression: str) -> np.ndarray[Any, Any]:
    """Random minimal puzzles: some made, the others images of them, which cost the same to solve."""
    made = generate_many(min(rows, 200_000), minimal=True, seed=7).puzzles
    schema = pa.schema([("puzzle", pa.string())])
    with pq.ParquetWriter(path, schema, use_dictionary=False, compression=compression) as writer:
        for first in range(0, rows, len(made)):
            images = isomorphs(made, 1, first)[: rows - first]
            writer.write_table(pa.table({"puzzle": lines_from_digits(images)}))
    return np.concatenate([isomorphs(made, 1, first) for first in range(0, 1_000_000, len(made))])


def fresh(out: Path) -> Path:
    """The output, with nothing there."""
    if out.is_dir():
        shutil.rmtree(out)
    out.unlink(missing_ok=True)
    return out


def side_by_side(calls: dict[str, tuple[int, Callable[[], object]]]) -> dict[str, float]:
    """The best rate of each, in rows a second, where all take turns."""
    best = dict.fromkeys(calls, 0.0)
    for _ in range(ROUNDS):
        for name, (rows, call) in calls.items():
            start = time.perf_counter()
            call()
            best[name] = max(best[name], rows / (time.perf_counter() - start))
    for name, found in best.items():
        print(f"{name:28}{found:>12,.0f}/s", flush=True)
    return best


if __name__ == "__main__":
    main()
