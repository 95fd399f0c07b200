"""Blocks of nine rows: any number of grids in one file, as in Project Euler's `p096_sudoku.txt` or printed by qqwing.

Lines such as `Grid 01`, lines that begin with `#`, blank lines and rules between the rows are skipped.

>>> "".join(_write_all([Sheet(bytes(81))])).splitlines()[:2]
['Grid 01', '000000000']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from shudu.core.text import write_line
from shudu.formats.io.format import Format, Record
from shudu.formats.io.sheet import MalformedSheet, Sheet
from shudu.formats.io.text import read_rows, split_lines
from shudu.formats.rows import is_rule

_HEADING: Final = re.compile(r"\s*(?:#.*|grid\s*\d+\s*:?\s*)", re.IGNORECASE)
_TITLE: Final = re.compile(r"\s*grid\s*\d+\s*:?\s*", re.IGNORECASE)
_ROW: Final = re.compile(r"[ \t]*[|│]?[ \t]*(?:[0-9.*_xX][ \t]*[|│]?[ \t]*){9}")
_TWO_GRIDS: Final = 18


def is_heading(text: str) -> bool:
    """Return whether a line stands between grids: a comment, or the number of a grid.

    >>> is_heading("Grid 01"), is_heading("# easy"), is_heading("003020600")
    (True, True, False)
    """
    return bool(_HEADING.fullmatch(text))


def _recognise(text: str) -> bool:
    """Return whether a text begins with a numbered grid, or has the rows of two grids and nothing else before them."""
    lines = [line for line in text.split("\n") if not is_rule(line)]
    rows = list(islice((line for line in lines if not is_heading(line)), _TWO_GRIDS))
    numbered = next((line for line in lines if not line.lstrip().startswith("#")), "")
    needed = 9 if _TITLE.fullmatch(numbered) else _TWO_GRIDS
    return len(rows) >= needed and all(_ROW.fullmatch(row) for row in rows[:needed])


def _read_all(pieces: Iterable[str]) -> Iterator[Record]:
    rows: list[tuple[int, str]] = []
    for line in split_lines(pieces):
        if is_heading(line.text):
            if rows:
                yield _read(rows)
            rows = []
        elif not is_rule(line.text):
            rows.append((line.number, line.text.replace("│", "|")))
        if len(rows) == 9:
            yield _read(rows)
            rows = []
    if rows:
        yield _read(rows)


def _read(rows: list[tuple[int, str]]) -> Record:
    try:
        return Sheet(read_rows(rows), line=rows[0][0])
    except MalformedSheet as error:
        return error


def _write_all(sheets: Iterable[Sheet]) -> Iterator[str]:
    for number, sheet in enumerate(sheets, 1):
        line = write_line(sheet.digits, "0")
        yield f"Grid {number:02}\n" + "".join(line[start : start + 9] + "\n" for start in range(0, 81, 9))


BLOCKS: Final = Format(
    name="blocks",
    suffixes=(".blocks",),
    kind="collection",
    recognise=_recognise,
    read_all=_read_all,
    write_all=_write_all,
)
