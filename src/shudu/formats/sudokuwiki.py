"""A link to SudokuWiki's solver: `?bd=` and 81 digits. Its longer forms are ambiguous and are not read."""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet
from shudu.formats.links import parameter
from shudu.formats.rows import read_cells

_ADDRESS: Final = "https://www.sudokuwiki.org/sudoku.htm"
FRAME: Final = (f"{_ADDRESS}?bd=", "", "0")
_LINK: Final = re.compile(r"\S*[?&]bd=\S*")


def recognise(text: str) -> bool:
    """Whether the first line is such a link."""
    return bool(_LINK.fullmatch(text.strip().split("\n", 1)[0].strip()))


def read(text: str) -> Sheet:
    """The sheet of a link. Raises MalformedSheet."""
    found = parameter(text, "bd")
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "a link with ?bd= and 81 digits")
    cells, column = found
    if len(cells) > 81:
        raise MalformedSheet(1, column + 81, f"{len(cells)} characters", "81 digits; longer forms are ambiguous")
    return Sheet(read_cells(cells, column=column))


def write(sheet: Sheet) -> str:
    """The link.

    >>> write(Sheet(bytes(81)))[:42]
    'https://www.sudokuwiki.org/sudoku.htm?bd=0'
    """
    return FRAME[0] + write_line(sheet.digits, "0")
