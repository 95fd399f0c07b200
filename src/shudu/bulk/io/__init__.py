"""Reading and writing tables: the types of files, recognised by name or by content, and the modules that handle them.

Files are Parquet, CSV, JSONL or lines, compressed or not.
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from shudu.bulk.errors import BulkError
from shudu.core.errors import MalformedGrid, quote
from shudu.core.text import read_line
from shudu.formats.tables import CSV_SEPARATORS

FORMATS: Final = ("parquet", "csv", "line", "csv.gz", "csv.zst", "line.gz", "line.zst")
_LAYOUT_OF_SUFFIX: Final = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "line",
    ".sdm": "line",
    ".line": "line",
    ".lines": "line",
}
_SUFFIX_OF_LAYOUT: Final = {"parquet": ".parquet", "csv": ".csv", "jsonl": ".jsonl", "line": ".txt"}
_CODEC_OF_SUFFIX: Final = {".gz": "gzip", ".zst": "zstd"}
_SUFFIX_OF_CODEC: Final = {"": "", "gzip": ".gz", "zstd": ".zst"}
_CODEC_OF_MAGIC: Final = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


class FileType(NamedTuple):
    """The layout of a file: `parquet`, `csv`, `line`, or `jsonl`, which is only read; and the codec of text, or ""."""

    layout: str
    codec: str = ""

    @property
    def suffix(self) -> str:
        """The end of the names of such files.

        >>> FileType("csv", "gzip").suffix
        '.csv.gz'
        """
        return _SUFFIX_OF_LAYOUT[self.layout] + _SUFFIX_OF_CODEC[self.codec]


def type_of_name(name: str) -> FileType | None:
    """Return the type of a file by its name, or None if the suffix is unknown.

    >>> type_of_name("a/b.txt.zst")
    FileType(layout='line', codec='zstd')
    """
    path = PurePosixPath(name.lower())
    codec = _CODEC_OF_SUFFIX.get(path.suffix, "")
    layout = _LAYOUT_OF_SUFFIX.get(PurePosixPath(path.stem).suffix if codec else path.suffix)
    if layout is None or (layout == "parquet" and codec):
        return None
    return FileType(layout, codec)


def type_of_format(format: str) -> FileType:
    """Return the type of a value of the option `format`.

    Raises:
        BulkError: If there is no such format.
    """
    type = type_of_name(f"x.{format}")
    if type is None or type.layout == "jsonl":
        raise BulkError("bulk.unknown-format", format=quote(format), formats=FORMATS)
    return type


def type_of_content(head: bytes, path: str) -> FileType:
    """Return the type of a file by its first bytes.

    Raises:
        BulkError: If the bytes match no type, or are compressed.
    """
    if head.startswith(b"PAR1"):
        return FileType("parquet")
    for magic, codec in _CODEC_OF_MAGIC.items():
        if head.startswith(magic):
            raise BulkError("bulk.compressed-without-suffix", path=path, codec=codec, suffix=_SUFFIX_OF_CODEC[codec])
    if b"\0" in head and not head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise BulkError("bulk.unknown-file-type", path=path)
    lines = (line for line in head.decode("utf-8", "replace").split("\n") if line.strip() and not line.startswith("#"))
    first = next(lines, "")
    if first.lstrip().startswith("[") or first.strip() == "{":
        raise BulkError("bulk.json-not-lines", path=path)
    if first.lstrip().startswith("{"):
        return FileType("jsonl")
    try:
        read_line(first)
    except MalformedGrid:
        if any(delimiter in first for delimiter in CSV_SEPARATORS):
            return FileType("csv")
        raise BulkError("bulk.unknown-file-type", path=path) from None
    return FileType("line")
