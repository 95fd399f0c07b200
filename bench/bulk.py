"""Bulk jobs beside the kernel alone: how much reading, decoding and writing cost, here and on a cluster of this machine.

Run it with `python bench/bulk.py --rows 4000000 --cluster`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from shudu import bulk, generate_many, solve_many
from shudu.bulk.cells import to_column
from shudu.kernel.grids import isomorphs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--made", type=int, default=300_000, help="puzzles to make")
    parser.add_argument("--compression", default="none")
    parser.add_argument("--cluster", action="store_true", help="also with a Dask scheduler and two workers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options)


def measure(folder: Path, options: argparse.Namespace) -> None:
    source = folder / "in.parquet"
    sample = write_puzzles(source, options.rows)
    kernel = rate("kernel alone, solve", len(sample), lambda: solve_many(sample))
    out = folder / "out"
    how = {"compression": options.compression}
    for name, call, target in (
        ("solve, a folder", bulk.solve, out),
        ("solve, one file", bulk.solve, folder / "out.parquet"),
        ("canonical, a folder", bulk.canonical, out),
        ("dedupe, a folder", bulk.dedupe, out),
    ):
        remove(target)
        found = rate(name, options.rows, partial(call, source, target, **how))
        if name.startswith("solve"):
            print(f"    {100 * (1 - found / kernel):.0f} % less than the kernel alone")
    made = options.made
    alone = rate("generate_many, minimal", made, lambda: generate_many(made, minimal=True, seed=1))
    remove(out)
    found = rate("generate, minimal", made, lambda: bulk.generate(made, out, minimal=True, seed=1))
    print(f"    {100 * found / alone:.0f} % of generate_many")
    if options.cluster:
        on_cluster(source, out, options.rows, how)


def on_cluster(source: Path, out: Path, rows: int, how: dict[str, Any]) -> None:
    port = 18786
    dask = [sys.executable, "-m", "dask"]
    address = f"tcp://127.0.0.1:{port}"
    started = [subprocess.Popen([*dask, "scheduler", "--port", str(port), "--no-dashboard"], stderr=subprocess.DEVNULL)]
    worker = [*dask, "worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
    started.append(subprocess.Popen(worker, stderr=subprocess.DEVNULL))
    try:
        time.sleep(8)
        bulk.solve(source, out, scheduler=address, overwrite=True, **how)  # the workers load what they need
        remove(out)
        rate("solve on Dask", rows, partial(bulk.solve, source, out, scheduler=address, **how))
        remove(out)
        small: dict[str, Any] = {"part_rows": 1, "scheduler": address}
        tiny = source.with_name("tiny.txt")
        tiny.write_text(("." * 81 + "\n") * 2000)
        seconds = 2000 / rate("tasks of one row", 2000, partial(bulk.solve, tiny, out, limit=1, **small))
        print(f"    {1000 * seconds / 2000:.1f} ms a task, of the scheduler and all workers together")
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def write_puzzles(path: Path, rows: int) -> np.ndarray[Any, Any]:
    """Random minimal puzzles: some made, the others images of them, which cost the same to solve."""
    made = generate_many(min(rows, 200_000), minimal=True, seed=7).puzzles
    with pq.ParquetWriter(path, pa.schema([("puzzle", pa.string())]), use_dictionary=False) as writer:
        for first in range(0, rows, len(made)):
            images = isomorphs(made, 1, first)[: rows - first]
            writer.write_table(pa.table({"puzzle": to_column(images)}))
    return np.concatenate([isomorphs(made, 1, first) for first in range(0, 1_000_000, len(made))])


def remove(out: Path) -> None:
    if out.is_dir():
        shutil.rmtree(out)
    out.unlink(missing_ok=True)


def rate(name: str, rows: int, call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    found = rows / (time.perf_counter() - start)
    print(f"{name:28}{found:>12,.0f}/s", flush=True)
    return found


if __name__ == "__main__":
    main()
