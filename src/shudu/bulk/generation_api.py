"""`shudu.bulk.generate`: puzzles as a table in memory, or as files made on all cores or on a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, overload

import pyarrow as pa

from shudu.bulk.compute import Computation, compute_from_solutions, select_columns
from shudu.bulk.generation import find_seed, generate_files, plan_generation
from shudu.bulk.job import Columns, Path
from shudu.bulk.runner import Report, Watch, note_message
from shudu.bulk.workers import open_pool
from shudu.core.arguments import check_int
from shudu.core.randomness import check_seed
from shudu.core.sets import CellSet
from shudu.puzzles.result import concatenate
from shudu.puzzles.sources import make_batches
from shudu.puzzles.spec import PuzzleSpec


@overload
def generate(
    n: int,
    out: None = None,
    *,
    clues: int | str | None = None,
    difficulty: str | None = None,
    level: str | None = None,
    needs: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int | None = None,
    techniques: Sequence[str] | None = None,
    uniqueness: bool | None = None,
    seed: int | None = None,
    columns: Columns = None,
    profile: str = "hodoku",
) -> Any: ...  # a pyarrow.Table: pyarrow has no types
@overload
def generate(
    n: int,
    out: Path,
    *,
    clues: int | str | None = None,
    difficulty: str | None = None,
    level: str | None = None,
    needs: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int | None = None,
    techniques: Sequence[str] | None = None,
    uniqueness: bool | None = None,
    seed: int | None = None,
    columns: Columns = None,
    profile: str = "hodoku",
    workers: int | None = None,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Report: ...
def generate(
    n: int,
    out: Path | None = None,
    *,
    clues: int | str | None = None,
    difficulty: str | None = None,
    level: str | None = None,
    needs: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int | None = None,
    techniques: Sequence[str] | None = None,
    uniqueness: bool | None = None,
    seed: int | None = None,
    columns: Columns = None,
    profile: str = "hodoku",
    workers: int | None = None,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Any:
    """Generate puzzles with exactly one solution each.

    >>> generate(3, clues=30, seed=1).column_names
    ['puzzle', 'solution', 'clues']

    The same seed gives the same rows, whatever the number of workers.

    Args:
        n: The number of puzzles.
        out: A file or a folder to write, as for `solve`; None to return a table.
        clues: The number of clues, 17 to 80, or a range such as `28-37`. With 17 or 18 a puzzle is an image of a stored
            one.
        difficulty: `easy`, `medium`, `hard`, `expert` or `extreme`, as for `shudu.generate`.
        level: The level by HoDoKu's profile, as for `shudu.generate`: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        needs: A technique that the puzzles need, as for `shudu.generate`: an id such as `xy-wing`, a name or a code.
        minimal: Whether every clue must be necessary.
        symmetry: The symmetry of the clues' cells, one of `shudu.puzzles.SYMMETRIES`.
        pattern: The cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: The method that makes the final grids, as for `shudu.full_grid`.
        method: `dig`, or `graded` for random images of stored graded puzzles.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: How many attempts, or rated puzzles per row, may fail before giving up.
        techniques: The techniques that count for `level` and `needs`, as for `shudu.generate`.
        uniqueness: False to leave out techniques that rely on the puzzle having one solution.
        seed: The random seed; None for an unpredictable one, or for that of the job to resume.
        columns: The columns to return, as for `solve`. The default is puzzle, solution, clues.
        profile: The rating profile, if a column is a rating.
        workers: For files: the number of threads, or of processes for levels and techniques; None for one per core.
        scheduler: For files: the address of a Dask scheduler.
        overwrite: For files: start over if there is an output.
        format: The format of the parts in a folder.
        compression: The compression of Parquet files.
        part_rows: The number of attempts or rows per part; None to derive it from `n`.
        watch: Receives the progress of a job on files.

    Returns:
        A table of pyarrow, or a Report for files.

    Raises:
        BulkError: If the job cannot run, or the output belongs to another job.
        ShuduError: If the options of the puzzles are invalid or exclude each other.
        ImpossibleRequest: If no such puzzle was found.
    """
    spec = PuzzleSpec(
        clues=clues,
        difficulty=difficulty,
        level=level,
        needs=needs,
        minimal=minimal,
        symmetry=symmetry,
        pattern=pattern,
        grid=grid,
        method=method,
        unbiased=unbiased,
        attempts=attempts,
        techniques=techniques,
        uniqueness=uniqueness,
    )
    if out is None:
        return _generate_table(check_int(n, "n", 0), spec, check_seed(seed), columns, profile)
    watch = watch or Watch()
    seed = _choose_seed(out, format, seed, overwrite, watch)
    job = plan_generation(
        n,
        out,
        spec,
        seed=seed,
        columns=columns,
        profile=profile,
        format=format,
        compression=compression,
        part_rows=part_rows,
    )
    with open_pool(job, (), workers, scheduler, partial(note_message, watch)) as pool:
        return generate_files(job, pool, watch, overwrite=overwrite)


def _generate_table(n: int, spec: PuzzleSpec, seed: int, columns: Columns, profile: str) -> pa.Table:
    batch = concatenate(make_batches(spec, n, seed))
    names = select_columns(columns, "generate", profile=profile)
    values = compute_from_solutions(batch.puzzles, batch.solutions, Computation(names, profile=profile))
    return pa.table({name: values[name] for name in names})


def _choose_seed(out: Path, format: str, seed: int | None, overwrite: bool, watch: Watch) -> int:
    """Return the given seed, or that of the job to resume, or a fresh one, which is reported."""
    if seed is None and not overwrite:
        seed = find_seed(out, format)
    if seed is None:
        seed = check_seed(None)
        watch.note(f"--seed {seed}")
    return seed
