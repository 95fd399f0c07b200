"""A link to Sudoku Exchange: `?s=` and 81 digits, `&d=` and the level."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from shudu.core.text import write_line
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet
from shudu.formats.links import parameter
from shudu.formats.rows import read_cells

_ADDRESS: Final = "https://sudokuexchange.com/play/"
FRAME: Final = (f"{_ADDRESS}?s=", "", "0")
_LINK: Final = re.compile(r"\S*[?&]s=[0-9.]{81}(?:&\S*)?")


def recognise(text: str) -> bool:
    """Whether the first line is such a link."""
    return bool(_LINK.fullmatch(text.strip().split("\n", 1)[0].strip()))


def read(text: str) -> Sheet:
    """The sheet of a link. Raises MalformedSheet."""
    found = parameter(text, "s")
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "a link with ?s= and 81 digits")
    level = parameter(text, "d")
    return Sheet(read_cells(found[0], column=found[1]), facts=(("level", level[0]),) if level and level[0] else ())


def write(sheet: Sheet) -> str:
    """The link.

    >>> write(Sheet(bytes(81)))[:36]
    'https://sudokuexchange.com/play/?s=0'
    """
    level = sheet.fact("level")
    link = FRAME[0] + write_line(sheet.digits, "0")
    return link + (f"&d={quote(level, safe='', errors='replace')}" if level else "")
