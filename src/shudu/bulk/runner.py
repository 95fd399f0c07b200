"""Running a job: find what is done, run the remaining tasks, join the parts and report."""

from __future__ import annotations

import csv
import errno
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

from shudu.bulk.errors import BulkError
from shudu.bulk.io.input_files import InputFile, InputFiles, estimate_rows
from shudu.bulk.io.reader import slice_files
from shudu.bulk.io.writer import join_parts
from shudu.bulk.job import JOB, Job, upgrade_description
from shudu.bulk.tasks import JobTask, PartTask, TaskRecord
from shudu.bulk.workers import NextTask, WorkerPool, run_tasks
from shudu.locale.catalogue import Message
from shudu.locale.catalogue import text as translate

_MANIFEST: Final = "manifest.json"
_EXAMPLES: Final = 3  # of names in a note
_BAD_ROWS: Final = "bad-rows.csv"
_DISK_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Watch:
    """Receives the progress of a job. This class ignores it; override methods to show it.

    Attributes:
        language: The language of the notes, `en` or `zh`.
    """

    language = "en"

    def begin(self, stage: str, total: int, done: int) -> None:
        """Begin a stage.

        Args:
            stage: The operation, or `spread` or `gather` for the first stages of `dedupe`.
            total: The approximate number of rows.
            done: How many of them were done before.
        """

    def advance(self, rows: int) -> None:
        """Count rows that are done. Called from any thread.

        Args:
            rows: How many more rows are done.
        """

    def note(self, text: str) -> None:
        """Receive a message for the user.

        Args:
            text: The message.
        """


def note_message(watch: Watch, message: Message) -> None:
    """Note a message in the language of a watch."""
    watch.note(message.render(watch.language))


