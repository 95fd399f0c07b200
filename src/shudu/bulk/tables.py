"""Tables in memory: Arrow, pandas or polars in, the same kind out, row by row."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from shudu.bulk.compute import (
    COLUMN_TYPES,
    Computation,
    added_columns,
    compute_columns,
    find_unique,
    kept_columns,
    select_columns,
)
from shudu.bulk.deduplication import FORM_WORDS, group_forms, pack_forms
from shudu.bulk.errors import BadRow, BulkError
from shudu.bulk.io.arrow_columns import RowProblem, digits_from_column, is_text
from shudu.bulk.io.input_files import choose_puzzle_column
from shudu.bulk.io.reader import renumber
from shudu.bulk.job import Columns
from shudu.bulk.runner import Watch
from shudu.core.arguments import check_threads
from shudu.core.errors import quote
from shudu.kernel.grids import canonical_puzzles
from shudu.locale.catalogue import Message
from shudu.locale.catalogue import text as translate

_CHUNK: Final = 1 << 14
_RATED_CHUNK: Final = 32
_STREAM: Final = "__arrow_c_stream__"


class FileOptions(NamedTuple):
    """The options of jobs on files, with their defaults."""

    scheduler: str | None = None
    overwrite: bool = False
    format: str = "parquet"
    compression: str = "none"
    part_rows: int | None = None
    watch: Watch | None = None


def is_table(source: object) -> bool:
    """Return whether an object is a table, or a column, of a known library, or exports Arrow streams.

    >>> is_table(pa.table({"puzzle": []})), is_table("in.parquet")
    (True, False)
    """
    arrow = pa.Table | pa.RecordBatch | pa.Array | pa.ChunkedArray
    return isinstance(source, arrow) or _library_of(source) in ("pandas", "polars") or hasattr(source, _STREAM)


def check_table(source: Any, options: FileOptions, others: dict[str, object] | None = None) -> None:
    """Check that a source is a table, and that no options for files are given.

    Args:
        source: What the caller passed.
        options: The options for files.
        others: Further options that tables do not have, by name.

    Raises:
        BulkError: If the source is a path, so that an output is missing.
        TypeError: If it is neither a path nor a table, or an option for files is given.
    """
    if isinstance(source, str | os.PathLike):
        raise BulkError("bulk.output-missing", path=os.fspath(source))
    if not is_table(source):
        raise TypeError(f"source must be a path or a table of pyarrow, pandas or polars, not {type(source).__name__}")
    defaults = FileOptions._field_defaults
    given = {**options._asdict(), **(others or {})}
    superfluous = [name for name, value in given.items() if value != defaults.get(name)]
    if superfluous:
        raise TypeError(f"only for files, not for tables: {', '.join(superfluous)}")


def open_table(source: Any, puzzle_column: str) -> tuple[Any, Callable[[Any], Any]]:
    """Return a source as a table, and the function that turns the result into the kind the caller expects.

    Args:
        source: A table, a LazyFrame of polars, or a single column, which becomes a table with one column. What exports
            an Arrow stream, such as a relation of DuckDB, becomes a table of pyarrow.
        puzzle_column: The name of the column of puzzles.
    """
    if isinstance(source, pa.Array | pa.ChunkedArray):
        return pa.table({puzzle_column: source}), _identity
    if _library_of(source) in ("pandas", "polars") and type(source).__name__ == "Series":
        return source.to_frame(puzzle_column), _identity
    if _library_of(source) == "polars" and type(source).__name__ == "LazyFrame":
        return source.collect(), lambda table: table.lazy()
    if hasattr(source, _STREAM) and _library_of(source) not in ("pyarrow", "pandas", "polars"):
        return pa.table(source), _identity
    if isinstance(source, pa.RecordBatchReader):
        return source.read_all(), _identity
    return source, _identity


def _identity(table: Any) -> Any:
    return table


def add_columns(
    table: Any,
    operation: str,
    columns: Columns,
    computation: Computation,
    *,
    puzzle_column: str,
    workers: int | None,
    strict: bool,
) -> Any:
    """Return a table with the columns of an operation, null where a row is bad.

    Args:
        table: A table of Arrow, pandas or polars.
        operation: `solve`, `rate` or `canonical`.
        columns: The columns to return; None for those of the table and the default of the operation.
        computation: The limit and the profile; its columns are replaced.
        puzzle_column: The name of the column of puzzles.
        workers: The number of threads or processes; None for one per core.
        strict: Whether to raise BadRow for a bad row; otherwise a warning is issued.
    """
    workers = check_threads(workers, "workers")
    names = _column_names(table)
    puzzle_column = choose_puzzle_column(names, puzzle_column)
    added = None
    if columns is None:
        added = [
            name for name in added_columns(operation, computation.profile, names, puzzle_column) if name != "puzzle"
        ]
        selected = tuple(dict.fromkeys([*names, *added]))
    else:
        selected = select_columns(columns, operation, names, computation.profile)
    kept = kept_columns(selected, names, computation.profile, added)
    own = tuple(name for name in selected if name not in kept)
    values, problems = _compute(_puzzle_column(table, puzzle_column), computation._replace(columns=own), workers)
    _report_problems(problems, strict)
    return _assemble(table, values, selected)


def keep_first(table: Any, columns: Columns, *, puzzle_column: str, strict: bool) -> Any:
    """Return the first of all rows that are the same up to symmetry, and the numbers of copies.

    Args:
        table: A table of Arrow, pandas or polars.
        columns: The columns to return; None for those of the table and `copies`.
        puzzle_column: The name of the column of puzzles.
        strict: Whether to raise BadRow for a bad row; otherwise a warning is issued.
    """
    names = _column_names(table)
    puzzle_column = choose_puzzle_column(names, puzzle_column)
    words, rows = [np.empty((0, FORM_WORDS), np.uint64)], [np.empty(0, np.int64)]
    problems: list[RowProblem] = []
    start = 0
    for chunk in _split(_puzzle_column(table, puzzle_column), _CHUNK):
        puzzles = digits_from_column(chunk)
        unique = find_unique(puzzles.digits)
        words.append(pack_forms(canonical_puzzles(unique.digits, unique.solved.solutions).forms))
        rows.append(start + puzzles.rows[unique.rows])
        problems += renumber(puzzles.problems, start + np.arange(len(chunk)))
        problems += renumber(unique.problems, start + puzzles.rows)
        start += len(chunk)
    _report_problems(sorted(problems), strict)
    forms = np.concatenate(words)
    first, copies = group_forms(forms, np.ones(len(forms), np.uint64))
    selected = select_columns(columns, "dedupe", names) if columns is not None else (*names, "copies")
    kept = _take(table, np.concatenate(rows)[first])
    own = tuple(name for name in selected if name in COLUMN_TYPES and name not in (*names, "copies"))
    values, _ = _compute(_puzzle_column(kept, puzzle_column), Computation(own), None)
    return _assemble(kept, {**values, "copies": pa.chunked_array([pa.array(copies.astype(np.int64))])}, selected)


def _report_problems(problems: list[RowProblem], strict: bool) -> None:
    """Raise an error or issue a warning that names the first bad row."""
    if not problems:
        return
    row, reason = problems[0].row, problems[0].reason
    if strict:
        raise BadRow("bulk.bad-row", row=row, reason=reason)
    message = translate("bulk.notes.rows-without-result", n=len(problems), row=row, reason=reason)
    warnings.warn(message, stacklevel=4)


def _compute(
    puzzles: pa.ChunkedArray, computation: Computation, workers: int | None
) -> tuple[dict[str, pa.ChunkedArray], list[RowProblem]]:
    if not computation.columns:
        return {}, []
    rated = computation.needs_rating
    chunks = list(_split(puzzles, _RATED_CHUNK if rated else _CHUNK))
    with _open_executor(rated and len(chunks) > 4, workers) as executor:
        results = list(executor.map(_compute_chunk, chunks, [computation] * len(chunks)))
    problems: list[RowProblem] = []
    start = 0
    for chunk, (_, found) in zip(chunks, results, strict=True):
        problems += renumber(found, start + np.arange(len(chunk)))
        start += len(chunk)
    columns = {
        name: pa.chunked_array([values[name] for values, _ in results], COLUMN_TYPES[name])
        for name in computation.columns
    }
    return columns, problems


def _open_executor(processes: bool, workers: int | None) -> Executor:
    if processes:
        return ProcessPoolExecutor(workers or os.cpu_count(), get_context("spawn"))
    return ThreadPoolExecutor(workers or os.cpu_count() or 1, "shudu-table")


def _compute_chunk(chunk: pa.Array, computation: Computation) -> tuple[dict[str, pa.Array], list[RowProblem]]:
    """Return columns as long as the chunk, null where a row is bad."""
    puzzles = digits_from_column(chunk)
    computed = compute_columns(puzzles.digits, computation)
    problems = puzzles.problems + renumber(computed.problems, puzzles.rows)
    if not problems:
        return computed.columns, []
    rows = puzzles.rows[computed.rows]
    positions = np.zeros(len(chunk), np.int64)
    positions[rows] = np.arange(len(rows))
    missing = np.ones(len(chunk), np.bool_)
    missing[rows] = False
    index = pa.array(positions, mask=missing)
    return {name: column.take(index) for name, column in computed.columns.items()}, sorted(problems)


def _split(column: pa.ChunkedArray, size: int) -> Iterator[pa.Array]:
    for chunk in column.chunks:
        for start in range(0, len(chunk), size):
            yield chunk.slice(start, size)


def _library_of(table: object) -> str:
    return type(table).__module__.partition(".")[0]


def _column_names(table: Any) -> list[str]:
    if _library_of(table) == "pyarrow":
        return list(table.schema.names)
    return [str(name) for name in table.columns]


def _puzzle_column(table: Any, column: str) -> pa.ChunkedArray:
    """Return the column of puzzles.

    Raises:
        BulkError: If it is missing, or not text.
    """
    names = _column_names(table)
    if column not in names:
        have = tuple(names) or Message("bulk.words.none", {})
        raise BulkError("bulk.no-such-column-in-table", column=quote(column), columns=have)
    if _library_of(table) == "pyarrow":
        values = table.column(column)
    elif _library_of(table) == "polars":
        values = table.get_column(column).to_arrow()
    else:
        values = _from_pandas(table[column], column)
    chunked = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    if is_text(chunked.type):
        return chunked
    if len(chunked):
        if pa.types.is_integer(chunked.type) or pa.types.is_floating(chunked.type):
            raise BulkError("bulk.column-of-numbers", column=quote(column))
        raise BulkError("bulk.column-not-text-in-table", column=quote(column), type=str(chunked.type))
    return pa.chunked_array([pa.array([], pa.string())])


def _from_pandas(values: Any, column: str) -> pa.Array:
    try:
        return pa.array(values, from_pandas=True)
    except OverflowError as error:  # 81 digits do not fit into the integers of Arrow
        raise BulkError("bulk.column-of-numbers", column=quote(column)) from error
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise BulkError("bulk.mixed-column", column=quote(column), reason=str(error)) from error


def _take(table: Any, rows: NDArray[np.int64]) -> Any:
    if _library_of(table) == "pandas":
        return table.iloc[rows]
    return table[rows] if _library_of(table) == "polars" else table.take(pa.array(rows))


def _assemble(table: Any, new: dict[str, pa.ChunkedArray], names: Sequence[str]) -> Any:
    """Return a table of the same kind with these columns: new ones, or the table's own."""
    library = _library_of(table)
    if library == "pandas":
        return table.assign(**{name: column.to_pandas().array for name, column in new.items()})[list(names)]
    if library == "polars":
        import polars

        return table.with_columns([polars.Series(name, column) for name, column in new.items()]).select(names)
    whole = pa.table({name: new[name] if name in new else table.column(name) for name in names})
    return whole.combine_chunks().to_batches()[0] if isinstance(table, pa.RecordBatch) and len(whole) else whole
