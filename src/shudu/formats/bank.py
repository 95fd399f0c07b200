"""A record of Sudoku Exchange's puzzle bank: a hash of 12 characters, 81 digits, and a rating: 100 bytes with its end.

The hash is the beginning of the digits' SHA-1; it only shuffles the records.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import Final

from shudu.core.text import write_line
from shudu.formats.batch import Batch, of_cells
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet
from shudu.formats.rows import read_cells

_RECORD: Final = re.compile(r"\s*([0-9a-fA-F]{12})\s+([0-9.]{81})\s+([0-9]{1,2}\.[0-9])\s*")
_RECORDS: Final = re.compile(
    rb"^[^\S\n]*[0-9a-fA-F]{12}[^\S\n]+([0-9.]{81})[^\S\n]+([0-9]{1,2}\.[0-9])[^\S\n]*$", re.MULTILINE
)
_RATING: Final = re.compile(r"[0-9]{1,2}\.[0-9]")


def recognise(text: str) -> bool:
    """Whether the first line is such a record."""
    return bool(_RECORD.fullmatch(text.lstrip().split("\n", 1)[0]))


def read(text: str) -> Sheet:
    """The sheet of a record. Raises MalformedSheet."""
    found = _RECORD.fullmatch(text)
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "a hash of 12, 81 digits and a rating like 1.2")
    rating = _tidy(found[3])
    return Sheet(read_cells(found[2]), facts=(("rating", rating),) if rating else ())


def read_batch(chunk: bytes, _: str) -> Batch | None:
    """Clean records."""
    rows = _RECORDS.findall(chunk)
    if len(rows) != chunk.count(b"\n"):
        return None
    lines, ratings = zip(*rows, strict=True)
    found = of_cells(b"\n".join((*lines, b"")))
    return found and Batch(found.lines, {"rating": [_tidy(rating.decode()) for rating in ratings]})


def write(sheet: Sheet) -> str:
    """The record; without a rating that fits, 0.0.

    >>> write(Sheet(bytes(81), facts=(("rating", "1.2"),)))[-9:], len(write(Sheet(bytes(81))))
    ('0000  1.2', 99)
    """
    return _record(write_line(sheet.digits, "0"), "" if lost(sheet) else sheet.fact("rating"))


def write_batch(batch: Batch) -> bytes | None:
    """The records of a batch; None if some rating does not fit."""
    lines = batch.lines.replace(b".", b"0").decode().split()
    ratings = batch.facts.get("rating") or [""] * len(lines)
    if not all(map(_fits, set(ratings))):
        return None
    return "\n".join([*map(_record, lines, ratings), ""]).encode()


def _record(line: str, rating: str) -> str:
    return f"{hashlib.sha1(line.encode(), usedforsecurity=False).hexdigest()[:12]} {line} {rating or '0.0':>4}"


def lost(sheet: Sheet) -> frozenset[str]:
    """Only ratings from 0.1 to 99.9 fit."""
    return frozenset(() if _fits(sheet.fact("rating")) else {"rating"})


@cache
def _tidy(rating: str) -> str:
    """A rating without zeros before it; nothing for zero, which stands for none."""
    return f"{float(rating):.1f}" if float(rating) else ""


def _fits(rating: str) -> bool:
    return not rating or bool(_RATING.fullmatch(rating) and rating == f"{float(rating):.1f}" and float(rating))
