"""729 characters on one line, nine per cell: the digit where it is a candidate, `.` where it is not.

>>> MARKS_729.write(Sheet(bytes((3,)) + bytes(80)))[:18]
'..3......12.456789'
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.geometry import DIGITS
from shudu.formats.io.format import Format
from shudu.formats.io.marks import lose_singles, spread_candidates
from shudu.formats.io.sheet import MalformedSheet, Sheet
from shudu.formats.io.text import first_line

_CELL: Final = "".join(f"[{digit}.0]" for digit in DIGITS)
_LINE: Final = re.compile(rf"(?:{_CELL}){{81}}")


def _recognise(text: str) -> bool:
    return bool(_LINE.fullmatch(first_line(text)))


def _read(text: str) -> Sheet:
    line = text.strip()
    if not _LINE.fullmatch(line):
        raise _find_error(line).shift(columns=len(text) - len(text.lstrip()))
    bare = line.replace("0", ".")
    return Sheet.from_groups([bare[first : first + 9].replace(".", "") for first in range(0, 729, 9)])


def _find_error(line: str) -> MalformedSheet:
    for position, character in enumerate(line[:729]):
        digit = str(position % 9 + 1)
        if character not in (digit, ".", "0"):
            return MalformedSheet("formats.729-character", column=position + 1, character=repr(character), digit=digit)
    return MalformedSheet("formats.729-length", column=min(len(line), 729) + 1, n=len(line))


def _write(sheet: Sheet) -> str:
    return "".join(spread_candidates(sheet))


MARKS_729: Final = Format(
    name="729",
    suffixes=(".729",),
    kind="line",
    carries=frozenset({"candidates"}),
    recognise=_recognise,
    read=_read,
    write=_write,
    extra_losses=lose_singles,
)
