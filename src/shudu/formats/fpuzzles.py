"""f-puzzles: a link `?load=` with a compressed JSON of the grid, its marks and colours.

Links of SudokuPad that carry the same (`fpuzzles…`, `fpuz…`) are read as well. Of the rules of variants nothing is kept.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import unquote

from shudu.core.errors import ShuduError
from shudu.core.geometry import cell_name
from shudu.core.grid import DigitMasks, masks_by_rules
from shudu.formats.io.json_values import load, want
from shudu.formats.io.lzstring import compress, decompress
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import (
    COLOURS,
    Sheet,
    cell_colours,
    digits_in,
    masks_of,
    nine,
    only_empty,
    tidy_candidates,
    tidy_colours,
    tidy_facts,
)

_ADDRESS: Final = "https://www.f-puzzles.com/"
_START: Final = re.compile(r"[?&]load=|(?:^|/)fpuz(?:zles)?")
_PACKED: Final = re.compile(r"([A-Za-z0-9+/=_%-]+)(?:[&#]\S*)?")
_FACTS: Final = {"title": "title", "author": "author", "ruleset": "description"}
_KNOWN: Final = {"size", "grid", "solution", *_FACTS}
_MARKS: Final = ("centerPencilMarks", "cornerPencilMarks", "givenPencilMarks")


def recognise(text: str) -> bool:
    """Whether the first line is such a link."""
    return _packed(text.strip().split("\n", 1)[0].strip()) is not None


def read(text: str) -> Sheet:
    """The sheet of a link. Raises MalformedSheet."""
    found = _packed(text.strip())
    if found is None:
        raise MalformedSheet(1, 1, shown(text), "a link with ?load= and a compressed puzzle")
    try:
        unpacked = decompress(unquote(found[1]))
    except ShuduError as error:
        raise MalformedSheet(1, found.start(1) + 1, str(error), "a puzzle compressed by LZString") from None
    return _sheet(load(unpacked))


def write(sheet: Sheet) -> str:
    """The link.

    >>> write(Sheet(bytes(81)))[:40]
    'https://www.f-puzzles.com/?load=N4Igzglg'
    """
    coloured = dict(cell_colours(sheet))
    cells = [_cell(sheet, cell, coloured) for cell in range(81)]
    told: dict[str, Any] = {"size": 9, "grid": [cells[first : first + 9] for first in range(0, 81, 9)]}
    told |= {key: sheet.fact(name) for key, name in _FACTS.items() if sheet.fact(name)}
    packed = compress(json.dumps(told, separators=(",", ":"), ensure_ascii=False))
    return f"{_ADDRESS}?load={packed.replace('+', '%2B')}"


def _packed(link: str) -> re.Match[str] | None:
    """What a link carries; None if it is no such link."""
    start = _START.search(link)
    return _PACKED.fullmatch(link, start.end()) if start and " " not in link[: start.end()] else None


def _cell(sheet: Sheet, cell: int, coloured: dict[int, str]) -> dict[str, Any]:
    """What is told of one cell."""
    told: dict[str, Any] = {}
    if sheet.digits[cell]:
        told["value"] = sheet.digits[cell]
        if not sheet.entries >> cell & 1:
            told["given"] = True
    elif sheet.candidates is not None and _differs(sheet, cell):
        told["givenPencilMarks"] = _list(sheet.candidates, cell)
    for key, digit_masks in (("centerPencilMarks", sheet.centre), ("cornerPencilMarks", sheet.corner)):
        if digits_in(digit_masks, cell):
            told[key] = _list(digit_masks, cell)
    if cell in coloured:
        told["c"] = COLOURS.index(coloured[cell]) + 1
    return told


def _list(digit_masks: DigitMasks, cell: int) -> list[int]:
    return [int(digit) for digit in digits_in(digit_masks, cell)]


def _differs(sheet: Sheet, cell: int) -> bool:
    return digits_in(sheet.digit_masks, cell) != digits_in(masks_by_rules(sheet.digits), cell)


def _sheet(told: object) -> Sheet:
    told = want(told, dict, "an object with size and grid")
    rows = want(told.get("grid"), list, "a grid of 9 rows")
    if told.get("size", 9) != 9 or len(rows) != 9:
        raise MalformedSheet(1, 1, f"size {shown(str(told.get('size')))} and {len(rows)} rows", "a grid of 9 rows")
    cells = [want(cell, dict, "cells") for row in rows for cell in want(row, list, "rows of 9 cells")]
    if len(cells) != 81:
        raise MalformedSheet(1, 1, f"{len(cells)} cells", "81 cells")
    digits = bytes(_digit(cell.get("value") or 0, 0) for cell in cells)
    entries = sum(1 << i for i, cell in enumerate(cells) if digits[i] and not cell.get("given"))
    centre, corner, _ = (
        only_empty(digits, masks_of((i, _digits(cell.get(key))) for i, cell in enumerate(cells))) for key in _MARKS
    )
    facts = {name: text for key, name in _FACTS.items() if isinstance(text := told.get(key), str)}
    return Sheet(
        digits,
        entries,
        _candidates(digits, cells),
        centre,
        corner,
        _colours(cells),
        tidy_facts(facts),
        dropped=tuple(sorted(str(key)[:40] for key in told.keys() - _KNOWN if told[key])),
    )


def _candidates(digits: bytes, cells: list[dict[str, Any]]) -> DigitMasks | None:
    digit_masks = list(masks_by_rules(digits))
    for number, cell in enumerate(cells):
        if "givenPencilMarks" in cell and not digits[number]:
            kept = _digits(cell["givenPencilMarks"])
            digit_masks = [b & ~(1 << number) | (digit in kept) << number for digit, b in enumerate(digit_masks, 1)]
    return tidy_candidates(digits, nine(digit_masks))


def _colours(cells: list[dict[str, Any]]) -> tuple[tuple[str, str], ...]:
    numbers = ((cell_name(i), cell.get("c")) for i, cell in enumerate(cells))
    return tidy_colours({name: COLOURS[n - 1] for name, n in numbers if type(n) is int and 1 <= n <= len(COLOURS)})


def _digits(values: object) -> list[int]:
    return [_digit(value, 1) for value in want(values, list, "a list of digits")] if values else []


def _digit(value: object, least: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in "123456789":
        return int(value)
    if type(value) is int and least <= value <= 9:
        return value
    raise MalformedSheet(1, 1, shown(str(value)[:99]), "a digit 1-9")