def report_inputs(inputs: InputFiles, unwritten: Sequence[str], watch: Watch) -> None:
    """Name the files that are ignored or empty, and the columns of the input that are not written."""
    if inputs.ignored:
        more = len(inputs.ignored) - _EXAMPLES
        key = "bulk.notes.ignored-and-more" if more > 0 else "bulk.notes.ignored"
        watch.note(translate(key, watch.language, names=inputs.ignored[:_EXAMPLES], more=more))
    empty = [file.name for file in inputs.files if file.size == 0]
    if empty:
        watch.note(translate("bulk.notes.empty", watch.language, names=empty[:_EXAMPLES]))
    if unwritten:
        watch.note(translate("bulk.notes.unwritten", watch.language, columns=tuple(unwritten)))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a job.

    Attributes:
        out: The address of the output.
        rows: The number of rows read.
        written: The number of rows written.
        bad: The number of bad rows.
        bad_file: The address of the list of bad rows, or None.
        parts: The number of parts.
        resumed: How many of the tasks were done before.
        already_finished: Whether the whole job was done before.
    """

    out: str
    rows: int
    written: int
    bad: int
    bad_file: str | None
    parts: int
    resumed: int
    already_finished: bool = False


class Manifest:
    """The records beside the output of a job: which job it is, and which of its tasks are done.

    Attributes:
        job: The job.
        records: The results of the finished tasks by key.
        resumed: How many tasks were done before.
    """

    def __init__(self, job: Job, files: tuple[InputFile, ...] = ()) -> None:
        self.job = job
        self.records: dict[str, TaskRecord] = {}
        self.resumed = 0
        self._description = job.describe(files)

    def begin(self, overwrite: bool) -> Report | None:
        """Prepare the output, or find what is done of the same job.

        Args:
            overwrite: Whether to discard an earlier output.

        Returns:
            The report, if the job is finished.

        Raises:
            BulkError: If the output belongs to another job, or to no job.
        """
        if overwrite:
            self._discard()
        stored = self.job.records.read_json(JOB)
        if stored is None:
            self._check_unused(overwrite)
            self.job.records.write_json(JOB, {"job": self._description})
        else:
            self._check_same(upgrade_description(stored["job"]))
        self._remove_leftovers()
        self._load_records()
        return self._finished_report()

    def of_stage(self, prefix: str) -> list[TaskRecord]:
        """Return the records whose keys begin with a prefix, in order."""
        return [self.records[key] for key in sorted(self.records) if key.startswith(prefix)]

    def discard_part(self, key: str) -> None:
        """Remove a finished part."""
        self.job.parts.remove(self.records.pop(key)["file"])
        self.job.records.remove(f"{key}.json")

    def finish(self, totals: dict[str, Any]) -> None:
        """Record that the job is finished, and remove the records of its tasks."""
        if self.job.single:
            self.job.parts.clear()
            return
        records = self.job.records
        records.write_json(_MANIFEST, {"job": self._description, **totals})
        for name in records.names() - {JOB, _MANIFEST, _BAD_ROWS}:
            records.remove(name)
        self._remove_leftovers()

    def _finished_report(self) -> Report | None:
        totals = self.job.records.read_json(_MANIFEST)
        if totals is None:
            return None
        fields = {name: totals[name] for name in ("out", "rows", "written", "bad", "bad_file", "parts")}
        return Report(**fields, resumed=totals["parts"], already_finished=True)

    def _remove_leftovers(self) -> None:
        self.job.parts.remove_leftovers()
        self.job.records.remove_leftovers()

    def _load_records(self) -> None:
        """Load the records of tasks whose files exist and have the right size.

        After a power failure a file may have its name and have lost its end.
        """
        records, parts = self.job.records, self.job.parts
        for name in sorted(records.names() - {JOB, _MANIFEST}):
            if not name.endswith(".json"):
                continue
            record = cast(TaskRecord | None, records.read_json(name))
            if record is None or ("file" in record and parts.size(record["file"]) != record["bytes"]):
                continue
            if "kept" in record and records.size(record["kept"]) != record["bytes"]:
                continue
            self.records[record["key"]] = record

    def _check_unused(self, overwrite: bool) -> None:
        """Check that nothing of the user is in the way of the output."""
        folder, name = self.job.home
        if self.job.single and not overwrite and folder.size(name) is not None:
            raise BulkError("bulk.output-exists", out=self.job.out)
        if not self.job.single and (names := self.job.parts.names()):
            raise BulkError("bulk.folder-not-empty", out=self.job.out, names=tuple(sorted(names)[:3]))

    def _discard(self) -> None:
        """Remove an earlier output, if it is that of a bulk job."""
        parts, records = self.job.parts, self.job.records
        if self.job.single:
            parts.clear()
        elif records.read_json(JOB) is not None:
            for name in parts.names():
                if name.startswith("part-"):
                    parts.remove(name)
            records.clear()

    def _check_same(self, other: dict[str, Any]) -> None:
        """Check that the job in the output is this one, and name the first setting that differs."""
        for name, value in self._description.items():
            if other.get(name) == value:
                continue
            if name == "input":
                raise BulkError("bulk.input-changed", out=self.job.out)
            setting = Message(f"bulk.settings.{name}", {})
            old, new = _show_setting(other.get(name)), _show_setting(value)
            raise BulkError("bulk.other-job", out=self.job.out, setting=setting, old=old, new=new)


def _show_setting(value: object) -> object:
    if isinstance(value, dict):
        return " ".join(f"{key}={each}" for key, each in value.items()) or Message("bulk.words.none", {})
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def run_job(
    job: Job, files: tuple[InputFile, ...], pool: WorkerPool, watch: Watch, *, overwrite: bool = False
) -> Report:
    """Compute the columns of all rows of the files.

    Args:
        job: The job.
        files: The input.
        pool: The workers.
        watch: Receives the progress.
        overwrite: Whether to discard an earlier output.
    """
    manifest = Manifest(job, files)
    if report := manifest.begin(overwrite):
        return report
    slices = slice_files(files, job.part_rows, job.computation.needs_rating)
    tasks = (PartTask(number, piece) for number, piece in enumerate(slices))
    run_stage(manifest, tasks, pool, watch, job.operation, sum(map(estimate_rows, files)))
    return finish_job(manifest, watch)


def run_stage(
    manifest: Manifest,
    tasks: Iterable[JobTask] | NextTask,
    pool: WorkerPool,
    watch: Watch,
    stage: str,
    total: int,
    prefix: str = "part-",
) -> list[TaskRecord]:
    """Run the tasks that are not done.

    Args:
        manifest: The manifest, which gets the results.
        tasks: The tasks of the stage, or a function that returns the next one, or None.
        pool: The workers.
        watch: Receives the progress.
        stage: The name of the stage for `watch`.
        total: The approximate number of rows.
        prefix: The beginning of the keys of the tasks.

    Returns:
        The records of all tasks of the stage, in order.
    """
    done = {record["key"]: record for record in manifest.of_stage(prefix)}
    watch.begin(stage, total, sum(record["weight"] for record in done.values()))
    if done:
        watch.note(translate("bulk.notes.resumed", watch.language, n=len(done)))
    manifest.resumed += len(done)
    next_task = tasks if callable(tasks) else partial(next, iter(tasks), None)

    def next_undone() -> JobTask | None:
        while (task := next_task()) is not None and task.key in done:
            pass
        return task

    run_into(manifest, next_undone, pool, watch)
    return manifest.of_stage(prefix)


def run_into(manifest: Manifest, next_task: NextTask, pool: WorkerPool, watch: Watch) -> None:
    """Run tasks and put their records into the manifest."""
    try:
        for record in run_tasks(pool, manifest.job, next_task, watch.advance):
            manifest.records[record["key"]] = record
    except OSError as error:
        raise _explain(error, manifest) from error


def finish_job(manifest: Manifest, watch: Watch) -> Report:
    """Join the parts if the output is one file, collect the bad rows and report."""
    job, parts = manifest.job, manifest.of_stage("part-")
    try:
        bad_file = _collect_problems(job, parts)
        if job.single:
            watch.note(translate("bulk.notes.joining", watch.language))
            folder, name = job.home
            with folder.create(name) as path:
                join_parts(job.parts, [part["file"] for part in parts], path, job.type, job.schema, job.compression)
    except OSError as error:
        raise _explain(error, manifest) from error
    totals: dict[str, Any] = {
        "rows": sum(part["rows"] for part in parts),
        "written": sum(part["written"] for part in parts),
        "bad": sum(part["bad"] for part in parts),
        "out": job.out,
        "bad_file": bad_file,
        "parts": len(parts),
    }
    manifest.finish(totals)
    return Report(**totals, resumed=manifest.resumed)


def _explain(error: OSError, manifest: Manifest) -> Exception:
    """Return an error with advice if the disk is full, else the error itself."""
    if error.errno not in _DISK_FULL:
        return error
    return BulkError("bulk.disk-full", out=manifest.job.out, n=len(manifest.records))


def _collect_problems(job: Job, parts: list[TaskRecord]) -> str | None:
    """Write one list of all bad rows, numbered from 1 in their files, and return its address."""
    if not any(part["bad"] for part in parts):
        return None
    folder, name = job.home if job.single else (job.records, "")
    name = f"{name}.{_BAD_ROWS}" if name else _BAD_ROWS
    with folder.create(name) as path, Path(path).open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(("file", "row", "reason", "text"))
        rows_before: dict[str, int] = {}
        for part in parts:
            first = part["first"] if part["first"] is not None else rows_before.get(part["input"], 0)
            rows_before[part["input"]] = first + part["rows"]
            if part["bad"]:
                text = io.StringIO(job.records.read(f"{part['key']}.bad.csv").decode(), newline="")
                for row, reason, value in csv.reader(text):
                    out.writerow((part["input"], first + int(row) + 1, reason, value))
    return folder / name
