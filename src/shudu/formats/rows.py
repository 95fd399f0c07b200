"""Nine rows: a grid with spaces and rules, and Simple Sudoku's `.ss` with rows like `1..|...|7..`.

>>> SS.write(Sheet(bytes(81)))[24:51].split()
['...|...|...', '-----------', '...']
>>> print(GRID.write(Sheet(bytes(81)))[:21])
. . . | . . . | . . .
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_grid, write_line
from shudu.formats.io.format import Format
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import read_rows

_RULE: Final = re.compile(r"[-+=|*.:'`,┌┬┐├┼┤└┴┘─│━]*")
_DASHES: Final = re.compile(r"[-─=]{2}")
_SS_ROW: Final = re.compile(r"\s*\|?(?:[0-9.*_xX]{3}\|){2}[0-9.*_xX]{3}\|?\s*")
_GRID_ROW: Final = re.compile(r"\s*(?:[|│]\s*)?(?:[0-9.*_xX][ \t]*(?:[|│][ \t]*)?){9}\s*")


def is_rule(row: str) -> bool:
    """Return whether a row is blank or a line between boxes."""
    bare = "".join(row.split())
    return not bare or bool(_RULE.fullmatch(bare) and _DASHES.search(bare))


def _is_ss(text: str) -> bool:
    rows = [row for row in text.strip().split("\n") if not is_rule(row)]
    return len(rows) >= 9 and all(_SS_ROW.fullmatch(row) for row in rows[:9])


def _is_grid(text: str) -> bool:
    rows = [row for row in text.strip().split("\n") if not is_rule(row)]
    return len(rows) == 9 and all(_GRID_ROW.fullmatch(row) and " " in row.strip() for row in rows)


def _read_ss(text: str) -> Sheet:
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if not is_rule(row)]
    if len(rows) > 9 and any(character.isalpha() and character not in "xX" for character in rows[9][1]):
        rows = rows[:9]  # programs sign their files in the line after the last row
    return Sheet(read_rows(rows))


def _read_grid(text: str) -> Sheet:
    return _read_ss(text.replace("│", "|"))


def _write_ss(sheet: Sheet) -> str:
    line = write_line(sheet.digits)
    rows = ["|".join(line[start : start + 3] for start in range(9 * row, 9 * row + 9, 3)) for row in range(9)]
    rule = "-----------"
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])


def _write_grid(sheet: Sheet) -> str:
    return write_grid(sheet.digits)


SS: Final = Format(
    name="ss", suffixes=(".ss",), kind="document", recognise=_is_ss, read=_read_ss, write=_write_ss
)  # fmt: skip
GRID: Final = Format(
    name="grid", suffixes=(".grid",), kind="document", recognise=_is_grid, read=_read_grid, write=_write_grid
)
