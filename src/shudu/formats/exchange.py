"""Sudoku Exchange: links with `?s=` and 81 digits (`&d=` is the level), and the records of its puzzle bank.

A record has 100 bytes including the line end: a hash of 12 characters, 81 digits and a rating. The hash is the start of
the SHA-1 of the digits; it only serves to shuffle the records.

>>> EXCHANGE.write(Sheet(bytes(81)))[:36]
'https://sudokuexchange.com/play/?s=0'
>>> BANK.write(Sheet(bytes(81), facts=(("rating", "1.2"),)))[-9:], len(BANK.write(Sheet(bytes(81))))
('0000  1.2', 99)
"""

from __future__ import annotations

import hashlib
import re
from typing import Final
from urllib.parse import quote

from shudu.core.text import write_line
from shudu.formats.io.format import Format
from shudu.formats.io.sheet import MalformedSheet, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import first_line, link_parameter, read_cells

_LINK: Final = re.compile(r"\S*[?&]s=[0-9.]{81}(?:&\S*)?")
_RECORD: Final = re.compile(r"\s*([0-9a-fA-F]{12})\s+([0-9.]{81})\s+([0-9]{1,2}\.[0-9])\s*")
_RATING: Final = re.compile(r"[0-9]{1,2}\.[0-9]")


def _is_link(text: str) -> bool:
    return bool(_LINK.fullmatch(first_line(text)))


def _read_link(text: str) -> Sheet:
    cells, level = link_parameter(text, "s"), link_parameter(text, "d")
    if cells is None:
        raise MalformedSheet("formats.exchange-link", text=excerpt(text))
    return Sheet(read_cells(cells[0], column=cells[1]), facts=tidy_facts({"level": level[0] if level else ""}))


def _write_link(sheet: Sheet) -> str:
    level = sheet.fact("level")
    link = f"https://sudokuexchange.com/play/?s={write_line(sheet.digits, '0')}"
    return link + (f"&d={quote(level, safe='', errors='replace')}" if level else "")


def _is_record(text: str) -> bool:
    return bool(_RECORD.fullmatch(text.lstrip().split("\n", 1)[0]))


def _read_record(text: str) -> Sheet:
    match = _RECORD.fullmatch(text)
    if match is None:
        raise MalformedSheet("formats.bank-record", text=excerpt(text))
    rating = float(match[3])  # 0.0 means that the puzzle is not rated
    return Sheet(read_cells(match[2]), facts=tidy_facts({"rating": f"{rating:.1f}" if rating else ""}))


def _write_record(sheet: Sheet) -> str:
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
    recognise=_is_link,
    read=_read_link,
    write=_write_link,
)
BANK: Final = Format(
    name="bank",
    suffixes=(".bank",),
    kind="line",
    carries=frozenset({"rating"}),
    recognise=_is_record,
    read=_read_record,
    write=_write_record,
    extra_losses=_lose_rating,
)
