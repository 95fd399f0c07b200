"""OpenSudoku's XML of version 1: facts about the whole file, then games with nothing but their digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from shudu.core.text import write_line
from shudu.formats.io.sheet import Sheet
from shudu.formats.opensudoku import FIRST_FACTS, clean
from shudu.formats.opensudoku import is_first_version as recognise
from shudu.formats.opensudoku import read_all as read_all

__all__ = ["read_all", "recognise", "write_all"]


def write_all(sheets: Iterable[Sheet]) -> Iterator[str]:
    """The document. Its facts are those of the first sheet.

    >>> print("".join(write_all([Sheet(bytes(81), facts=(("author", "A & B"),))]))[39:90])
    <opensudoku>
    <author>A &amp; B</author>
    <game data=
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n'
    for number, sheet in enumerate(sheets):
        if not number:
            told = {name: sheet.fact(fact) for name, fact in FIRST_FACTS.items()}
            yield from (f"<{name}>{escape(clean(text))}</{name}>\n" for name, text in told.items() if text)
        yield f'<game data="{write_line(sheet.digits, "0")}"/>\n'
    yield "</opensudoku>\n"
