"""Line formats by the chunk: a megabyte of clean lines is one translation, not twelve thousand sheets.

A chunk that is not clean (a comment, a bad line, gaps) is left to the readers, line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from shudu.core.text import BLANKS
from shudu.formats.pieces import LONGEST

READ: Final = frozenset(("line", "sdm"))
WRITTEN: Final = {"line": ".", "sdm": "0", "csv": "."}
_SIZE: Final = 1 << 20
_BAD: Final = 255


def _table(blank: str) -> bytes:
    kept = {code: code for code in b"123456789\n"} | {ord(character): ord(blank) for character in BLANKS}
    return bytes(kept.get(code, _BAD) for code in range(256))


_TABLES: Final = {blank: _table(blank) for blank in ".0"}


def chunks(file: BinaryIO) -> Iterator[bytes]:
    """The file in chunks of whole lines. Of a line that is far too long only the beginning is there."""
    rest = b""
    while data := file.read(_SIZE):
        data = rest + data
        cut = data.rfind(b"\n") + 1
        if not cut and len(data) > LONGEST:
            yield data[:LONGEST]
            rest = _next_line(file)
            continue
        if cut:
            yield data[:cut]
        rest = data[cut:]
    if rest:
        yield rest


def translated(chunk: bytes, blank: str) -> bytes | None:
    r"""The lines of a chunk with this character for blanks; None if the chunk is not clean.

    >>> translated(b"1" + b"x" * 80 + b"\r\n", "0")[:4], translated(b"12\n", "0")
    (b'1000', None)
    """
    if chunk[81:82] == b"\r":
        chunk = chunk.replace(b"\r\n", b"\n")
    if not chunk.endswith(b"\n"):
        chunk += b"\n"
    lines = len(chunk) // 82
    if len(chunk) != 82 * lines or chunk.count(b"\n") != lines or chunk[81::82].count(b"\n") != lines:
        return None
    found = chunk.translate(_TABLES[blank])
    return None if _BAD in found else found


def _next_line(file: BinaryIO) -> bytes:
    while data := file.read(_SIZE):
        if (end := data.find(b"\n")) >= 0:
            return data[end + 1 :]
    return b""
