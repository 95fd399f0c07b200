"""Files of lines by the chunk: a quarter of a megabyte of clean lines is one batch, not three thousand sheets.

What is not clean (a bad line, a gap) is parted until it is a few lines, and those are left to the readers of single lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

import numpy as np

from shudu.formats.batch import Batch
from shudu.formats.io.text import LONGEST

_SIZE: Final = 1 << 18
_FEW: Final = 4096  # bytes that are not parted further


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


def parted(chunk: bytes, read: Callable[[bytes], Batch | None]) -> Iterator[tuple[bytes, Batch | None]]:
    """The chunk in order: clean parts as batches, and between them the few lines that are not clean."""
    batch = read(chunk)
    middle = chunk.rfind(b"\n", 0, len(chunk) // 2) + 1
    if batch is not None or not middle or len(chunk) <= _FEW:
        yield chunk, batch
    else:
        yield from parted(chunk[:middle], read)
        yield from parted(chunk[middle:], read)


def tidy(chunk: bytes) -> bytes:
    r"""A chunk with `\n` at the end of every line."""
    if b"\r" in chunk:
        chunk = chunk.replace(b"\r\n", b"\n")
    return chunk if chunk.endswith(b"\n") else chunk + b"\n"


def lines_in(chunk: bytes) -> int:
    r"""How many lines a chunk has.

    >>> lines_in(b"1\n2\n")
    2
    """
    return int(np.count_nonzero(np.frombuffer(chunk, np.uint8) == 10))  # three times as quick as bytes.count


def _next_line(file: BinaryIO) -> bytes:
    while data := file.read(_SIZE):
        if (end := data.find(b"\n")) >= 0:
            return data[end + 1 :]
    return b""
