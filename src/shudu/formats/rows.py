"""What the formats with one character a cell share: characters of a line or a row to digits, with a good error."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from shudu.core.text import BLANKS
from shudu.formats.io.malformed import MalformedSheet, shown

_BAD: Final = 255
_DIGIT_OF: Final = bytes(0 if chr(code) in BLANKS else code - 48 if 49 <= code <= 57 else _BAD for code in range(256))
_WISH: Final = "1-9, or . or 0 for a blank"


def read_cells(text: str, count: int = 81, line: int = 1, column: int = 1) -> bytes:
    r"""The digits of so many characters, 0 for blank.

    >>> read_cells("1.0x", 4)
    b'\x01\x00\x00\x00'

    Raises MalformedSheet: the first character that is none, or where the text ends too soon or goes on.
    """
    if len(text) == count and text.isascii():
        digits = text.encode().translate(_DIGIT_OF)
        if _BAD not in digits:
            return digits
    for position, character in enumerate(text[:count]):
        if not (character.isascii() and _DIGIT_OF[ord(character)] != _BAD):
            raise MalformedSheet(line, column + position, f"{character!r} in {shown(text)}", _wish(character))
    if len(text) < count:
        raise MalformedSheet(line, column + len(text), f"{len(text)} cells in {shown(text)}", f"{count} cells")
    raise MalformedSheet(line, column + count, f"{shown(text[count:])} after {count} cells", f"{count} cells")


def read_rows(rows: Iterable[tuple[int, str]], line: int) -> bytes:
    """The digits of nine numbered rows; blanks, tabs and `|` between cells do not matter.

    Raises MalformedSheet.
    """
    found = list(rows)
    if len(found) != 9:
        at = found[9][0] if len(found) > 9 else found[-1][0] if found else line
        raise MalformedSheet(at, 1, f"{len(found)} rows", "9 rows of 9 cells")
    return b"".join(read_row(text, number) for number, text in found)


def read_row(text: str, line: int) -> bytes:
    """The digits of one row. Raises MalformedSheet."""
    kept = [(column, character) for column, character in enumerate(text, 1) if character not in " \t|"]
    cells = "".join(character for _, character in kept)
    try:
        return read_cells(cells, 9, line)
    except MalformedSheet as error:
        column = kept[error.column - 1][0] if error.column <= len(kept) else len(text) + 1
        raise MalformedSheet(line, column, error.found, error.expected) from None


def _wish(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character)
    return f"{plain} instead" if plain != character and plain in tuple("123456789") else _WISH
