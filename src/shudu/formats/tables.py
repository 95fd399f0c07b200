r"""Tables: CSV with a column of puzzles, and JSON with one object per line or a list of objects.

In CSV, the column of puzzles is recognised by its name, or by its content if it has no usual name or there is no
heading. In JSON, a puzzle is text, a list of 81 digits or nine rows, as on LeetCode, alone or in an object. CSV and JSON
can also hold `position`, which includes the player's digits, and facts such as `solution`, `level` and `rating`. A sheet
keeps its whole row in `row`; other columns and keys are listed in its omissions.

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
from typing import Any, Final, NamedTuple

from shudu.core.errors import MalformedGrid
from shudu.core.grid import filled_mask
from shudu.core.text import BLANKS, to_digits, write_line
from shudu.formats.io.sheet import FACTS, Format, MalformedSheet, Record, Sheet, WriteSheet, excerpt, tidy_facts
from shudu.formats.io.text import (
    TextLine,
    check_length,
    expect,
    join_pieces,
    load_json,
    read_cells,
    split_lines,
)

# Other names of the columns `puzzle` and `solution`, as data sets for machine learning use them.
PUZZLE_NAMES: Final = ("puzzles", "quizzes", "quiz", "question", "questions", "problem", "sudoku", "board", "grid")
_SOLUTION_NAMES: Final = ("answer", "answers", "solved")
_IGNORED: Final = ("", "clues", "id", "index", "no", "number", "unnamed: 0")
_PARTS: Final = ("entries", *FACTS)
CSV_SEPARATORS: Final = ",;\t"
_GRID: Final = re.compile(rf"[1-9{re.escape(BLANKS)}]{{81}}")
_FULL_GRID: Final = re.compile("[1-9]{81}")
_SEPARATOR: Final = re.compile(r"\ufeff?\"?sep=([,;\t])\"?\r?", re.IGNORECASE)  # what spreadsheets write and expect
_OPENING: Final = re.compile(r'(?:^|[,;\t\n])"')
_LONGEST_HEAD: Final = 1000  # lines
_LONGEST_QUOTE: Final = 100  # lines of a quoted value


class Heading(NamedTuple):
    """How a CSV table begins.

    Attributes:
        labels: The columns as the file calls them.
        names: The columns with `puzzle` and `solution` in place of other names for them.
        separator: What separates the values.
        lines: The number of lines before the first row.
        puzzle: The number of the column of puzzles.
    """

    labels: list[str]
    names: list[str]
    separator: str
    lines: int
    puzzle: int


def find_heading(text: str) -> Heading | None:
    r"""Return how a CSV table begins; None if it has no column of puzzles, or is lines that begin with a puzzle.

    Blank lines, comments that begin with `#`, and the line `sep=;` of spreadsheets are skipped. Without a known name, the
    puzzles are in the first column whose first row is a grid, preferably one with blanks. If there is no heading, a second
    such column is `solution`, and the others are `column1` and so on.

    Args:
        text: The table, or its beginning.

    >>> find_heading("id;Quizzes\n1;" + "." * 81)
    Heading(labels=['id', 'Quizzes'], names=['id', 'puzzle'], separator=';', lines=1, puzzle=1)
    >>> find_heading("7," + "." * 81 + ",easy\n").names
    ['column1', 'puzzle', 'column3']
    """
    separator, content = "", []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n")):
        if match := _SEPARATOR.fullmatch(line):
            separator = match[1]
        elif _is_content(line):
            content.append((number, line.rstrip("\r")))
        if len(content) == 2:
            break
    if not content:
        return None
    first, line = content[0]
    separator = separator or max(CSV_SEPARATORS, key=line.count)
    cells = [cell.strip() for cell in _split_csv_row(line, separator)]
    names = _rename_columns(cells)
    if "puzzle" in names:
        return Heading(cells, names, separator, first + 1, names.index("puzzle"))
    if grids := _find_grids(cells):
        if grids[0] == 0 and not line.lstrip().startswith('"'):
            return None
        known = dict(zip(grids, ("puzzle", "solution"), strict=False))
        names = [known.get(index, f"column{index + 1}") for index in range(len(cells))]
        return Heading(names, names, separator, first, grids[0])
    grids = _find_grids(_split_csv_row(content[1][1], separator)) if len(content) == 2 and len(cells) > 1 else []
    if not grids or grids[0] >= len(cells):
        return None
    names[grids[0]] = "puzzle"
    return Heading(cells, names, separator, first + 1, grids[0])


def _is_content(line: str) -> bool:
    """Return whether a line is a heading or a row, which may begin with `#` as well."""
    if line.startswith("#") and not _GRID.search(line):
        return "puzzle" in _rename_columns(re.split(f"[{CSV_SEPARATORS}]", line))
    return bool(line.strip()) and not _SEPARATOR.fullmatch(line)


def _find_grids(cells: list[str]) -> list[int]:
    """Return the numbers of the cells that are grids, those with blanks first."""
    grids = [index for index, cell in enumerate(cells) if _GRID.fullmatch(cell.strip())]
    return sorted(grids, key=lambda index: _FULL_GRID.fullmatch(cells[index].strip()) is not None)


def _is_csv(text: str) -> bool:
    return find_heading(text) is not None


def _read_csv(pieces: Iterable[str]) -> Iterator[Record]:
    """Yield the sheets of the rows below the heading. Comments between rows are skipped."""
    lines = _join_quoted(split_lines(pieces))
    head: list[TextLine] = []
    for line in lines:
        head.append(line)
        if sum(_is_content(known.text) for known in head[-2:]) == 2 or len(head) > _LONGEST_HEAD:
            break
    heading = find_heading("\n".join(line.text for line in head))
    if heading is None:
        first = next((line for line in head if _is_content(line.text)), None)
        if first is not None:
            yield MalformedSheet("formats.csv-header", first.number, text=excerpt(first.text))
        return
    for line in chain(head[heading.lines :], lines):
        if _is_content(line.text):
            yield _read_csv_row(line, heading)


def _join_quoted(lines: Iterable[TextLine]) -> Iterator[TextLine]:
    """Yield lines, where a line break inside a quoted value does not end a line. A quote that never ends quotes nothing."""
    held: list[TextLine] = []
    for line in lines:
        if not held and not _is_open(line.text):
            yield line
            continue
        held.append(line)
        text = "\n".join(each.text for each in held)
        if not _is_open(text):
            yield TextLine(held[0].number, text, all(each.whole for each in held))
            held = []
        elif len(held) > _LONGEST_QUOTE:
            yield from held
            held = []
    yield from held


def _is_open(text: str) -> bool:
    """Return whether a text ends within a quoted value."""
    start = _OPENING.search(text) if '"' in text else None
    return start is not None and text.count('"', start.start()) % 2 == 1


def _read_csv_row(line: TextLine, heading: Heading) -> Record:
    try:
        check_length(line)
        cells = _split_csv_row(line.text, heading.separator)
        unnamed = ((f"column{n}", cell) for n, cell in enumerate(cells, 1) if n > len(heading.names) and cell)
        row = (*zip(heading.names, cells, strict=False), *unnamed)
        values = {name.lower(): text.strip() for name, text in row}
        puzzle = read_cells(values.pop("puzzle", ""), line=line.number)
        position = values.pop("position", "")
        played = read_cells(position, line=line.number) if position else puzzle
        digits = bytes(given or entry for given, entry in zip(puzzle, played, strict=True)) if position else puzzle
    except MalformedSheet as error:
        return error
    entries = filled_mask(digits) & ~filled_mask(puzzle) if position else 0
    unknown = tuple(name for name, text in values.items() if name not in (*FACTS, *_IGNORED) and text)
    return Sheet(digits, entries, facts=tidy_facts(values), omissions=unknown, line=line.number, row=row)


def parts_in_header(text: str) -> frozenset[str]:
    """Return the parts of a sheet, such as `level`, for which a table has columns.

    Args:
        text: The table, or its beginning.
    """
    heading = find_heading(text)
    names = heading.names if heading else []
    return frozenset("entries" if name == "position" else name.lower() for name in names)


def _rename_columns(cells: list[str]) -> list[str]:
    """Return the names of columns with `puzzle` and `solution` in place of other names for them.

    Beside a column `puzzle`, `solutions` is a number, as bulk jobs write it; in tables of others it is the solution.
    """
    lower = [cell.lower() for cell in cells]
    renamed: dict[str, str] = {name: name for name in ("puzzle", "solution") if name in lower}
    if "puzzle" not in lower:
        other = next((name for name in PUZZLE_NAMES if name in lower), None)
        if other is None:
            return [*cells]
        renamed[other] = "puzzle"
    answers = _SOLUTION_NAMES if "puzzle" in lower else ("solutions", *_SOLUTION_NAMES)
    answer = next((name for name in answers if name in lower), None)
    if answer is not None and "solution" not in lower:
        renamed[answer] = "solution"
    return [renamed.get(name, cell) for name, cell in zip(lower, cells, strict=True)]


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
            yield from _read_json_line(line)


def _read_json_line(line: TextLine) -> Iterator[Record]:
    try:
        check_length(line)
    except MalformedSheet as error:
        yield error
        return
    try:
        value = load_json(line.text)
        yield from (_read_object(item, line.number) for item in _split_list(value))
    except MalformedSheet as error:
        yield error.shift(lines=line.number - 1)


def _read_json_document(pieces: Iterable[str]) -> Iterator[Record]:
    try:
        document = load_json(join_pieces(pieces))
    except MalformedSheet as error:
        yield error
        return
    for value in _split_list(document):
        try:
            yield _read_object(value)
        except MalformedSheet as error:
            yield error


def _split_list(value: object) -> list[Any]:
    """Return the puzzles of a list, or of an object whose puzzle is a list of puzzles."""
    puzzles = _rename_keys(value).get("puzzle") if isinstance(value, dict) else value
    return puzzles if isinstance(puzzles, list) and not _is_grid(puzzles) and puzzles else [value]


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
    omissions, row = tuple(sorted(unknown)), tuple(values.items())
    return Sheet(digits, entries, facts=tidy_facts(facts), omissions=omissions, line=line, row=row)


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
