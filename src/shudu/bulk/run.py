"""A job from beginning to end: plan, do what is not done, put together, report."""

from __future__ import annotations

import csv
import errno
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from shudu.bulk.columns import needs_rating
from shudu.bulk.errors import BulkError
from shudu.bulk.inputs import InputFile
from shudu.bulk.job import Job
from shudu.bulk.joining import join
from shudu.bulk.local import Processes, Tell, Threads
from shudu.bulk.manifest import Manifest
from shudu.bulk.places import place
from shudu.bulk.slices import count_rows, slices
from shudu.bulk.tasks import PartTask, Result, Take, Task

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DOING: Final = {"spread-": "canonical forms", "gather-": "comparing"}
_LEAST, _MOST, _SHARES = 1 << 13, 1 << 18, 16  # rows of a part; parts of a job that is small
_LEAST_RATED, _MOST_RATED, _SHARES_RATED = 1 << 5, 1 << 12, 64


class Crew(Protocol):
    """Those who do tasks."""

    def work(self, job: Job, take: Take, tell: Tell) -> Iterator[tuple[Task, Result]]:
        """Does the tasks and passes on what each told, in the order they finish."""


class Watch:
    """Hears how a job goes; this one says nothing."""

    def begin(self, doing: str, total: int, done: int) -> None:
        """What is being done has about so many rows, of which so many were done before."""

    def advance(self, rows: int) -> None:
        """About so many rows are done."""

    def note(self, text: str) -> None:
        """Something a person should know."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a job did: rows read, written and bad; parts, and how many of them were done before."""

    out: str
    rows: int
    written: int
    bad: int
    bad_file: str | None
    parts: int
    resumed: int
    already_finished: bool = False

    @classmethod
    def of(cls, totals: dict[str, Any]) -> Report:
        """The report of a job that was finished before."""
        told = {name: totals[name] for name in ("out", "rows", "written", "bad", "bad_file", "parts")}
        return cls(**told, resumed=totals["parts"], already_finished=True)


def run(job: Job, files: tuple[InputFile, ...], crew: Crew, watch: Watch, overwrite: bool = False) -> Report:
    """Works on all rows of the files."""
    manifest = Manifest(job, files)
    manifest.begin(overwrite)
    if finished := manifest.finished:
        return Report.of(finished)
    rows = sum(map(count_rows, files))
    do(manifest, part_tasks(files, job.part_rows, needs_rating(job.wish.columns)), crew, watch, rows)
    return finish(manifest, watch)


def rows_of_a_part(rows: int, costly: bool) -> int:
    """Large parts for large jobs, but many enough for all workers; it follows from the input alone."""
    least, most, shares = (_LEAST_RATED, _MOST_RATED, _SHARES_RATED) if costly else (_LEAST, _MOST, _SHARES)
    return min(most, max(least, -(-rows // shares)))


def part_tasks(files: tuple[InputFile, ...], rows: int, costly: bool) -> Iterator[PartTask]:
    """The parts of a job, one slice each."""
    number = 0
    for file in files:
        for piece in slices(file, rows, costly):
            yield PartTask(number, piece)
            number += 1


def crew_for(job: Job, workers: int | None) -> Crew:
    """Threads, or processes where Python does the work."""
    return (
        Processes(workers) if needs_rating(job.wish.columns) or dict(job.made).get("by") == "rows" else Threads(workers)
    )


def do(
    manifest: Manifest, tasks: Iterable[Task] | Take, crew: Crew, watch: Watch, total: int, prefix: str = "part-"
) -> list[Result]:
    """Does the tasks that are not done; what all of them told, in their order. Their names begin with the prefix."""
    done = {key: result for key, result in manifest.results.items() if key.startswith(prefix)}
    watch.begin(_DOING.get(prefix, manifest.job.operation), total, sum(result["weight"] for result in done.values()))
    if done:
        watch.note(f"going on: {len(done):,} parts were done before")
    manifest.resumed += len(done)
    take = tasks if callable(tasks) else partial(next, iter(tasks), None)

    def todo() -> Task | None:
        while (task := take()) is not None and task.key in done:
            pass
        return task

    try:
        for task, result in crew.work(manifest.job, todo, watch.advance):
            manifest.results[task.key] = result
    except OSError as error:
        raise told(error, manifest) from error
    return [manifest.results[key] for key in sorted(manifest.results) if key.startswith(prefix)]


def finish(manifest: Manifest, watch: Watch) -> Report:
    """Puts the parts together and reports."""
    job, results = manifest.job, manifest.results
    parts = [results[key] for key in sorted(results) if key.startswith("part-")]
    try:
        bad_file = _gather_bad(job, parts)
        if job.single:
            watch.note("putting the parts together")
            join(job, [part["file"] for part in parts])
    except OSError as error:
        raise told(error, manifest) from error
    totals = {name: sum(part[name] for part in parts) for name in ("rows", "written", "bad")}
    totals |= {"out": job.out, "bad_file": bad_file, "parts": len(parts)}
    if job.single:
        job.parts.clear()
    else:
        manifest.end(totals)
    return Report(**totals, resumed=manifest.resumed)


def told(error: OSError, manifest: Manifest) -> Exception:
    """A full disk in words; anything else as it is."""
    if error.errno not in _FULL:
        return error
    kept = len(manifest.results)
    return BulkError(
        f"no space left for {manifest.job.out}: {kept:,} parts are done and kept; "
        "make room and give the same command again, it goes on from there"
    )


def _gather_bad(job: Job, parts: list[Result]) -> str | None:
    """One file of all bad rows, with the file each is from and its number there."""
    if not any(part["bad"] for part in parts):
        return None
    if job.single:
        folder, _, name = job.out.rpartition("/")
        home, name = place(folder), f"{name}.bad-rows.csv"
    else:
        home, name = job.notes, "bad-rows.csv"
    with home.writing(name) as path, Path(path).open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(("file", "row", "reason", "text"))
        before: dict[str, int] = {}
        for part in parts:
            first = part["first"] if part["first"] is not None else before.get(part["input"], 0)
            before[part["input"]] = first + part["rows"]
            if part["bad"]:
                text = io.StringIO(job.notes.read(f"{part['key']}.bad.csv").decode(), newline="")
                for row, reason, value in csv.reader(text):
                    out.writerow((part["input"], first + int(row) + 1, reason, value))
    return home / name
