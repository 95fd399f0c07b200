"""Tasks: each makes one part, writes it whole and leaves a note that it is done."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

import shudu
from shudu.bulk.cells import Bad, taken
from shudu.bulk.compute import compute
from shudu.bulk.control import Control
from shudu.bulk.errors import BadRow, BulkError
from shudu.bulk.job import Job
from shudu.bulk.reading import Rows, read
from shudu.bulk.slices import ParquetSlice, Slice, TextPiece, TextRange, unpacked
from shudu.bulk.writing import Writer, writing

Result = dict[str, Any]


class Task(Protocol):
    """A piece of a job that can be done anywhere, any number of times, always with the same result."""

    @property
    def key(self) -> str:
        """Its name, which is that of its note."""

    @property
    def weight(self) -> int:
        """About how many rows it works on."""

    def run(self, job: Job, control: Control) -> Result:
        """Does it and tells what came out; a `file` among it is one that appeared, of so many `bytes`."""


Take = Callable[[], Task | None]  # the next task to begin; None if there is none, or none for now


def perform(job: Job, task: Task, control: Control | None = None) -> Result:
    """Does a task and leaves the note."""
    if job.version != shudu.__version__:
        raise BulkError(
            f"this worker has shudu {shudu.__version__}, the job was made by {job.version}; install the same"
        )
    result = {"key": task.key, "weight": task.weight, **task.run(job, control or Control())}
    job.notes.write_json(f"{task.key}.json", result)
    return result


@dataclass(frozen=True, slots=True)
class PartTask:
    """Reads a slice, works out the columns and writes them."""

    number: int
    piece: Slice

    @property
    def key(self) -> str:
        """Its name."""
        return f"part-{self.number:06}"

    @property
    def weight(self) -> int:
        """About how many rows it works on."""
        return self.piece.weight

    def run(self, job: Job, control: Control) -> Result:
        """Writes the part and the bad rows of it."""
        rows = written = 0
        bad: list[Bad] = []
        with part_writer(job, self.key) as (writer, told):
            for batch in read(self.piece, job.column, job.kept):
                table, wrong = worked_out(batch, job)
                if wrong and job.strict:
                    raise strict_error(self.piece, wrong[0])
                bad += wrong
                writer.write(table)
                rows, written = rows + batch.read, written + len(table)
                control.pass_on(batch.read)
        write_bad(job, self.key, bad)
        return {**told, "rows": rows, "written": written, "bad": len(bad), **place_of(self.piece)}


@contextmanager
def part_writer(job: Job, key: str) -> Iterator[tuple[Writer, Result]]:
    """Where a part is written to, and what is told of it afterwards."""
    told: Result = {}
    name = f"{key}{job.kind.suffix}"
    with job.parts.writing(name) as path:
        with writing(path, job.kind, job.schema, job.compression, heading=not job.single) as writer:
            yield writer, told
        told |= {"file": name, "bytes": Path(path).stat().st_size}


def worked_out(batch: Rows, job: Job) -> tuple[pa.Table, list[Bad]]:
    """The table of a batch, and the rows that are not in it."""
    found = compute(batch.digits, job.wish)
    beside = batch.beside
    if len(found.rows) < len(batch.digits):
        beside = {name: taken(values, found.rows) for name, values in beside.items()}
    columns = {**found.columns, **beside}
    wrong = batch.bad + [bad._replace(row=int(batch.numbers[bad.row])) for bad in found.bad]
    wrong.sort(key=lambda bad: bad.row)
    return pa.table([columns[name] for name in job.wish.columns], schema=job.schema), wrong


def write_bad(job: Job, key: str, bad: list[Bad]) -> None:
    """Keeps the bad rows of a part, numbered from 0 in it."""
    if not bad:
        return
    with job.notes.writing(f"{key}.bad.csv") as path, Path(path).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(bad)


def place_of(piece: Slice) -> Result:
    """Which file a slice is of, and the number of its first row where that is known."""
    return {"input": piece.file.name, "first": piece.first if isinstance(piece, ParquetSlice) else None}


def strict_error(piece: Slice, bad: Bad) -> BadRow:
    """What ends a strict job."""
    row = bad.row + 1 + (piece.first if isinstance(piece, ParquetSlice) else _rows_before(piece))
    return BadRow(f"{piece.file.path}: row {row}: {bad.reason}")


def _rows_before(piece: TextRange | TextPiece) -> int:
    """How many rows of a text stand before a slice; counted only when one of them is to be named."""
    with unpacked(piece.file) as text:
        head = text.read(piece.begin)
        if head and not head.endswith(b"\n"):
            head += text.readline()
    return head.count(b"\n") - (piece.file.kind.name == "csv")
