"""From what a person asks for to a job, checked before anything is written."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path as LocalPath
from typing import Any

import pyarrow as pa

from shudu.bulk import making
from shudu.bulk.columns import TYPES, chosen, needs_rating
from shudu.bulk.compute import Wish
from shudu.bulk.errors import BulkError
from shudu.bulk.inputs import Found, InputFile, find_inputs
from shudu.bulk.job import Job
from shudu.bulk.kinds import Kind, kind_of_name
from shudu.bulk.places import absolute, is_remote
from shudu.bulk.reading import check_column, columns_of
from shudu.bulk.run import rows_of_a_part
from shudu.bulk.slices import count_rows
from shudu.bulk.writing import COMPRESSIONS
from shudu.core.randomness import check_seed
from shudu.logic.rating.rate import PROFILES
from shudu.puzzles.api import generate_stream, source_of
from shudu.puzzles.demand import Wish as Target

Path = str | os.PathLike[str]


def plan(
    operation: str,
    source: Path,
    out: Path,
    *,
    columns: str | Sequence[str] | None = None,
    column: str = "puzzle",
    limit: int = 2,
    profile: str = "hodoku",
    format: str = "parquet",
    compression: str = "none",
    strict: bool = False,
    part_rows: int | None = None,
) -> tuple[Job, Found]:
    """A job on files, and the files."""
    if limit < 1:
        raise BulkError(f"the limit is {limit}; it must be 1 or more")
    if profile not in PROFILES:
        raise BulkError(f"{profile!r} is not a profile; there is {', '.join(PROFILES)}")
    found = find_inputs(source)
    types = _types(found.files, column)
    names = chosen(columns, operation, types)
    beside = tuple((name, types[name]) for name in names if name not in TYPES)
    rows = sum(map(count_rows, found.files))
    address, single, kind = _output(out, format)
    _refuse_overlap(absolute(source), address)
    _check_sizes(compression, part_rows)
    size = part_rows or rows_of_a_part(rows, needs_rating(names))
    wish = Wish(names, limit, profile)
    return Job(operation, address, single, kind, wish, column, beside, compression, size, strict), found


def plan_making(
    n: int,
    out: Path,
    *,
    seed: int | None = None,
    columns: str | Sequence[str] | None = None,
    profile: str = "hodoku",
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    **wish: Any,
) -> Job:
    """A job that makes puzzles."""
    if n < 0:
        raise BulkError(f"{n} puzzles; it must be 0 or more")
    asked = {name: value for name, value in wish.items() if value not in (None, False)}
    way = making.way_of(asked)
    _check_wish(way, asked)
    names = chosen(columns, "generate")
    address, single, kind = _output(out, format)
    _check_sizes(compression, part_rows)
    made = {"by": way, "seed": check_seed(seed), "n": n, **asked}
    size = part_rows or making.rows_of_a_part(n, asked, needs_rating(names))
    return Job(
        *("generate", address, single, kind, Wish(names, profile=profile)),
        compression=compression,
        part_rows=size,
        made=tuple(sorted(made.items())),
    )


def _check_wish(way: str, wish: dict[str, Any]) -> None:
    """Raises what the library would raise, before any folder is made."""
    if way == "attempts":
        source_of(0, **wish)
    elif way == "parts":
        generate_stream(0, **wish)
    else:
        Target.parse(wish.get("level"), wish.get("needs"))


def _types(files: tuple[InputFile, ...], column: str) -> dict[str, pa.DataType]:
    """The columns all files have, with their types. Raises BulkError if a file has no puzzles."""
    shared: dict[str, pa.DataType] | None = None
    empty = [file for file in files if file.size == 0 and file.kind.name != "parquet"]
    if len(empty) == len(files):
        raise BulkError(f"{files[0].path} is empty; one puzzle a line is expected")
    for file in files:
        if file in empty:
            continue
        have = columns_of(file)
        check_column(file, have, column)
        if shared is None:
            shared = have
        shared = {name: kind for name, kind in shared.items() if have.get(name) == kind}
    return shared or {}


def _output(out: Path, format: str) -> tuple[str, bool, Kind]:
    """Where the output goes, whether it is one file, and of which kind."""
    address = absolute(out)
    kind = kind_of_name(address)
    is_folder = address.endswith("/") or (not is_remote(address) and LocalPath(address).is_dir())
    if kind is not None and not is_folder:
        return address, True, kind
    known = kind_of_name(f"x.{format}") or kind_of_name(f"x.{format.replace('line', 'txt')}")
    if known is None:
        raise BulkError(f"{format!r} is not a format; there are parquet, csv, line, csv.gz, csv.zst, line.gz, line.zst")
    return address.rstrip("/"), False, known


def _refuse_overlap(source: str, out: str) -> None:
    source, out = source.rstrip("/"), out.rstrip("/")
    if out == source or out.startswith(source + "/"):
        raise BulkError(f"the output {out} is in the input {source}; name a place outside of it")


def _check_sizes(compression: str, part_rows: int | None) -> None:
    if compression not in COMPRESSIONS:
        raise BulkError(f"{compression!r} is not a compression; there are {', '.join(COMPRESSIONS)}")
    if part_rows is not None and part_rows < 1:
        raise BulkError(f"{part_rows} rows a part; it must be 1 or more")
