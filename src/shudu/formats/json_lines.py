"""JSON: an object a line, or a list of objects, each with `puzzle` and what else is known.

>>> read('{"puzzle": "' + "." * 81 + '", "level": "easy", "rating": 1.5}').facts
(('level', 'easy'), ('rating', '1.5'))

`position` holds the player's digits as well. Keys that are not known are left out, and named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from shudu.core.text import write_line
from shudu.formats.batch import Batch, framed
from shudu.formats.io.json_values import load, want
from shudu.formats.io.malformed import MalformedSheet
from shudu.formats.io.sheet import FACTS, Sheet, filled, tidy_facts
from shudu.formats.io.text import Line, gather, lines_of, too_long
from shudu.formats.rows import read_cells

FRAME: Final = ('{"puzzle": "', '"}', ".")
_KNOWN: Final = {"puzzle", "position", "clues", *FACTS}
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False)
_OBJECT: Final = re.compile(r'\s*(?:\[\s*)?\{[^{}]*"puzzle"\s*:')


def recognise(text: str) -> bool:
    """Whether an object with `puzzle` comes first."""
    return bool(_OBJECT.match(text))


def read(text: str) -> Sheet:
    """The sheet of one object. Raises MalformedSheet."""
    return _sheet(load(text))


def read_all(pieces: Iterable[str]) -> Iterator[Sheet | MalformedSheet]:
    """The sheets of objects on lines of their own, or of one list or object over several lines."""
    source = iter(pieces)
    first = next((piece for piece in source if piece.strip()), "")
    rest = chain([first], source)
    if first.lstrip("\ufeff \t").startswith("[") or first.strip("\ufeff \t\r\n") == "{":
        yield from _document(rest)
        return
    for line in lines_of(rest):
        if line.text.strip():
            yield _record(line)


def write(sheet: Sheet) -> str:
    """One object in one line."""
    told = {"puzzle": write_line(sheet.puzzle)}
    if sheet.entries:
        told["position"] = write_line(sheet.digits)
    return _ENCODER.encode(told | dict(sheet.facts))


def write_batch(batch: Batch) -> bytes:
    """The objects of a batch."""
    names = [name for name in FACTS if any(batch.facts.get(name, ()))]
    if not names:
        return framed(batch.lines, *(part.encode() for part in FRAME))
    rows = zip(batch.texts, *(batch.facts[name] for name in names), strict=True)
    told = ({"puzzle": line} | {n: text for n, text in zip(names, facts, strict=True) if text} for line, *facts in rows)
    return "\n".join([*map(_ENCODER.encode, told), ""]).encode("utf-8", "replace")


def _record(line: Line) -> Sheet | MalformedSheet:
    if not line.whole:
        return too_long(line)
    try:
        return _sheet(load(line.text), line.number)
    except MalformedSheet as error:
        return error.below(line.number - 1)


def _document(pieces: Iterable[str]) -> Iterator[Sheet | MalformedSheet]:
    try:
        whole = load(gather(pieces))
    except MalformedSheet as error:
        yield error
        return
    for told in whole if isinstance(whole, list) else [whole]:
        try:
            yield _sheet(told)
        except MalformedSheet as error:
            yield error


def _sheet(value: object, line: int = 1) -> Sheet:
    told = want(value, dict, 'an object like {"puzzle": "…81 characters…"}')
    puzzle = read_cells(want(told.get("puzzle"), str, '"puzzle" with 81 characters'))
    position = read_cells(want(told.get("position") or write_line(puzzle), str, '"position" with 81 characters'))
    digits = bytes(given or entered for given, entered in zip(puzzle, position, strict=True))
    facts = {name: str(told[name])[:10_000] for name in FACTS if isinstance(told.get(name), str | int | float)}
    strange = tuple(sorted(str(key)[:40] for key in told.keys() - _KNOWN if told[key] not in (None, "", [], {})))
    return Sheet(digits, filled(digits) & ~filled(puzzle), facts=tidy_facts(facts), dropped=strange, line=line)
