"""`.ss` of Simple Sudoku: rows like `1..|...|7..`, with rules of dashes between the boxes, or framed.

>>> write(Sheet(bytes(81)))[24:51].split()
['...|...|...', '-----------', '...']
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.sheet import Sheet
from shudu.formats.rows import read_rows

_RULE: Final = re.compile(r"[-+=|*.:'`,┌┬┐├┼┤└┴┘─│━]*")
_DASHES: Final = re.compile(r"[-─=]{2}")
_ROW: Final = re.compile(r"\s*\|?(?:[0-9.*_xX]{3}\|){2}[0-9.*_xX]{3}\|?\s*")


def recognise(text: str) -> bool:
    """Whether there are nine rows parted by `|` into threes, rules left aside."""
    rows = [row for row in text.strip().split("\n") if not is_rule(row)]
    return len(rows) >= 9 and all(_ROW.fullmatch(row) for row in rows[:9])


def is_rule(row: str) -> bool:
    """Whether a row is a rule or blank, and not cells."""
    bare = "".join(row.split())
    return not bare or bool(_RULE.fullmatch(bare) and _DASHES.search(bare))


def read(text: str) -> Sheet:
    """The sheet of nine rows; a line after the last row that names a program is left aside. Raises MalformedSheet."""
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if not is_rule(row)]
    if len(rows) > 9 and any(character.isalpha() and character not in "xX" for character in rows[9][1]):
        rows = rows[:9]
    return Sheet(read_rows(rows, 1))


def write(sheet: Sheet) -> str:
    """Rows and rules."""
    line = write_line(sheet.digits)
    rows = ["|".join(line[start : start + 3] for start in range(9 * row, 9 * row + 9, 3)) for row in range(9)]
    rule = "-----------"
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])
