"""A job: everything that decides its output, checked before anything is written, and nothing about its workers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path as LocalPath
from pathlib import PurePosixPath
from typing import Any, Final

import pyarrow as pa

import shudu
from shudu.bulk.compute import (
    COLUMN_TYPES,
    Computation,
    find_profile,
    kept_columns,
    select_columns,
)
from shudu.bulk.errors import BulkError
from shudu.bulk.io import FileType, type_of_format, type_of_name
from shudu.bulk.io.input_files import (
    InputFile,
    InputFiles,
    estimate_rows,
    find_inputs,
    find_puzzle_column,
    shared_column_types,
)
from shudu.bulk.io.storage import Folder, absolute_address, is_remote, open_folder, split_address
from shudu.bulk.io.writer import COMPRESSIONS
from shudu.core.arguments import check_int
from shudu.core.errors import quote
from shudu.puzzles.spec import PuzzleSpec

Path = str | os.PathLike[str]
Columns = str | Sequence[str] | None

# The version that last changed the rows of any job. Later versions resume its unfinished jobs.
_RESULTS_VERSION: Final = "0.1.0"
_NO_DEMANDS: Final = PuzzleSpec()
_FORMER_BANDS: Final = {"easy": "38-45", "medium": "28-37", "hard": "22-27"}  # difficulties of version 0.1.0
RECORDS: Final = "_shudu"  # readers of tables skip names that begin with an underscore
JOB: Final = "job.json"  # in that folder: what the job is
_UNFINISHED: Final = ".unfinished"
_SIZES: Final = (1 << 13, 1 << 18, 16)  # rows of a part, at least and at most; parts of a small job
_SLOW_SIZES: Final = (1 << 5, 1 << 12, 64)


@dataclass(frozen=True, slots=True)
class Generation:
    """Puzzles to generate.

    Attributes:
        n: The number of puzzles.
        seed: The random seed.
        spec: What the puzzles must be like.
    """

    n: int
    seed: int
    spec: PuzzleSpec

    @property
    def numbering(self) -> str:
        """How rows are numbered: by `attempts`, by `rated attempts`, by `parts` or by `rows`."""
        spec = self.spec.complete()
        if spec.is_by_demand:
            return "rows"
        if spec.difficulty is not None:
            return "rated attempts"
        return "attempts" if spec.clue_range is None else "parts"

    def describe(self) -> dict[str, Any]:
        """Return everything that decides the puzzles, as it is stored in JSON.

        Defaults are left out, and so is the limit of attempts: a job that gave up can be resumed with a larger one.
        """
        options = {field.name: getattr(self.spec, field.name) for field in fields(self.spec)}
        options = {name: value for name, value in options.items() if value != getattr(_NO_DEMANDS, name)}
        options.pop("attempts", None)
        if self.spec.techniques is not None:
            options["techniques"] = list(self.spec.techniques)
        if self.spec.cells is not None:
            options["pattern"] = "".join(".x"[cell in self.spec.cells] for cell in range(81))
        return {"by": self.numbering, "n": self.n, "seed": self.seed, **options}

    @classmethod
    def parse_0_1_0(cls, stored: dict[str, Any]) -> Generation:
        """Parse the options that version 0.1.0 stored. It left out a number or seed of 0, and wrote `seeds` for `graded`."""
        options: dict[str, Any] = {name: "graded" if value == "seeds" else value for name, value in stored.items()}
        options.pop("by")
        if options.get("method", "dig") == "dig" and "difficulty" in options:
            options["clues"] = _FORMER_BANDS[options.pop("difficulty")]
        return cls(options.pop("n", 0), options.pop("seed", 0), PuzzleSpec(**options))


@dataclass(frozen=True, slots=True)
class Job:
    """What to do.

    Attributes:
        operation: `solve`, `rate`, `canonical`, `generate` or `dedupe`.
        out: The address of the output.
        single: Whether the output is one file; otherwise it is a folder of parts.
        type: The type of the output files.
        computation: The columns to write.
        puzzle_column: The name of the column of puzzles in the input.
        extra: The columns kept from the input, with their types.
        compression: The compression of Parquet files.
        part_rows: The number of rows per part.
        strict: Whether a bad row ends the job.
        generation: The puzzles to generate; None for jobs with an input.
        version: The version of shudu that runs the job.
    """

    operation: str
    out: str
    single: bool
    type: FileType
    computation: Computation
    puzzle_column: str = "puzzle"
    extra: tuple[tuple[str, pa.DataType], ...] = ()
    compression: str = "none"
    part_rows: int = 1 << 18
    strict: bool = False
    generation: Generation | None = None
    version: str = shudu.__version__

    @property
    def parts(self) -> Folder:
        """The folder of finished parts."""
        return open_folder(self.out + _UNFINISHED if self.single else self.out)

    @property
    def records(self) -> Folder:
        """The folder of the records of finished parts."""
        return open_folder(self.parts / RECORDS)

    @property
    def home(self) -> tuple[Folder, str]:
        """The folder and the name of the output."""
        folder, name = split_address(self.out)
        return open_folder(folder), name

    @property
    def extra_names(self) -> tuple[str, ...]:
        """The names of the columns kept from the input."""
        return tuple(name for name, _ in self.extra)

    @property
    def runs_in_python(self) -> bool:
        """Whether puzzles are rated, which needs processes. The kernel runs in threads."""
        numbering = self.generation.numbering if self.generation else ""
        return self.computation.needs_rating or numbering in ("rows", "rated attempts")

    @property
    def schema(self) -> pa.Schema:
        """The columns of the output."""
        types = {**COLUMN_TYPES, **dict(self.extra)}
        return pa.schema([(name, types[name]) for name in self.computation.columns])

    def describe(self, files: tuple[InputFile, ...]) -> dict[str, Any]:
        """Return everything that decides the output, as it is stored in JSON to recognise the job."""
        ambiguous = [name for name in self.extra_names if name in COLUMN_TYPES]
        return {
            **({"own columns": ambiguous} if ambiguous else {}),
            "operation": self.operation,
            "version": _RESULTS_VERSION,
            "columns": list(self.computation.columns),
            "limit": self.computation.limit,
            "profile": self.computation.profile,
            "puzzle column": self.puzzle_column,
            "part rows": self.part_rows,
            "format": self.type.suffix,
            "compression": self.compression,
            "puzzles": self.generation.describe() if self.generation else {},
            "input": [f"{file.name} {file.size} {file.stamp}" for file in files],
        }


def upgrade_description(description: dict[str, Any]) -> dict[str, Any]:
    """Return the stored description of a job in the present form.

    Version 0.1.0 stored the options of puzzles as `wish`, as they were given.
    """
    if "wish" not in description:
        return description
    others = {name: value for name, value in description.items() if name != "wish"}
    stored = description["wish"]
    return others | {"puzzles": Generation.parse_0_1_0(stored).describe() if stored else {}}


def plan_job(
    operation: str,
    source: Path,
    out: Path,
    *,
    columns: Columns,
    puzzle_column: str,
    limit: int = 2,
    profile: str = "hodoku",
    format: str,
    compression: str,
    strict: bool,
    part_rows: int | None,
) -> tuple[Job, InputFiles]:
    """Check the options of a job on files, and find its files. The arguments are those of `shudu.bulk.solve`.

    Raises:
        BulkError: If the job cannot run.
    """
    limit = check_limit(limit)
    find_profile(profile)
    inputs = find_inputs(source)
    puzzle_column = find_puzzle_column(inputs.files, puzzle_column)
    types = shared_column_types(inputs.files, puzzle_column)
    names = select_columns(columns, operation, types, profile)
    address, single, type = parse_output(out, format)
    kept = kept_columns(names, types, profile)
    _check_overlap(absolute_address(source), address)
    part_rows = check_sizes(compression, part_rows)
    computation = Computation(names, limit, profile, kept)
    rows = sum(map(estimate_rows, inputs.files))
    job = Job(
        operation=operation,
        out=address,
        single=single,
        type=type,
        computation=computation,
        puzzle_column=puzzle_column,
        extra=tuple((name, types[name]) for name in kept),
        compression=compression,
        part_rows=part_rows or _rows_per_part(rows, computation.needs_rating),
        strict=strict,
    )
    return job, inputs


def find_unwritten(job: Job, inputs: InputFiles) -> list[str]:
    """Return the columns of the input that a job does not write; the puzzles may have another name in the output."""
    types = shared_column_types(inputs.files, job.puzzle_column)
    return [name for name in types if name not in (job.puzzle_column, *job.computation.columns)]


def parse_output(out: Path, format: str) -> tuple[str, bool, FileType]:
    """Return the address of the output, whether it is one file, and the type of its files.

    Args:
        out: A file with a known suffix, or a folder.
        format: The format of the parts in a folder.

    Raises:
        BulkError: If the name has an unknown suffix and is not that of a folder.
    """
    address = absolute_address(out)
    type = type_of_name(address)
    is_folder = address.endswith("/") or (not is_remote(address) and LocalPath(address).is_dir())
    if type is not None and type.layout != "jsonl" and not is_folder:
        return address, True, type
    suffix = PurePosixPath(address).suffix
    if suffix and not is_folder and open_folder(address + "/" + RECORDS).size(JOB) is None:
        raise BulkError("bulk.unknown-suffix", out=os.fspath(out), suffix=suffix)
    return address.rstrip("/"), False, type_of_format(format)


def check_limit(limit: int) -> int:
    """Return the limit of solutions as a plain int.

    Raises:
        TypeError: If it is not a whole number.
        BulkError: If it is below 1.
    """
    limit = check_int(limit, "limit")
    if limit < 1:
        raise BulkError("bulk.limit-too-small", limit=limit)
    return limit


def check_sizes(compression: str, part_rows: int | None) -> int | None:
    """Check the compression, and return the number of rows per part as a plain int, or None.

    Raises:
        TypeError: If the number of rows is not a whole number.
        BulkError: If one of them is invalid.
    """
    if compression not in COMPRESSIONS:
        raise BulkError("bulk.unknown-compression", compression=quote(compression), compressions=COMPRESSIONS)
    if part_rows is None:
        return None
    rows = check_int(part_rows, "part_rows")
    if rows < 1:
        raise BulkError("bulk.part-too-small", rows=rows)
    return rows


def _rows_per_part(rows: int, slow: bool) -> int:
    """Return a size that gives large parts in large jobs, but enough parts for all workers in small ones.

    It depends on the input alone, so that the output does too.
    """
    least, most, parts = _SLOW_SIZES if slow else _SIZES
    return min(most, max(least, -(-rows // parts)))


def _check_overlap(source: str, out: str) -> None:
    source, out = source.rstrip("/"), out.rstrip("/")
    if out == source or out.startswith(source + "/"):
        raise BulkError("bulk.output-in-input", out=out, source=source)
