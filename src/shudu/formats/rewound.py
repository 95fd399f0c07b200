"""The beginning of a file to recognise it by, and the file as if nothing had been read, also where one cannot seek."""

from __future__ import annotations

import io
from typing import BinaryIO

from shudu.formats.pieces import LONGEST


class _Rewound(io.RawIOBase):
    """Bytes that were read already, then the rest of a file."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        super().__init__()
        self.head, self.file = head, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self.head or self.file.read(len(buffer))
        taken = data[: len(buffer)]
        buffer[: len(taken)] = taken
        self.head = data[len(taken) :] if self.head else b""
        return len(taken)


def head_of(file: BinaryIO) -> tuple[str, BinaryIO]:
    r"""The beginning of a file as text, and all of the file.

    >>> head, whole = head_of(io.BytesIO(b"12\n3"))
    >>> head, whole.read()
    ('12\n3', b'12\n3')
    """
    head = file.read(LONGEST)
    return head.decode("utf-8", "backslashreplace"), io.BufferedReader(_Rewound(head, file), 1 << 20)
