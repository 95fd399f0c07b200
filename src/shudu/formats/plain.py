"""Plain digits: one Sudoku per line (`line`, `.sdm`), in nine rows (`grid`, `.ss`), or many in blocks of nine rows.

- `line` is 81 characters, row by row, or 81 columns. A comment may follow after white space, a comma or a semicolon. `.sdm` writes
  blanks as zeros, because some programs skip lines with dots.
- `grid` has spaces and rules between the cells, or commas, semicolons or tabs as in a spreadsheet. Simple Sudoku's
  `.ss` has rows like `1..|...|7..`.
- `blocks` are any number of grids in one file, as in Project Euler's `p096_sudoku.txt` or printed by qqwing. Lines such
  as `Grid 01`, lines that begin with `#`, blank lines and rules between the rows are skipped.

>>> sheet = _read_line("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy")
>>> sheet.fact("comment"), LINE.write(sheet)[-8:]
('easy', '.79 easy')
>>> SDM.write(Sheet(bytes(81))) == "0" * 81
True
>>> SS.write(Sheet(bytes(81)))[24:51].split()
['...|...|...', '-----------', '...']
>>> print(GRID.write(Sheet(bytes(81)))[:21])
. . . | . . . | . . .
>>> "".join(_write_blocks([Sheet(bytes(81))])).splitlines()[:2]
['Grid 01', '000000000']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from shudu.core.text import BLANKS, join_cells, write_grid, write_line
from shudu.formats.io.sheet import Format, MalformedSheet, Record, Sheet
from shudu.formats.io.text import read_cells, read_rows, split_lines

_LINE: Final = re.compile(rf"\s*([1-9{re.escape(BLANKS)}]{{81}})(?:(?:[,;]|\s+)(.*))?", re.DOTALL)
_ZEROS: Final = re.compile(r"\s*(?=[1-9]*0)[0-9]{81}(?:[\s,;]|$)")
_GAPS: Final = re.compile(r"[\s|]+")


def _read_line(text: str) -> Sheet:
    """Return the sheet of a line, or raise MalformedSheet."""
    match = _LINE.fullmatch(text)
    if match:
        comment = (match[2] or "").strip()
        return Sheet(read_cells(match[1]), facts=(("comment", comment),) if comment else ())
    start = len(text) - len(text.lstrip())
    head = text.strip()
    bare = join_cells(text, 81) or _GAPS.sub("", head)
    return Sheet(read_cells(bare if len(bare) == 81 else re.split(r"[\s,;]", head, maxsplit=1)[0], column=start + 1))


def _is_line(text: str) -> bool:
    first = _first_line(text)
    return bool(_LINE.fullmatch(first) or _LINE.fullmatch(join_cells(first, 81) or _GAPS.sub("", first)))


def _is_sdm(text: str) -> bool:
    return bool(_ZEROS.match(_first_line(text)))


def _first_line(text: str) -> str:
    """Return the first line that is neither blank nor a comment."""
    lines = (line for line in text.split("\n") if line.strip() and not line.startswith("#"))
    return next(lines, "").lstrip(" ")


def _write_line(sheet: Sheet) -> str:
    comment = " ".join(sheet.fact("comment").split())
    return write_line(sheet.digits) + (f" {comment}" if comment else "")


def _write_sdm(sheet: Sheet) -> str:
    return write_line(sheet.digits, "0")


SDM: Final = Format(name="sdm", suffixes=(".sdm",), kind="line", recognise=_is_sdm, read=_read_line, write=_write_sdm)
LINE: Final = Format(
    name="line",
    suffixes=(".txt", ".line"),
    kind="line",
    carries=frozenset({"comment"}),
    recognise=_is_line,
    read=_read_line,
    write=_write_line,
)


_RULE: Final = re.compile(r"[-+=|*.:'`,┌┬┐├┼┤└┴┘─│━]*")
_DASHES: Final = re.compile(r"[-─=]{2}")
_SS_ROW: Final = re.compile(r"\s*\|?(?:[0-9.*_xX]{3}\|){2}[0-9.*_xX]{3}\|?\s*")
_GRID_ROW: Final = re.compile(r"\s*(?:[|│]\s*)?(?:[0-9.*_xX][ \t]*(?:[|│][ \t]*)?){9}\s*")


def is_rule(row: str) -> bool:
    """Return whether a row is blank or a line between boxes."""
    bare = "".join(row.split())
    if not bare:
        return row.count("\t") != 8  # eight tabs are a row of nine blank cells
    return bool(_RULE.fullmatch(bare) and _DASHES.search(bare))


def _is_ss(text: str) -> bool:
    rows = [row for row in text.strip().split("\n") if not is_rule(row)]
    return len(rows) >= 9 and all(_SS_ROW.fullmatch(row) for row in rows[:9])


def _is_grid(text: str) -> bool:
    rows = [row for row in text.split("\n") if not is_rule(row)]
    return len(rows) == 9 and all(map(_is_grid_row, rows))


def _is_grid_row(row: str) -> bool:
    cells = join_cells(row)
    return bool(_GRID_ROW.fullmatch(cells) if cells else _GRID_ROW.fullmatch(row) and " " in row.strip())


def _read_ss(text: str) -> Sheet:
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if not is_rule(row)]
    if len(rows) > 9 and any(character.isalpha() and character not in "xX" for character in rows[9][1]):
        rows = rows[:9]  # programs sign their files in the line after the last row
    return Sheet(read_rows(rows))


def _read_grid(text: str) -> Sheet:
    return _read_ss("\n".join(join_cells(row) or row.replace("│", "|") for row in text.split("\n")))


def _write_ss(sheet: Sheet) -> str:
    line = write_line(sheet.digits)
    rows = ["|".join(line[start : start + 3] for start in range(9 * row, 9 * row + 9, 3)) for row in range(9)]
    rule = "-----------"
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])


def _write_grid(sheet: Sheet) -> str:
    return write_grid(sheet.digits)


SS: Final = Format(name="ss", suffixes=(".ss",), kind="document", recognise=_is_ss, read=_read_ss, write=_write_ss)
GRID: Final = Format(
    name="grid", suffixes=(".grid",), kind="document", recognise=_is_grid, read=_read_grid, write=_write_grid
)


_TITLE: Final = re.compile(r"\s*grid\s*\d+\s*:?\s*", re.IGNORECASE)
_HEADING: Final = re.compile(rf"\s*#.*|{_TITLE.pattern}", re.IGNORECASE)
_BLOCK_ROW: Final = re.compile(r"[ \t]*[|│]?[ \t]*(?:[0-9.*_xX][ \t]*[|│]?[ \t]*){9}")
_TWO_GRIDS: Final = 18


def is_heading(text: str) -> bool:
    """Return whether a line stands between grids: a comment, or the number of a grid.

    >>> is_heading("Grid 01"), is_heading("# easy"), is_heading("003020600")
    (True, True, False)
    """
    return bool(_HEADING.fullmatch(text))


def _is_blocks(text: str) -> bool:
    """Return whether a text begins with a numbered grid, or has the rows of two grids and nothing else before them."""
    lines = [line for line in text.split("\n") if not is_rule(line)]
    rows = list(islice((line for line in lines if not is_heading(line)), _TWO_GRIDS))
    numbered = next((line for line in lines if not line.lstrip().startswith("#")), "")
    needed = 9 if _TITLE.fullmatch(numbered) else _TWO_GRIDS
    return len(rows) >= needed and all(_BLOCK_ROW.fullmatch(row) for row in rows[:needed])


def _read_blocks(pieces: Iterable[str]) -> Iterator[Record]:
    rows: list[tuple[int, str]] = []
    for line in split_lines(pieces):
        if is_heading(line.text):
            if rows:
                yield _read_block(rows)
            rows = []
        elif not is_rule(line.text):
            rows.append((line.number, line.text.replace("│", "|")))
        if len(rows) == 9:
            yield _read_block(rows)
            rows = []
    if rows:
        yield _read_block(rows)


def _read_block(rows: list[tuple[int, str]]) -> Record:
    try:
        return Sheet(read_rows(rows), line=rows[0][0])
    except MalformedSheet as error:
        return error


def _write_blocks(sheets: Iterable[Sheet]) -> Iterator[str]:
    for number, sheet in enumerate(sheets, 1):
        line = write_line(sheet.digits, "0")
        yield f"Grid {number:02}\n" + "".join(line[start : start + 9] + "\n" for start in range(0, 81, 9))


BLOCKS: Final = Format(
    name="blocks",
    suffixes=(".blocks",),
    kind="collection",
    recognise=_is_blocks,
    read_all=_read_blocks,
    write_all=_write_blocks,
)
