"""The same job on a Dask cluster: the same rows, whatever dies on the way."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from shudu import bulk
from shudu.bulk.run import Watch
from tests.unit.bulk.conftest import ENVIRONMENT, LocalCluster, contents, shudu, wait_until

Start = Callable[[], LocalCluster]


def test_any_number_of_workers_gives_the_same_rows(source: Path, tmp_path: Path, cluster: Start) -> None:
    bulk.canonical(source, tmp_path / "local", columns="id,puzzle,canonical,rank", part_rows=100)
    started = cluster()
    for workers, more in ((1, 1), (2, 1), (4, 2)):
        started.add(more)
        out = tmp_path / f"on-{workers}"
        how: dict[str, Any] = {"columns": "id,puzzle,canonical,rank", "part_rows": 100, "scheduler": started.address}
        report = bulk.canonical(source, out, **how)
        assert report.parts == 6
        assert contents(out) == contents(tmp_path / "local")
    report = bulk.dedupe(source, tmp_path / "firsts.parquet", scheduler=started.address, part_rows=100)
    assert report.written == 600
    bulk.generate(300, tmp_path / "made.txt", minimal=True, seed=5, scheduler=started.address)
    bulk.generate(300, tmp_path / "made-here.txt", minimal=True, seed=5)
    assert (tmp_path / "made.txt").read_text() == (tmp_path / "made-here.txt").read_text()


def test_a_killed_worker_is_made_good(many: Path, tmp_path: Path, cluster: Start) -> None:
    started = cluster()
    started.add(2)
    out = tmp_path / "out"
    job = subprocess.Popen(
        shudu("bulk", "solve", many, out, "--part-rows", 2000, "--scheduler", started.address), env=ENVIRONMENT
    )
    wait_until(lambda: len(list(out.glob("part-*"))) > 3)
    started.workers[0].send_signal(signal.SIGKILL)
    assert job.wait(120) == 0
    bulk.solve(many, tmp_path / "undisturbed", part_rows=2000)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_what_killed_workers_had_not_passed_on_is_done_again(source: Path, tmp_path: Path, cluster: Start) -> None:
    started = cluster()
    started.add(2)
    out = tmp_path / "out"
    successor = Thread(target=started.add)

    class Killer(Watch):
        def advance(self, rows: int) -> None:
            wait_until(lambda: len(list(out.glob("part-*"))) == 6)  # all is done, and one of the results is passed on
            if started.alive == 2:
                started.kill()
                successor.start()

    report = bulk.solve(source, out, part_rows=100, scheduler=started.address, watch=Killer())
    successor.join()
    assert report.parts == 6
    bulk.solve(source, tmp_path / "undisturbed", part_rows=100)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_a_killed_scheduler_ends_the_job_which_goes_on_later(many: Path, tmp_path: Path, cluster: Start) -> None:
    started = cluster()
    started.add(1)
    out = tmp_path / "out"
    command = ("bulk", "solve", many, out, "--part-rows", 2000, "--scheduler")
    job = subprocess.Popen(shudu(*command, started.address), stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    wait_until(lambda: len(list(out.glob("part-*"))) > 3)
    started.scheduler.send_signal(signal.SIGKILL)
    told = job.communicate(timeout=120)[1]
    assert job.returncode == 1
    assert "scheduler" in told and "same command" in told, told
    assert "Traceback" not in told
    again = cluster()
    again.add(1)
    done = subprocess.run(shudu(*command, again.address), capture_output=True, text=True, timeout=200, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    assert "going on" in done.stderr
    bulk.solve(many, tmp_path / "undisturbed", part_rows=2000)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_no_scheduler_is_told(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shudu.bulk.cluster._PATIENCE", 1)
    with pytest.raises(bulk.BulkError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1 .*dask scheduler"):
        bulk.solve(source, tmp_path / "out", scheduler="tcp://127.0.0.1:1")
    assert not (tmp_path / "out").exists()
