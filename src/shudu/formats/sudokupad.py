"""SudokuPad's short form `scf`: a character is a digit and the blanks after it, digit + 10 · blanks, at most five.

The characters stand for 0 to 59: 0-9, A-Z, a-x. A digit 0 is itself a blank.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from shudu.core.text import write_line
from shudu.formats.batch import Batch, of_cells
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet

_ADDRESS: Final = "https://sudokupad.app/"
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_SHORT: Final = {
    (str(value % 10) if value % 10 else ".") + "." * (value // 10): character
    for value, character in enumerate(_ALPHABET)
}
_LONG: Final = {ord(character): cells for cells, character in _SHORT.items()}
_CELLS: Final = re.compile(r"[1-9.]\.{0,5}")
_STRIDE: Final = 82  # cells of a line, and its end
_PLACES: Final = np.arange(_STRIDE, dtype=np.uint8)
_SIXTHS: Final = _PLACES % 6 == 0
_CHARACTERS: Final = np.frombuffer(_ALPHABET.encode(), np.uint8)
_LINES: Final = re.compile(r"^(?:\S*/)?scf([0-9A-Za-x]{14,81})$", re.MULTILINE)
_LINK: Final = re.compile(r"(?:\S*/)?scf([0-9A-Za-x]{14,81})(?:[?#]\S*)?")


def recognise(text: str) -> bool:
    """Whether the first line is `scf` and 81 cells in this form, after an address or not."""
    found = _LINK.fullmatch(text.strip().split("\n", 1)[0].strip())
    return found is not None and sum(_ALPHABET.index(character) // 10 + 1 for character in found[1]) == 81


def read(text: str) -> Sheet:
    """The sheet of a link. Raises MalformedSheet."""
    found = re.search(r"(?:^|/)scf([^?#\s]*)", text.strip())
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "scf and the cells, after an address or not")
    digits = bytearray()
    for column, character in enumerate(found[1], len(text) - len(text.lstrip()) + found.start(1) + 1):
        value = _ALPHABET.find(character)
        if value < 0 or len(digits) > 81:
            raise MalformedSheet(1, column, f"{character!r} in {shown(found[1])}", "81 cells, written with 0-9 A-Z a-x")
        digits += bytes((value % 10,)) + bytes(value // 10)
    if len(digits) != 81:
        raise MalformedSheet(1, len(text.rstrip()) + 1, f"{len(digits)} cells", "81 cells")
    return Sheet(bytes(digits))


def write(sheet: Sheet) -> str:
    """The link.

    >>> write(Sheet(bytes((1, 0, 0, 2)) + bytes(77)))[-15:]
    'fLqoooooooooooo'
    """
    return f"{_ADDRESS}scf{packed(write_line(sheet.digits))}"


def packed(line: str) -> str:
    """The short form of 81 characters."""
    return "".join(map(_SHORT.__getitem__, _CELLS.findall(line)))


def read_batch(chunk: bytes, _: str) -> Batch | None:
    """Clean links."""
    if not chunk.isascii():
        return None
    rows = _LINES.findall(chunk.decode())
    return of_cells("\n".join((*rows, "")).translate(_LONG).encode()) if len(rows) == chunk.count(b"\n") else None


def write_batch(batch: Batch) -> bytes:
    """The links of a batch. A character begins at each digit, at the beginning of a line, and at every sixth cell after that."""
    signs = np.frombuffer(batch.lines, np.uint8).reshape(-1, _STRIDE)
    begins = signs != ord(".")
    begins[:, 0] = True
    last = np.maximum.accumulate(np.where(begins, _PLACES, 0), axis=1)
    starts = np.flatnonzero(_SIXTHS[_PLACES - last])
    here = signs.ravel()[starts]
    blanks = np.diff(starts, append=signs.size) - 1
    digits = np.where((here > 48) & (here < 58), here - 48, 0)
    short = np.where(here == 10, 10, _CHARACTERS[digits + 10 * blanks]).astype(np.uint8).tobytes()
    begin = f"{_ADDRESS}scf".encode()
    return begin + short.replace(b"\n", b"\n" + begin).removesuffix(begin)
