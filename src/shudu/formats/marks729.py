"""The 729: nine characters a cell, the digit where it is a candidate and `.` where it is not, all in one line."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from shudu.core.geometry import DIGITS
from shudu.formats.candidate_groups import groups_of, sheet_of
from shudu.formats.candidate_groups import lost as lost
from shudu.formats.malformed import MalformedSheet
from shudu.formats.sheet import Sheet

_CELL: Final = "".join(f"[{digit}.0]" for digit in DIGITS)
_LINE: Final = re.compile(rf"(?:{_CELL}){{81}}")


def recognise(text: str) -> bool:
    """Whether the first line has 729 characters of this kind."""
    return bool(_LINE.fullmatch(text.strip().split("\n", 1)[0].strip()))


def read(text: str) -> Sheet:
    """The sheet of a line. Raises MalformedSheet."""
    start = len(text) - len(text.lstrip())
    line = text.strip()
    for position, character in enumerate(line[:729]):
        wanted = str(position % 9 + 1)
        if character not in (wanted, ".", "0"):
            raise MalformedSheet(1, start + position + 1, repr(character), f"{wanted}, or . where it is no candidate")
    if len(line) != 729:
        raise MalformedSheet(1, start + min(len(line), 729) + 1, f"{len(line)} characters", "729: nine for each cell")
    bare = line.replace("0", ".")
    return sheet_of([bare[first : first + 9].replace(".", "") for first in range(0, 729, 9)])


def write(sheet: Sheet) -> str:
    """The line.

    >>> write(Sheet(bytes((3,)) + bytes(80)))[:18]
    '..3......12.456789'
    """
    return "".join(map(_spread, groups_of(sheet)))


@cache
def _spread(group: str) -> str:
    """The nine characters of a group; there are but 512."""
    return "".join(str(digit) if str(digit) in group else "." for digit in DIGITS)
