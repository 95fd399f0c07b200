r"""CSV: a table with a column `puzzle`; `position`, `solution`, `level`, `rating` and others when they are known.

>>> [sheet.fact("level") for sheet in read_all(["puzzle,level\n", "." * 81 + ",easy\n"]) if isinstance(sheet, Sheet)]
['easy']
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from shudu.core.text import write_line
from shudu.formats.batch import Batch, framed, of_cells
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import ALL_PARTS, FACTS, Sheet, filled, tidy_facts
from shudu.formats.io.text import LONGEST, Line, lines_of, too_long
from shudu.formats.rows import read_cells

_PUZZLES: Final = ("puzzles", "quizzes", "quiz", "grid")  # what else the column of the puzzles is called
_UNTIDY: Final = re.compile(r'[",]|  |[^\S \x1f]')  # what must be quoted, or put into one line
_PARTS: Final = ("entries", *FACTS)


def recognise(text: str) -> bool:
    """Whether the first line is a header with `puzzle`."""
    return "puzzle" in _named(re.split("[,;\t]", text.lstrip().split("\n", 1)[0]))


def read_all(pieces: Iterable[str]) -> Iterator[Sheet | MalformedSheet]:
    """The sheets of the rows below the header. A row is a line."""
    columns: list[str] = []
    separator = ","
    for line in lines_of(pieces):
        if not line.text.strip():
            continue
        if not columns:
            separator, columns = columns_of(line.text)
            if "puzzle" not in columns:
                yield MalformedSheet(line.number, 1, shown(line.text), "a header with a column `puzzle`")
                return
        else:
            yield _sheet(line, columns, separator)


def read_batch(chunk: bytes, head: str) -> Batch | None:
    """Clean rows below the header that `head` begins with: as many cells as columns, none of them quoted."""
    separator, columns = columns_of(head.lstrip().split("\n", 1)[0].rstrip())
    if b'"' in chunk or "position" in columns or "puzzle" not in columns or len(set(columns)) < len(columns):
        return None
    try:
        rows = [row.split(separator) for row in chunk.decode().split("\n")[:-1]]
        table = dict(zip(columns, zip(*rows, strict=True), strict=True))
    except ValueError:  # bytes that are no UTF-8, or another number of cells
        return None
    found = of_cells("\n".join((*map(str.strip, table.pop("puzzle")), "")).encode())
    if found is None or max(map(len, chunk.split(b"\n"))) >= LONGEST:
        return None
    return Batch(found.lines, {n: [*map(str.strip, cells)] for n, cells in table.items() if n not in ("", "clues")})


def write_batch(batch: Batch, columns: Sequence[str]) -> bytes:
    """The rows of a batch, with these parts besides the puzzle."""
    if not any(name in batch.facts for name in columns):
        return framed(batch.lines, b"", b"," * len(columns), b".")
    empty = [""] * len(batch)
    told = [batch.facts.get(name, empty) for name in columns]
    if not any(_UNTIDY.search("\x1f".join(texts)) for texts in told):
        return "\n".join([*map(",".join, zip(batch.texts, *told, strict=True)), ""]).encode("utf-8", "replace")
    told = [[" ".join(text.split()) for text in texts] for texts in told]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(zip(batch.texts, *told, strict=True))
    return buffer.getvalue().encode("utf-8", "replace")


def write_all(sheets: Iterable[Sheet], parts: frozenset[str] = ALL_PARTS) -> Iterator[str]:
    """The table, with columns for those parts that can come.

    >>> "".join(write_all([Sheet(bytes(81))], frozenset({"level"}))).split()[0]
    'puzzle,level'
    """
    columns = [part for part in _PARTS if part in parts]
    yield header(columns)
    yield from (write_row(sheet, columns) for sheet in sheets)


def header(columns: Iterable[str] = ()) -> str:
    """The first line."""
    return ",".join(["puzzle", *("position" if part == "entries" else part for part in columns)]) + "\n"


def write_row(sheet: Sheet, columns: Iterable[str] = ()) -> str:
    """The line of a sheet, with these parts besides the puzzle."""
    if not columns:
        return write_line(sheet.digits) + "\n"
    facts = dict(sheet.facts)
    if sheet.entries:
        facts["entries"] = write_line(sheet.digits)
    puzzle = sheet.puzzle if "entries" in columns else sheet.digits
    buffer = io.StringIO()
    told = (" ".join(facts.get(part, "").split()) for part in columns)
    csv.writer(buffer, lineterminator="\n").writerow([write_line(puzzle), *told])
    return buffer.getvalue()


@lru_cache(1)
def columns_of(header: str) -> tuple[str, list[str]]:
    """The separator and the names of the columns that a first line tells."""
    separator = max(",;\t", key=header.count)
    return separator, _named(_cells(header, separator))


def _named(cells: list[str]) -> list[str]:
    """The names of columns. Beside `puzzle`, `solutions` is a number, as bulk jobs write it; elsewhere a solution."""
    names = [cell.strip('\ufeff \t\r"').lower() for cell in cells]
    found = next((name for name in names if name in _PUZZLES), None)
    if "puzzle" in names or found is None:
        return names
    others = {found: "puzzle"} if "solution" in names else {found: "puzzle", "solutions": "solution"}
    return [others.get(name, name) for name in names]


def _cells(text: str, separator: str) -> list[str]:
    if '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader([text.replace("\0", "\ufffd")], delimiter=separator), [])
    except csv.Error:
        return [text]


def _sheet(line: Line, columns: list[str], separator: str) -> Sheet | MalformedSheet:
    if not line.whole:
        return too_long(line)
    cells = _cells(line.text, separator)
    told = dict(zip(columns, cells, strict=False))
    try:
        puzzle = read_cells(told.pop("puzzle", "").strip(), line=line.number)
        position = told.pop("position", "").strip()
        digits = bytes(map(max, puzzle, read_cells(position, line=line.number))) if position else puzzle
    except MalformedSheet as error:
        return error
    entries = filled(digits) & ~filled(puzzle) if position else 0
    if not told:
        return Sheet(digits, entries, line=line.number)
    facts = tidy_facts({name: text.strip() for name, text in told.items()})
    strange = tuple(n for n, text in told.items() if n not in FACTS and n not in ("", "clues") and text.strip())
    return Sheet(digits, entries, facts=facts, dropped=strange, line=line.number)
