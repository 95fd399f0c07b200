"""shudu's own file of a whole game: versioned JSON with givens, entries, both kinds of marks, colours and moves.

    {"format": "shudu-game", "version": 1, "puzzle": "…", "digits": "…", "candidates": {"r1c2": "47"},
     "centre": {…}, "corner": {…}, "colours": {"r1c1": "A", "7r3c5": "B"}, "facts": {"author": "…"},
     "moves": ["1520 r1c1=7", …]}

`candidates` lists every empty cell, unless they are exactly those the rules leave. Everything but the puzzle is
optional.

>>> write(Sheet(bytes(81)))[:50]
'{"format": "shudu-game", "version": 1, "puzzle": "'
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from shudu.core.errors import ShuduError
from shudu.core.geometry import parse_cell
from shudu.core.grid import DigitMasks, filled_mask
from shudu.core.text import write_line
from shudu.formats.io.marks import (
    Pairs,
    limit_to_empty,
    marks_by_name,
    masks_of,
    tidy_candidates,
    tidy_colours,
)
from shudu.formats.io.sheet import ALL_PARTS, Format, MalformedSheet, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import expect, expect_texts, load_json, read_cells

VERSION: Final = 1
_NAME: Final = "shudu-game"
_START: Final = re.compile(r'\s*\{[^{}\[\]]*"format"\s*:\s*"shudu-game"')


def _recognise(text: str) -> bool:
    return bool(_START.match(text))


def read(text: str) -> Sheet:
    """Return the sheet of a game.

    Raises:
        MalformedSheet: If it is not a game, or of an unknown version.
    """
    values = expect(load_json(text), dict, "object")
    if values.get("format") != _NAME:
        raise MalformedSheet("formats.game-format", value=excerpt(repr(values.get("format"))[:99]), name=_NAME)
    if values.get("version") != VERSION or type(values["version"]) is not int:
        quoted = excerpt(repr(values.get("version"))[:99])
        raise MalformedSheet("formats.game-version", version=quoted, supported=VERSION)
    puzzle = read_cells(expect(values.get("puzzle"), str, "puzzle"))
    digits = read_cells(expect(values.get("digits") or write_line(puzzle), str, "digits"))
    if any(given and given != digit for given, digit in zip(puzzle, digits, strict=True)):
        raise MalformedSheet("formats.game-givens")
    return Sheet(
        digits,
        filled_mask(digits) & ~filled_mask(puzzle),
        tidy_candidates(digits, _read_marks(values["candidates"])) if values.get("candidates") else None,
        limit_to_empty(digits, _read_marks(values.get("centre", {}))),
        limit_to_empty(digits, _read_marks(values.get("corner", {}))),
        _read_colours(values.get("colours", {})),
        tidy_facts(expect_texts(values.get("facts", {}), "facts")),
        _read_history(values.get("moves", [])),
    )


def _read_marks(value: object) -> DigitMasks:
    marks = expect_texts(value, "marks")
    for name, digits in marks.items():
        if digits.strip("123456789"):
            raise MalformedSheet("formats.game-marks", text=excerpt(digits), cell=excerpt(name))
    return masks_of((_read_cell(name), map(int, digits)) for name, digits in marks.items())


def _read_cell(name: str) -> int:
    try:
        return parse_cell(name)
    except ShuduError:
        raise MalformedSheet("formats.game-cell", name=excerpt(name)) from None


def _read_colours(value: object) -> Pairs:
    colours = expect_texts(value, "colours")
    try:
        return tidy_colours(colours)
    except ShuduError:
        raise MalformedSheet("formats.game-colours", text=excerpt(repr(colours))) from None


def _read_history(value: object) -> str:
    moves = [expect(move, str, "move") for move in expect(value, list, "moves")]
    if any("\n" in move or "\r" in move for move in moves):
        raise MalformedSheet("formats.game-move")
    return "\n".join(moves)


def write(sheet: Sheet) -> str:
    """Return the JSON of a game."""
    values: dict[str, Any] = {"format": _NAME, "version": VERSION, "puzzle": write_line(sheet.puzzle)}
    values["digits"] = write_line(sheet.digits)
    if sheet.candidates is not None:
        values["candidates"] = marks_by_name(sheet.candidates) or {"r1c1": ""}
    values |= {"centre": marks_by_name(sheet.centre), "corner": marks_by_name(sheet.corner)}
    values |= {"colours": dict(sheet.colours), "facts": dict(sheet.facts)}
    values["moves"] = sheet.history.split("\n") if sheet.history else []
    return json.dumps(values, ensure_ascii=False)


GAME: Final = Format(
    name="game",
    suffixes=(".shudu", ".shudu.json"),
    kind="document",
    carries=ALL_PARTS,
    recognise=_recognise,
    read=read,
    write=write,
)
