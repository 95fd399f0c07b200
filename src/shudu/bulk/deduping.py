"""Puzzles that are the same up to symmetry, over any number of rows: the first of each is kept.

Three stages, each of tasks that can be done anywhere and again. *Spread*: the canonical forms of a slice, sorted into
buckets by a hash. *Gather*: a bucket of all slices; which rows came first, and how many there are of each. *Part*: the
slice is read again and its first rows are written. A bucket is small enough to be sorted in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from shudu.bulk.cells import Bad, taken, to_array
from shudu.bulk.columns import needs_rating
from shudu.bulk.compute import compute, with_one_solution
from shudu.bulk.control import Control
from shudu.bulk.forms import WORDS, Words, grouped, hashes, pack
from shudu.bulk.inputs import InputFile
from shudu.bulk.job import Job
from shudu.bulk.manifest import Manifest
from shudu.bulk.reading import Rows, read
from shudu.bulk.run import Crew, Report, Watch, do, finish
from shudu.bulk.slices import Slice, count_rows, slices
from shudu.bulk.tasks import Result, part_writer, place_of, strict_error, write_bad
from shudu.kernel.canonical import canonical_puzzles

_BUCKET: Final = 1 << 20  # forms a bucket is to hold
_ROW: Final = 32  # bits of the number of a row in its part
_RECORD: Final = 2 + WORDS  # words: where it came first, how often, the form


@dataclass(frozen=True, slots=True)
class SpreadTask:
    """The canonical forms of a slice, in buckets."""

    number: int
    piece: Slice
    buckets: int

    @property
    def key(self) -> str:
        """Its name."""
        return f"spread-{self.number:06}"

    @property
    def weight(self) -> int:
        """About how many rows it works on."""
        return self.piece.weight

    def run(self, job: Job, control: Control) -> Result:
        """Writes the forms, each once, bucket after bucket."""
        bad: list[Bad] = []
        found: list[tuple[Words, NDArray[np.int64]]] = []
        rows = 0
        for batch in read(self.piece, job.column):
            words, numbers, wrong = _forms(batch)
            if wrong and job.strict:
                raise strict_error(self.piece, wrong[0])
            bad += wrong
            found.append((words, numbers))
            rows += batch.read
            control.pass_on(batch.read)
        write_bad(job, f"part-{self.number:06}", bad)
        starts = self._write(job, found)
        size = 8 * _RECORD * starts[-1]
        told = {"kept": f"{self.key}.bin", "bytes": size, "starts": starts}
        return {**told, "rows": rows, "bad": len(bad), **place_of(self.piece)}

    def _write(self, job: Job, found: list[tuple[Words, NDArray[np.int64]]]) -> list[int]:
        words = np.concatenate([np.empty((0, WORDS), np.uint64), *(each for each, _ in found)])
        numbers = np.concatenate([np.empty(0, np.int64), *(each for _, each in found)])
        first, copies = grouped(words, np.ones(len(words), np.uint64))
        words, places = words[first], (self.number << _ROW) + numbers[first]
        buckets = (hashes(words) & np.uint64(self.buckets - 1)).astype(np.int64)
        order = np.argsort(buckets, kind="stable")
        records = np.empty((len(order), _RECORD), np.uint64)
        records[:, 0], records[:, 1], records[:, 2:] = places[order], copies[order], words[order]
        job.notes.write(f"{self.key}.bin", records.tobytes())
        starts: list[int] = np.searchsorted(buckets[order], np.arange(self.buckets + 1)).tolist()
        return starts


@dataclass(frozen=True, slots=True)
class GatherTask:
    """One bucket of all slices. `sources` are names of files and the records of each that belong to it."""

    number: int
    parts: int
    sources: tuple[tuple[str, int, int], ...]

    @property
    def key(self) -> str:
        """Its name."""
        return f"gather-{self.number:06}"

    @property
    def weight(self) -> int:
        """How many forms it compares."""
        return sum(end - begin for _, begin, end in self.sources)

    def run(self, job: Job, control: Control) -> Result:
        """Writes which rows came first, and how many there are of each."""
        pieces = [np.empty((0, _RECORD), np.uint64)]
        for name, begin, end in self.sources:
            with job.notes.open(name) as file:
                file.seek(8 * _RECORD * begin)
                data = file.read(8 * _RECORD * (end - begin))
            pieces.append(np.frombuffer(data, np.uint64).reshape(-1, _RECORD))
        records = np.concatenate(pieces)
        first, copies = grouped(np.ascontiguousarray(records[:, 2:]), records[:, 1])
        kept = np.stack([records[first, 0], copies], axis=1)
        control.pass_on(self.weight)
        job.notes.write(f"{self.key}.bin", kept.tobytes())
        bounds = np.arange(self.parts + 1, dtype=np.uint64) << np.uint64(_ROW)
        starts = np.searchsorted(kept[:, 0], bounds).tolist()
        return {"kept": f"{self.key}.bin", "bytes": kept.nbytes, "starts": starts}


@dataclass(frozen=True, slots=True)
class KeepTask:
    """Writes the first rows of a slice. `sources` are names of files and the entries of each that belong to it."""

    number: int
    piece: Slice
    sources: tuple[tuple[str, int, int], ...]
    bad: int

    @property
    def key(self) -> str:
        """Its name."""
        return f"part-{self.number:06}"

    @property
    def weight(self) -> int:
        """About how many rows it works on."""
        return self.piece.weight

    def run(self, job: Job, control: Control) -> Result:
        """Writes the part."""
        kept = self._kept(job)
        rows = written = 0
        with part_writer(job, self.key) as (writer, told):
            for batch in read(self.piece, job.column, job.kept):
                table = _chosen(batch, kept, job)
                writer.write(table)
                rows, written = rows + batch.read, written + len(table)
                control.pass_on(batch.read)
        return {**told, "rows": rows, "written": written, "bad": self.bad, **place_of(self.piece)}

    def _kept(self, job: Job) -> Words:
        pieces = [np.empty((0, 2), np.uint64)]
        for name, begin, end in self.sources:
            with job.notes.open(name) as file:
                file.seek(16 * begin)
                pieces.append(np.frombuffer(file.read(16 * (end - begin)), np.uint64).reshape(-1, 2))
        kept = np.concatenate(pieces)
        kept[:, 0] &= np.uint64((1 << _ROW) - 1)
        return kept[np.argsort(kept[:, 0])]


def dedupe(job: Job, files: tuple[InputFile, ...], crew: Crew, watch: Watch, overwrite: bool = False) -> Report:
    """Keeps the first of all puzzles that are the same up to symmetry."""
    manifest = Manifest(job, files)
    manifest.begin(overwrite)
    if finished := manifest.finished:
        return Report.of(finished)
    rows = sum(map(count_rows, files))
    buckets = 1 << max(0, (rows // _BUCKET).bit_length())
    spread = do(manifest, _spreading(job, files, buckets), crew, watch, rows, "spread-")
    gathered = do(manifest, _gathering(spread, buckets), crew, watch, rows, "gather-")
    do(manifest, _keeping(job, files, spread, gathered), crew, watch, rows)
    return finish(manifest, watch)


def _spreading(job: Job, files: tuple[InputFile, ...], buckets: int) -> Iterator[SpreadTask]:
    for number, piece in enumerate(_pieces(job, files)):
        yield SpreadTask(number, piece, buckets)


def _gathering(spread: list[Result], buckets: int) -> Iterator[GatherTask]:
    for bucket in range(buckets):
        sources = [(each["kept"], each["starts"][bucket], each["starts"][bucket + 1]) for each in spread]
        yield GatherTask(bucket, len(spread), tuple(source for source in sources if source[1] < source[2]))


def _keeping(
    job: Job, files: tuple[InputFile, ...], spread: list[Result], gathered: list[Result]
) -> Iterator[KeepTask]:
    for number, piece in enumerate(_pieces(job, files)):
        sources = [(each["kept"], each["starts"][number], each["starts"][number + 1]) for each in gathered]
        some = tuple(source for source in sources if source[1] < source[2])
        yield KeepTask(number, piece, some, spread[number]["bad"])


def _pieces(job: Job, files: tuple[InputFile, ...]) -> Iterator[Slice]:
    costly = needs_rating(job.wish.columns)
    return (piece for file in files for piece in slices(file, job.part_rows, costly))


def _forms(batch: Rows) -> tuple[Words, NDArray[np.int64], list[Bad]]:
    """The packed canonical forms of a batch, the rows they are of, and the rows that have none."""
    single = with_one_solution(batch.digits)
    forms = canonical_puzzles(single.digits, single.found.solutions).forms
    wrong = batch.bad + [bad._replace(row=int(batch.numbers[bad.row])) for bad in single.bad]
    wrong.sort(key=lambda bad: bad.row)
    return pack(forms), batch.numbers[single.rows], wrong


def _chosen(batch: Rows, kept: Words, job: Job) -> pa.Table:
    """The rows of a batch that are kept."""
    at = np.searchsorted(kept[:, 0], batch.numbers.astype(np.uint64))
    hit = np.flatnonzero(at < len(kept))
    hit = hit[kept[at[hit], 0] == batch.numbers[hit].astype(np.uint64)]
    columns = compute(batch.digits[hit], job.wish).columns
    columns |= {name: taken(values, hit) for name, values in batch.beside.items()}
    columns["copies"] = to_array(kept[at[hit], 1].astype(np.int64), pa.int64())
    return pa.table([columns[name] for name in job.wish.columns], schema=job.schema)
