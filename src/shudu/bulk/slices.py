"""Slices of files: what one part of a job reads. They follow from the files alone, never from who works on them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from shudu.bulk.errors import BulkError
from shudu.bulk.inputs import InputFile, open_input
from shudu.bulk.places import is_remote

ROW_BYTES: Final = 82  # of a line; a row of CSV has more
_WHOLE: Final = 1 << 20  # rows of a row group that is not split
_MOST_OF_A_GROUP: Final = 16  # slices of a row group
_LONGEST: Final = 1 << 26
_PACKED: Final = 3  # how much longer packed text is when unpacked


class ParquetSlice(NamedTuple):
    """Rows of some row groups of a file, without the first `skip`; `first` is the number of the first row in the file."""

    file: InputFile
    groups: tuple[int, ...]
    skip: int
    rows: int
    first: int

    @property
    def weight(self) -> int:
        """About how many rows it has."""
        return self.rows


class TextRange(NamedTuple):
    """The rows of a plain text file that begin in a range of bytes."""

    file: InputFile
    begin: int
    end: int

    @property
    def weight(self) -> int:
        """About how many rows it has."""
        return (self.end - self.begin) // ROW_BYTES + 1

    def read(self) -> bytes:
        """The bytes of these rows."""
        with open_input(self.file.path) as file:
            begin = _row_start(file, self.begin)
            end = max(begin, _row_start(file, self.end)) if self.end < self.file.size else self.file.size
            file.seek(begin)
            return _whole(file.read(end - begin), end - begin, self.file)


class TextPiece(NamedTuple):
    """Rows of a packed text file, already unpacked: such files are read from the beginning."""

    file: InputFile
    begin: int
    data: bytes

    @property
    def weight(self) -> int:
        """About how many rows it has."""
        return len(self.data) // ROW_BYTES + 1

    def read(self) -> bytes:
        """The bytes of these rows."""
        return self.data


Slice = ParquetSlice | TextRange | TextPiece


def slices(file: InputFile, rows: int, costly: bool = False) -> Iterator[Slice]:
    """A file in slices of about so many rows. Row groups stay whole unless they are huge or the work is costly."""
    if file.kind.name == "parquet":
        return _of_parquet(file, rows, costly)
    if file.kind.packing:
        return _of_packed(file, rows * ROW_BYTES)
    return _of_text(file, rows * ROW_BYTES)


def open_parquet(file: InputFile) -> pq.ParquetFile:
    """A Parquet file. Raises BulkError if it is not a whole one."""
    if file.size == 0:
        raise BulkError(f"{file.path} is empty (0 bytes); it is not a Parquet file")
    try:
        if is_remote(file.path):
            return pq.ParquetFile(open_input(file.path))
        return pq.ParquetFile(file.path, memory_map=True)
    except pa.ArrowInvalid as error:
        raise BulkError(f"{file.path} is not a whole Parquet file; it may be cut off or damaged ({error})") from error


def header(file: InputFile) -> tuple[list[str], int]:
    """The names of a CSV file's columns, and where its rows begin."""
    with unpacked(file) as text:
        head = text.readline(1 << 16)
    names = next(csv.reader(io.StringIO(head.decode("utf-8-sig", "replace"))), [])
    if not names:
        raise BulkError(f"{file.path} is empty; a line with the names of the columns is expected")
    return names, len(head)


def unpacked(file: InputFile) -> IO[bytes]:
    """The bytes of a text file, unpacked on the way."""
    raw = open_input(file.path)
    if not file.kind.packing:
        return raw
    stream: Any = pa.CompressedInputStream(pa.PythonFile(raw, "r"), file.kind.packing)
    return io.BufferedReader(_Readable(stream, file), 1 << 20)


class _Readable(io.RawIOBase):
    """Arrow's streams as Python's: what cannot be unpacked is told with the file's name."""

    def __init__(self, stream: Any, file: InputFile) -> None:
        self._stream, self._file = stream, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except OSError as error:
            raise BulkError(f"{self._file.path} cannot be unpacked; it may be cut off or damaged ({error})") from error
        buffer[: len(data)] = data
        return len(data)


def count_rows(file: InputFile) -> int:
    """How many rows a file has; of text about how many."""
    if file.kind.name == "parquet":
        with open_parquet(file) as opened:
            return int(opened.metadata.num_rows)
    return (_PACKED if file.kind.packing else 1) * file.size // ROW_BYTES + 1


def _of_parquet(file: InputFile, rows: int, costly: bool) -> Iterator[ParquetSlice]:
    with open_parquet(file) as opened:
        sizes = [opened.metadata.row_group(k).num_rows for k in range(opened.num_row_groups)]
    first = 0
    waiting: list[int] = []
    held = 0
    for group, size in enumerate(sizes):
        if waiting and held + size > rows:
            yield ParquetSlice(file, tuple(waiting), 0, held, first)
            first, waiting, held = first + held, [], 0
        if size > rows:
            # A slice reads its row group from the beginning, which costs a third of solving the rows before it.
            step = rows if costly else max(rows, _WHOLE, -(-size // _MOST_OF_A_GROUP))
            for skip in range(0, size, step):
                yield ParquetSlice(file, (group,), skip, min(step, size - skip), first + skip)
            first += size
        elif size:
            waiting.append(group)
            held += size
    if waiting:
        yield ParquetSlice(file, tuple(waiting), 0, held, first)


def _of_text(file: InputFile, size: int) -> Iterator[TextRange]:
    start = header(file)[1] if file.kind.name == "csv" else 0
    for begin in range(start, file.size, size):
        yield TextRange(file, begin, min(begin + size, file.size))


def _of_packed(file: InputFile, size: int) -> Iterator[TextPiece]:
    with unpacked(file) as text:
        begin = len(text.readline(1 << 16)) if file.kind.name == "csv" else 0
        while data := text.read(size):
            if not data.endswith(b"\n"):
                data += text.readline(_LONGEST)
            yield TextPiece(file, begin, data)
            begin += len(data)


def _row_start(file: IO[bytes], place: int) -> int:
    """Where the first row begins that begins at `place` or later."""
    if place == 0:
        return 0
    file.seek(place - 1)
    return place - 1 + len(file.readline(_LONGEST))


def _whole(data: bytes, wanted: int, file: InputFile) -> bytes:
    if len(data) < wanted:
        raise BulkError(f"{file.path} has become shorter while it was read")
    return data
