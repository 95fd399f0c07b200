"""Links to SudokuWiki's solver: `?bd=` and 81 digits. Its longer forms are ambiguous and are not read.

>>> SUDOKUWIKI.write(Sheet(bytes(81)))[:42]
'https://www.sudokuwiki.org/sudoku.htm?bd=0'
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.format import Format
from shudu.formats.io.sheet import MalformedSheet, Sheet, excerpt
from shudu.formats.io.text import first_line, link_parameter, read_cells

_LINK: Final = re.compile(r"\S*[?&]bd=\S*")


def _recognise(text: str) -> bool:
    return bool(_LINK.fullmatch(first_line(text)))


def _read(text: str) -> Sheet:
    parameter = link_parameter(text, "bd")
    if parameter is None:
        raise MalformedSheet("formats.sudokuwiki-link", text=excerpt(text))
    cells, column = parameter
    if len(cells) > 81:
        raise MalformedSheet("formats.sudokuwiki-length", column=column + 81, n=len(cells))
    return Sheet(read_cells(cells, column=column))


def _write(sheet: Sheet) -> str:
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={write_line(sheet.digits, '0')}"


SUDOKUWIKI: Final = Format(
    name="sudokuwiki", suffixes=(".sudokuwiki",), kind="line", recognise=_recognise, read=_read, write=_write
)
