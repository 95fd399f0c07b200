r"""CSV: a table with a column `puzzle`, and `position`, `solution`, `level`, `rating` and others when they are known.

>>> [sheet.fact("level") for sheet in _read_all(["puzzle,level\n", "." * 81 + ",easy\n"]) if isinstance(sheet, Sheet)]
['easy']
>>> _open_table(frozenset({"level"}))[0]
'puzzle,level\n'
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from shudu.core.grid import filled_mask
from shudu.core.text import write_line
from shudu.formats.io.format import Format, Record, WriteSheet
from shudu.formats.io.sheet import FACTS, MalformedSheet, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import TextLine, check_length, read_cells, split_lines

# Other names of the columns `puzzle` and `solution`, as data sets for machine learning use them.
PUZZLE_NAMES: Final = ("puzzles", "quizzes", "quiz", "question", "questions", "problem", "sudoku", "board", "grid")
SOLUTION_NAMES: Final = ("answer", "answers", "solved")
IGNORED: Final = ("", "clues", "id", "index", "no", "number", "unnamed: 0")
_PARTS: Final = ("entries", *FACTS)


def _recognise(text: str) -> bool:
    return "puzzle" in _rename(re.split("[,;\t]", text.lstrip().split("\n", 1)[0]))


def _read_all(pieces: Iterable[str]) -> Iterator[Record]:
    """Yield the sheets of the rows below the header. Each row is one line."""
    columns: list[str] = []
    separator = ","
    for line in split_lines(pieces):
        if not line.text.strip():
            continue
        if columns:
            yield _read_row(line, columns, separator)
            continue
        separator, columns = _split_header(line.text)
        if "puzzle" not in columns:
            yield MalformedSheet("formats.csv-header", line.number, text=excerpt(line.text))
            return


def _read_row(line: TextLine, columns: list[str], separator: str) -> Record:
    try:
        check_length(line)
        values = dict(zip(columns, _split_row(line.text, separator), strict=False))
        puzzle = read_cells(values.pop("puzzle", "").strip(), line=line.number)
        position = values.pop("position", "").strip()
        digits = bytes(map(max, puzzle, read_cells(position, line=line.number))) if position else puzzle
    except MalformedSheet as error:
        return error
    entries = filled_mask(digits) & ~filled_mask(puzzle) if position else 0
    values = {name: text.strip() for name, text in values.items()}
    unknown = tuple(name for name, text in values.items() if name not in (*FACTS, *IGNORED) and text)
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
    return separator, _rename(_split_row(header, separator))


def _rename(cells: list[str]) -> list[str]:
    """Return the names of columns as we use them.

    Beside a column `puzzle`, `solutions` is a number, as bulk jobs write it; in tables of others it is the solution.
    """
    names = [cell.strip('\ufeff \t\r"').lower() for cell in cells]
    if "puzzle" not in names:
        other = next((name for name in PUZZLE_NAMES if name in names), None)
        if other is None:
            return names
        names = [{other: "puzzle", "solutions": "solution"}.get(name, name) for name in names]
    answer = next((name for name in SOLUTION_NAMES if name in names), None)
    return (
        names if answer is None or "solution" in names else ["solution" if name == answer else name for name in names]
    )


def _split_row(text: str, separator: str) -> list[str]:
    if '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader([text.replace("\0", "\ufffd")], delimiter=separator), [])
    except csv.Error:
        return [text]


def _open_table(parts: frozenset[str]) -> tuple[str, WriteSheet]:
    columns = [part for part in _PARTS if part in parts]
    header = ["puzzle", *("position" if part == "entries" else part for part in columns)]
    return ",".join(header) + "\n", partial(_write_row, columns)


def _write_row(columns: Sequence[str], sheet: Sheet) -> str:
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
    recognise=_recognise,
    read_all=_read_all,
    open_table=_open_table,
)
