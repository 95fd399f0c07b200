"""Tasks: each writes one part of a job completely and records that it is done.

A task can run anywhere and any number of times, always with the same result.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Protocol, TypedDict

import pyarrow as pa

import shudu
from shudu.bulk.compute import compute_columns
from shudu.bulk.errors import BadRow, BulkError, TaskStopped
from shudu.bulk.io.arrow_columns import RowProblem, take_rows
from shudu.bulk.io.reader import ParquetSlice, RowBatch, Slice, count_rows_before, read_slice, renumber
from shudu.bulk.io.writer import TableWriter, open_writer
from shudu.bulk.job import Job


class TaskRecord(TypedDict, total=False):
    """The result of a task, as it is stored beside the parts in JSON.

    Every record has `key` and `weight`. Parts have a `file` and its size in `bytes`, `rows` (read), `written`, `bad`,
    `input` (the name of the file) and `first` (the number of the first row in it, None if unknown). The stages of
    `dedupe` have `kept`, a file beside the record, its size in `bytes`, and `starts`, offsets of records in it.
    """

    key: str
    weight: int
    file: str
    kept: str
    bytes: int
    starts: list[int]
    rows: int
    written: int
    bad: int
    input: str
    first: int | None


class TaskControl:
    """Stops tasks and receives their progress. Tasks in other processes get one that does neither."""

    def __init__(self, advance: Callable[[int], None] = lambda rows: None) -> None:
        self._stopped = Event()
        self._advance = advance

    def stop(self) -> None:
        """Make every task with this control stop soon and drop its part."""
        self._stopped.set()

    def advance(self, rows: int) -> None:
        """Report that more rows are done.

        Raises:
            TaskStopped: If the job has ended.
        """
        if self._stopped.is_set():
            raise TaskStopped
        if rows:
            self._advance(rows)


class JobTask(Protocol):
    """A piece of a job."""

    @property
    def key(self) -> str:
        """The name of the task and of its record."""

    @property
    def weight(self) -> int:
        """The approximate number of rows."""

    def run(self, job: Job, control: TaskControl) -> TaskRecord:
        """Write the files of the task and describe them."""


def run_task(job: Job, task: JobTask, control: TaskControl | None = None) -> TaskRecord:
    """Run a task and store its record. Workers call this.

    Raises:
        BulkError: If the worker has another version of shudu than the command that started the job.
    """
    if job.version != shudu.__version__:
        raise BulkError("bulk.other-version", worker=shudu.__version__, job=job.version)
    record: TaskRecord = {"key": task.key, "weight": task.weight}
    record |= task.run(job, control or TaskControl())
    job.records.write_json(f"{task.key}.json", record)
    return record


@dataclass(frozen=True, slots=True)
class PartTask:
    """Read a slice, compute the columns and write them."""

    number: int
    piece: Slice

    @property
    def key(self) -> str:
        """The name of the part."""
        return part_key(self.number)

    @property
    def weight(self) -> int:
        """The approximate number of rows."""
        return self.piece.estimated_rows

    def run(self, job: Job, control: TaskControl) -> TaskRecord:
        """Write the part and the list of its bad rows."""
        rows = written = 0
        problems: list[RowProblem] = []
        with open_part(job, self.key) as (writer, record):
            for batch in read_slice(self.piece, job.puzzle_column, job.extra_names):
                table, rejected = _compute_table(batch, job)
                check_strict(job, self.piece, rejected)
                problems += rejected
                writer.write(table)
                rows, written = rows + batch.read, written + len(table)
                control.advance(batch.read)
        write_problems(job, self.key, problems)
        return record | {"rows": rows, "written": written, "bad": len(problems)} | origin_of(self.piece)


def part_key(number: int) -> str:
    """Return the name of a part.

    >>> part_key(7)
    'part-000007'
    """
    return f"part-{number:06}"


@contextmanager
def open_part(job: Job, key: str) -> Iterator[tuple[TableWriter, TaskRecord]]:
    """Open the file of a part. The record names it and has its size when the block has ended."""
    record: TaskRecord = {}
    name = f"{key}{job.type.suffix}"
    quoted = job.type.layout == "csv" and bool(job.extra)  # ours never need quotes
    with job.parts.create(name) as path:
        with open_writer(
            path, job.type, job.schema, compression=job.compression, header=not job.single, quoted=quoted
        ) as writer:
            yield writer, record
        record |= {"file": name, "bytes": Path(path).stat().st_size}


def merge_problems(batch: RowBatch, problems: list[RowProblem]) -> list[RowProblem]:
    """Return the problems of reading a batch and those of its valid rows, in the order of the rows."""
    return sorted(batch.problems + renumber(problems, batch.numbers), key=lambda problem: problem.row)


def check_strict(job: Job, piece: Slice, problems: list[RowProblem]) -> None:
    """Check that there are no problems, if the job is strict.

    Raises:
        BadRow: If there is one.
    """
    if problems and job.strict:
        row = count_rows_before(piece) + problems[0].row + 1
        raise BadRow("bulk.bad-row-in-file", path=piece.file.path, row=row, reason=problems[0].reason)


def write_problems(job: Job, key: str, problems: list[RowProblem]) -> None:
    """Store the bad rows of a part, numbered from 0 in it."""
    if not problems:
        return
    with job.records.create(f"{key}.bad.csv") as path, Path(path).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(problems)


def origin_of(piece: Slice) -> TaskRecord:
    """Return the file of a slice, and the number of its first row if known."""
    return {"input": piece.file.name, "first": piece.first if isinstance(piece, ParquetSlice) else None}


def _compute_table(batch: RowBatch, job: Job) -> tuple[pa.Table, list[RowProblem]]:
    """Return the table of a batch, and the rows that are not in it."""
    computed = compute_columns(batch.digits, job.computation)
    extra = batch.extra
    if len(computed.rows) < len(batch.digits):
        extra = {name: take_rows(values, computed.rows) for name, values in extra.items()}
    columns = {**computed.columns, **extra}
    table = pa.table([columns[name] for name in job.computation.columns], schema=job.schema)
    return table, merge_problems(batch, computed.problems)
