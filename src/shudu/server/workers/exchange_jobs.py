"""Reading, writing and printing, as jobs for other processes."""

from __future__ import annotations

import base64
import json
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from shudu.core.errors import ShuduError
from shudu.formats import game_json
from shudu.formats.io.malformed import MalformedSheet
from shudu.formats.io.read import peek, records
from shudu.formats.io.registry import find, recognise
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import pieces_of_text
from shudu.formats.io.write import write
from shudu.formats.said import said

Data = dict[str, Any]
_MOST_SHEETS: Final = 500
_MOST_ERRORS: Final = 20
_MEDIA: Final = {".svg": "image/svg+xml", ".png": "image/png", ".csv": "text/csv", ".json": "application/json"}
_LONGEST_FACT: Final = 10_000
_PIECE: Final = 1 << 16


def read_job(text: str, format: str | None, language: str) -> Data:
    """The Sudokus of a text, recognised by its content, and what is wrong with it."""
    head, pieces = peek(pieces_of_text(text))
    known = find(format) if format else recognise(head)
    if known and known.kind == "picture":
        raise ShuduError(f"{known.english} is only written, not read")
    sheets: list[Data] = []
    errors: list[Data] = []
    more = False
    for found in records(pieces, known):
        if len(sheets) == _MOST_SHEETS or len(errors) == _MOST_ERRORS:
            more = True
            break
        if isinstance(found, MalformedSheet):
            what, wish = said(found, language)
            errors.append({"line": found.line, "column": found.column, "found": what, "expected": wish})
        else:
            sheets.append({"line": found.line, "sheet": _told(found), "dropped": list(found.dropped)})
    return {"format": known.name if known else None, "sheets": sheets, "errors": errors, "more": more}


def _told(sheet: Sheet) -> Data:
    """A sheet as it goes over the wire."""
    told = json.loads(game_json.write(sheet))
    told["facts"] = {name: text[:_LONGEST_FACT] for name, text in told["facts"].items()}
    return {name: told[name] for name in told if name not in ("format", "version")}


def write_job(format: str, sheet: Data) -> Data:
    """A Sudoku in a format: the name of its file, its content, and what is lost."""
    chosen, source = find(format), sheet_of(sheet)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = write(source, format)
    binary = isinstance(written, bytes)
    return {
        "text": base64.b64encode(written).decode() if isinstance(written, bytes) else written,
        "encoding": "base64" if binary else "utf-8",
        "name": f"sudoku{chosen.suffix}",
        "media": _MEDIA.get(chosen.suffix, "text/plain"),
        "lost": list(chosen.lost(source)),
    }


def sheet_of(told: Data) -> Sheet:
    """The sheet of what goes over the wire. Raises MalformedSheet."""
    kept = {name: value for name, value in told.items() if value is not None}
    return game_json.read(json.dumps(kept | {"format": "shudu-game", "version": game_json.VERSION}))


def print_job(wish: Data, seed: int) -> Iterator[bytes]:
    """A PDF: lines of JSON that tell how far it is, a last one with its size and pictures, then the PDF itself.

    What is wrong is told by a line too, for the answer has begun by then.
    """
    yield _line({"seed": seed, "done": 0, "of": 0})
    try:
        made: list[Any] = []
        for step in _steps(wish, seed, made):
            yield _line(step)
        pdf, pictures = made
    except ShuduError as error:
        yield _line({"problem": type(error).__name__, "message": str(error)})
        return
    shown = [base64.b64encode(picture).decode() for picture in pictures]
    yield _line({"bytes": len(pdf), "preview": shown})
    for start in range(0, len(pdf), _PIECE):
        yield pdf[start : start + _PIECE]


def _line(told: Data) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def _steps(wish: Data, seed: int, made: list[Any]) -> Iterator[Data]:
    """How far it is; at the end `made` has the PDF and its pictures."""
    style = wish["style"]
    if wish["worksheet"]:
        yield from _worksheet(wish["worksheet"], style, seed, made)
        return
    from shudu.print.booklet import Style, booklet, preview

    wanted: list[Sheet] = []
    look = Style(**style)
    count = wish["make"]["count"] if wish["make"] else len(wish["sheets"])
    for sheet in _made(wish["make"], seed, look.language) if wish["make"] else _given(wish["sheets"], look):
        wanted.append(sheet)
        yield {"done": len(wanted), "of": count}
    told = seed if wish["make"] else None
    made += [booklet(wanted, look, told), preview(wanted, look, told)]


def _made(make: Data, seed: int, language: str) -> Iterator[Sheet]:
    from shudu.print.choice import choosing

    wish = {"difficulty": make["difficulty"]} if make["difficulty"] else {}
    return islice(choosing(seed, make["level"], language, symmetry=make["symmetry"], **wish), make["count"])


def _given(sheets: list[Data], style: Any) -> Iterator[Sheet]:
    """The sheets, rated if that is printed and they can be."""
    from shudu.kernel.solve import count
    from shudu.print.choice import rated

    for told in sheets:
        sheet = sheet_of(told)
        single = style.ratings and count(Sheet(sheet.puzzle).grid, limit=2) == 1
        yield rated(sheet, style.language) if single else sheet


def _worksheet(teach: Data, style: Data, seed: int, made: list[Any]) -> Iterator[Data]:
    from shudu.logic.registry import technique as find_technique
    from shudu.print.typeset import typeset, typeset_pictures
    from shudu.print.worksheet import TEMPLATE, Position, data, positions

    technique, count = find_technique(teach["technique"]).id, teach["exercises"] + 1
    found: list[Position] = []
    for position in positions(technique, seed, count):
        found.append(position)
        yield {"done": len(found), "of": count}
    drawn = data(technique, found, style["language"], style["paper"])
    made += [typeset(TEMPLATE, drawn), typeset_pictures(TEMPLATE, drawn)[:2]]


EXCHANGE_JOBS: Final[dict[str, Callable[..., Any]]] = {"read": read_job, "write": write_job, "print": print_job}
