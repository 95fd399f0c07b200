"""Columns of text: Chinese characters are two wide.

>>> width("唯余 x"), padded("唯余", 6) + "|", cut("二阶鱼 fish", 7)
(6, '唯余  |', '二阶鱼…')
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from typing import Final
from unicodedata import east_asian_width

_PIECE: Final = re.compile(r"(?:[^\x00-\u2e7f]|[\x21-\u2e7f]+)[，。；：、）」！？]*\s*|\s+")


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, columns: int) -> str:
    """The text, filled up with blanks on the right."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """The text, moved to the right."""
    return " " * (columns - width(text)) + text


def cut(text: str, columns: int) -> str:
    """The text if it fits, else its beginning and a mark that there was more."""
    if width(text) <= columns:
        return text
    while text and width(text) >= columns:
        text = text[:-1]
    return text + "…"


def wrapped(text: str, indent: int = 0) -> str:
    """The text in lines that fit the terminal, all but the first moved in; as it is where the output goes elsewhere."""
    columns = room()
    return text if columns is None else ("\n" + " " * indent).join(_lines(text, columns - indent - 1))


def _lines(text: str, columns: int) -> Iterator[str]:
    """Lines broken at blanks and beside Chinese characters, but not before their punctuation.

    >>> list(_lines("one two three", 8)), list(_lines("一二三。四", 6))
    (['one two', 'three'], ['一二', '三。四'])
    """
    line = ""
    for piece in _PIECE.findall(text):
        if line and width(line) + width(piece.rstrip()) > columns:
            yield line.rstrip()
            line = ""
        line += piece
    if line:
        yield line.rstrip()


def room() -> int | None:
    """How many columns the terminal has; None where the output goes elsewhere and has room for all."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
