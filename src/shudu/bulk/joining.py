"""Many parts to one file, by copying bytes: nothing is decoded again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

import pyarrow as pa

from shudu.bulk.footer import MAGIC, Footers, split
from shudu.bulk.job import Job
from shudu.bulk.places import Place, place
from shudu.bulk.writing import heading_of, packed, writing

_COPY: Final = 1 << 22


def join(job: Job, names: Sequence[str]) -> None:
    """Makes the output file of a job from its parts; it appears when it is whole."""
    folder, _, name = job.out.rpartition("/")
    with place(folder).writing(name) as path:
        if not names:
            with writing(path, job.kind, job.schema, job.compression):
                pass
        elif job.kind.name == "parquet":
            _join_parquet(job.parts, names, path)
        else:
            _join_text(job, names, path)


def _join_text(job: Job, names: Sequence[str], path: str) -> None:
    """Packed files may follow each other: together they are one."""
    if job.kind.name == "csv":
        with pa.OSFile(path, "wb") as raw, packed(raw, job.kind.packing) as stream:
            stream.write(heading_of(job.schema))
    with Path(path).open("ab") as out:
        for name in names:
            with job.parts.open(name) as part:
                shutil.copyfileobj(part, out, _COPY)


def _join_parquet(parts: Place, names: Sequence[str], path: str) -> None:
    footers = Footers()
    with Path(path).open("wb") as out:
        out.write(MAGIC)
        for name in names:
            with parts.open(name) as part:
                _append(part, out, footers)
        footer = footers.joined()
        out.write(footer + len(footer).to_bytes(4, "little") + MAGIC)


def _append(part: IO[bytes], out: IO[bytes], footers: Footers) -> None:
    size = part.seek(0, 2)
    part.seek(size - 8)
    length = split(part.read(8))
    part.seek(size - 8 - length)
    footers.add(part.read(length), out.tell() - len(MAGIC))
    part.seek(len(MAGIC))
    left = size - 8 - length - len(MAGIC)
    while left:
        data = part.read(min(_COPY, left))
        out.write(data)
        left -= len(data)
