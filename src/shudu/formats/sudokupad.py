"""SudokuPad's short links `scf…`: each character is a digit and the number of blanks after it.

The characters 0-9, A-Z, a-x stand for 0 to 59: the digit plus ten times the blanks, at most five. A digit 0 is itself
a blank.

>>> SUDOKUPAD.write(Sheet(bytes((1, 0, 0, 2)) + bytes(77)))[-15:]
'fLqoooooooooooo'
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.format import Format
from shudu.formats.io.sheet import MalformedSheet, Sheet, excerpt
from shudu.formats.io.text import first_line

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_CHARACTER_OF: Final = {
    (str(value % 10) if value % 10 else ".") + "." * (value // 10): character
    for value, character in enumerate(_ALPHABET)
}
_RUN: Final = re.compile(r"[1-9.]\.{0,5}")
_LINK: Final = re.compile(r"(?:\S*/)?scf([0-9A-Za-x]{14,81})(?:[?#]\S*)?")


def _recognise(text: str) -> bool:
    match = _LINK.fullmatch(first_line(text))
    return match is not None and sum(_ALPHABET.index(character) // 10 + 1 for character in match[1]) == 81


def _read(text: str) -> Sheet:
    match = re.search(r"(?:^|/)scf([^?#\s]*)", text.strip())
    if match is None:
        raise MalformedSheet("formats.sudokupad-link", text=excerpt(text))
    digits = bytearray()
    for column, character in enumerate(match[1], len(text) - len(text.lstrip()) + match.start(1) + 1):
        value = _ALPHABET.find(character)
        if value < 0 or len(digits) > 81:
            quoted, text = repr(character), excerpt(match[1])
            raise MalformedSheet("formats.sudokupad-character", column=column, character=quoted, text=text)
        digits += bytes((value % 10,)) + bytes(value // 10)
    if len(digits) != 81:
        raise MalformedSheet("formats.cell-count", column=len(text.rstrip()) + 1, n=len(digits))
    return Sheet(bytes(digits))


def _write(sheet: Sheet) -> str:
    cells = "".join(map(_CHARACTER_OF.__getitem__, _RUN.findall(write_line(sheet.digits))))
    return f"https://sudokupad.app/scf{cells}"


SUDOKUPAD: Final = Format(
    name="sudokupad", suffixes=(".scf",), kind="line", recognise=_recognise, read=_read, write=_write
)
