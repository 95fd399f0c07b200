"""Puzzles that are the same up to symmetry, among any number of rows: the first of each is kept.

There are three stages. *Spread* computes the canonical forms of a slice and sorts them into buckets by hash. *Gather*
compares the forms of one bucket of all slices, finds the first row of each form and counts its copies. *Keep* reads
the slice again and writes its first rows. A bucket is small enough to be sorted in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from shudu.bulk.compute import compute_columns, find_unique
from shudu.bulk.io.arrow_columns import Digits, RowProblem, arrow_numbers, take_rows
from shudu.bulk.io.input_files import InputFile, estimate_rows
from shudu.bulk.io.reader import RowBatch, Slice, read_slice, slice_files
from shudu.bulk.io.storage import Folder
from shudu.bulk.job import Job
from shudu.bulk.runner import Manifest, Report, Watch, finish_job, run_stage
from shudu.bulk.tasks import (
    TaskControl,
    TaskRecord,
    check_strict,
    merge_problems,
    open_part,
    origin_of,
    part_key,
    write_problems,
)
from shudu.bulk.workers import WorkerPool
from shudu.kernel.grids import canonical_puzzles

Words = NDArray[np.uint64]
FORM_WORDS: Final = 6  # 64-bit words of a packed form
_BUCKET: Final = 1 << 20  # forms per bucket
_ROW_BITS: Final = 32  # a row is identified by the number of its part and its number in the part
_RECORD_WORDS: Final = 2 + FORM_WORDS  # first row, copies, form
_MULTIPLIERS: Final = np.array(
    [
        0x9E3779B97F4A7C15,
        0xBF58476D1CE4E5B9,
        0x94D049BB133111EB,
        0xD6E8FEB86659FD93,
        0xA0761D6478BD642F,
        0xE7037ED1A0B428DB,
    ],
    np.uint64,
)

Span = tuple[str, int, int]  # the name of a file, and the range of its records


class FormGroups(NamedTuple):
    """The first row of each form and the number of its copies, in the order of the first rows."""

    first: NDArray[np.int64]
    copies: Words


def pack_forms(forms: Digits) -> Words:
    """Pack canonical forms into six words each, four bits per digit, so that they can be compared as numbers."""
    padded = np.zeros((len(forms), 16 * FORM_WORDS), np.uint8)
    padded[:, :81] = forms
    pairs: Digits = padded[:, ::2] | padded[:, 1::2] << np.uint8(4)
    return pairs.view(np.uint64)


def hash_forms(words: Words) -> Words:
    """Return a hash of each packed form."""
    mixed = words ^ (words >> np.uint64(29))
    total: Words = (mixed * _MULTIPLIERS).sum(axis=1, dtype=np.uint64)
    total ^= total >> np.uint64(32)
    total *= _MULTIPLIERS[0]
    return total ^ (total >> np.uint64(29))


def group_forms(words: Words, copies: Words) -> FormGroups:
    """Group equal forms and add up their copies.

    Forms are sorted by hash, which is fast. If different forms share a hash, they are sorted by all words instead.
    """
    if not len(words):
        return FormGroups(np.empty(0, np.int64), np.empty(0, np.uint64))
    keys = hash_forms(words)
    order = np.argsort(keys, kind="stable")
    new = np.concatenate([[True], np.diff(keys[order]) != 0])
    if not _is_grouped(words[order], new):
        order = np.lexsort(words.T[::-1])
        new = np.concatenate([[True], (words[order][1:] != words[order][:-1]).any(axis=1)])
    starts = np.flatnonzero(new)
    first, total = order[starts], np.add.reduceat(copies[order], starts)
    by_row = np.argsort(first)
    return FormGroups(first[by_row], total[by_row])


def _is_grouped(words: Words, new: NDArray[np.bool_]) -> bool:
    """Return whether every form that does not begin a group equals the one before it."""
    same = np.flatnonzero(~new)
    return bool((words[same] == words[same - 1]).all())


@dataclass(frozen=True, slots=True)
class SpreadTask:
    """Write the canonical forms of a slice, bucket by bucket."""

    number: int
    piece: Slice
    buckets: int

    @property
    def key(self) -> str:
        """The name of the task."""
        return f"spread-{self.number:06}"

    @property
    def weight(self) -> int:
        """The approximate number of rows."""
        return self.piece.estimated_rows

    def run(self, job: Job, control: TaskControl) -> TaskRecord:
        """Write each form once, and the list of bad rows of the later part."""
        problems: list[RowProblem] = []
        words, numbers = [np.empty((0, FORM_WORDS), np.uint64)], [np.empty(0, np.int64)]
        rows = 0
        for batch in read_slice(self.piece, job.puzzle_column):
            unique = find_unique(batch.digits)
            rejected = merge_problems(batch, unique.problems)
            check_strict(job, self.piece, rejected)
            problems += rejected
            words.append(pack_forms(canonical_puzzles(unique.digits, unique.solved.solutions).forms))
            numbers.append(batch.numbers[unique.rows])
            rows += batch.read
            control.advance(batch.read)
        write_problems(job, part_key(self.number), problems)
        starts = self._write(job.records, np.concatenate(words), np.concatenate(numbers))
        record: TaskRecord = {"kept": f"{self.key}.bin", "bytes": 8 * _RECORD_WORDS * starts[-1], "starts": starts}
        return record | {"rows": rows, "bad": len(problems)} | origin_of(self.piece)

    def _write(self, folder: Folder, words: Words, numbers: NDArray[np.int64]) -> list[int]:
        """Write records sorted by bucket, and return where each bucket starts."""
        first, copies = group_forms(words, np.ones(len(words), np.uint64))
        words, rows = words[first], (self.number << _ROW_BITS) + numbers[first]
        buckets = (hash_forms(words) & np.uint64(self.buckets - 1)).astype(np.int64)
        order = np.argsort(buckets, kind="stable")
        records = np.empty((len(order), _RECORD_WORDS), np.uint64)
        records[:, 0], records[:, 1], records[:, 2:] = rows[order], copies[order], words[order]
        folder.write(f"{self.key}.bin", records.tobytes())
        starts: list[int] = np.searchsorted(buckets[order], np.arange(self.buckets + 1)).tolist()
        return starts


@dataclass(frozen=True, slots=True)
class GatherTask:
    """Group the forms of one bucket of all slices."""

    number: int
    parts: int
    sources: tuple[Span, ...]

    @property
    def key(self) -> str:
        """The name of the task."""
        return f"gather-{self.number:06}"

    @property
    def weight(self) -> int:
        """The number of forms."""
        return sum(end - begin for _, begin, end in self.sources)

    def run(self, job: Job, control: TaskControl) -> TaskRecord:
        """Write the first row of each form and the number of its copies, sorted by row."""
        records = _read_spans(job.records, self.sources, _RECORD_WORDS)
        first, copies = group_forms(np.ascontiguousarray(records[:, 2:]), records[:, 1])
        kept = np.stack([records[first, 0], copies], axis=1)
        control.advance(self.weight)
        job.records.write(f"{self.key}.bin", kept.tobytes())
        bounds = np.arange(self.parts + 1, dtype=np.uint64) << np.uint64(_ROW_BITS)
        starts = np.searchsorted(kept[:, 0], bounds).tolist()
        return {"kept": f"{self.key}.bin", "bytes": kept.nbytes, "starts": starts}


@dataclass(frozen=True, slots=True)
class KeepTask:
    """Write the first rows of a slice."""

    number: int
    piece: Slice
    sources: tuple[Span, ...]
    bad: int

    @property
    def key(self) -> str:
        """The name of the part."""
        return part_key(self.number)

    @property
    def weight(self) -> int:
        """The approximate number of rows."""
        return self.piece.estimated_rows

    def run(self, job: Job, control: TaskControl) -> TaskRecord:
        """Write the part."""
        kept = _read_spans(job.records, self.sources, 2)
        kept[:, 0] &= np.uint64((1 << _ROW_BITS) - 1)
        kept = kept[np.argsort(kept[:, 0])]
        rows = written = 0
        with open_part(job, self.key) as (writer, record):
            for batch in read_slice(self.piece, job.puzzle_column, job.extra_names):
                table = _select_rows(batch, kept, job)
                writer.write(table)
                rows, written = rows + batch.read, written + len(table)
                control.advance(batch.read)
        return record | {"rows": rows, "written": written, "bad": self.bad} | origin_of(self.piece)


def dedupe_files(
    job: Job, files: tuple[InputFile, ...], pool: WorkerPool, watch: Watch, *, overwrite: bool = False
) -> Report:
    """Keep the first of all puzzles that are the same up to symmetry.

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
    rows = sum(map(estimate_rows, files))
    buckets = 1 << max(0, (rows // _BUCKET).bit_length())
    spread_tasks = (SpreadTask(number, piece, buckets) for number, piece in enumerate(_slices(job, files)))
    spread = run_stage(manifest, spread_tasks, pool, watch, "spread", rows, "spread-")
    gather_tasks = (GatherTask(bucket, len(spread), _spans(spread, bucket)) for bucket in range(buckets))
    gathered = run_stage(manifest, gather_tasks, pool, watch, "gather", rows, "gather-")
    keep_tasks = (
        KeepTask(number, piece, _spans(gathered, number), spread[number]["bad"])
        for number, piece in enumerate(_slices(job, files))
    )
    run_stage(manifest, keep_tasks, pool, watch, job.operation, rows)
    return finish_job(manifest, watch)


def _slices(job: Job, files: tuple[InputFile, ...]) -> Iterator[Slice]:
    return slice_files(files, job.part_rows, job.computation.needs_rating)


def _spans(records: list[TaskRecord], number: int) -> tuple[Span, ...]:
    """Return the spans of one bucket or part in the files of a stage, without empty ones."""
    spans = ((record["kept"], record["starts"][number], record["starts"][number + 1]) for record in records)
    return tuple(span for span in spans if span[1] < span[2])


def _read_spans(folder: Folder, spans: tuple[Span, ...], words: int) -> Words:
    """Read records of `words` words each."""
    pieces = [np.empty((0, words), np.uint64)]
    for name, begin, end in spans:
        with folder.open(name) as file:
            file.seek(8 * words * begin)
            data = file.read(8 * words * (end - begin))
        pieces.append(np.frombuffer(data, np.uint64).reshape(-1, words))
    return np.concatenate(pieces)


def _select_rows(batch: RowBatch, kept: Words, job: Job) -> pa.Table:
    """Return the table of the rows of a batch that are kept."""
    numbers = batch.numbers.astype(np.uint64)
    at = np.searchsorted(kept[:, 0], numbers)
    rows = np.flatnonzero(at < len(kept))
    rows = rows[kept[at[rows], 0] == numbers[rows]]
    columns = compute_columns(batch.digits[rows], job.computation).columns
    columns |= {name: take_rows(values, rows) for name, values in batch.extra.items()}
    columns["copies"] = arrow_numbers(kept[at[rows], 1].astype(np.int64), pa.int64())
    return pa.table([columns[name] for name in job.computation.columns], schema=job.schema)
