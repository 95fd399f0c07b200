"""Tables in memory: Arrow, pandas and polars in, the same kind out, row by row."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

import numpy as np
import pyarrow as pa

from shudu.bulk.cells import Bad, from_column, is_text
from shudu.bulk.columns import DEFAULTS, TYPES, chosen, needs_rating
from shudu.bulk.compute import Wish, compute, with_one_solution
from shudu.bulk.errors import BadRow, BulkError
from shudu.bulk.forms import WORDS, grouped, pack
from shudu.kernel.canonical import canonical_puzzles

_CHUNK: Final = 1 << 14
_CHUNK_RATED: Final = 32


def is_table(source: object) -> bool:
    """Whether this is a table of a known library.

    >>> is_table(pa.table({"puzzle": []})), is_table("in.parquet")
    (True, False)
    """
    return isinstance(source, pa.Table | pa.RecordBatch) or _library(source) in ("pandas", "polars")


def with_columns(
    table: Any,
    operation: str,
    columns: Sequence[str] | str | None,
    puzzle_column: str,
    wish: Wish,
    workers: int | None,
    strict: bool,
) -> Any:
    """The table with the columns of an operation; where a row is bad they are missing."""
    names = _names(table)
    asked = chosen(columns, operation, names) if columns is not None else _default(names, operation, puzzle_column)
    own = tuple(name for name in asked if name in TYPES and not (columns is None and name == puzzle_column))
    texts = _puzzles(table, puzzle_column)
    made, bad = _worked_out(texts, wish._replace(columns=own), workers)
    tell(bad, strict)
    return _put_together(table, made, asked)


def first_ones(table: Any, columns: Sequence[str] | str | None, puzzle_column: str, strict: bool) -> Any:
    """The first rows of all that are the same up to symmetry, with how many there are of each."""
    words, rows, bad = [np.empty((0, WORDS), np.uint64)], [np.empty(0, np.int64)], []
    start = 0
    for chunk in _chunks(_puzzles(table, puzzle_column), _CHUNK):
        puzzles = from_column(chunk)
        single = with_one_solution(puzzles.digits)
        words.append(pack(canonical_puzzles(single.digits, single.found.solutions).forms))
        rows.append(start + puzzles.rows[single.rows])
        bad += [each._replace(row=start + each.row) for each in puzzles.bad]
        bad += [each._replace(row=start + int(puzzles.rows[each.row])) for each in single.bad]
        start += len(chunk)
    tell(sorted(bad), strict)
    found = np.concatenate(words)
    first, copies = grouped(found, np.ones(len(found), np.uint64))
    names = _names(table)
    asked = chosen(columns, "dedupe", names) if columns is not None else (*names, "copies")
    kept = _taken(table, np.concatenate(rows)[first])
    own = Wish(tuple(name for name in asked if name in TYPES and name not in (*names, "copies")))
    made, _ = _worked_out(_puzzles(kept, puzzle_column), own, None)
    return _put_together(kept, {**made, "copies": pa.chunked_array([pa.array(copies.astype(np.int64))])}, asked)


def tell(bad: list[Bad], strict: bool) -> None:
    """Says which rows are bad, as an error or as a warning."""
    if not bad:
        return
    first = f"row {bad[0].row}: {bad[0].reason}"
    if strict:
        raise BadRow(first)
    warnings.warn(f"{len(bad):,} rows have no result; the first is {first}", stacklevel=4)


def _default(names: list[str], operation: str, puzzle_column: str) -> tuple[str, ...]:
    new = [name for name in DEFAULTS[operation] if name != "puzzle" and name != puzzle_column]
    return tuple(dict.fromkeys([*names, *new]))


def _worked_out(
    texts: pa.ChunkedArray, wish: Wish, workers: int | None
) -> tuple[dict[str, pa.ChunkedArray], list[Bad]]:
    if not wish.columns:
        return {}, []
    rated = needs_rating(wish.columns)
    chunks = list(_chunks(texts, _CHUNK_RATED if rated else _CHUNK))
    with _pool(rated and len(chunks) > 4, workers) as pool:
        done = list(pool.map(_chunk, chunks, [wish] * len(chunks)))
    bad: list[Bad] = []
    start = 0
    for chunk, (_, wrong) in zip(chunks, done, strict=True):
        bad += [each._replace(row=start + each.row) for each in wrong]
        start += len(chunk)
    made = {name: pa.chunked_array([columns[name] for columns, _ in done], TYPES[name]) for name in wish.columns}
    return made, bad


def _pool(processes: bool, workers: int | None) -> Executor:
    if processes:
        return ProcessPoolExecutor(workers or os.cpu_count(), get_context("spawn"))
    return ThreadPoolExecutor(workers or os.cpu_count() or 1, "shudu-table")


def _chunk(texts: pa.Array, wish: Wish) -> tuple[dict[str, pa.Array], list[Bad]]:
    """The columns of a piece, as long as it is: null where a row is bad."""
    puzzles = from_column(texts)
    found = compute(puzzles.digits, wish)
    wrong = puzzles.bad + [bad._replace(row=int(puzzles.rows[bad.row])) for bad in found.bad]
    if not wrong:
        return found.columns, []
    places = np.zeros(len(texts), np.int64)
    there = puzzles.rows[found.rows]
    places[there] = np.arange(len(there))
    missing = np.ones(len(texts), np.bool_)
    missing[there] = False
    index = pa.array(places, mask=missing)
    return {name: column.take(index) for name, column in found.columns.items()}, sorted(wrong)


def _chunks(texts: pa.ChunkedArray, size: int) -> Iterator[pa.Array]:
    for chunk in texts.chunks:
        for start in range(0, len(chunk), size):
            yield chunk.slice(start, size)


def _library(table: object) -> str:
    return type(table).__module__.partition(".")[0]


def _names(table: Any) -> list[str]:
    if _library(table) == "pyarrow":
        return list(table.schema.names)
    return [str(name) for name in table.columns]


def _puzzles(table: Any, column: str) -> pa.ChunkedArray:
    """The column of puzzles. Raises BulkError if it is missing, or no text."""
    if column not in _names(table):
        raise BulkError(f"the table has no column {column!r}; it has {', '.join(_names(table)) or 'none'}")
    if _library(table) == "pyarrow":
        values = table.column(column)
    elif _library(table) == "polars":
        values = table.get_column(column).to_arrow()
    else:
        values = _from_pandas(table[column], column)
    found = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    if not is_text(found.type) and len(found):
        raise BulkError(f"the column {column!r} is {found.type}; puzzles are text of 81 characters")
    return found if is_text(found.type) else pa.chunked_array([pa.array([], pa.string())])


def _from_pandas(values: Any, column: str) -> pa.Array:
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise BulkError(f"the column {column!r} is not text alone: {error}") from error


def _taken(table: Any, rows: np.ndarray[Any, Any]) -> Any:
    if _library(table) == "pandas":
        return table.iloc[rows]
    return table[rows] if _library(table) == "polars" else table.take(pa.array(rows))


def _put_together(table: Any, made: dict[str, pa.ChunkedArray], names: Sequence[str]) -> Any:
    """The columns asked for, of the same kind of table: new ones where they were made, else the table's own."""
    library = _library(table)
    if library == "pandas":
        new = {name: column.to_pandas().array for name, column in made.items()}
        return table.assign(**new)[list(names)]
    if library == "polars":
        import polars

        new_columns = [polars.Series(name, column) for name, column in made.items()]
        return table.with_columns(new_columns).select(names)
    whole = pa.table({name: made[name] if name in made else table.column(name) for name in names})
    return whole.combine_chunks().to_batches()[0] if isinstance(table, pa.RecordBatch) and len(whole) else whole
