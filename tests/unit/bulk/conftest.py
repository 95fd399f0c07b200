"""Puzzles, files of puzzles, and a Dask cluster on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import gettempdir

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

from shudu import generate_many
from shudu.bulk.io.arrow_columns import lines_from_digits
from shudu.core.text import write_line
from shudu.kernel.grids import isomorphs

Digits = NDArray[np.uint8]


@pytest.fixture(scope="session")
def digits() -> Digits:
    """Random minimal puzzles."""
    return generate_many(600, minimal=True, seed=11).puzzles


@pytest.fixture(scope="session")
def lines(digits: Digits) -> list[str]:
    return [write_line(row.tobytes()) for row in digits]


@pytest.fixture
def source(tmp_path: Path, digits: Digits) -> Path:
    """A Parquet file with six row groups and another column."""
    path = tmp_path / "in.parquet"
    pq.write_table(
        pa.table({"id": list(range(len(digits))), "puzzle": lines_from_digits(digits)}), path, row_group_size=100
    )
    return path


@pytest.fixture(scope="session")
def many(digits: Digits, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file large enough that a job on it can be killed."""
    path = tmp_path_factory.mktemp("many") / "many.parquet"
    images = np.concatenate([isomorphs(digits, 3, first) for first in range(0, 240_000, len(digits))])
    pq.write_table(pa.table({"puzzle": lines_from_digits(images)}), path, row_group_size=2000)
    return path


def read_back(path: Path) -> pa.Table:
    """Read the output of a job: a file, or a folder of parts in order."""
    if path.is_dir():
        parts = [read_back(part) for part in sorted(path.iterdir()) if part.name.startswith("part-")]
        return pa.concat_tables(parts)
    if path.name.endswith(".parquet"):
        return pq.read_table(path)
    if ".csv" in path.name:
        return pcsv.read_csv(path, convert_options=pcsv.ConvertOptions(column_types={"rank": pa.string()}))
    return pcsv.read_csv(path, pcsv.ReadOptions(autogenerate_column_names=True))


def contents(out: Path) -> dict[str, bytes]:
    """Return the bytes of every visible file of an output."""
    if out.is_file():
        return {out.name: out.read_bytes()}
    return {path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.is_file()}


# Processes share compiled bytecode, even where writing it is disabled.
ENVIRONMENT = {
    **os.environ,
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": f"{gettempdir()}/shudu-test-bytecode",
}


def shudu_command(*arguments: object) -> list[str]:
    """Return the command line of a bulk job."""
    return [sys.executable, "-m", "shudu", *map(str, arguments)]


class LocalCluster:
    """A scheduler and workers, each a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._environment = {**ENVIRONMENT, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--no-show")
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = ""
        wait_until(self._read_address)

    def _read_address(self) -> bool:
        """Read the address; the file of the scheduler may exist before it is complete."""
        try:
            self.address = json.loads(self._file.read_text())["address"]
        except (FileNotFoundError, ValueError):
            return False
        return True

    def add(self, workers: int = 1) -> None:
        for _ in range(workers):
            folder = self._folder / f"worker-{len(self.workers)}"
            options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
            self.workers.append(self._start("worker", *options))
        self._wait_for_workers()

    @property
    def alive(self) -> int:
        return sum(worker.poll() is None for worker in self.workers)

    def kill(self) -> None:
        """Kill all workers, and wait until the scheduler has noticed."""
        for worker in self.workers:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        self._wait_for_workers()

    def _wait_for_workers(self) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            wait_until(lambda: len(client.nthreads()) == self.alive)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self._file), *options]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, stdout=quiet, stderr=quiet, env=self._environment)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[[], LocalCluster]]:
    """Start clusters, and stop them after the test."""
    started: list[LocalCluster] = []

    def start() -> LocalCluster:
        folder = tmp_path / f"cluster-{len(started)}"
        folder.mkdir()
        started.append(LocalCluster(folder))
        return started[-1]

    yield start
    for each in started:
        each.close()


def wait_until(holds: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(0.02)
