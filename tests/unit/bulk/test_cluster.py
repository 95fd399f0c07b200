"""Jobs on a Dask cluster give the same rows, whichever processes die."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from shudu import bulk
from shudu.bulk import Watch
from tests.unit.bulk.conftest import ENVIRONMENT, LocalCluster, contents, shudu_command, wait_until

Start = Callable[[], LocalCluster]


def test_any_number_of_workers_gives_the_same_output(source: Path, tmp_path: Path, cluster: Start) -> None:
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


def test_other_workers_take_over_from_a_killed_worker(many: Path, tmp_path: Path, cluster: Start) -> None:
    started = cluster()
    started.add(2)
    out = tmp_path / "out"
    job = subprocess.Popen(
        shudu_command("bulk", "solve", many, out, "--part-rows", 2000, "--scheduler", started.address), env=ENVIRONMENT
    )
    wait_until(lambda: len(list(out.glob("part-*"))) > 3)
    started.workers[0].send_signal(signal.SIGKILL)
    assert job.wait(120) == 0
    bulk.solve(many, tmp_path / "undisturbed", part_rows=2000)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_results_lost_with_their_workers_are_computed_again(source: Path, tmp_path: Path, cluster: Start) -> None:
    started = cluster()
    started.add(2)
    out = tmp_path / "out"
    successor = Thread(target=started.add)

    class Killer(Watch):
        def advance(self, rows: int) -> None:
            wait_until(
                lambda: len(list(out.glob("part-*"))) == 6
            )  # every task is done, but only one result was fetched
            if started.alive == 2:
                started.kill()
                successor.start()

    report = bulk.solve(source, out, part_rows=100, scheduler=started.address, watch=Killer())
    successor.join()
    assert report.parts == 6
    bulk.solve(source, tmp_path / "undisturbed", part_rows=100)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_a_job_whose_scheduler_was_killed_can_be_resumed(many: Path, tmp_path: Path, cluster: Start) -> None:
    started = cluster()
    started.add(1)
    out = tmp_path / "out"
    command = ("bulk", "solve", many, out, "--part-rows", 2000, "--scheduler")
    job = subprocess.Popen(shudu_command(*command, started.address), stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    wait_until(lambda: len(list(out.glob("part-*"))) > 3)
    started.scheduler.send_signal(signal.SIGKILL)
    errors = job.communicate(timeout=120)[1]
    assert job.returncode == 1
    assert "scheduler" in errors and "same command" in errors, errors
    assert "Traceback" not in errors
    again = cluster()
    again.add(1)
    done = subprocess.run(
        shudu_command(*command, again.address), capture_output=True, text=True, timeout=200, env=ENVIRONMENT
    )
    assert done.returncode == 0, done.stderr
    assert "resuming" in done.stderr
    bulk.solve(many, tmp_path / "undisturbed", part_rows=2000)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_a_missing_scheduler_is_reported(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shudu.bulk.cluster._PATIENCE", 1)
    with pytest.raises(bulk.BulkError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1 .*dask scheduler"):
        bulk.solve(source, tmp_path / "out", scheduler="tcp://127.0.0.1:1")
    assert not (tmp_path / "out").exists()
