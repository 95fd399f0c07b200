"""A job that was interrupted, killed or ran out of disk space resumes, and its output is the same."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pyarrow.parquet as pq
import pytest

from shudu import bulk
from tests.unit.bulk.conftest import ENVIRONMENT, contents, shudu_command, wait_until

PART_ROWS = 2000


def check_visible(out: Path) -> None:
    """Check that every visible file is complete."""
    if out.is_file():
        pq.read_table(out)
    for part in out.glob("part-*.parquet") if out.is_dir() else ():
        assert pq.read_table(part).num_rows == PART_ROWS


def kill_and_resume(command: list[str], out: Path, kills: int, chance: random.Random, pattern: str) -> None:
    """Kill a job at random moments, each time after some more files were written, then let it finish."""
    for moment in sorted(chance.randrange(110) for _ in range(kills)):
        while not kill(command, out, pattern, moment, chance.uniform(0, 0.05)):
            moment //= 2
            remove(out)
        check_visible(out)
    if out.is_file():  # killed while it removed its records: the output is complete
        return
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=250)
    assert done.returncode == 0, done.stderr
    assert not out.with_name(f"{out.name}.unfinished").exists()


def kill(command: list[str], out: Path, pattern: str, moment: int, delay: float) -> bool:
    """Kill a job once it has written some files. Return False if it finished first, as it may on a busy machine."""
    job = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=ENVIRONMENT, start_new_session=True)
    wait_until(partial(is_due, job, out, pattern, moment))
    time.sleep(delay)
    job.kill()
    assert job.wait() in (0, -signal.SIGKILL)
    return job.returncode != 0


def remove(out: Path) -> None:
    if out.is_dir():
        shutil.rmtree(out)
    else:
        out.unlink()


def is_due(job: subprocess.Popen[bytes], out: Path, pattern: str, moment: int) -> bool:
    return job.poll() is not None or files_of(out, pattern) > moment


def files_of(out: Path, pattern: str) -> int:
    """Count the finished files of a job."""
    folders = (
        out,
        out / "_shudu",
        out.with_name(f"{out.name}.unfinished"),
        out.with_name(f"{out.name}.unfinished") / "_shudu",
    )
    return sum(len(list(folder.glob(pattern))) for folder in folders)


def killed_jobs(many: Path, folder: Path, rounds: int, kills: int) -> None:
    for name in ("out", "out.parquet"):
        whole = folder / f"whole-{name}"
        bulk.solve(many, whole, part_rows=PART_ROWS)
        for round in range(rounds):
            out = folder / f"{round}-{name}"
            command = shudu_command("bulk", "solve", many, out, "--part-rows", PART_ROWS)
            kill_and_resume(command, out, kills, random.Random(round), "part-*.parquet")
            assert list(contents(out).values()) == list(contents(whole).values())


def test_a_killed_job_resumes_with_identical_output(many: Path, tmp_path: Path) -> None:
    killed_jobs(many, tmp_path, rounds=1, kills=2)


@pytest.mark.soak
def test_many_killed_jobs_resume_with_identical_output(many: Path, tmp_path: Path) -> None:
    killed_jobs(many, tmp_path, rounds=5, kills=4)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("operation", "pattern"), [("dedupe", "spread-*.json"), ("dedupe", "part-*.csv"), ("canonical", "part-*.csv")]
)
def test_killed_jobs_of_other_kinds_resume_with_identical_output(
    many: Path, tmp_path: Path, operation: str, pattern: str
) -> None:
    getattr(bulk, operation)(many, tmp_path / "whole.csv", part_rows=PART_ROWS)
    for round in range(5):
        out = tmp_path / f"{round}.csv"
        command = shudu_command("bulk", operation, many, out, "--part-rows", PART_ROWS)
        kill_and_resume(command, out, 4, random.Random(round), pattern)
        assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.soak
def test_killed_generation_resumes_with_identical_output(tmp_path: Path) -> None:
    bulk.generate(120_000, tmp_path / "whole.parquet", clues=25, seed=3, part_rows=700)
    options = ("-n", 120_000, "--seed", 3, "--clues", 25, "--part-rows", 700)
    for round in range(5):
        out = tmp_path / f"{round}.parquet"
        kill_and_resume(
            shudu_command("bulk", "generate", out, *options), out, 4, random.Random(round), "part-*.parquet"
        )
        assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_a_killed_worker_process_is_replaced(lines: list[str], tmp_path: Path) -> None:
    source, out = tmp_path / "in.txt", tmp_path / "out.csv"
    source.write_text("\n".join(lines[:100]))
    command = shudu_command("bulk", "rate", source, out, "--workers", 2, "--part-rows", 10)
    job = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    unfinished = tmp_path / "out.csv.unfinished"
    wait_until(lambda: len(list(unfinished.glob("part-*"))) > 1)
    workers = [child for child in psutil.Process(job.pid).children() if "spawn_main" in " ".join(child.cmdline())]
    workers[0].kill()
    errors = job.communicate(timeout=250)[1]
    assert job.returncode == 0, errors
    bulk.rate(source, tmp_path / "whole.csv", part_rows=10, workers=1)
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_worker_processes_end_with_their_parent(source: Path, tmp_path: Path) -> None:
    command = shudu_command("bulk", "rate", source, tmp_path / "out", "--workers", 2, "--part-rows", 25)
    job = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    wait_until(lambda: list((tmp_path / "out").glob("part-*")))
    workers = psutil.Process(job.pid).children(recursive=True)
    assert workers
    job.kill()
    job.wait()
    assert not psutil.wait_procs(workers, timeout=30)[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_drops_running_parts_and_explains_how_to_resume(many: Path, tmp_path: Path, number: int) -> None:
    out = tmp_path / "out"
    command = shudu_command("bulk", "solve", many, out, "--part-rows", PART_ROWS)
    job = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    wait_until(lambda: len(list(out.glob("part-*"))) > 2)
    job.send_signal(number)
    errors = job.communicate(timeout=60)[1]
    assert job.returncode == 130
    assert errors.strip() == "stopped; finished parts are kept, run the same command again to resume"
    check_visible(out)
    assert not list(out.glob(".writing-*")), "no temporary files are left"
    done = len(list(out.glob("part-*")))
    again = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=250)
    assert again.returncode == 0 and "resuming" in again.stderr and 2 < done < 120
    bulk.solve(many, tmp_path / "whole", part_rows=PART_ROWS)
    assert contents(out) == contents(tmp_path / "whole")


@pytest.mark.parametrize("name", ["out", "out.parquet"])
def test_a_job_that_filled_the_disk_can_be_resumed(source: Path, tmp_path: Path, name: str) -> None:
    """A limit on the size of files simulates a full disk: small parts fit, a larger file does not."""
    part_rows = 100 if name == "out.parquet" else 10_000
    most = 60_000 if name == "out.parquet" else 20_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    command = shudu_command("bulk", "solve", source, tmp_path / name, "--part-rows", part_rows)
    job = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, preexec_fn=limit, timeout=250)
    assert job.returncode == 1
    assert "no space left" in job.stderr and "same command" in job.stderr and "Traceback" not in job.stderr, job.stderr
    assert not (tmp_path / "out.parquet").exists()
    again = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=250)
    assert again.returncode == 0, again.stderr
    bulk.solve(source, tmp_path / f"whole-{name}", part_rows=part_rows)
    assert list(contents(tmp_path / name).values()) == list(contents(tmp_path / f"whole-{name}").values())


def test_only_the_same_job_is_resumed(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    bulk.solve(source, out)
    assert bulk.solve(source, out).already_finished
    with pytest.raises(bulk.BulkError, match="another job: its limit is 2, now 3"):
        bulk.solve(source, out, limit=3)
    with pytest.raises(bulk.BulkError, match="its list of columns is puzzle,solution,solutions, now puzzle"):
        bulk.solve(source, out, columns="puzzle")
    os.utime(source, ns=(1, 1))
    with pytest.raises(bulk.BulkError, match="the input has changed"):
        bulk.solve(source, out)
    assert not bulk.solve(source, out, overwrite=True).already_finished


def test_a_truncated_part_is_written_again(source: Path, tmp_path: Path) -> None:
    """After a power failure a file may have its name and have lost its end."""
    out = tmp_path / "out"
    bulk.solve(source, out, part_rows=100)
    wanted = contents(out)
    unfinished = tmp_path / "unfinished"

    class Stop(bulk.Watch):
        def advance(self, rows: int) -> None:
            if len(list(unfinished.glob("part-*"))) > 3:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bulk.solve(source, unfinished, part_rows=100, workers=1, watch=Stop())
    first = unfinished / "part-000000.parquet"
    first.write_bytes(first.read_bytes()[:50])
    report = bulk.solve(source, unfinished, part_rows=100)
    assert 0 < report.resumed < 6
    assert contents(unfinished) == wanted
