"""The input files of a job: a single file, or the tables of a folder in the order of their names."""

from __future__ import annotations

import csv
import io
import json
import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from shudu.bulk.errors import BulkError
from shudu.bulk.io import FileType, type_of_content, type_of_name
from shudu.bulk.io.arrow_columns import is_text
from shudu.bulk.io.storage import absolute_address, explain_store_errors, is_remote, open_file, open_store
from shudu.core.errors import MalformedGrid, quote
from shudu.core.text import read_line
from shudu.formats.tables import CSV_SEPARATORS, PUZZLE_NAMES, find_heading
from shudu.locale.catalogue import Message

LINE_BYTES: Final = 82  # of a row of 81 characters; rows of CSV are longer
_MAX_HEADER: Final = 1 << 16
_STAMPS: Final = ("ETag", "etag", "mtime", "LastModified", "created")  # what stores call the version of an object
_UNPACKED_RATIO: Final = 3  # compressed text grows about this much when it is unpacked


class InputFile(NamedTuple):
    """A file to read.

    Attributes:
        path: The address of the file.
        name: The name relative to the input folder.
        type: The layout and compression of the file.
        size: The size in bytes.
        stamp: A text that changes when the file is modified.
    """

    path: str
    name: str
    type: FileType
    size: int
    stamp: str


class TextHeader(NamedTuple):
    """How a text file begins.

    Attributes:
        names: The column names; none for lines.
        length: The length of the heading in bytes, 0 if there is none.
        delimiter: What separates the values of CSV.
        lines: The number of lines of the heading.
        puzzle: The column of puzzles of CSV, if it is known by its name or its content.
    """

    names: list[str]
    length: int
    delimiter: str = ","
    lines: int = 0
    puzzle: str | None = None


class InputFiles(NamedTuple):
    """The files of an input, and the names of the files that are not tables."""

    files: tuple[InputFile, ...]
    ignored: tuple[str, ...]


def find_inputs(source: str | os.PathLike[str]) -> InputFiles:
    """Find the files to read.

    Args:
        source: A file or a folder, on this machine or in a store.

    Raises:
        BulkError: If there is nothing to read.
    """
    address = absolute_address(source).rstrip("/")
    found = _find_remote(address) if is_remote(address) else _find_local(address)
    if not found.files and found.ignored:
        raise BulkError("bulk.no-tables-among", path=address, names=found.ignored[:5])
    if not found.files:
        raise BulkError("bulk.no-tables", path=address)
    return found


def open_parquet(file: InputFile) -> pq.ParquetFile:
    """Open a Parquet file.

    Raises:
        BulkError: If it is not a complete Parquet file.
    """
    if file.size == 0:
        raise BulkError("bulk.empty-parquet", path=file.path)
    try:
        if is_remote(file.path):
            return pq.ParquetFile(open_file(file.path))
        return pq.ParquetFile(file.path, memory_map=True)
    except pa.ArrowInvalid as error:
        raise BulkError("bulk.incomplete-parquet", path=file.path, reason=str(error)) from error


def open_text(file: InputFile) -> IO[bytes]:
    """Open a text file, decompressing it while it is read."""
    raw = open_file(file.path)
    if not file.type.codec:
        return raw
    stream: Any = pa.CompressedInputStream(pa.PythonFile(raw, "r"), file.type.codec)
    return io.BufferedReader(_DecompressedStream(stream, file), 1 << 20)


class _DecompressedStream(io.RawIOBase):
    """An Arrow stream as a Python stream, with the name of the file in its errors."""

    def __init__(self, stream: Any, file: InputFile) -> None:
        self._stream, self._file = stream, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except OSError as error:
            raise BulkError("bulk.damaged-compression", path=self._file.path, reason=str(error)) from error
        buffer[: len(data)] = data
        return len(data)


