"""Input files as slices, and slices as batches of puzzles.

A slice is what one part of a job reads. Slices depend on the files alone, never on the number of workers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv
from numpy.typing import NDArray

from shudu.bulk.errors import BulkError
from shudu.bulk.io.arrow_columns import Digits, RowProblem, digits_from_column, digits_from_spans, take_rows
from shudu.bulk.io.input_files import (
    LINE_BYTES,
    InputFile,
    find_inputs,
    find_puzzle_column,
    open_parquet,
    open_text,
    read_header,
    shared_column_types,
)
from shudu.bulk.io.storage import open_file
from shudu.locale.catalogue import text as translate

_BATCH: Final = 1 << 16  # rows
_UNDIVIDED: Final = 1 << 20  # rows of a row group that is not divided
_MAX_SLICES_OF_GROUP: Final = 16
_MAX_LINE: Final = 1 << 26
_MAX_BLANK: Final = 1 << 26  # bytes of blank lines in a row
_NEWLINE, _RETURN, _HASH = 10, 13, 35


class ParquetSlice(NamedTuple):
    """Rows of some row groups of a Parquet file.

    Attributes:
        file: The file.
        groups: The numbers of the row groups.
        skip: How many rows at the beginning of the first group belong to other slices.
        rows: The number of rows.
        first: The number in the file of the first row.
    """

    file: InputFile
    groups: tuple[int, ...]
    skip: int
    rows: int
    first: int

    @property
    def estimated_rows(self) -> int:
        """The number of rows."""
        return self.rows


class TextRange(NamedTuple):
    """The rows of an uncompressed text file that begin in a range of bytes."""

    file: InputFile
    begin: int
    end: int

    @property
    def estimated_rows(self) -> int:
        """The approximate number of rows."""
        return (self.end - self.begin) // LINE_BYTES + 1

    def read(self) -> bytes:
        """Return the bytes of the rows."""
        with open_file(self.file.path) as file:
            begin = _find_row(file, self.begin)
            end = max(begin, _find_row(file, self.end)) if self.end < self.file.size else self.file.size
            file.seek(begin)
            data = file.read(end - begin)
        if len(data) < end - begin:
            raise BulkError("bulk.file-shrank", path=self.file.path)
        return data


class TextBlock(NamedTuple):
    """Rows of a compressed text file, already decompressed: such a file can only be read from its beginning."""

    file: InputFile
    begin: int
    data: bytes

    @property
    def estimated_rows(self) -> int:
        """The approximate number of rows."""
        return len(self.data) // LINE_BYTES + 1

    def read(self) -> bytes:
        """Return the bytes of the rows."""
        return self.data


Slice = ParquetSlice | TextRange | TextBlock


class RowBatch(NamedTuple):
    """A batch of rows of a slice.

    Attributes:
        digits: The valid puzzles, an (n, 81) array.
        numbers: The numbers of the valid puzzles in the slice, from 0.
        problems: The other rows, with their numbers in the slice.
        extra: Columns of the input, valid rows only.
        read: The number of rows, valid or not.
    """

    digits: Digits
    numbers: NDArray[np.int64]
    problems: list[RowProblem]
    extra: dict[str, pa.Array]
    read: int


def slice_files(files: tuple[InputFile, ...], rows: int, slow: bool = False) -> Iterator[Slice]:
    """Divide files into slices of about `rows` rows.

    Args:
        files: The files.
        rows: The number of rows per slice.
        slow: Whether a row takes milliseconds. Otherwise row groups of Parquet files are divided only if they are huge.
    """
    for file in files:
        if file.type.layout == "parquet":
            yield from _slice_parquet(file, rows, slow)
        elif file.type.codec:
            yield from _slice_compressed(file, rows * LINE_BYTES)
        else:
            yield from _slice_text(file, rows * LINE_BYTES)


def read_slice(piece: Slice, puzzle_column: str, extra: tuple[str, ...] = ()) -> Iterator[RowBatch]:
    """Yield the rows of a slice in batches.

    Args:
        piece: The slice.
        puzzle_column: The name of the column of puzzles.
        extra: The columns to return beside the puzzles.
    """
    if isinstance(piece, ParquetSlice):
        return _read_parquet(piece, puzzle_column, extra)
    if piece.file.type.layout == "csv":
        return _read_csv(piece, puzzle_column, extra)
    if piece.file.type.layout == "jsonl":
        return _read_json_lines(piece, puzzle_column, extra)
    return _read_lines(piece)


def read_puzzles(source: str) -> Iterator[Digits]:
    """Yield the valid puzzles of a file or folder, in batches.

    Args:
        source: A file or a folder, on this machine or in a store.

    Raises:
        BulkError: If there is no table, or it has no column of puzzles.
    """
    files = find_inputs(source).files
    column = find_puzzle_column(files, "puzzle")
    shared_column_types(files, column)  # checks that there is such a column
    for piece in slice_files(files, 1 << 18):
        for batch in read_slice(piece, column):
            yield batch.digits


def count_rows_before(piece: Slice) -> int:
    """Return the number of rows of the file before a slice. Text is read from its beginning to count them."""
    if isinstance(piece, ParquetSlice):
        return piece.first
    with open_text(piece.file) as text:
        head = text.read(piece.begin)
        if head and not head.endswith(b"\n"):
            head += text.readline()
    return head.count(b"\n") - read_header(piece.file).lines


def _slice_parquet(file: InputFile, rows: int, slow: bool) -> Iterator[ParquetSlice]:
    with open_parquet(file) as parquet:
        sizes = [parquet.metadata.row_group(k).num_rows for k in range(parquet.num_row_groups)]
    first = 0
    groups: list[int] = []
    held = 0
    for group, size in enumerate(sizes):
        if groups and held + size > rows:
            yield ParquetSlice(file, tuple(groups), 0, held, first)
            first, groups, held = first + held, [], 0
        if size > rows:
            # Every slice reads its row group from the beginning. A skipped row costs a third of a solved one.
            step = rows if slow else max(rows, _UNDIVIDED, -(-size // _MAX_SLICES_OF_GROUP))
            for skip in range(0, size, step):
                yield ParquetSlice(file, (group,), skip, min(step, size - skip), first + skip)
            first += size
        elif size:
            groups.append(group)
            held += size
    if groups:
        yield ParquetSlice(file, tuple(groups), 0, held, first)


def _slice_text(file: InputFile, size: int) -> Iterator[TextRange]:
    start = read_header(file).length if file.size else 0
    for begin in range(start, file.size, size):
        yield TextRange(file, begin, min(begin + size, file.size))


def _slice_compressed(file: InputFile, size: int) -> Iterator[TextBlock]:
    with open_text(file) as text:
        begin = len(text.read(read_header(file).length))
        blank = 0
        while data := text.read(size):
            if not data.endswith(b"\n"):
                data += text.readline(_MAX_LINE)
            blank = 0 if data.strip() else blank + len(data)
            if blank > _MAX_BLANK:  # a small file that expands to gigabytes of nothing
                raise BulkError("bulk.blank-lines", path=file.path, megabytes=_MAX_BLANK >> 20)
            yield TextBlock(file, begin, data)
            begin += len(data)


def _find_row(file: IO[bytes], offset: int) -> int:
    """Return the offset of the first row that begins at `offset` or later."""
    if offset == 0:
        return 0
    file.seek(offset - 1)
    return offset - 1 + len(file.readline(_MAX_LINE))


def _read_parquet(piece: ParquetSlice, column: str, extra: tuple[str, ...]) -> Iterator[RowBatch]:
    skip, left, first = piece.skip, piece.rows, 0
    names = list(dict.fromkeys((column, *extra)))
    with open_parquet(piece.file) as parquet:
        try:
            for batch in parquet.iter_batches(_BATCH, row_groups=list(piece.groups), columns=names, use_threads=False):
                if skip >= len(batch):
                    skip -= len(batch)
                    continue
                batch = batch.slice(skip, left)
                skip = 0
                yield _parse_batch(batch, column, extra, np.arange(first, first + len(batch)))
                first += len(batch)
                left -= len(batch)
                if left == 0:
                    return
        except (pa.ArrowInvalid, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise BulkError("bulk.damaged-parquet", path=piece.file.path, reason=str(error)) from error
    if left:
        raise BulkError("bulk.rows-missing", path=piece.file.path, n=left)


def _parse_batch(batch: pa.RecordBatch, column: str, extra: tuple[str, ...], numbers: NDArray[np.int64]) -> RowBatch:
    """Parse the rows of an Arrow batch, which have these numbers in the slice."""
    puzzles = digits_from_column(batch.column(column))
    columns = {name: batch.column(name) for name in extra}
    if puzzles.problems:
        columns = {name: take_rows(values, puzzles.rows) for name, values in columns.items()}
    return RowBatch(puzzles.digits, numbers[puzzles.rows], renumber(puzzles.problems, numbers), columns, len(batch))


def renumber(problems: list[RowProblem], numbers: NDArray[np.int64]) -> list[RowProblem]:
    """Replace the numbers of rows: row r becomes row `numbers[r]`."""
    return [problem._replace(row=int(numbers[problem.row])) for problem in problems]


def _read_csv(piece: TextRange | TextBlock, column: str, extra: tuple[str, ...]) -> Iterator[RowBatch]:
    header = read_header(piece.file)
    names = header.names
    data = piece.read()
    if not data.strip():
        return
    problems: list[RowProblem] = []

    def skip_row(row: pcsv.InvalidRow) -> str:
        reason = translate("bulk.bad_rows.value-count", n=row.actual_columns, columns=len(names))
        problems.append(RowProblem(row.number - 1, reason, row.text or ""))
        return "skip"

    wanted = list(dict.fromkeys((column, *extra)))
    try:
        table = pcsv.read_csv(
            pa.BufferReader(data),
            pcsv.ReadOptions(use_threads=False, column_names=names, block_size=len(data) + 1),
            pcsv.ParseOptions(delimiter=header.delimiter, invalid_row_handler=skip_row),
            pcsv.ConvertOptions(
                include_columns=wanted,
                column_types=dict.fromkeys(wanted, pa.string()),
                strings_can_be_null=False,
                check_utf8=False,
            ),
        )
    except pa.ArrowInvalid as error:
        raise BulkError("bulk.damaged-csv", path=piece.file.path, reason=str(error)) from error
    numbers = np.delete(np.arange(len(table) + len(problems)), [problem.row for problem in problems])
    done = 0
    for batch in table.to_batches(_BATCH):
        yield _parse_batch(batch, column, extra, numbers[done : done + len(batch)])
        done += len(batch)
    if problems:
        nothing = {name: pa.array([], pa.string()) for name in extra}
        yield RowBatch(np.empty((0, 81), np.uint8), np.empty(0, np.int64), problems, nothing, len(problems))


def _read_json_lines(piece: TextRange | TextBlock, column: str, extra: tuple[str, ...]) -> Iterator[RowBatch]:
    """Yield the objects of JSONL; values that are not text become JSON."""
    lines = piece.read().splitlines()
    wanted = list(dict.fromkeys((column, *extra)))
    for first in range(0, len(lines), _BATCH):
        rows, numbers, problems = [], [], []
        for number, line in enumerate(lines[first : first + _BATCH], first):
            if not line.strip():
                continue
            try:
                values = json.loads(line)
                rows.append([_to_text(values[name]) if name in values else None for name in wanted])
                numbers.append(number)
            except (ValueError, TypeError):
                reason = translate("bulk.bad_rows.not-an-object")
                problems.append(RowProblem(number, reason, line.decode("utf-8", "replace")))
        columns = [pa.array([row[index] for row in rows], pa.string()) for index in range(len(wanted))]
        batch = _parse_batch(pa.record_batch(columns, wanted), column, extra, np.array(numbers, np.int64))
        count = len(lines[first : first + _BATCH])
        yield batch._replace(problems=sorted(batch.problems + problems), read=count)


def _to_text(value: object) -> str | None:
    return value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False)


def _read_lines(piece: TextRange | TextBlock) -> Iterator[RowBatch]:
    data = piece.read()
    if piece.begin == 0:
        data = data.removeprefix(b"\xef\xbb\xbf")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    buffer = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(buffer == _NEWLINE)
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    for first in range(0, len(ends), _BATCH):
        yield _parse_lines(buffer, starts[first : first + _BATCH], ends[first : first + _BATCH], first)


def _parse_lines(buffer: Digits, starts: NDArray[np.int64], ends: NDArray[np.int64], first: int) -> RowBatch:
    """Parse lines, without blank ones and comments; they count as rows all the same."""
    ends = ends - ((buffer[ends - 1] == _RETURN) & (ends > starts))
    short = np.flatnonzero((ends > starts) & (ends - starts < 81)).tolist()
    spaces = [row for row in short if not buffer[starts[row] : ends[row]].tobytes().strip()]
    is_empty = (ends == starts) | (buffer[starts] == _HASH)
    blank = np.union1d(np.flatnonzero(is_empty), np.array(spaces, np.int64))
    numbers = np.delete(np.arange(len(ends)), blank)
    if len(blank):
        starts, ends = starts[numbers], ends[numbers]
    puzzles = digits_from_spans(buffer, starts, ends)
    numbers += first
    count = len(numbers) + len(blank)
    return RowBatch(puzzles.digits, numbers[puzzles.rows], renumber(puzzles.problems, numbers), {}, count)
