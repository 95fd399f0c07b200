"""Arrow columns of puzzle lines to arrays of digits and back, thousands of rows per step.

Only rows that are not plain lines of 81 characters are parsed one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from shudu.core.errors import MalformedGrid
from shudu.core.text import read_line
from shudu.kernel.grids import Digits as Digits
from shudu.locale.catalogue import text as translate

_CHUNK: Final = 1024  # rows translated per step: they fit into the cache
_MAX_VALUE: Final = 4096  # bytes of a value that are parsed; a grid has 81
_BLANK: Final = ord(".")
_SEPARATORS: Final = np.isin(np.arange(256), [ord(c) for c in " \t,;"])


class RowProblem(NamedTuple):
    """A row without a result: its number, the reason and the text of the row."""

    row: int
    reason: str
    text: str


@dataclass(slots=True)
class PuzzleRows:
    """The valid rows of a column as digits.

    Attributes:
        digits: An (n, 81) array, 0 for blank.
        rows: The number in the column of each row of `digits`.
        problems: The rows of the column that are not grids.
    """

    digits: Digits
    rows: NDArray[np.int64]
    problems: list[RowProblem] = field(default_factory=list)


def digits_from_column(column: pa.Array) -> PuzzleRows:
    """Parse the puzzles of an Arrow column of text or bytes."""
    column = _with_offsets(column)
    n = len(column)
    if n == 0:
        return PuzzleRows(np.empty((0, 81), np.uint8), np.empty(0, np.int64))
    is_large = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int64 if is_large else np.int32)[column.offset : column.offset + n + 1]
    buffer = np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
    present = None if column.null_count == 0 else np.asarray(column.is_valid())
    if present is None and ends[-1] - ends[0] == 81 * n and bool((np.diff(ends) == 81).all()):
        return _parse_regular(buffer[ends[0] : ends[-1]].reshape(n, 81))
    return digits_from_spans(buffer, ends[:-1].astype(np.int64), ends[1:].astype(np.int64), present)


def digits_from_spans(
    buffer: Digits, starts: NDArray[np.int64], ends: NDArray[np.int64], present: NDArray[np.bool_] | None = None
) -> PuzzleRows:
    """Parse the puzzles of spans of a text. A comment may follow the 81 characters of a puzzle.

    Args:
        buffer: The bytes of the text.
        starts: The first byte of each span.
        ends: The byte after each span.
        present: Which spans have a value; None if all have one.
    """
    n = len(starts)
    digits, valid = np.zeros((n, 81), np.uint8), np.zeros(n, np.bool_)
    plain = ends - starts == 81
    longer = ends - starts > 81
    if longer.any():
        plain[longer] = _SEPARATORS[buffer[starts[longer] + 81]]
    if present is not None:
        plain &= present
    if n and plain.all() and (stride := _common_stride(starts)):
        return _parse_regular(as_strided(buffer[starts[0] :], (n, 81), (stride, 1), writeable=False))
    offsets = np.arange(81)
    plain_rows = np.flatnonzero(plain)
    for begin in range(0, len(plain_rows), _CHUNK):
        rows = plain_rows[begin : begin + _CHUNK]
        parsed = np.empty((len(rows), 81), np.uint8)
        valid[rows] = _parse_characters(buffer[starts[rows, None] + offsets], parsed)
        digits[rows] = parsed
    problems: list[RowProblem] = []
    for row in np.flatnonzero(~valid).tolist():
        if present is not None and not present[row]:
            problems.append(RowProblem(row, translate("bulk.bad_rows.null"), ""))
            continue
        value = buffer[starts[row] : min(ends[row], starts[row] + _MAX_VALUE)].tobytes()
        _parse_one(row, value, digits, valid, problems)
    return _select_valid(digits, valid, problems)


def lines_from_digits(digits: Digits, missing: NDArray[np.bool_] | None = None) -> pa.Array:
    """Return grids as an Arrow column of lines, `.` for blank, and null where `missing` is true."""
    n = len(digits)
    characters = _allocate(n)
    for begin in range(0, n, _CHUNK):
        chunk, out = digits[begin : begin + _CHUNK], characters[begin : begin + _CHUNK]
        np.add(chunk, np.uint8(48), out=out)
        if chunk.min() == 0:
            blank = np.equal(chunk, 0).view(np.uint8)
            blank *= np.uint8(48 - _BLANK)
            out -= blank
    offsets = np.arange(0, 81 * (n + 1), 81, dtype=np.int32)
    validity: Any = None
    if missing is not None and missing.any():
        validity = pa.py_buffer(np.packbits(~missing, bitorder="little"))
    return pa.Array.from_buffers(pa.string(), n, [validity, pa.py_buffer(offsets), pa.py_buffer(characters)])


def arrow_numbers(numbers: NDArray[Any], type: pa.DataType) -> pa.Array:
    """Return numbers as an Arrow array without copying them.

    `pa.array` would import pandas to check whether the numbers are a series.
    """
    return pa.Array.from_buffers(type, len(numbers), [None, pa.py_buffer(np.ascontiguousarray(numbers))])


def take_rows(column: pa.Array, rows: NDArray[np.int64]) -> pa.Array:
    """Return the given rows of a column."""
    return column.take(arrow_numbers(rows, pa.int64()))


def is_text(type: pa.DataType) -> bool:
    """Return whether a column of this type can hold puzzles."""
    if pa.types.is_dictionary(type):
        return is_text(type.value_type)
    return str(type).startswith(("string", "large_string", "binary", "large_binary", "fixed_size_binary"))


def _with_offsets(column: pa.Array) -> pa.Array:
    """Convert a column to a type with offsets into one buffer of bytes."""
    type = column.type
    if pa.types.is_dictionary(type):
        return _with_offsets(column.dictionary_decode())
    if pa.types.is_string(type) or pa.types.is_large_string(type):
        return column
    if pa.types.is_binary(type) or pa.types.is_large_binary(type):
        return column
    return column.cast(pa.large_binary() if "binary" in str(type) else pa.large_string())


def _common_stride(starts: NDArray[np.int64]) -> int:
    """Return the distance between neighbouring rows if it is always the same, else 0."""
    steps = np.diff(starts)
    return int(steps[0]) if len(steps) and bool((steps == steps[0]).all()) else 0


def _parse_regular(characters: Digits) -> PuzzleRows:
    """Parse an (n, 81) array of characters."""
    digits, valid = _allocate(len(characters)), np.ones(len(characters), np.bool_)
    for begin in range(0, len(characters), _CHUNK):
        end = begin + _CHUNK
        valid[begin:end] = _parse_characters(characters[begin:end], digits[begin:end])
    problems: list[RowProblem] = []
    for row in np.flatnonzero(~valid).tolist():
        _parse_one(row, characters[row].tobytes(), digits, valid, problems)
    return _select_valid(digits, valid, problems)


def _parse_characters(characters: Digits, digits: Digits) -> NDArray[np.bool_] | bool:
    """Fill in the digits of characters and return which rows hold only 0 to 9 and dots.

    Arithmetic on whole vectors: a table lookup takes ten times as long.
    """
    np.subtract(characters, np.uint8(48), out=digits)
    digits *= np.not_equal(characters, _BLANK).view(np.uint8)
    if digits.max() <= 9:
        return True
    valid: NDArray[np.bool_] = np.all(digits <= 9, axis=1)
    return valid


def _allocate(rows: int) -> Digits:
    """Allocate grids from Arrow's pool, which reuses memory where malloc may return it to the system each time."""
    return np.frombuffer(pa.allocate_buffer(81 * rows), np.uint8).reshape(rows, 81)


def _parse_one(row: int, value: bytes, digits: Digits, valid: NDArray[np.bool_], problems: list[RowProblem]) -> None:
    line = value.decode("utf-8", "backslashreplace")
    try:
        digits[row] = np.frombuffer(read_line(line), np.uint8)
        valid[row] = True
    except MalformedGrid as error:
        problems.append(RowProblem(row, str(error), line))


def _select_valid(digits: Digits, valid: NDArray[np.bool_], problems: list[RowProblem]) -> PuzzleRows:
    if not problems:
        return PuzzleRows(digits, np.arange(len(digits)))
    return PuzzleRows(digits[valid], np.flatnonzero(valid), problems)
