r"""Tables: CSV with a column `puzzle`, and JSON with one object per line or a list of objects.

In JSON, a puzzle is text, a list of 81 digits or nine rows, as on LeetCode, alone or in an object. CSV and JSON can also
hold `position`, which includes the player's digits, and facts such as `solution`, `level` and `rating`. Unknown columns
and keys are ignored and listed in the sheet's omissions.

>>> [sheet.fact("level") for sheet in _read_csv(["puzzle,level\n", "." * 81 + ",easy\n"]) if isinstance(sheet, Sheet)]
['easy']
>>> _open_csv(frozenset({"level"}))[0]
'puzzle,level\n'
>>> _read_object(load_json('{"puzzle": "' + "." * 81 + '", "level": "easy", "rating": 1.5}')).facts
(('level', 'easy'), ('rating', '1.5'))
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

from shudu.core.errors import MalformedGrid
from shudu.core.grid import filled_mask
from shudu.core.text import to_digits, write_line
from shudu.formats.io.sheet import FACTS, Format, MalformedSheet, Record, Sheet, WriteSheet, excerpt, tidy_facts
from shudu.formats.io.text import TextLine, check_length, expect, join_pieces, load_json, read_cells, split_lines

# Other names of the columns `puzzle` and `solution`, as data sets for machine learning use them.
PUZZLE_NAMES: Final = ("puzzles", "quizzes", "quiz", "question", "questions", "problem", "sudoku", "board", "grid")
_SOLUTION_NAMES: Final = ("answer", "answers", "solved")
_IGNORED: Final = ("", "clues", "id", "index", "no", "number", "unnamed: 0")
_PARTS: Final = ("entries", *FACTS)


def _is_csv(text: str) -> bool:
    return "puzzle" in _rename_columns(re.split("[,;\t]", text.lstrip().split("\n", 1)[0]))


def _read_csv(pieces: Iterable[str]) -> Iterator[Record]:
    """Yield the sheets of the rows below the header. Each row is one line."""
    columns: list[str] = []
    separator = ","
    for line in split_lines(pieces):
        if not line.text.strip():
            continue
        if columns:
            yield _read_csv_row(line, columns, separator)
            continue
        separator, columns = _split_header(line.text)
        if "puzzle" not in columns:
            yield MalformedSheet("formats.csv-header", line.number, text=excerpt(line.text))
            return


def _read_csv_row(line: TextLine, columns: list[str], separator: str) -> Record:
    try:
        check_length(line)
        values = dict(zip(columns, _split_csv_row(line.text, separator), strict=False))
        puzzle = read_cells(values.pop("puzzle", "").strip(), line=line.number)
        position = values.pop("position", "").strip()
        played = read_cells(position, line=line.number) if position else puzzle
        digits = bytes(given or entry for given, entry in zip(puzzle, played, strict=True))
    except MalformedSheet as error:
        return error
    entries = filled_mask(digits) & ~filled_mask(puzzle) if position else 0
    values = {name: text.strip() for name, text in values.items()}
    unknown = tuple(name for name, text in values.items() if name not in (*FACTS, *_IGNORED) and text)
    return Sheet(digits, entries, facts=tidy_facts(values), omissions=unknown, line=line.number)


def parts_in_header(text: str) -> frozenset[str]:
    """Return the parts of a sheet, such as `level`, for which a table has columns.

    Args:
        text: The table, or its beginning.
    """
    columns = _split_header(text.lstrip().split("\n", 1)[0].rstrip())[1]
    return frozenset("entries" if name == "position" else name for name in columns)


def _split_header(header: str) -> tuple[str, list[str]]:
    """Return the separator and the names of the columns."""
    separator = max(",;\t", key=header.count)
    return separator, _rename_columns(_split_csv_row(header, separator))


def _rename_columns(cells: list[str]) -> list[str]:
    """Return the names of columns as we use them.

    Beside a column `puzzle`, `solutions` is a number, as bulk jobs write it; in tables of others it is the solution.
    """
    names = [cell.strip('\ufeff \t\r"').lower() for cell in cells]
    if "puzzle" not in names:
        other = next((name for name in PUZZLE_NAMES if name in names), None)
        if other is None:
            return names
        names = [{other: "puzzle", "solutions": "solution"}.get(name, name) for name in names]
    answer = next((name for name in _SOLUTION_NAMES if name in names), None)
    if answer is None or "solution" in names:
        return names
    return ["solution" if name == answer else name for name in names]


def _split_csv_row(text: str, separator: str) -> list[str]:
    if '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader([text.replace("\0", "\ufffd")], delimiter=separator), [])
    except csv.Error:
        return [text]


def _open_csv(parts: frozenset[str]) -> tuple[str, WriteSheet]:
    columns = [part for part in _PARTS if part in parts]
    header = ["puzzle", *("position" if part == "entries" else part for part in columns)]
    return ",".join(header) + "\n", partial(_write_csv_row, columns)


def _write_csv_row(columns: Sequence[str], sheet: Sheet) -> str:
    facts = dict(sheet.facts)
    if sheet.entries:
        facts["entries"] = write_line(sheet.digits)
    puzzle = sheet.puzzle if "entries" in columns else sheet.digits
    buffer = io.StringIO()
    values = (" ".join(facts.get(part, "").split()) for part in columns)
    csv.writer(buffer, lineterminator="\n").writerow([write_line(puzzle), *values])
    return buffer.getvalue()


CSV: Final = Format(
    name="csv",
    suffixes=(".csv",),
    kind="collection",
    carries=frozenset(_PARTS),
    recognise=_is_csv,
    read_all=_read_csv,
    open_table=_open_csv,
)


_KNOWN: Final = {"puzzle", "position", *_IGNORED, *FACTS}
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False)
_JSON: Final = re.compile(rf'\s*(?:\[\s*)?\{{[^{{}}]*"(?:puzzle|{"|".join(PUZZLE_NAMES)})"\s*:|\s*\[\s*["\d\[]')
_LONGEST_FACT: Final = 10_000


def _is_json(text: str) -> bool:
    return bool(_JSON.match(text))


def _read_json(pieces: Iterable[str]) -> Iterator[Record]:
    source = iter(pieces)
    first = next((piece for piece in source if piece.strip()), "")
    second = next(source, "")
    rest = chain([first, second], source)
    head, _, others = (first + second).strip("\ufeff \t\r\n").partition("\n")
    is_row = head.rstrip().endswith("]") and others.lstrip().startswith("[")  # a line is a whole list
    if head == "{" or (head.startswith("[") and not is_row):
        yield from _read_json_document(rest)
        return
    for line in split_lines(rest):
        if line.text.strip():
            yield _read_json_line(line)


def _read_json_line(line: TextLine) -> Record:
    try:
        check_length(line)
    except MalformedSheet as error:
        return error
    try:
        return _read_object(load_json(line.text), line.number)
    except MalformedSheet as error:
        return error.shift(lines=line.number - 1)


def _read_json_document(pieces: Iterable[str]) -> Iterator[Record]:
    try:
        document = load_json(join_pieces(pieces))
    except MalformedSheet as error:
        yield error
        return
    for value in document if isinstance(document, list) and not _is_grid(document) else [document]:
        try:
            yield _read_object(value)
        except MalformedSheet as error:
            yield error


def _is_grid(values: list[object]) -> bool:
    """Return whether a list is a grid, not a list of grids: 81 digits, nine rows of digits or nine short texts."""
    if len(values) == 81:
        return all(isinstance(value, int) or (isinstance(value, str) and len(value) == 1) for value in values)
    return len(values) == 9 and all(
        (isinstance(row, str) and len(row) == 9)
        or (isinstance(row, list) and len(row) == 9 and not any(isinstance(value, list | dict) for value in row))
        for row in values
    )


def _read_puzzle(value: object) -> bytes:
    if not isinstance(value, list):
        return read_cells(expect(value, str, "puzzle"))
    try:
        return to_digits(value)
    except MalformedGrid as error:
        raise MalformedSheet("formats.json-grid", problem=error.message) from None


def _read_object(value: object, line: int = 1) -> Sheet:
    values = _rename_keys(expect({"puzzle": value} if isinstance(value, list | str) else value, dict, "puzzle-object"))
    puzzle = _read_puzzle(values.get("puzzle"))
    position = read_cells(expect(values.get("position") or write_line(puzzle), str, "position"))
    digits = bytes(given or entry for given, entry in zip(puzzle, position, strict=True))
    facts = {
        name: str(values[name])[:_LONGEST_FACT] for name in FACTS if isinstance(values.get(name), str | int | float)
    }
    unknown = (str(key)[:40] for key in values.keys() - _KNOWN if values[key] not in (None, "", [], {}))
    entries = filled_mask(digits) & ~filled_mask(puzzle)
    return Sheet(digits, entries, facts=tidy_facts(facts), omissions=tuple(sorted(unknown)), line=line)


def _rename_keys(values: dict[str, object]) -> dict[str, object]:
    """Return an object with the keys `puzzle` and `solution` in place of other names for them."""
    for name, others in (("puzzle", PUZZLE_NAMES), ("solution", _SOLUTION_NAMES)):
        other = next((key for key in others if key in values), None)
        if name not in values and other is not None:
            values = {name if key == other else key: value for key, value in values.items()}
    return values


def _write_json(sheet: Sheet) -> str:
    values = {"puzzle": write_line(sheet.puzzle)}
    if sheet.entries:
        values["position"] = write_line(sheet.digits)
    return _ENCODER.encode(values | dict(sheet.facts))


JSON: Final = Format(
    name="json",
    suffixes=(".json", ".jsonl", ".ndjson"),
    kind="collection",
    carries=frozenset({"entries", *FACTS}),
    recognise=_is_json,
    read_all=_read_json,
    write=_write_json,
)
