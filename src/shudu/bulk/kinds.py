"""Kinds of files: Parquet, CSV and lines, plain or packed, known by name or by content."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final, NamedTuple

from shudu.bulk.errors import BulkError
from shudu.core.errors import MalformedGrid
from shudu.core.text import read_line

_KINDS: Final = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".txt": "line",
    ".sdm": "line",
    ".line": "line",
    ".lines": "line",
}
_PACKINGS: Final = {".gz": "gzip", ".zst": "zstd"}
_MAGIC: Final = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


class Kind(NamedTuple):
    """What a file holds, and how it is packed: "" for not at all."""

    name: str
    packing: str = ""

    @property
    def suffix(self) -> str:
        """How names of such files end.

        >>> Kind("csv", "gzip").suffix
        '.csv.gz'
        """
        plain = {"parquet": ".parquet", "csv": ".csv", "line": ".txt"}[self.name]
        return plain + {"": "", "gzip": ".gz", "zstd": ".zst"}[self.packing]


def kind_of_name(name: str) -> Kind | None:
    """The kind of file a name tells; None if it tells none.

    >>> kind_of_name("a/b.txt.zst")
    Kind(name='line', packing='zstd')
    """
    path = PurePosixPath(name.lower())
    packing = _PACKINGS.get(path.suffix, "")
    kind = _KINDS.get(PurePosixPath(path.stem).suffix if packing else path.suffix)
    if kind is None or (kind == "parquet" and packing):
        return None
    return Kind(kind, packing)


def kind_of_content(head: bytes, name: str) -> Kind:
    """The kind of a file whose name tells none, by its first bytes."""
    if head.startswith(b"PAR1"):
        return Kind("parquet")
    for magic, packing in _MAGIC.items():
        if head.startswith(magic):
            raise BulkError(
                f"{name} is packed with {packing}; name it .txt{_suffix(packing)} or .csv{_suffix(packing)}"
            )
    first = head.partition(b"\n")[0].decode("utf-8", "replace")
    try:
        read_line(first)
    except MalformedGrid:
        if "," in first:
            return Kind("csv")
        raise BulkError(
            f"{name} is neither Parquet nor CSV nor a file of lines with a puzzle each; "
            "known names end in .parquet, .csv or .txt, packed also in .gz or .zst"
        ) from None
    return Kind("line")


def _suffix(packing: str) -> str:
    return next(suffix for suffix, known in _PACKINGS.items() if known == packing)
