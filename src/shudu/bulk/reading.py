"""Slices to batches of puzzles, with the columns of the input that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv
from numpy.typing import NDArray

from shudu.bulk.cells import Bad, Digits, from_column, from_spans, is_text, taken
from shudu.bulk.errors import BulkError
from shudu.bulk.inputs import InputFile
from shudu.bulk.slices import ParquetSlice, Slice, TextPiece, TextRange, header, open_parquet

BATCH: Final = 1 << 16
_NEWLINE, _RETURN = 10, 13


class Rows(NamedTuple):
    """Good rows and bad ones of a batch.

    `digits` are the good ones, `numbers` their rows in the slice, `bad` has rows of the slice as well. `beside` are
    columns of the input, of the good rows only. `read` is how many rows there were.
    """

    digits: Digits
    numbers: NDArray[np.int64]
    bad: list[Bad]
    beside: dict[str, pa.Array]
    read: int


def read(piece: Slice, column: str, keep: tuple[str, ...] = ()) -> Iterator[Rows]:
    """The rows of a slice, a batch at a time. Rows are numbered from 0 in the slice."""
    if isinstance(piece, ParquetSlice):
        return _read_parquet(piece, column, keep)
    if piece.file.kind.name == "csv":
        return _read_csv(piece, column, keep)
    return _read_lines(piece)


def columns_of(file: InputFile) -> dict[str, pa.DataType]:
    """The columns of a file and their types; a file of lines has none."""
    if file.kind.name == "parquet":
        with open_parquet(file) as opened:
            schema = opened.schema_arrow
        return dict(zip(schema.names, schema.types, strict=True))
    if file.kind.name == "csv":
        return dict.fromkeys(header(file)[0], pa.string())
    return {}


def check_column(file: InputFile, columns: dict[str, pa.DataType], column: str) -> None:
    """Raises BulkError if there is no such column of text."""
    if file.kind.name == "line":
        return
    if column not in columns:
        have = ", ".join(columns) or "none"
        raise BulkError(f"{file.path} has no column {column!r}; it has {have}; choose with --puzzle-column")
    if not is_text(columns[column]):
        raise BulkError(f"the column {column!r} of {file.path} is {columns[column]}; puzzles are text of 81 characters")


def _read_parquet(piece: ParquetSlice, column: str, keep: tuple[str, ...]) -> Iterator[Rows]:
    skip, left, first = piece.skip, piece.rows, 0
    names = list(dict.fromkeys((column, *keep)))
    with open_parquet(piece.file) as opened:
        try:
            for batch in opened.iter_batches(BATCH, row_groups=list(piece.groups), columns=names, use_threads=False):
                if skip >= len(batch):
                    skip -= len(batch)
                    continue
                batch = batch.slice(skip, left)
                skip = 0
                yield _rows(batch, column, keep, np.arange(first, first + len(batch)))
                first += len(batch)
                left -= len(batch)
                if left == 0:
                    return
        except (pa.ArrowInvalid, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise BulkError(f"{piece.file.path} is damaged: {error}") from error
    if left:
        raise BulkError(f"{piece.file.path} ends {left} rows before its own count; it is damaged")


def _rows(batch: pa.RecordBatch, column: str, keep: tuple[str, ...], numbers: NDArray[np.int64]) -> Rows:
    """The rows of a batch that have these numbers in the slice."""
    puzzles = from_column(batch.column(column))
    beside = {name: batch.column(name) for name in keep}
    if puzzles.bad:
        beside = {name: taken(values, puzzles.rows) for name, values in beside.items()}
    return Rows(puzzles.digits, numbers[puzzles.rows], _numbered(puzzles.bad, numbers), beside, len(batch))


def _numbered(bad: list[Bad], numbers: NDArray[np.int64]) -> list[Bad]:
    return [each._replace(row=int(numbers[each.row])) for each in bad]


def _read_csv(piece: TextRange | TextPiece, column: str, keep: tuple[str, ...]) -> Iterator[Rows]:
    names, _ = header(piece.file)
    data = piece.read()
    if not data.strip():
        return
    wrong: list[tuple[int, str, int]] = []

    def refuse(row: pcsv.InvalidRow) -> str:
        wrong.append((row.number - 1, row.text or "", row.actual_columns))
        return "skip"

    wanted = list(dict.fromkeys((column, *keep)))
    try:
        table = pcsv.read_csv(
            pa.BufferReader(data),
            pcsv.ReadOptions(use_threads=False, column_names=names, block_size=len(data) + 1),
            pcsv.ParseOptions(invalid_row_handler=refuse),
            pcsv.ConvertOptions(
                include_columns=wanted,
                column_types=dict.fromkeys(wanted, pa.string()),
                strings_can_be_null=False,
                check_utf8=False,
            ),
        )
    except pa.ArrowInvalid as error:
        raise BulkError(f"{piece.file.path} cannot be read as CSV: {error}") from error
    numbers = np.delete(np.arange(len(table) + len(wrong)), [number for number, *_ in wrong])
    done = 0
    for batch in table.to_batches(BATCH):
        yield _rows(batch, column, keep, numbers[done : done + len(batch)])
        done += len(batch)
    if wrong:
        bad = [Bad(n, f"the row has {found} values, the heading {len(names)}", text) for n, text, found in wrong]
        none = {name: pa.array([], pa.string()) for name in keep}
        yield Rows(np.empty((0, 81), np.uint8), np.empty(0, np.int64), bad, none, len(bad))


def _read_lines(piece: TextRange | TextPiece) -> Iterator[Rows]:
    data = piece.read()
    if piece.begin == 0:
        data = data.removeprefix(b"\xef\xbb\xbf")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    buffer = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(buffer == _NEWLINE)
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    for first in range(0, len(ends), BATCH):
        yield _lines(buffer, starts[first : first + BATCH], ends[first : first + BATCH], first)


def _lines(buffer: Digits, starts: NDArray[np.int64], ends: NDArray[np.int64], first: int) -> Rows:
    ends = ends - ((buffer[ends - 1] == _RETURN) & (ends > starts))
    short = np.flatnonzero(ends - starts < 81)
    blank = [row for row in short.tolist() if not buffer[starts[row] : ends[row]].tobytes().strip()]
    numbers = np.delete(np.arange(len(ends)), blank)
    if blank:
        starts, ends = starts[numbers], ends[numbers]
    puzzles = from_spans(buffer, starts, ends)
    numbers += first
    count = len(numbers) + len(blank)
    return Rows(puzzles.digits, numbers[puzzles.rows], _numbered(puzzles.bad, numbers), {}, count)
