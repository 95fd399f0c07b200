"""The `data` of a game of OpenSudoku.

Either 81 digits, or `version: 2` and for each cell `value|notes|editable|`. Notes are a bit mask, bit 0 for digit 1; in
version 1 `-` or digits with commas. Newer programs write corner and centre notes: `value|corner|centre|editable|`.
"""

from __future__ import annotations

import re
from typing import Final

from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet, digits_in, masks_of, only_empty
from shudu.formats.rows import read_cells

_HEAD: Final = re.compile(r"\s*version:\s*([0-9]{1,3})\s+")
_NOTES: Final = re.compile(r"-|(?:[1-9],)*[1-9]?")


def read_data(data: str, facts: tuple[tuple[str, str], ...], line: int) -> Sheet:
    """The sheet of the data. Raises MalformedSheet; its column is a place in the data."""
    head = _HEAD.match(data)
    if head is None:
        return Sheet(read_cells(data.strip()), facts=facts, line=line)
    fields = data[head.end() :].strip().removesuffix("|").split("|")
    if len(fields) not in (243, 324):
        raise MalformedSheet(1, head.end() + 1, f"{len(fields)} fields", "81 cells of value|notes|editable|")
    size = len(fields) // 81
    cells = [fields[first : first + size] for first in range(0, len(fields), size)]
    lists = head[1] == "1"
    digits = bytes(_number(cell[0], 9) for cell in cells)
    editable = [_number(cell[-1].strip(), 1) for cell in cells]
    marks = [
        only_empty(digits, masks_of((number, _notes(cell[column], lists)) for number, cell in enumerate(cells)))
        for column in range(1, size - 1)
    ]
    entries = sum(1 << cell for cell, digit in enumerate(digits) if digit and editable[cell])
    if size == 4:
        return Sheet(digits, entries, corner=marks[0], centre=marks[1], facts=facts, line=line)
    return Sheet(digits, entries, centre=marks[0], facts=facts, line=line)


def write_data(sheet: Sheet) -> str:
    r"""The data of a game with entries or notes.

    >>> write_data(Sheet(bytes((7,)) + bytes(80), centre=masks_of({1: (1, 3)})))[:22]
    'version: 2\n7|0|0|0|5|1'
    """
    cells = []
    for cell, digit in enumerate(sheet.digits):
        notes = sum(1 << int(mark) - 1 for mark in digits_in(sheet.centre, cell))
        editable = not digit or sheet.entries >> cell & 1
        cells.append(f"{digit}|{notes}|{int(bool(editable))}|")
    return "version: 2\n" + "".join(cells)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) <= most):
        raise MalformedSheet(1, 1, shown(text), f"a number from 0 to {most}")
    return int(text)


def _notes(text: str, lists: bool) -> list[int]:
    if lists or text == "-" or "," in text:
        if not _NOTES.fullmatch(text) and text != "0":
            raise MalformedSheet(1, 1, shown(text), "- or notes like 1,2,")
        return [int(digit) for digit in text if digit in "123456789"]
    mask = _number(text, 511)
    return [digit for digit in range(1, 10) if mask >> digit - 1 & 1]
