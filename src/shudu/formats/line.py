"""81 characters, row by row: the line, and `.sdm`, which writes blanks as zeros.

A comment may follow after white space, a comma or a semicolon. Some programs skip lines with dots in `.sdm` files.

>>> sheet = read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy")
>>> sheet.fact("comment"), LINE.write(sheet)[-8:]
('easy', '.79 easy')
>>> SDM.write(Sheet(bytes(81))) == "0" * 81
True
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import BLANKS, write_line
from shudu.formats.io.format import Format
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import read_cells

_LINE: Final = re.compile(rf"\s*([1-9{re.escape(BLANKS)}]{{81}})(?:(?:[,;]|\s+)(.*))?", re.DOTALL)
_ZEROS: Final = re.compile(r"\s*(?=[1-9]*0)[0-9]{81}(?:[\s,;]|$)")
_GAPS: Final = re.compile(r"[\s|]+")


def read(text: str) -> Sheet:
    """Return the sheet of a line, or raise MalformedSheet."""
    match = _LINE.fullmatch(text)
    if match:
        comment = (match[2] or "").strip()
        return Sheet(read_cells(match[1]), facts=(("comment", comment),) if comment else ())
    start = len(text) - len(text.lstrip())
    head = text.strip()
    bare = _GAPS.sub("", head)
    return Sheet(read_cells(bare if len(bare) == 81 else re.split(r"[\s,;]", head, maxsplit=1)[0], column=start + 1))


def _is_line(text: str) -> bool:
    first = _first_line(text)
    return bool(_LINE.fullmatch(first) or _LINE.fullmatch(_GAPS.sub("", first)))


def _is_sdm(text: str) -> bool:
    return bool(_ZEROS.match(_first_line(text)))


def _first_line(text: str) -> str:
    """Return the first line that is neither blank nor a comment."""
    lines = (line for line in text.split("\n") if line.strip() and not line.startswith("#"))
    return next(lines, "").lstrip()


def _write_line(sheet: Sheet) -> str:
    comment = " ".join(sheet.fact("comment").split())
    return write_line(sheet.digits) + (f" {comment}" if comment else "")


def _write_sdm(sheet: Sheet) -> str:
    return write_line(sheet.digits, "0")


SDM: Final = Format(name="sdm", suffixes=(".sdm",), kind="line", recognise=_is_sdm, read=read, write=_write_sdm)
LINE: Final = Format(
    name="line",
    suffixes=(".txt", ".line"),
    kind="line",
    carries=frozenset({"comment"}),
    recognise=_is_line,
    read=read,
    write=_write_line,
)
