"""`.sdm`, a collection: one line a puzzle. Blanks are written as zeros, for some programs skip lines with dots."""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.sheet import Sheet
from shudu.formats.line import read as read
from shudu.formats.line import read_batch as read_batch

FRAME: Final = ("", "", "0")
_ZEROS: Final = re.compile(r"\s*(?=[1-9]*0)[0-9]{81}(?:[\s,;]|$)")


def recognise(text: str) -> bool:
    """Whether the first line is a puzzle with zeros for blanks."""
    return bool(_ZEROS.match(text))


def write(sheet: Sheet) -> str:
    """The line with zeros.

    >>> write(Sheet(bytes(81))) == "0" * 81
    True
    """
    return write_line(sheet.digits, "0")
