"""The functions of `shudu.bulk` on given puzzles: the same operations on tables in memory, on files and on a cluster."""

from __future__ import annotations

from functools import partial
from pathlib import Path as LocalPath
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from shudu.bulk.compute import Computation
from shudu.bulk.deduplication import dedupe_files
from shudu.bulk.errors import missing_package
from shudu.bulk.job import Columns, Path, find_unwritten, plan_job
from shudu.bulk.runner import Report, Watch, note_message, report_inputs, run_job
from shudu.bulk.tables import FileOptions, add_columns, check_table, keep_first, open_table
from shudu.bulk.workers import open_pool

if TYPE_CHECKING:
    from shudu.bulk.statistics import TableStatistics


class _TableLike(Protocol):
    """A table of pyarrow, pandas or polars."""

    @property
    def columns(self) -> Any: ...


TableT = TypeVar("TableT", bound=_TableLike)


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

    >>> import pyarrow as pa
    >>> table = pa.table({"id": [7], "puzzle": ["." * 81]})
    >>> solve(table, columns="id,solutions").to_pylist()
    [{'id': 7, 'solutions': 2}]

    Args:
        source: A table of pyarrow, pandas or polars, or a single column of one; or a file, a folder or an address such
            as s3://bucket/in. A LazyFrame of polars is collected, and gives a LazyFrame. What exports an Arrow stream,
            such as a relation of DuckDB, gives a table of pyarrow.
        out: For files: a file whose suffix gives its type, or a folder of parts. The suffixes are `.parquet`, `.csv` and
            `.txt`, the latter two also with `.gz` or `.zst`.
        columns: The columns to return, as a list or separated by commas: puzzle, solution, solutions, clues, level,
            score, hardest, steps, canonical, automorphisms, rank, and the input's own. The default for files is puzzle,
            solution, solutions; to a table the last two are added.
        limit: Count solutions up to this number.
        puzzle_column: The name of the column of puzzles. If there is none called `puzzle`, the default is the one column with a
            usual name, such as `quizzes`.
        workers: The number of threads, or of processes to rate puzzles; None for one per core.
        strict: Whether a row that is not a puzzle raises BadRow. Otherwise it is listed in a file beside the output; in
            a table its values are missing, and a warning is issued.
        scheduler: For files: the address of a Dask scheduler; its workers run the job.
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
    options = FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
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
    """Rate puzzles: level, score, hardest technique and number of steps, or ER, EP and ED, or minutes.

    Rating takes several processes: in a script, call this below `if __name__ == "__main__":`.

    Args:
        source: A table of pyarrow, pandas or polars; or a file, a folder or an address.
        out: For files: a file or a folder to write, as for `solve`.
        columns: The columns to return, as for `solve`. The default is puzzle, level, score, hardest, steps; with the
            profile `se` puzzle, er, ep, ed, hardest, steps; with `player` puzzle, minutes, band, hardest, steps.
        profile: The rating profile: `hodoku`, `se` (Sudoku Explainer 1.2.1, at most a minute per puzzle) or `player`
            (minutes of an average solver).
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
    options = FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
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
    """Compute canonical forms, which are equal if and only if puzzles are the same up to symmetry.

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
    options = FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
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

    >>> import pyarrow as pa
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
    options = FileOptions(scheduler, overwrite, format, compression, part_rows, watch)
    if out is None:
        check_table(source, options, {"workers": workers})
        table, finish = open_table(source, puzzle_column)
        return finish(keep_first(table, columns, puzzle_column=puzzle_column, strict=strict))
    return _compute("dedupe", source, out, columns, Computation(()), puzzle_column, workers, strict, options)


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
        from shudu.bulk.statistics import compute_statistics, render_page
    except ModuleNotFoundError as error:
        raise missing_package(error) or error from error

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
    options: FileOptions,
) -> Any:
    """Run an operation on a table, or on files."""
    if out is None:
        check_table(source, options)
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
    report_inputs(inputs, find_unwritten(job, inputs) if columns is None else (), watch)
    with open_pool(job, inputs.files, workers, options.scheduler, partial(note_message, watch)) as pool:
        run = dedupe_files if operation == "dedupe" else run_job
        return run(job, inputs.files, pool, watch, overwrite=options.overwrite)
