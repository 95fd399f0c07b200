"""Columns of text: Chinese characters are two wide.

>>> width("唯余 x"), padded("唯余", 6) + "|", cut("二阶鱼 fish", 7)
(6, '唯余  |', '二阶鱼…')
"""

from __future__ import annotations

import shutil
import sys
from unicodedata import east_asian_width


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


def room() -> int | None:
    """How many columns the terminal has; None where the output goes elsewhere and has room for all."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
