"""Our own file of a whole game: versioned JSON with givens, entries, both kinds of marks, colours and moves.

    {"format": "shudu-game", "version": 1, "puzzle": "…", "digits": "…", "candidates": {"r1c2": "47"},
     "centre": {…}, "corner": {…}, "colours": {"r1c1": "A", "7r3c5": "B"}, "facts": {"author": "…"},
     "moves": ["1520 r1c1=7", …]}

`candidates` name every empty cell, if they are not just what the rules leave. What is not there may be left out.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from shudu.core.errors import ShuduError
from shudu.core.geometry import parse_cell
from shudu.core.grid import DigitMasks
from shudu.core.text import write_line
from shudu.formats.io.json_values import load, mapping, want
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import (
    Sheet,
    filled,
    masks_of,
    named_marks,
    only_empty,
    tidy_candidates,
    tidy_colours,
    tidy_facts,
)
from shudu.formats.rows import read_cells

VERSION: Final = 1
_NAME: Final = "shudu-game"
_MARK: Final = re.compile(r'\s*\{[^{}\[\]]*"format"\s*:\s*"shudu-game"')


def recognise(text: str) -> bool:
    """Whether an object of this format comes first."""
    return bool(_MARK.match(text))


def read(text: str) -> Sheet:
    """The sheet of a game. Raises MalformedSheet, also for a version that is not known."""
    told = want(load(text), dict, "an object")
    if told.get("format") != _NAME:
        raise MalformedSheet(1, 1, shown(repr(told.get("format"))[:99]), f'"format": "{_NAME}"')
    if told.get("version") != VERSION or type(told["version"]) is not int:
        raise MalformedSheet(1, 1, f"version {shown(repr(told.get('version'))[:99])}", f"version {VERSION}")
    puzzle = read_cells(want(told.get("puzzle"), str, '"puzzle" with 81 characters'))
    digits = read_cells(want(told.get("digits") or write_line(puzzle), str, '"digits" with 81 characters'))
    if any(given and given != digit for given, digit in zip(puzzle, digits, strict=True)):
        raise MalformedSheet(1, 1, "digits that differ from the puzzle's", "digits that keep the givens")
    try:
        colours = tidy_colours(mapping(told.get("colours", {}), "colours by cell or candidate"))
        return Sheet(
            digits,
            filled(digits) & ~filled(puzzle),
            tidy_candidates(digits, _digit_masks(told["candidates"])) if told.get("candidates") else None,
            only_empty(digits, _digit_masks(told.get("centre", {}))),
            only_empty(digits, _digit_masks(told.get("corner", {}))),
            colours,
            tidy_facts(mapping(told.get("facts", {}), "facts by name")),
            _history(told.get("moves", [])),
        )
    except MalformedSheet:
        raise
    except ShuduError as error:
        raise MalformedSheet(1, 1, str(error), "cells like r1c1") from None


def write(sheet: Sheet) -> str:
    """The JSON of a game.

    >>> write(Sheet(bytes(81)))[:50]
    '{"format": "shudu-game", "version": 1, "puzzle": "'
    """
    told: dict[str, Any] = {"format": _NAME, "version": VERSION, "puzzle": write_line(sheet.puzzle)}
    told["digits"] = write_line(sheet.digits)
    if sheet.candidates is not None:
        told["candidates"] = named_marks(sheet.candidates) or {"r1c1": ""}
    told |= {"centre": named_marks(sheet.centre), "corner": named_marks(sheet.corner)}
    told |= {"colours": dict(sheet.colours), "facts": dict(sheet.facts)}
    told["moves"] = sheet.history.split("\n") if sheet.history else []
    return json.dumps(told, ensure_ascii=False)


def _digit_masks(value: object) -> DigitMasks:
    marks = mapping(value, "digits by cell, as in {'r1c2': '47'}")
    for cell, digits in marks.items():
        if digits.strip("123456789"):
            raise MalformedSheet(1, 1, f"{shown(digits)} in {shown(cell)}", "digits 1-9")
    return masks_of((parse_cell(cell), map(int, digits)) for cell, digits in marks.items())


def _history(value: object) -> str:
    moves = [want(move, str, "moves like 1520 r1c1=7") for move in want(value, list, "a list of moves")]
    if any("\n" in move or "\r" in move for move in moves):
        raise MalformedSheet(1, 1, "a move over several lines", "moves like 1520 r1c1=7")
    return "\n".join(moves)
