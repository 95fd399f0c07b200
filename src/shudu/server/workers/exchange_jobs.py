"""Reading, writing and printing Sudokus, as jobs for worker processes.

Their bodies may have megabytes, which take up many times their size once they are parsed and would keep the event loop
busy. So a worker process does that, and the web process passes bytes on.
"""

from __future__ import annotations

import base64
import json
import secrets
import warnings
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from shudu.core.errors import ShuduError
from shudu.formats import game_json
from shudu.formats.io.read_write import find_readable, peek_pieces, read_records, write
from shudu.formats.io.registry import find_format, recognise
from shudu.formats.io.sheet import MalformedSheet, Sheet
from shudu.formats.io.text import split_text
from shudu.locale.catalogue import Message
from shudu.server.errors import describe_invalid

if TYPE_CHECKING:
    from shudu.print.booklet import BookletStyle

Data = dict[str, Any]
M = TypeVar("M", bound=BaseModel)
_MOST_SHEETS: Final = 500
_MOST_ERRORS: Final = 20
_MEDIA: Final = {".svg": "image/svg+xml", ".png": "image/png", ".csv": "text/csv", ".json": "application/json"}
_LONGEST_FACT: Final = 10_000
_CHUNK: Final = 1 << 16


def _parse(model: type[M], body: bytes) -> M:
    """Return the request in a body.

    Raises:
        ApiError: If it does not fit its model.
    """
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise describe_invalid(error.errors(include_url=False, include_context=False, include_input=False)) from None


def read_job(body: bytes) -> Iterator[bytes]:
    """Yield the Sudokus of a text, and what is wrong with it, as JSON."""
    from shudu.server.routes.exchange import ReadOut, ReadRequest

    request = _parse(ReadRequest, body)
    head, pieces = peek_pieces(split_text(request.text))
    format = find_readable(request.format) if request.format else recognise(head)
    sheets: list[Data] = []
    errors: list[Data] = []
    more = False
    for record in read_records(pieces, format):
        if len(sheets) == _MOST_SHEETS or len(errors) == _MOST_ERRORS:
            more = True
            break
        if isinstance(record, MalformedSheet):
            errors.append(_pack_error(record, request.language))
        else:
            sheets.append({"line": record.line, "sheet": _pack_sheet(record), "dropped": list(record.omissions)})
    answer = {"format": format.name if format else None, "sheets": sheets, "errors": errors, "more": more}
    yield ReadOut.model_validate(answer).model_dump_json().encode()


def _pack_error(error: MalformedSheet, language: str) -> Data:
    fields = {name: value if isinstance(value, int) else str(value) for name, value in _render_fields(error, language)}
    message = error.message.render(language)
    return {"line": error.line, "column": error.column, "code": error.code, "fields": fields, "message": message}


def _render_fields(error: MalformedSheet, language: str) -> Iterator[tuple[str, object]]:
    for name, value in error.fields.items():
        yield name, value.render(language) if isinstance(value, Message) else value


def _pack_sheet(sheet: Sheet) -> Data:
    values = json.loads(game_json.write(sheet))
    values["facts"] = {name: text[:_LONGEST_FACT] for name, text in values["facts"].items()}
    return {name: value for name, value in values.items() if name not in ("format", "version")}


def unpack_sheet(values: Data) -> Sheet:
    """Return the sheet of a request, or raise MalformedSheet."""
    fields = {name: value for name, value in values.items() if value is not None}
    return game_json.read(json.dumps(fields | {"format": "shudu-game", "version": game_json.VERSION}))


def write_job(body: bytes) -> Iterator[bytes]:
    """Yield a Sudoku in a format as JSON: the name of its file, its content, and what is lost."""
    from shudu.server.routes.exchange import WriteRequest, WrittenOut

    request = _parse(WriteRequest, body)
    target, source = find_format(request.format), unpack_sheet(request.sheet.model_dump())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        content = write(source, request.format)
    yield (
        WrittenOut(
            text=base64.b64encode(content).decode() if isinstance(content, bytes) else content,
            encoding="base64" if isinstance(content, bytes) else "utf-8",
            name=f"sudoku{target.suffix}",
            media=_MEDIA.get(target.suffix, "text/plain"),
            lost=list(target.losses(source)),
        )
        .model_dump_json()
        .encode()
    )


