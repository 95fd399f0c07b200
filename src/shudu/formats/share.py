"""A link of our own app: `#/p/` and the puzzle's 81 characters, then the moves of a game, deflated, in base64 for links.

The position is what the moves lead to; whoever plays them again (`shudu.Game`) knows it.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import LARGEST
from shudu.formats.rows import read_cells

FRAME: Final = ("/#/p/", "", ".")
_LINK: Final = re.compile(r"[^#\s]*#/p/([^/\s]*)(?:/([A-Za-z0-9_-]*))?")
_START: Final = re.compile(r"[^#\s]*#/p/[0-9.*_xX]{81}(?:/|\s|$)")


def recognise(text: str) -> bool:
    """Whether the first line is such a link."""
    return bool(_START.match(text.strip()))


def read(text: str) -> Sheet:
    """The sheet of a link: its puzzle and its moves. Raises MalformedSheet."""
    found = _LINK.fullmatch(text.strip())
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "a link with #/p/ and 81 characters")
    return Sheet(read_cells(found[1], column=found.start(1) + 1), history=_unpacked(found[2] or "", found.end(1) + 2))


def write(sheet: Sheet) -> str:
    """The link without the address of the app, which goes before it.

    >>> write(Sheet(bytes(81)))[:8]
    '/#/p/...'
    """
    if not sheet.history:
        return f"/#/p/{write_line(sheet.digits)}"
    return f"/#/p/{write_line(sheet.puzzle)}/{_packed(sheet.history)}"


def _packed(history: str) -> str:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(history.encode("utf-8", "replace")) + squeezer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(packed: str, column: int) -> str:
    """The moves. Never more than LARGEST bytes are unpacked."""
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(-15)
        moves = unpacker.decompress(data, LARGEST)
        if data and not unpacker.eof:
            raise MalformedSheet(1, column, "moves that are cut off or too many", f"moves of at most {LARGEST:,} bytes")
        return moves.decode("utf-8")
    except (zlib.error, binascii.Error, UnicodeDecodeError):
        raise MalformedSheet(1, column, shown(packed), "moves, deflated and in base64") from None