def read_header(file: InputFile) -> TextHeader:
    """Return how a text file begins.

    CSV is read as `shudu convert` does: comments before the heading are skipped, and there may be no heading. The columns
    of JSONL are the keys of its first line.

    Raises:
        BulkError: If the file is UTF-16, or CSV without a first line that ends in a line feed.
    """
    with open_text(file) as text:
        head = text.read(_MAX_HEADER)
    if head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise BulkError("bulk.utf-16", path=file.path)
    if file.type.layout == "line":
        return TextHeader([], 0)
    first = head.partition(b"\n")[0]
    if file.type.layout == "jsonl":
        return TextHeader(_keys_of(first), 0)
    if b"\r" in first.rstrip(b"\r"):
        raise BulkError("bulk.carriage-return", path=file.path)
    heading = find_heading(head.decode("utf-8-sig", "replace"))
    if heading is not None:
        length = len(b"".join(head.splitlines(keepends=True)[: heading.lines]))
        labels = heading.labels
        return TextHeader(labels, length, heading.separator, heading.lines, labels[heading.puzzle])
    return _read_other_header(file, first)


def _read_other_header(file: InputFile, line: bytes) -> TextHeader:
    """Return the columns of CSV that begins with a puzzle, or in which no puzzle is found."""
    text = line.decode("utf-8-sig", "replace")
    delimiter = max(CSV_SEPARATORS, key=text.count)
    names = next(csv.reader([text], delimiter=delimiter), [])
    if not names:
        raise BulkError("bulk.empty-csv", path=file.path)
    if not _is_grid(names[0]):
        return TextHeader(names, len(line) + 1, delimiter, 1)
    others = [
        "solution" if number == 2 and _is_grid(name) else f"column{number}" for number, name in enumerate(names[1:], 2)
    ]
    return TextHeader(["puzzle", *others], 0, delimiter, 0, "puzzle")


def _is_grid(text: str) -> bool:
    try:
        read_line(text)
    except MalformedGrid:
        return False
    return True


def _keys_of(line: bytes) -> list[str]:
    try:
        values = json.loads(line)
    except ValueError:
        return []
    return list(values) if isinstance(values, dict) else []


def read_column_types(file: InputFile) -> dict[str, pa.DataType]:
    """Return the types of the columns of a file by name. A file of lines has no named columns."""
    if file.type.layout == "parquet":
        with open_parquet(file) as parquet:
            schema = parquet.schema_arrow
        return dict(zip(schema.names, schema.types, strict=True))
    if file.type.layout in ("csv", "jsonl"):
        return dict.fromkeys(read_header(file)[0], pa.string())
    return {}


def find_puzzle_column(files: Sequence[InputFile], column: str) -> str:
    """Return the name of the column of puzzles: the one asked for, or, for the default, the one known name it goes by.

    Data sets call it `quizzes` or `question`, for example; the first file that is not empty decides. If CSV has no such
    name, it is the first column that begins with a grid.
    """
    named = next((file for file in files if file.size), None)
    if column != "puzzle" or named is None:
        return column
    names = list(read_column_types(named))
    if named.type.layout == "csv" and not _known_names(names):
        return read_header(named).puzzle or column
    return choose_puzzle_column(names, column)


def choose_puzzle_column(names: Sequence[str], column: str) -> str:
    """Return the column asked for, or, if the default is missing, the one column with another known name."""
    others = _known_names(names)
    return others[0] if column == "puzzle" and column not in names and len(others) == 1 else column


def _known_names(names: Sequence[str]) -> list[str]:
    return [name for name in names if name.lower() in ("puzzle", *PUZZLE_NAMES)]


def check_puzzle_column(file: InputFile, types: dict[str, pa.DataType], column: str) -> None:
    """Check that a file has a text column of this name.

    Raises:
        BulkError: If it has not.
    """
    if file.type.layout == "line":
        return
    if column not in types:
        have = tuple(types) or Message("bulk.words.none", {})
        raise BulkError("bulk.no-such-column", path=file.path, column=quote(column), columns=have)
    if not is_text(types[column]):
        raise BulkError("bulk.column-not-text", path=file.path, column=quote(column), type=str(types[column]))