def print_job(body: bytes) -> Iterator[bytes]:
    """Yield the posted puzzles and whether their solutions are printed, then what the client gets.

    That is lines of JSON that report progress, a last one with the size and a preview, then the PDF itself. Errors are a
    line too, since the response has begun by then.
    """
    from shudu.server.routes.exchange import PrintRequest

    parsed = _parse(PrintRequest, body)
    puzzles = [sheet.puzzle for sheet in parsed.sheets or ()]
    yield json.dumps({"puzzles": puzzles, "solutions": parsed.style.solutions}).encode()
    part = parsed.make or parsed.worksheet
    seed = secrets.randbelow(10**9) if part is None or part.seed is None else part.seed
    yield _json_line({"seed": seed, "done": 0, "of": 0})
    try:
        pdf, pages = yield from _print(parsed.model_dump(), seed)
    except ShuduError as error:
        language = parsed.style.language
        yield _json_line({"problem": type(error).__name__, "code": error.code, "message": error.render(language)})
        return
    yield _json_line({"bytes": len(pdf), "preview": [base64.b64encode(page).decode() for page in pages]})
    for start in range(0, len(pdf), _CHUNK):
        yield pdf[start : start + _CHUNK]


def _json_line(values: Data) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


Printing = Generator[
    bytes, None, tuple[bytes, list[bytes]]
]  # the progress, then the PDF and its first pages as pictures


def _print(request: Data, seed: int) -> Printing:
    if request["worksheet"]:
        return (yield from _print_worksheet(request["worksheet"], request["style"], seed))
    from shudu.print.booklet import BookletStyle, make_booklet, preview_booklet

    style = BookletStyle(**request["style"])
    generate = request["make"]
    count = generate["count"] if generate else len(request["sheets"])
    puzzles: list[Sheet] = []
    for sheet in _generate(generate, seed, style) if generate else _unpack_sheets(request["sheets"], style):
        puzzles.append(sheet)
        yield _json_line({"done": len(puzzles), "of": count})
    shown_seed = seed if generate else None
    return make_booklet(puzzles, style, shown_seed), preview_booklet(puzzles, style, shown_seed)


def _generate(request: Data, seed: int, style: BookletStyle) -> Iterator[Sheet]:
    from shudu.print.booklet import select_puzzles

    options = {name: request[name] for name in ("difficulty", "level", "symmetry")}
    return islice(select_puzzles(seed, language=style.language, **options), request["count"])


def _unpack_sheets(sheets: list[Data], style: BookletStyle) -> Iterator[Sheet]:
    """Yield the sheets, rated if ratings are printed and they have one solution."""
    from shudu.kernel.solve import count
    from shudu.print.booklet import add_rating

    for values in sheets:
        sheet = unpack_sheet(values)
        can_rate = style.ratings and count(Sheet(sheet.puzzle).grid, limit=2) == 1
        yield add_rating(sheet, style.language) if can_rate else sheet


def _print_worksheet(request: Data, style: Data, seed: int) -> Printing:
    from shudu.print.worksheet import Position, find_positions, preview_positions, typeset_positions

    technique, count = request["technique"], request["exercises"] + 1
    positions: list[Position] = []
    for position in find_positions(technique, seed, count):
        positions.append(position)
        yield _json_line({"done": len(positions), "of": count})
    look = (technique, positions, style["language"], style["paper"])
    return typeset_positions(*look), preview_positions(*look)


EXCHANGE_JOBS: Final[dict[str, Callable[..., Any]]] = {"read": read_job, "write": write_job, "print": print_job}
