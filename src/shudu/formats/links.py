"""Links of the shudu app, Sudoku Exchange, SudokuWiki and SudokuPad, and the records of Sudoku Exchange's puzzle bank.

- `share`: `#/p/` and the puzzle's 81 characters, then the moves of a game, deflated, as URL-safe base64. The digits of the
  sheet are those of the puzzle; replaying the moves (`shudu.Game`) gives the position.
- `exchange`: `?s=` and 81 digits; `&d=` is the level.
- `bank`: 100 bytes including the line end: a hash of 12 characters, 81 digits and a rating. The hash is the start of the
  SHA-1 of the digits; it only serves to shuffle the records.
- `sudokuwiki`: `?bd=` and 81 digits.
- `sudokupad`: short links `scf…`, where each character is a digit and the number of blanks after it. The characters 0-9,
  A-Z, a-x stand for 0 to 59: the digit plus ten times the blanks, at most five. A digit 0 is itself a blank.

>>> SHARE.write(Sheet(bytes(81)))[:8]
'/#/p/...'
>>> EXCHANGE.write(Sheet(bytes(81)))[:36]
'https://sudokuexchange.com/play/?s=0'
>>> BANK.write(Sheet(bytes(81), facts=(("rating", "1.2"),)))[-9:], len(BANK.write(Sheet(bytes(81))))
('0000  1.2', 99)
>>> SUDOKUWIKI.write(Sheet(bytes(81)))[:43]
'https://www.sudokuwiki.org/sudoku.htm?bd=00'
>>> SUDOKUPAD.write(Sheet(bytes((1, 0, 0, 2)) + bytes(77)))[-15:]
'fLqoooooooooooo'
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from typing import Final
from urllib.parse import quote

from shudu.core.text import write_line
from shudu.formats.io.sheet import Format, MalformedSheet, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import DOCUMENT_LIMIT, first_line, link_parameter, read_cells

_SHARE_LINK: Final = re.compile(r"[^#\s]*#/p/([^/\s]*)(?:/([A-Za-z0-9_-]*))?")
_SHARE_START: Final = re.compile(r"[^#\s]*#/p/[0-9.*_xX]{81}(?:/|\s|$)")


def _is_share(text: str) -> bool:
    return bool(_SHARE_START.match(text.strip()))


def _read_share(text: str) -> Sheet:
    match = _SHARE_LINK.fullmatch(text.strip())
    if match is None:
        raise MalformedSheet("formats.share-link", text=excerpt(text))
    return Sheet(
        read_cells(match[1], column=match.start(1) + 1), history=_unpack_moves(match[2] or "", match.end(1) + 2)
    )


def _write_share(sheet: Sheet) -> str:
    """Return the link without the address of the app, which goes before it."""
    if not sheet.history:
        return f"/#/p/{write_line(sheet.digits)}"
    return f"/#/p/{write_line(sheet.puzzle)}/{_pack_moves(sheet.history)}"


def _pack_moves(history: str) -> str:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = compressor.compress(history.encode("utf-8", "replace")) + compressor.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpack_moves(packed: str, column: int) -> str:
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
    recognise=_is_share,
    read=_read_share,
    write=_write_share,
)


_EXCHANGE_LINK: Final = re.compile(r"\S*[?&]s=[0-9.]{81}(?:&\S*)?")
_BANK_RECORD: Final = re.compile(r"\s*([0-9a-fA-F]{12})\s+([0-9.]{81})\s+([0-9]{1,2}\.[0-9])\s*")
_RATING: Final = re.compile(r"[0-9]{1,2}\.[0-9]")


def _is_exchange(text: str) -> bool:
    return bool(_EXCHANGE_LINK.fullmatch(first_line(text)))


def _read_exchange(text: str) -> Sheet:
    cells, level = link_parameter(text, "s"), link_parameter(text, "d")
    if cells is None:
        raise MalformedSheet("formats.exchange-link", text=excerpt(text))
    return Sheet(read_cells(cells[0], column=cells[1]), facts=tidy_facts({"level": level[0] if level else ""}))


def _write_exchange(sheet: Sheet) -> str:
    level = sheet.fact("level")
    link = f"https://sudokuexchange.com/play/?s={write_line(sheet.digits, '0')}"
    return link + (f"&d={quote(level, safe='', errors='replace')}" if level else "")


def _is_bank(text: str) -> bool:
    return bool(_BANK_RECORD.fullmatch(text.lstrip().split("\n", 1)[0]))


def _read_bank(text: str) -> Sheet:
    match = _BANK_RECORD.fullmatch(text)
    if match is None:
        raise MalformedSheet("formats.bank-record", text=excerpt(text))
    rating = float(match[3])  # 0.0 means that the puzzle is not rated
    return Sheet(read_cells(match[2]), facts=tidy_facts({"rating": f"{rating:.1f}" if rating else ""}))


def _write_bank(sheet: Sheet) -> str:
    line = write_line(sheet.digits, "0")
    rating = "" if _lose_rating(sheet) else sheet.fact("rating")
    return f"{hashlib.sha1(line.encode(), usedforsecurity=False).hexdigest()[:12]} {line} {rating or '0.0':>4}"


def _lose_rating(sheet: Sheet) -> frozenset[str]:
    """Only ratings from 0.1 to 99.9 fit a record."""
    rating = sheet.fact("rating")
    fits = not rating or (_RATING.fullmatch(rating) and rating == f"{float(rating):.1f}" and float(rating))
    return frozenset(() if fits else {"rating"})


EXCHANGE: Final = Format(
    name="exchange",
    suffixes=(".exchange",),
    kind="line",
    carries=frozenset({"level"}),
    recognise=_is_exchange,
    read=_read_exchange,
    write=_write_exchange,
)
BANK: Final = Format(
    name="bank",
    suffixes=(".bank",),
    kind="line",
    carries=frozenset({"rating"}),
    recognise=_is_bank,
    read=_read_bank,
    write=_write_bank,
    extra_losses=_lose_rating,
)


_SUDOKUWIKI_LINK: Final = re.compile(r"\S*[?&]bd=\S*")


def _is_sudokuwiki(text: str) -> bool:
    return bool(_SUDOKUWIKI_LINK.fullmatch(first_line(text)))


def _read_sudokuwiki(text: str) -> Sheet:
    parameter = link_parameter(text, "bd")
    if parameter is None:
        raise MalformedSheet("formats.sudokuwiki-link", text=excerpt(text))
    cells, column = parameter
    if len(cells) > 81:
        raise MalformedSheet("formats.sudokuwiki-length", column=column + 81, n=len(cells))
    return Sheet(read_cells(cells, column=column))


def _write_sudokuwiki(sheet: Sheet) -> str:
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={write_line(sheet.digits, '0')}"


SUDOKUWIKI: Final = Format(
    name="sudokuwiki",
    suffixes=(".sudokuwiki",),
    kind="line",
    recognise=_is_sudokuwiki,
    read=_read_sudokuwiki,
    write=_write_sudokuwiki,
)


_SUDOKUPAD_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_CHARACTER_OF: Final = {
    (str(value % 10) if value % 10 else ".") + "." * (value // 10): character
    for value, character in enumerate(_SUDOKUPAD_ALPHABET)
}
_SUDOKUPAD_RUN: Final = re.compile(r"[1-9.]\.{0,5}")
_SUDOKUPAD_LINK: Final = re.compile(r"(?:\S*[/=])?scf([0-9A-Za-x]{14,81})(?:[?#&]\S*)?")


def _is_sudokupad(text: str) -> bool:
    match = _SUDOKUPAD_LINK.fullmatch(first_line(text))
    return match is not None and sum(_SUDOKUPAD_ALPHABET.index(character) // 10 + 1 for character in match[1]) == 81


def _read_sudokupad(text: str) -> Sheet:
    match = re.search(r"(?:^|[/=])scf([^?#&\s]*)", text.strip())
    if match is None:
        raise MalformedSheet("formats.sudokupad-link", text=excerpt(text))
    digits = bytearray()
    for column, character in enumerate(match[1], len(text) - len(text.lstrip()) + match.start(1) + 1):
        value = _SUDOKUPAD_ALPHABET.find(character)
        if value < 0 or len(digits) > 81:
            quoted, text = repr(character), excerpt(match[1])
            raise MalformedSheet("formats.sudokupad-character", column=column, character=quoted, text=text)
        digits += bytes((value % 10,)) + bytes(value // 10)
    if len(digits) != 81:
        raise MalformedSheet("formats.cell-count", column=len(text.rstrip()) + 1, n=len(digits))
    return Sheet(bytes(digits))


def _write_sudokupad(sheet: Sheet) -> str:
    cells = "".join(map(_CHARACTER_OF.__getitem__, _SUDOKUPAD_RUN.findall(write_line(sheet.digits))))
    return f"https://sudokupad.app/scf{cells}"


SUDOKUPAD: Final = Format(
    name="sudokupad",
    suffixes=(".scf",),
    kind="line",
    recognise=_is_sudokupad,
    read=_read_sudokupad,
    write=_write_sudokupad,
)
