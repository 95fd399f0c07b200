"""The beginning of a file to recognise it by, and the file as if nothing had been read, also where one cannot seek.

Text in UTF-16 that says so by its byte order mark comes as UTF-8, a piece at a time.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO, Final

from shudu.formats.io.text import LONGEST

_SIZE: Final = 1 << 20
_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class _Rewound(io.RawIOBase):
    """Bytes that come in pieces, as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        super().__init__()
        self.pieces, self.rest = pieces, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self.rest:
            try:
                self.rest = next(self.pieces)
            except StopIteration:
                return 0
        taken = self.rest[: len(buffer)]
        buffer[: len(taken)] = taken
        self.rest = self.rest[len(taken) :]
        return len(taken)


def head_of(file: BinaryIO) -> tuple[str, BinaryIO]:
    r"""The beginning of a file as text, and all of the file, in UTF-8.

    >>> head, whole = head_of(io.BytesIO(b"12\n3"))
    >>> head, whole.read()
    ('12\n3', b'12\n3')
    >>> head_of(io.BytesIO("数".encode("utf-16")))[0]
    '数'
    """
    pieces = _pieces(file)
    parts: list[bytes] = []
    while sum(map(len, parts)) < LONGEST and (piece := next(pieces, b"")):
        parts.append(piece)
    head = b"".join(parts)
    text = head[:LONGEST].removeprefix(codecs.BOM_UTF8).decode("utf-8", "backslashreplace")
    return text, io.BufferedReader(_Rewound(_chained(head, pieces)), _SIZE)


def _chained(head: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from pieces


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """The file in pieces of UTF-8; what is not UTF-16 comes as it is."""
    first = file.read(LONGEST)
    if not first.startswith(_MARKS):
        while first:
            yield first
            first = file.read(_SIZE)
        return
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    while first:
        if text := decoder.decode(first).encode("utf-8", "replace"):
            yield text
        first = file.read(_SIZE)
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")
