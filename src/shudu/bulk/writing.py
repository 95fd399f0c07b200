"""Parts of a job's output: Parquet, CSV or lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.parquet as pq

from shudu.bulk.columns import TYPES
from shudu.bulk.kinds import Kind

COMPRESSIONS: Final = ("none", "lz4", "snappy", "zstd")
_GROUP: Final = 1 << 17  # rows of a row group: enough to read at once, few enough to hold


class Writer(Protocol):
    """Takes tables of one schema."""

    def write(self, table: pa.Table) -> None:
        """Adds rows."""


class _ParquetWriter:
    """Collects rows until they make a row group."""

    def __init__(self, writer: pq.ParquetWriter) -> None:
        self._writer = writer
        self._waiting: list[pa.Table] = []
        self._rows = 0

    def write(self, table: pa.Table) -> None:
        """Adds rows."""
        self._waiting.append(table)
        self._rows += len(table)
        if self._rows >= _GROUP:
            self.flush()

    def flush(self) -> None:
        """Writes what is waiting."""
        if self._rows:
            self._writer.write_table(pa.concat_tables(self._waiting), row_group_size=2 * _GROUP)
        self._waiting, self._rows = [], 0


class _CsvWriter:
    """Writes rows as text; numbers too long for a machine word are written digit by digit."""

    def __init__(self, writer: pcsv.CSVWriter) -> None:
        self._writer = writer

    def write(self, table: pa.Table) -> None:
        """Adds rows."""
        self._writer.write_table(table.cast(_printable(table.schema)))


@contextmanager
def writing(
    path: str, kind: Kind, schema: pa.Schema, compression: str = "none", heading: bool = True
) -> Iterator[Writer]:
    """Writes a file; it is complete when the block has ended."""
    if kind.name == "parquet":
        with pq.ParquetWriter(path, schema, **_options(schema, compression)) as parquet:
            writer = _ParquetWriter(parquet)
            yield writer
            writer.flush()
        return
    with pa.OSFile(path, "wb") as raw, packed(raw, kind.packing) as stream:
        # Arrow's "needed" puts all text in quotes; our own columns never need any.
        style = "needed" if kind.name == "csv" and not set(schema.names) <= set(TYPES) else "none"
        options = pcsv.WriteOptions(include_header=False, quoting_style=style)
        if heading and kind.name == "csv":
            stream.write(heading_of(schema))
        with pcsv.CSVWriter(stream, _printable(schema), write_options=options) as writer:
            yield _CsvWriter(writer)


def heading_of(schema: pa.Schema) -> bytes:
    """The first line of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(schema.names)
    return text.getvalue().encode()


@contextmanager
def packed(raw: pa.NativeFile, packing: str) -> Iterator[pa.NativeFile]:
    """A stream that packs what goes through it."""
    if not packing:
        yield raw
        return
    with pa.CompressedOutputStream(raw, packing) as stream:
        yield stream


def _printable(schema: pa.Schema) -> pa.Schema:
    return pa.schema([(f.name, pa.string() if pa.types.is_decimal(f.type) else f.type) for f in schema])


def _options(schema: pa.Schema, compression: str) -> dict[str, Any]:
    """Lines of grids hardly repeat: a dictionary of them, or their least and greatest, would only cost time."""
    lines = {"puzzle", "solution", "canonical"}
    others = [field.name for field in schema if field.name not in lines]
    return {
        "compression": compression,
        "compression_level": 1 if compression == "zstd" else None,
        "use_dictionary": others,
        "write_statistics": others,
        "column_encoding": {name: "PLAIN" for name in schema.names if name in lines},
        "store_schema": True,
    }
