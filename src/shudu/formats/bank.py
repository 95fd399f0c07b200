"""A record of Sudoku Exchange's puzzle bank: a hash of 12 characters, 81 digits, and a rating: 100 bytes with its end.

The hash is the beginning of the digits' SHA-1; it only shuffles the records.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from shudu.core.text import write_line
from shudu.formats.malformed import MalformedSheet, shown
from shudu.formats.rows import read_cells
from shudu.formats.sheet import Sheet

_RECORD: Final = re.compile(r"\s*([0-9a-fA-F]{12})\s+([0-9.]{81})\s+([0-9]{1,2}\.[0-9])\s*")
_RATING: Final = re.compile(r"[0-9]{1,2}\.[0-9]")


def recognise(text: str) -> bool:
    """Whether the first line is such a record."""
    return bool(_RECORD.fullmatch(text.lstrip().split("\n", 1)[0]))


def read(text: str) -> Sheet:
    """The sheet of a record. Raises MalformedSheet."""
    found = _RECORD.fullmatch(text)
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "a hash of 12, 81 digits and a rating like 1.2")
    rating = found[3].lstrip("0") if found[3][1] != "." else found[3]
    return Sheet(read_cells(found[2]), facts=(("rating", rating),) if float(found[3]) else ())


def write(sheet: Sheet) -> str:
    """The record; without a rating that fits, 0.0.

    >>> write(Sheet(bytes(81), facts=(("rating", "1.2"),)))[-9:], len(write(Sheet(bytes(81))))
    ('0000  1.2', 99)
    """
    return plain(write_line(sheet.digits, "0"), "" if lost(sheet) else sheet.fact("rating"))


def plain(line: str, rating: str = "") -> str:
    """The record of a line with zeros."""
    return f"{hashlib.sha1(line.encode(), usedforsecurity=False).hexdigest()[:12]} {line} {rating or '0.0':>4}"


def lost(sheet: Sheet) -> frozenset[str]:
    """Only ratings from 0.1 to 99.9 fit."""
    rating = sheet.fact("rating")
    if not rating:
        return frozenset()
    fits = _RATING.fullmatch(rating) and rating == f"{float(rating):.1f}" and float(rating)
    return frozenset(() if fits else {"rating"})
