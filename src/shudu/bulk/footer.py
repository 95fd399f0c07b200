"""Footers of Parquet files: parts become one file by copying their bytes and joining what their footers say.

A footer is a structure in Thrift's compact protocol. It is read as a tree of fields without knowing their meaning; only
the few places that hold offsets into the file are named here, and those are moved.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

MAGIC: Final = b"PAR1"
_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)

# Names of fields by number, from the format's definition: FileMetaData, RowGroup, ColumnChunk, ColumnMetaData.
_NUM_ROWS, _ROW_GROUPS = 3, 4
_COLUMNS, _GROUP_OFFSET, _ORDINAL = 1, 5, 7
_CHUNK_OFFSET, _META, _OFFSET_INDEX, _COLUMN_INDEX = 2, 3, 4, 6
_META_OFFSETS: Final = (9, 10, 11, 14)  # data page, index page, dictionary page, bloom filter


class Field(NamedTuple):
    """A value with its type."""

    type: int
    value: Any


Struct = dict[int, Field]


class Footers:
    """The footers of files that are put one after the other, as one."""

    def __init__(self) -> None:
        self._whole: Struct | None = None

    def add(self, footer: bytes, moved: int) -> None:
        """Adds the footer of a file whose bytes stand `moved` bytes further on."""
        added = _Reader(footer).struct()
        for group in _groups(added):
            _move(group, moved)
        if self._whole is None:
            self._whole = added
        else:
            _groups(self._whole).extend(_groups(added))
            rows = self._whole[_NUM_ROWS].value + added[_NUM_ROWS].value
            self._whole[_NUM_ROWS] = Field(_I64, rows)

    def joined(self) -> bytes:
        """The footer of all of them."""
        assert self._whole is not None
        for number, group in enumerate(_groups(self._whole)):
            group.pop(_ORDINAL, None)
            if number < 1 << 15:
                group[_ORDINAL] = Field(_I16, number)
        writer = _Writer()
        writer.struct(self._whole)
        return bytes(writer.out)


def split(tail: bytes) -> int:
    """How long a footer is, from the last eight bytes of a file."""
    if tail[4:] != MAGIC:
        raise ValueError("not the end of a Parquet file")
    return int.from_bytes(tail[:4], "little")


def _groups(footer: Struct) -> list[Struct]:
    kind, groups = footer[_ROW_GROUPS].value
    if kind != _STRUCT and groups:
        raise ValueError("not a Parquet footer")
    footer[_ROW_GROUPS] = Field(_LIST, (_STRUCT, groups))
    found: list[Struct] = groups
    return found


def _move(group: Struct, by: int) -> None:
    _shift(group, _GROUP_OFFSET, by)
    for chunk in group[_COLUMNS].value[1]:
        _shift(chunk, _CHUNK_OFFSET, by)
        _shift(chunk, _OFFSET_INDEX, by)
        _shift(chunk, _COLUMN_INDEX, by)
        for number in _META_OFFSETS:
            _shift(chunk[_META].value, number, by)


def _shift(struct: Struct, number: int, by: int) -> None:
    """Offset 0 stands for none: no page can be where the file begins."""
    if number in struct and struct[number].value > 0:
        struct[number] = Field(struct[number].type, struct[number].value + by)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def struct(self) -> Struct:
        found: Struct = {}
        number = 0
        while head := self._byte():
            kind = head & 15
            number = number + (head >> 4) if head >> 4 else self._signed()
            found[number] = Field(kind, kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind))
        return found

    def _value(self, kind: int) -> Any:
        if kind == _STRUCT:
            return self.struct()
        if kind in (_LIST, _SET):
            head = self._byte()
            size = head >> 4 if head >> 4 < 15 else self._unsigned()
            return head & 15, [self._value(head & 15) for _ in range(size)]
        if kind in (_I16, _I32, _I64):
            return self._signed()
        if kind == _BINARY:
            return self._take(self._unsigned())
        if kind == _DOUBLE:
            return self._take(8)
        if kind in (_BYTE, _TRUE, _FALSE):
            return self._byte()
        raise ValueError(f"a field of type {kind} in a Parquet footer")

    def _take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _unsigned(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def _signed(self) -> int:
        value = self._unsigned()
        return value >> 1 ^ -(value & 1)


class _Writer:
    def __init__(self) -> None:
        self.out = bytearray()

    def struct(self, struct: Struct) -> None:
        last = 0
        for number in sorted(struct):
            kind, value = struct[number]
            if kind in (_TRUE, _FALSE):
                kind = _TRUE if value else _FALSE
            if 0 < number - last < 16:
                self.out.append((number - last) << 4 | kind)
            else:
                self.out.append(kind)
                self._signed(number)
            if kind not in (_TRUE, _FALSE):
                self._value(kind, value)
            last = number
        self.out.append(0)

    def _value(self, kind: int, value: Any) -> None:
        if kind == _STRUCT:
            self.struct(value)
        elif kind in (_LIST, _SET):
            inner, values = value
            self.out.append(min(len(values), 15) << 4 | inner)
            if len(values) >= 15:
                self._unsigned(len(values))
            for each in values:
                self._value(inner, each)
        elif kind in (_I16, _I32, _I64):
            self._unsigned(value << 1 if value >= 0 else (-value << 1) - 1)
        elif kind == _BINARY:
            self._unsigned(len(value))
            self.out += value
        elif kind == _DOUBLE:
            self.out += value
        else:
            self.out.append(value)

    def _signed(self, value: int) -> None:
        self._unsigned(value << 1 if value >= 0 else (-value << 1) - 1)

    def _unsigned(self, value: int) -> None:
        while value >= 128:
            self.out.append(value & 127 | 128)
            value >>= 7
        self.out.append(value)
