"""Nine rows for people to read, ruled into boxes."""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_grid
from shudu.formats import ss
from shudu.formats.io.sheet import Sheet

_ROW: Final = re.compile(r"\s*(?:[|│]\s*)?(?:[0-9.*_xX][ \t]*(?:[|│][ \t]*)?){9}\s*")


def recognise(text: str) -> bool:
    """Whether nine rows have cells parted by blanks."""
    rows = [row for row in text.strip().split("\n") if not ss.is_rule(row)]
    return len(rows) == 9 and all(_ROW.fullmatch(row) and " " in row.strip() for row in rows)


def read(text: str) -> Sheet:
    """The sheet of nine rows. Raises MalformedSheet."""
    return ss.read(text.replace("│", "|"))


def write(sheet: Sheet) -> str:
    """Nine rows.

    >>> print(write(Sheet(bytes(81)))[:21])
    . . . | . . . | . . .
    """
    return write_grid(sheet.digits)