def shared_column_types(files: tuple[InputFile, ...], puzzle_column: str) -> dict[str, pa.DataType]:
    """Return the columns that all files have with the same type.

    Raises:
        BulkError: If a file has no column of puzzles, or all files are empty.
    """
    empty = [file for file in files if file.size == 0 and file.type.layout != "parquet"]
    if len(empty) == len(files):
        raise BulkError("bulk.empty-lines", path=files[0].path)
    shared: dict[str, pa.DataType] | None = None
    for file in files:
        if file in empty:
            continue
        types = read_column_types(file)
        check_puzzle_column(file, types, puzzle_column)
        shared = types if shared is None else {name: kind for name, kind in shared.items() if types.get(name) == kind}
    return shared or {}


def estimate_rows(file: InputFile) -> int:
    """Return the number of rows of a Parquet file, or an estimate for a text file."""
    if file.type.layout == "parquet":
        with open_parquet(file) as parquet:
            return int(parquet.metadata.num_rows)
    return (_UNPACKED_RATIO if file.type.codec else 1) * file.size // LINE_BYTES + 1


def _find_local(address: str) -> InputFiles:
    path = Path(address)
    if path.is_file():
        return InputFiles((_local_file(path, path.name, _detect_type(address, path.name)),), ())
    if not path.exists():
        raise BulkError("bulk.no-such-input", path=address)
    if not path.is_dir():
        raise BulkError("bulk.not-a-file", path=address)
    tables, ignored = _split_by_name([(str(file), file.relative_to(path).as_posix()) for file in _walk(path)])
    return InputFiles(tuple(_local_file(Path(file), name, type) for file, name, type in tables), ignored)


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if _is_hidden(entry.name):
            continue
        if entry.is_dir():
            yield from _walk(entry)
        else:
            yield entry


def _local_file(path: Path, name: str, type: FileType) -> InputFile:
    status = path.stat()
    return InputFile(str(path), name, type, status.st_size, str(status.st_mtime_ns))


def _find_remote(address: str) -> InputFiles:
    filesystem, root = open_store(address)
    protocol = address.partition("://")[0]

    def remote_file(path: str, name: str, status: dict[str, Any], type: FileType) -> InputFile:
        stamp = next((str(status[key]) for key in _STAMPS if status.get(key)), "")
        return InputFile(f"{protocol}://{path.lstrip('/')}", name, type, int(status["size"]), stamp)

    with explain_store_errors(address):
        if filesystem.isfile(root):
            name = root.rpartition("/")[2]
            return InputFiles((remote_file(root, name, filesystem.info(root), _detect_type(address, address)),), ())
        if not filesystem.exists(root):
            raise BulkError("bulk.no-such-input", path=address)
        status = filesystem.find(root, detail=True)
    start = len(root.rstrip("/")) + 1
    tables, ignored = _split_by_name([(path, path[start:]) for path in sorted(status) if not _is_hidden(path[start:])])
    return InputFiles(tuple(remote_file(path, name, status[path], type) for path, name, type in tables), ignored)


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "_")) for part in name.split("/"))


def _split_by_name(listing: list[tuple[str, str]]) -> tuple[list[tuple[str, str, FileType]], tuple[str, ...]]:
    """Return the paths, names and types of the tables in a listing, and the names of the other files."""
    types = [(path, name, type_of_name(name)) for path, name in listing]
    tables = [(path, name, type) for path, name, type in types if type is not None]
    return tables, tuple(name for _, name, type in types if type is None)


def _detect_type(address: str, name: str) -> FileType:
    type = type_of_name(name)
    if type is not None:
        return type
    with open_file(address) as file:
        return type_of_content(file.read(4096), address)
