"""Compressed files: gzip and zstd, recognised by their first bytes and decompressed while they are read."""

from __future__ import annotations

import gzip
import io
from importlib import import_module
from typing import Any, BinaryIO, Final

from shudu.core.errors import MissingExtra
from shudu.formats.io.sheet import MalformedSheet

_GZIP: Final = b"\x1f\x8b"
_BUFFER: Final = 1 << 16  # bytes, enough to recognise a format without consuming them
_ZSTD: Final = b"\x28\xb5\x2f\xfd"


class _Whole(io.RawIOBase):
    """A file whose first bytes have been read already."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read = getattr(self._rest, "read1", self._rest.read)  # read1 does not wait until the buffer is full
        data = self._head + read(len(buffer) - len(self._head))
        self._head = b""
        buffer[: len(data)] = data
        return len(data)


class _Checked(io.RawIOBase):
    """A decompressed file that reports damage as a malformed sheet."""

    def __init__(self, file: Any) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except (OSError, EOFError, ValueError) as error:
            raise MalformedSheet("formats.damaged-compression", reason=str(error)) from error
        buffer[: len(data)] = data
        return len(data)


def decompress(file: BinaryIO) -> io.BufferedReader:
    """Return a file, decompressed if it begins like a compressed one. It need not be able to seek.

    >>> decompress(io.BytesIO(gzip.compress(b"81 cells"))).read(), decompress(io.BytesIO(b"81 cells")).read()
    (b'81 cells', b'81 cells')

    Raises:
        MissingExtra: If the file is compressed with zstd and no package for it is installed.
    """
    head = file.read(4)
    whole: io.BufferedReader = io.BufferedReader(_Whole(head, file), _BUFFER)
    if head.startswith(_GZIP):
        return io.BufferedReader(_Checked(gzip.GzipFile(fileobj=whole)), _BUFFER)
    if head.startswith(_ZSTD):
        return io.BufferedReader(_Checked(_open_zstd(whole)), _BUFFER)
    return whole


def _open_zstd(file: BinaryIO) -> Any:
    """Open with the standard library, which knows zstd from Python 3.14 on, or with pyarrow."""
    try:
        return import_module("compression.zstd").ZstdFile(file)
    except ModuleNotFoundError:
        pass
    try:
        arrow = import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise MissingExtra("formats.no-zstd") from error
    return arrow.CompressedInputStream(arrow.PythonFile(file, "r"), "zstd")
