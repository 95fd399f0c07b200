"""Compare bulk jobs with the kernel alone: the cost of reading, decoding and writing, locally and on a Dask cluster.

Run `python bench/bulk.py --rows 4000000 --cluster`.
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
    parser.add_argument("--generate", type=int, default=300_000, help="puzzles to generate")
    parser.add_argument("--compression", default="none", help="of the input and the output")
    parser.add_argument("--cluster", action="store_true", help="also measure a Dask cluster of two workers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options)


def measure(folder: Path, options: argparse.Namespace) -> None:
    source, out, rows = folder / "in.parquet", folder / "out", options.rows
    sample = write_puzzles(source, rows, options.compression)
    how = {"compression": options.compression}
    rates = compare(
        {
            "solve with the kernel alone": (len(sample), lambda: solve_many(sample)),
            "solve to a folder": (rows, lambda: bulk.solve(source, fresh(out), **how)),
            "solve to one file": (rows, lambda: bulk.solve(source, fresh(folder / "out.parquet"), **how)),
        }
    )
    kernel, *others = rates.values()
    print("    " + ", ".join(f"{100 * (1 - rate / kernel):.0f} %" for rate in others) + " slower than the kernel alone")
    compare(
        {
            "canonical": (rows, lambda: bulk.canonical(source, fresh(out), **how)),
            "dedupe": (rows, lambda: bulk.dedupe(source, fresh(out), **how)),
        }
    )
    count = options.generate
    pair = compare(
        {
            "generate_many, minimal": (count, lambda: generate_many(count, minimal=True, seed=1)),
            "generate, minimal": (count, lambda: bulk.generate(count, fresh(out), minimal=True, seed=1)),
        }
    )
    print(f"    {100 * pair['generate, minimal'] / pair['generate_many, minimal']:.0f} % of generate_many")
    if options.cluster:
        measure_cluster(source, out, rows, how)


def measure_cluster(source: Path, out: Path, rows: int, how: dict[str, Any]) -> None:
    port = 18786
    dask = [sys.executable, "-m", "dask"]
    address = f"tcp://127.0.0.1:{port}"
    started = [subprocess.Popen([*dask, "scheduler", "--port", str(port), "--no-dashboard"], stderr=subprocess.DEVNULL)]
    worker = [*dask, "worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
    started.append(subprocess.Popen(worker, stderr=subprocess.DEVNULL))
    try:
        time.sleep(8)
        bulk.solve(source, fresh(out), scheduler=address, **how)  # let the workers import their modules
        pair = compare(
            {
                "solve locally": (rows, lambda: bulk.solve(source, fresh(out), **how)),
                "solve on Dask": (rows, lambda: bulk.solve(source, fresh(out), scheduler=address, **how)),
            }
        )
        print(f"    {100 * (1 - pair['solve on Dask'] / pair['solve locally']):.0f} % slower than locally")
        measure_overhead(source.with_name("tiny.txt"), out, address, started[0].pid)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def measure_overhead(tiny: Path, out: Path, address: str, scheduler: int) -> None:
    """Measure the processor time per task, which limits how many workers can be kept busy."""
    tasks = 2000
    tiny.write_text(("." * 81 + "\n") * tasks)
    scheduler_time, own_time = processor_time(scheduler), time.process_time()
    bulk.solve(tiny, fresh(out), limit=1, part_rows=1, scheduler=address)
    scheduler_time = (processor_time(scheduler) - scheduler_time) / tasks
    own_time = (time.process_time() - own_time) / tasks
    print(f"per task: {1000 * scheduler_time:.2f} ms in the scheduler, {1000 * own_time:.2f} ms in the command")


def processor_time(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_puzzles(path: Path, rows: int, compression: str) -> np.ndarray[Any, Any]:
    """Write random minimal puzzles: some generated, the others images of them, which take as long to solve."""
    puzzles = generate_many(min(rows, 200_000), minimal=True, seed=7).puzzles
    schema = pa.schema([("puzzle", pa.string())])
    with pq.ParquetWriter(path, schema, use_dictionary=False, compression=compression) as writer:
        for first in range(0, rows, len(puzzles)):
            images = isomorphs(puzzles, 1, first)[: rows - first]
            writer.write_table(pa.table({"puzzle": lines_from_digits(images)}))
    return np.concatenate([isomorphs(puzzles, 1, first) for first in range(0, 1_000_000, len(puzzles))])


def fresh(out: Path) -> Path:
    """Remove an earlier output."""
    if out.is_dir():
        shutil.rmtree(out)
    out.unlink(missing_ok=True)
    return out


def compare(calls: dict[str, tuple[int, Callable[[], object]]]) -> dict[str, float]:
    """Return the best rate of each call in rows per second. The calls take turns."""
    best = dict.fromkeys(calls, 0.0)
    for _ in range(ROUNDS):
        for name, (rows, call) in calls.items():
            start = time.perf_counter()
            call()
            best[name] = max(best[name], rows / (time.perf_counter() - start))
    for name, rate in best.items():
        print(f"{name:28}{rate:>12,.0f}/s", flush=True)
    return best


if __name__ == "__main__":
    main()
