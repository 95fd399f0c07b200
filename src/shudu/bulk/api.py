"""The functions of `shudu.bulk`: the same operations on tables in memory, on files and on a cluster."""

from __future__ import annotations

import os
from pathlib import Path as LocalPath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, overload

import numpy as np
import pyarrow as pa

from shudu.bulk.compute import Computation, compute_from_solutions, select_columns
from shudu.bulk.deduplication import dedupe_files
from shudu.bulk.errors import BulkError, missing_package
from shudu.bulk.generation import find_seed, generate_files, plan_generation
from shudu.bulk.io.input_files import InputFiles
from shudu.bulk.job import Columns, Job, Path, plan_job
from shudu.bulk.runner import Report, Watch, run_job
from shudu.bulk.tables import add_columns, is_table, keep_first, open_table
from shudu.bulk.workers import WorkerPool, local_pool
from shudu.core.arguments import check_int
from shudu.core.randomness import check_seed
from shudu.core.sets import CellSet
from shudu.kernel.solve import solve_many
from shudu.locale.catalogue import text as translate
from shudu.puzzles.result import concatenate
from shudu.puzzles.sources import make_batches
from shudu.puzzles.spec import PuzzleSpec

if TYPE_CHECKING:
    from shudu.bulk.statistics import TableStatistics

_EXAMPLES = 3  # of names in a note


class _TableLike(Protocol):
    """A table of pyarrow, pandas or polars."""

    @property
    def columns(self) -> Any: ...


TableT = TypeVar("TableT", bound=_TableLike)


class _FileOptions(NamedTuple):
    """The options of jobs on files, with their defaults."""

    scheduler: str | None = None
    overwrite: bool = False
    format: str = "parquet"
    compression: str = "none"
    part_rows: int | None = None
    watch: Watch | None = None


