"""JSON: one object per line, or a list of objects, each with `puzzle` and whatever else is known.

>>> _read('{"puzzle": "' + "." * 81 + '", "level": "easy", "rating": 1.5}').facts
(('level', 'easy'), ('rating', '1.5'))

`position` includes the player's digits. Unknown keys are ignored and listed in the sheet's omissions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from shudu.core.grid import filled_mask
from shudu.core.text import write_line
from shudu.formats.csv_table import IGNORED, PUZZLE_NAMES, SOLUTION_NAMES
from shudu.formats.io.format import Format, Record
from shudu.formats.io.json_values import expect, load_json
from shudu.formats.io.sheet import FACTS, MalformedSheet, Sheet, tidy_facts
from shudu.formats.io.text import TextLine, check_length, join_pieces, read_cells, split_lines

_KNOWN: Final = {"puzzle", "position", *IGNORED, *FACTS}
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False)
_OBJECT: Final = re.compile(rf'\s*(?:\[\s*)?\{{[^{{}}]*"(?:puzzle|{"|".join(PUZZLE_NAMES)})"\s*:')
_LONGEST_FACT: Final = 10_000


def _recognise(text: str) -> bool:
    return bool(_OBJECT.match(text))


def _read(text: str) -> Sheet:
    return _read_object(load_json(text))


def _read_all(pieces: Iterable[str]) -> Iterator[Record]:
    source = iter(pieces)
    first = next((piece for piece in source if piece.strip()), "")
    rest = chain([first], source)
    if first.lstrip("\ufeff \t").startswith("[") or first.strip("\ufeff \t\r\n") == "{":
        yield from _read_document(rest)
        return
    for line in split_lines(rest):
        if line.text.strip():
            yield _read_line(line)


def _read_line(line: TextLine) -> Record:
    try:
        check_length(line)
    except MalformedSheet as error:
        return error
    try:
        return _read_object(load_json(line.text), line.number)
    except MalformedSheet as error:
        return error.shift(lines=line.number - 1)


def _read_document(pieces: Iterable[str]) -> Iterator[Record]:
    try:
        document = load_json(join_pieces(pieces))
    except MalformedSheet as error:
        yield error
        return
    for value in document if isinstance(document, list) else [document]:
        try:
            yield _read_object(value)
        except MalformedSheet as error:
            yield error


def _read_object(value: object, line: int = 1) -> Sheet:
    values = _rename(expect(value, dict, "puzzle-object"))
    puzzle = read_cells(expect(values.get("puzzle"), str, "puzzle"))
    position = read_cells(expect(values.get("position") or write_line(puzzle), str, "position"))
    digits = bytes(given or entry for given, entry in zip(puzzle, position, strict=True))
    facts = {
        name: str(values[name])[:_LONGEST_FACT] for name in FACTS if isinstance(values.get(name), str | int | float)
    }
    unknown = (str(key)[:40] for key in values.keys() - _KNOWN if values[key] not in (None, "", [], {}))
    entries = filled_mask(digits) & ~filled_mask(puzzle)
    return Sheet(digits, entries, facts=tidy_facts(facts), omissions=tuple(sorted(unknown)), line=line)


def _rename(values: dict[str, object]) -> dict[str, object]:
    """Return an object with the keys `puzzle` and `solution` in place of other names for them."""
    for name, others in (("puzzle", PUZZLE_NAMES), ("solution", SOLUTION_NAMES)):
        other = next((key for key in others if key in values), None)
        if name not in values and other is not None:
            values = {name if key == other else key: value for key, value in values.items()}
    return values


def _write(sheet: Sheet) -> str:
    values = {"puzzle": write_line(sheet.puzzle)}
    if sheet.entries:
        values["position"] = write_line(sheet.digits)
    return _ENCODER.encode(values | dict(sheet.facts))


JSON: Final = Format(
    name="json",
    suffixes=(".json", ".jsonl", ".ndjson"),
    kind="collection",
    carries=frozenset({"entries", *FACTS}),
    recognise=_recognise,
    read_all=_read_all,
    write=_write,
)
