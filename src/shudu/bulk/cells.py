"""Columns of text to digits and back, thousands of rows in one step; only rows that are odd are looked at one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from shudu.core.errors import MalformedGrid
from shudu.core.text import read_line

Digits = NDArray[np.uint8]
_CHUNK: Final = 1024  # rows translated at once: they stay in the cache, and malloc keeps so little at hand
_LONGEST: Final = 4096  # characters of a value that are looked at; a grid has 81
_BLANK: Final = ord(".")
_SEPARATORS: Final = np.isin(np.arange(256), [ord(c) for c in " \t,;"])


class Bad(NamedTuple):
    """A row that is not a puzzle: where it stands, why, and what stands there."""

    row: int
    reason: str
    text: str


@dataclass(slots=True)
class Puzzles:
    """The good rows of a batch as digits, where they stand in it, and the bad ones."""

    digits: Digits
    rows: NDArray[np.int64]
    bad: list[Bad] = field(default_factory=list)


def from_column(column: pa.Array) -> Puzzles:
    """The puzzles of an Arrow column of text."""
    column = _text(column)
    n = len(column)
    if n == 0:
        return Puzzles(np.empty((0, 81), np.uint8), np.empty(0, np.int64))
    kind = np.int64 if pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type) else np.int32
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, kind)[column.offset : column.offset + n + 1]
    buffer = np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
    present = None if column.null_count == 0 else np.asarray(column.is_valid())
    if present is None and ends[-1] - ends[0] == 81 * n and bool((np.diff(ends) == 81).all()):
        return _regular(buffer[ends[0] : ends[-1]].reshape(n, 81))
    return from_spans(buffer, ends[:-1].astype(np.int64), ends[1:].astype(np.int64), present)


def from_spans(
    buffer: Digits, starts: NDArray[np.int64], ends: NDArray[np.int64], present: NDArray[np.bool_] | None = None
) -> Puzzles:
    """The puzzles of pieces of a text. Behind the 81 characters a comment may follow, as in a line."""
    n = len(starts)
    digits, good = np.zeros((n, 81), np.uint8), np.zeros(n, np.bool_)
    whole = ends - starts == 81
    long = ends - starts > 81
    if long.any():
        whole[long] = _SEPARATORS[buffer[starts[long] + 81]]
    if present is not None:
        whole &= present
    if n and whole.all() and (stride := _stride(starts)):
        return _regular(as_strided(buffer[starts[0] :], (n, 81), (stride, 1), writeable=False))
    places = np.arange(81)
    plain = np.flatnonzero(whole)
    for begin in range(0, len(plain), _CHUNK):
        rows = plain[begin : begin + _CHUNK]
        found = np.empty((len(rows), 81), np.uint8)
        good[rows] = _translate(buffer[starts[rows, None] + places], found)
        digits[rows] = found
    bad: list[Bad] = []
    for row in np.flatnonzero(~good).tolist():
        if present is not None and not present[row]:
            bad.append(Bad(row, "the value is missing (null)", ""))
            continue
        text = buffer[starts[row] : min(ends[row], starts[row] + _LONGEST)].tobytes()
        _one_by_one(row, text, digits, good, bad)
    return _kept(digits, good, bad)


def _stride(starts: NDArray[np.int64]) -> int:
    """How far one row is from the next, if that is always the same; else 0."""
    steps = np.diff(starts)
    return int(steps[0]) if len(steps) and bool((steps == steps[0]).all()) else 0


def _regular(characters: Digits) -> Puzzles:
    """Rows of 81 characters without gaps between them."""
    digits, good = _room(len(characters)), np.ones(len(characters), np.bool_)
    for begin in range(0, len(characters), _CHUNK):
        end = begin + _CHUNK
        good[begin:end] = _translate(characters[begin:end], digits[begin:end])
    bad: list[Bad] = []
    for row in np.flatnonzero(~good).tolist():
        _one_by_one(row, characters[row].tobytes(), digits, good, bad)
    return _kept(digits, good, bad)


def _translate(characters: Digits, digits: Digits) -> NDArray[np.bool_] | bool:
    """Writes the digits of characters; tells which rows hold nothing but 0 to 9 and dots.

    Arithmetic on whole vectors: a table lookup costs ten times as much.
    """
    np.subtract(characters, np.uint8(48), out=digits)
    digits *= np.not_equal(characters, _BLANK).view(np.uint8)
    if digits.max() <= 9:
        return True
    fine: NDArray[np.bool_] = np.all(digits <= 9, axis=1)
    return fine


def _room(rows: int) -> Digits:
    """Memory for grids, from Arrow: it keeps what is given back, where malloc may return it and fetch it again."""
    return np.frombuffer(pa.allocate_buffer(81 * rows), np.uint8).reshape(rows, 81)


def _one_by_one(row: int, text: bytes, digits: Digits, good: NDArray[np.bool_], bad: list[Bad]) -> None:
    shown = text.decode("utf-8", "backslashreplace")
    try:
        digits[row] = np.frombuffer(read_line(shown), np.uint8)
        good[row] = True
    except MalformedGrid as error:
        bad.append(Bad(row, str(error), shown))


def _kept(digits: Digits, good: NDArray[np.bool_], bad: list[Bad]) -> Puzzles:
    if not bad:
        return Puzzles(digits, np.arange(len(digits)))
    return Puzzles(digits[good], np.flatnonzero(good), bad)


def _text(column: pa.Array) -> pa.Array:
    """The column with offsets and one run of bytes."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _text(column.dictionary_decode())
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return column
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return column
    return column.cast(pa.large_binary() if "binary" in str(kind) else pa.large_string())


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of this type can hold puzzles."""
    if pa.types.is_dictionary(kind):
        return is_text(kind.value_type)
    name = str(kind)
    return name.startswith(("string", "large_string", "binary", "large_binary", "fixed_size_binary"))


def to_column(digits: Digits, missing: NDArray[np.bool_] | None = None) -> pa.Array:
    """Lines of grids as an Arrow column; null where they are missing."""
    n = len(digits)
    characters = _room(n)
    for begin in range(0, n, _CHUNK):
        some, shown = digits[begin : begin + _CHUNK], characters[begin : begin + _CHUNK]
        np.add(some, np.uint8(48), out=shown)
        if some.min() == 0:
            blank = np.equal(some, 0).view(np.uint8)
            blank *= np.uint8(48 - _BLANK)
            shown -= blank
    offsets = np.arange(0, 81 * (n + 1), 81, dtype=np.int32)
    validity: Any = None
    if missing is not None and missing.any():
        validity = pa.py_buffer(np.packbits(~missing, bitorder="little"))
    return pa.Array.from_buffers(pa.string(), n, [validity, pa.py_buffer(offsets), pa.py_buffer(characters)])


def to_array(numbers: NDArray[Any], kind: pa.DataType) -> pa.Array:
    """Numbers as an Arrow array, without a copy; `pa.array` would load pandas to look whether they are a series."""
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(np.ascontiguousarray(numbers))])


def taken(column: pa.Array, rows: NDArray[np.int64]) -> pa.Array:
    """Some rows of a column."""
    return column.take(to_array(rows, pa.int64()))