@overload
def solve(
    source: TableT,
    out: None = None,
    *,
    columns: Columns = None,
    limit: int = 2,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
) -> TableT: ...
@overload
def solve(
    source: Path,
    out: Path,
    *,
    columns: Columns = None,
    limit: int = 2,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Report: ...
def solve(
    source: Any,
    out: Path | None = None,
    *,
    columns: Columns = None,
    limit: int = 2,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Any:
    """Solve puzzles and count their solutions.

    >>> table = pa.table({"id": [7], "puzzle": ["." * 81]})
    >>> solve(table, columns="id,solutions").to_pylist()
    [{'id': 7, 'solutions': 2}]

    Args:
        source: A table of pyarrow, pandas or polars, or a single column of one; or a file, a folder or an address such
            as s3://bucket/in. A LazyFrame of polars is collected, and gives a LazyFrame.
        out: For files: a file whose suffix gives its type, or a folder of parts. The suffixes are `.parquet`, `.csv` and
            `.txt`, the latter two also with `.gz` or `.zst`.
        columns: The columns to return, as a list or separated by commas: puzzle, solution, solutions, clues, level,
            score, hardest, steps, canonical, automorphisms, rank, and the input's own. The default for files is puzzle,
            solution, solutions; to a table the last two are added.
        limit: Count solutions up to this number.
        puzzle_column: The name of the column of puzzles.
        workers: The number of threads, or of processes to rate puzzles; None for one per core.
        strict: Whether a row that is not a puzzle raises BadRow. Otherwise it is listed in a file beside the output; in
            a table its values are missing, and a warning is issued.
        scheduler: For files: the address of a Dask scheduler, whose workers do the work.
        overwrite: For files: start over if there is an output. Otherwise an unfinished job is resumed.
        format: The format of the parts in a folder: `parquet`, `csv`, `line`, `csv.gz`, `csv.zst`, `line.gz`, `line.zst`.
        compression: The compression of Parquet files: `none`, `lz4`, `snappy` or `zstd`.
        part_rows: The number of rows per part; None to derive it from the input.
        watch: Receives the progress of a job on files.

    Returns:
        A table of the same kind as `source`, or a Report for files.

    Raises:
        BulkError: If the job cannot run, or the output belongs to another job.
        BadRow: If a row is not a puzzle and `strict` is true.
    """
    options = _FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
    computation = Computation((), limit=limit)
    return _compute("solve", source, out, columns, computation, puzzle_column, workers, strict, options)


@overload
def rate(
    source: TableT,
    out: None = None,
    *,
    columns: Columns = None,
    profile: str = "hodoku",
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
) -> TableT: ...
@overload
def rate(
    source: Path,
    out: Path,
    *,
    columns: Columns = None,
    profile: str = "hodoku",
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Report: ...
def rate(
    source: Any,
    out: Path | None = None,
    *,
    columns: Columns = None,
    profile: str = "hodoku",
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Any:
    """Rate puzzles: level, score, hardest technique and number of steps, or ER, EP and ED.

    Rating takes several processes: in a script, call this below `if __name__ == "__main__":`.

    Args:
        source: A table of pyarrow, pandas or polars; or a file, a folder or an address.
        out: For files: a file or a folder to write, as for `solve`.
        columns: The columns to return, as for `solve`. The default is puzzle, level, score, hardest, steps; with the
            profile `se` puzzle, er, ep, ed, hardest, steps.
        profile: The rating profile: `hodoku` or `se` (Sudoku Explainer 1.2.1, at most a minute per puzzle).
        puzzle_column: The name of the column of puzzles.
        workers: The number of processes; None for one per core.
        strict: Whether a row that is not a puzzle with one solution raises BadRow.
        scheduler: For files: the address of a Dask scheduler.
        overwrite: For files: start over if there is an output.
        format: The format of the parts in a folder.
        compression: The compression of Parquet files.
        part_rows: The number of rows per part; None to derive it from the input.
        watch: Receives the progress of a job on files.

    Returns:
        A table of the same kind as `source`, or a Report for files.

    Raises:
        BulkError: If the job cannot run, or the output belongs to another job.
        BadRow: If a row is not a puzzle with one solution and `strict` is true.
    """
    options = _FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
    computation = Computation((), profile=profile)
    return _compute("rate", source, out, columns, computation, puzzle_column, workers, strict, options)


@overload
def canonical(
    source: TableT,
    out: None = None,
    *,
    columns: Columns = None,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
) -> TableT: ...
@overload
def canonical(
    source: Path,
    out: Path,
    *,
    columns: Columns = None,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Report: ...
def canonical(
    source: Any,
    out: Path | None = None,
    *,
    columns: Columns = None,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Any:
    """Compute canonical forms, which are equal exactly for puzzles that are the same up to symmetry.

    Args:
        source: A table of pyarrow, pandas or polars; or a file, a folder or an address.
        out: For files: a file or a folder to write, as for `solve`.
        columns: The columns to return, as for `solve`. The default is puzzle, canonical, automorphisms.
        puzzle_column: The name of the column of puzzles.
        workers: The number of threads; None for one per core.
        strict: Whether a row that is not a puzzle with one solution raises BadRow.
        scheduler: For files: the address of a Dask scheduler.
        overwrite: For files: start over if there is an output.
        format: The format of the parts in a folder.
        compression: The compression of Parquet files.
        part_rows: The number of rows per part; None to derive it from the input.
        watch: Receives the progress of a job on files.

    Returns:
        A table of the same kind as `source`, or a Report for files.

    Raises:
        BulkError: If the job cannot run, or the output belongs to another job.
        BadRow: If a row is not a puzzle with one solution and `strict` is true.
    """
    options = _FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
    return _compute("canonical", source, out, columns, Computation(()), puzzle_column, workers, strict, options)


@overload
def dedupe(
    source: TableT,
    out: None = None,
    *,
    columns: Columns = None,
    puzzle_column: str = "puzzle",
    strict: bool = False,
) -> TableT: ...
@overload
def dedupe(
    source: Path,
    out: Path,
    *,
    columns: Columns = None,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Report: ...
def dedupe(
    source: Any,
    out: Path | None = None,
    *,
    columns: Columns = None,
    puzzle_column: str = "puzzle",
    workers: int | None = None,
    strict: bool = False,
    scheduler: str | None = None,
    overwrite: bool = False,
    format: str = "parquet",
    compression: str = "none",
    part_rows: int | None = None,
    watch: Watch | None = None,
) -> Any:
    """Keep the first of all puzzles that are the same up to symmetry, and count the copies of each.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> dedupe(pa.table({"puzzle": [puzzle, puzzle[::-1]]}))["copies"].to_pylist()
    [2]

    Args:
        source: A table of pyarrow, pandas or polars; or a file, a folder or an address.
        out: For files: a file or a folder to write, as for `solve`.
        columns: The columns to return, as for `solve`, and copies. The default for files is puzzle, copies; for a table
            its own columns and copies.
        puzzle_column: The name of the column of puzzles.
        workers: For files: the number of threads; None for one per core.
        strict: Whether a row that is not a puzzle with one solution raises BadRow. Otherwise it is left out.
        scheduler: For files: the address of a Dask scheduler.
        overwrite: For files: start over if there is an output.
        format: The format of the parts in a folder.
        compression: The compression of Parquet files.
        part_rows: The number of rows per part; None to derive it from the input.
        watch: Receives the progress of a job on files.

    Returns:
        A table of the same kind as `source`, or a Report for files.

    Raises:
        BulkError: If the job cannot run, or the output belongs to another job.
        BadRow: If a row is not a puzzle with one solution and `strict` is true.
    """
    options = _FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
    if out is None:
        _check_table(source, options, {"workers": workers})
        table, finish = open_table(source, puzzle_column)
        return finish(keep_first(table, columns, puzzle_column=puzzle_column, strict=strict))
    return _compute("dedupe", source, out, columns, Computation(()), puzzle_column, workers, strict, options)


@overload
def generate(
    n: int,
    out: None = None,
    *,
    clues: int | None = None,
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
    seed: int | None = None,
    columns: Columns = None,
    profile: str = "hodoku",
) -> Any: ...  # a pyarrow.Table: pyarrow has no types
@overload
def generate(
    n: int,
    out: Path,
    *,
    clues: int | None = None,
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
    clues: int | None = None,
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
        clues: The number of clues, 17 to 80. With 17 or 18 a puzzle is an image of a stored one.
        difficulty: A difficulty by its number of clues, as for `shudu.generate`.
        level: The level of the hardest technique, by HoDoKu's profile: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        needs: A technique that the puzzles require, and nothing harder: an id such as `xy-wing`, a name or a code.
        minimal: Whether every clue must be necessary.
        symmetry: The symmetry of the clues' cells, one of `shudu.puzzles.SYMMETRIES`.
        pattern: The cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: The method that makes the final grids, as for `shudu.full_grid`.
        method: `dig`, or `graded` for random images of stored graded puzzles.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: How many attempts, or rated puzzles per row, may fail before giving up.
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
    )
    if out is None:
        batch = concatenate(make_batches(spec, check_int(n, "n", 0), check_seed(seed)))
        names = select_columns(columns, "generate", profile=profile)
        values = compute_from_solutions(batch.puzzles, batch.solutions, Computation(names, profile=profile))
        return pa.table({name: values[name] for name in names})
    watch = watch or Watch()
    if seed is None and not overwrite:
        seed = find_seed(out, format)
    if seed is None:
        seed = check_seed(None)
        watch.note(f"--seed {seed}")
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
    with _open_pool(job, workers, scheduler, watch) as pool:
        return generate_files(job, pool, watch, overwrite=overwrite)


def stats(source: Path, out: Path | None = None, *, puzzle_column: str = "puzzle") -> TableStatistics:
    """Compute statistics of files with DuckDB: clues, levels, scores, techniques and more.

    Args:
        source: A file, or a folder of files of one type.
        out: An HTML page to write, in both languages; None for none.
        puzzle_column: The name of the column of puzzles.

    Returns:
        The statistics.

    Raises:
        BulkError: If there is nothing to count.
    """
    try:
        from shudu.bulk.statistics import compute_statistics
    except ModuleNotFoundError as error:
        raise missing_package(error) or error from error
    from shudu.bulk.report_page import render_page

    statistics = compute_statistics(source, puzzle_column)
    if out is not None:
        LocalPath(out).write_text(render_page(statistics), "utf-8")
    return statistics


def _compute(
    operation: str,
    source: Any,
    out: Path | None,
    columns: Columns,
    computation: Computation,
    puzzle_column: str,
    workers: int | None,
    strict: bool,
    options: _FileOptions,
) -> Any:
    """Run an operation on a table, or on files."""
    if out is None:
        _check_table(source, options)
        table, finish = open_table(source, puzzle_column)
        return finish(
            add_columns(
                table, operation, columns, computation, puzzle_column=puzzle_column, workers=workers, strict=strict
            )
        )
    job, inputs = plan_job(
        operation,
        source,
        out,
        columns=columns,
        puzzle_column=puzzle_column,
        limit=computation.limit,
        profile=computation.profile,
        format=options.format,
        compression=options.compression,
        strict=strict,
        part_rows=options.part_rows,
    )
    watch = options.watch or Watch()
    _report_inputs(inputs, watch)
    with _open_pool(job, workers, options.scheduler, watch) as pool:
        run = dedupe_files if operation == "dedupe" else run_job
        return run(job, inputs.files, pool, watch, overwrite=options.overwrite)


def _open_pool(job: Job, workers: int | None, scheduler: str | None, watch: Watch) -> WorkerPool:
    if scheduler is None:
        solve_many(np.zeros((1, 81), np.uint8), limit=1)  # load the kernel once, before threads need it
        return local_pool(workers, python=job.runs_in_python)
    try:
        from shudu.bulk.cluster import DaskPool
    except ModuleNotFoundError as error:
        raise missing_package(error) or error from error
    return DaskPool(scheduler, lambda message: watch.note(message.render(watch.language)))


def _report_inputs(inputs: InputFiles, watch: Watch) -> None:
    """Name the files that are ignored or empty."""
    if inputs.ignored:
        more = len(inputs.ignored) - _EXAMPLES
        key = "bulk.notes.ignored-and-more" if more > 0 else "bulk.notes.ignored"
        watch.note(translate(key, watch.language, names=inputs.ignored[:_EXAMPLES], more=more))
    empty = [file.name for file in inputs.files if file.size == 0]
    if empty:
        watch.note(translate("bulk.notes.empty", watch.language, names=empty[:_EXAMPLES]))


def _check_table(source: Any, options: _FileOptions, others: dict[str, object] | None = None) -> None:
    """Check that the source is a table, and that no options for files are given."""
    if isinstance(source, str | os.PathLike):
        raise BulkError("bulk.output-missing", path=os.fspath(source))
    if not is_table(source):
        raise TypeError(f"source must be a path or a table of pyarrow, pandas or polars, not {type(source).__name__}")
    defaults = _FileOptions._field_defaults
    given = {**options._asdict(), **(others or {})}
    superfluous = [name for name, value in given.items() if value != defaults.get(name)]
    if superfluous:
        raise TypeError(f"only for files, not for tables: {', '.join(superfluous)}")
