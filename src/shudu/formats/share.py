"""Links of the shudu app: `#/p/` and the puzzle's 81 characters, then the moves of a game, deflated, as URL-safe base64.

The digits of the sheet are those of the puzzle; replaying the moves (`shudu.Game`) gives the position.

>>> SHARE.write(Sheet(bytes(81)))[:8]
'/#/p/...'
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.format import Format
from shudu.formats.io.sheet import MalformedSheet, Sheet, excerpt
from shudu.formats.io.text import DOCUMENT_LIMIT, read_cells

_LINK: Final = re.compile(r"[^#\s]*#/p/([^/\s]*)(?:/([A-Za-z0-9_-]*))?")
_START: Final = re.compile(r"[^#\s]*#/p/[0-9.*_xX]{81}(?:/|\s|$)")


def _recognise(text: str) -> bool:
    return bool(_START.match(text.strip()))


def _read(text: str) -> Sheet:
    match = _LINK.fullmatch(text.strip())
    if match is None:
        raise MalformedSheet("formats.share-link", text=excerpt(text))
    return Sheet(read_cells(match[1], column=match.start(1) + 1), history=_unpack(match[2] or "", match.end(1) + 2))


def _write(sheet: Sheet) -> str:
    """Return the link without the address of the app, which goes before it."""
    if not sheet.history:
        return f"/#/p/{write_line(sheet.digits)}"
    return f"/#/p/{write_line(sheet.puzzle)}/{_pack(sheet.history)}"


def _pack(history: str) -> str:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = compressor.compress(history.encode("utf-8", "replace")) + compressor.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpack(packed: str, column: int) -> str:
    """Return the moves. Never unpacks more than DOCUMENT_LIMIT bytes."""
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        decompressor = zlib.decompressobj(-15)
        moves = decompressor.decompress(data, DOCUMENT_LIMIT)
        if data and not decompressor.eof:
            raise MalformedSheet("formats.share-size", column=column, limit=DOCUMENT_LIMIT)
        return moves.decode("utf-8")
    except (zlib.error, binascii.Error, UnicodeDecodeError):
        raise MalformedSheet("formats.share-moves", column=column, text=excerpt(packed)) from None


SHARE: Final = Format(
    name="share",
    suffixes=(".link",),
    kind="line",
    carries=frozenset({"history"}),
    recognise=_recognise,
    read=_read,
    write=_write,
)
