"""`.sdk` of SadMan and SudoCue: lines of facts, nine rows, and sections for what was played.

    #AAuthor   #DDescription   #CComment   #BDate   #SSource   #LLevel   #UURL   #NTitle   #HRating
    [Puzzle]       nine rows, `.` for blank
    [State]        nine rows with the player's digits as well
    [PencilMarks]  nine rows of nine groups of digits, parted by commas
    [Colours]      nine rows of nine groups of colours, parted by commas

Without sections the nine rows are the puzzle. Colours are numbers from 1 here, one a cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from shudu.core.geometry import cell_name
from shudu.core.grid import DigitMasks
from shudu.core.text import write_line
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import (
    COLOURS,
    NONE,
    Sheet,
    cell_colours,
    digits_in,
    filled,
    masks_of,
    only_empty,
    tidy_colours,
    tidy_facts,
)
from shudu.formats.rows import read_rows

Rows = list[tuple[int, str]]
_FACTS: Final = {
    "A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "url",
    "N": "title", "H": "rating",
}  # fmt: skip
_SECTIONS: Final = ("puzzle", "state", "pencilmarks", "colours")
_SECTION: Final = re.compile(r"\[\s*(\w+)\s*\]")
_ROW: Final = re.compile(r"[0-9.*_xX]{9}")


def recognise(text: str) -> bool:
    """Whether facts or a section come first, or nine plain rows."""
    rows = [row.strip() for row in text.split("\n") if row.strip()]
    first = rows[0] if rows else ""
    if (first.startswith("#") and first[1:2] in _FACTS) or _SECTION.fullmatch(first):
        return any(_ROW.fullmatch(row) for row in rows)
    return len(rows) == 9 and all(_ROW.fullmatch(row) for row in rows)


def read(text: str) -> Sheet:
    """The sheet of a file. Raises MalformedSheet."""
    facts, sections, strange = _parted(text)
    puzzle = read_rows(sections["puzzle"], 1)
    state = read_rows(sections["state"], 1) if sections["state"] else puzzle
    digits = bytes(given or entered for given, entered in zip(puzzle, state, strict=True))
    return Sheet(
        digits,
        filled(digits) & ~filled(puzzle),
        centre=_marks(sections["pencilmarks"], digits),
        colours=_colours(sections["colours"]),
        facts=tidy_facts(facts),
        dropped=strange,
    )


def write(sheet: Sheet) -> str:
    """The file, with sections only if something was played."""
    head = [f"#{letter}{' '.join(text.split())}" for letter, name in _FACTS.items() if (text := sheet.fact(name))]
    coloured = dict(cell_colours(sheet))
    if not (sheet.entries or any(sheet.centre) or coloured):
        return "\n".join([*head, *_nine(write_line(sheet.digits))])
    parts = [*head, "[Puzzle]", *_nine(write_line(sheet.puzzle)), "[State]", *_nine(write_line(sheet.digits))]
    if any(sheet.centre):
        parts += ["[PencilMarks]", *_grouped(lambda cell: digits_in(sheet.centre, cell))]
    if coloured:
        numbers = {cell: str(COLOURS.index(colour) + 1) for cell, colour in coloured.items()}
        parts += ["[Colours]", *_grouped(lambda cell: numbers.get(cell, ""))]
    return "\n".join(parts)


def _parted(text: str) -> tuple[dict[str, str], dict[str, Rows], tuple[str, ...]]:
    """Facts, sections and the names of sections that are not known."""
    facts: dict[str, str] = {}
    sections: dict[str, Rows] = {name: [] for name in _SECTIONS}
    strange: dict[str, str] = {}
    here = "puzzle"
    for number, row in enumerate(text.split("\n"), 1):
        row = row.strip()
        if found := _SECTION.fullmatch(row):
            here = found[1].lower()
            if here not in sections:
                strange[here] = f"section {found[0]}"
        elif row.startswith("#"):
            if name := _FACTS.get(row[1:2]):
                facts[name] = row[2:].strip()
        elif row and here in sections:
            sections[here].append((number, row))
    return facts, sections, tuple(strange.values())


def _nine(line: str) -> list[str]:
    return [line[start : start + 9] for start in range(0, 81, 9)]


def _grouped(group: Callable[[int], str]) -> list[str]:
    return [",".join(group(9 * row + column) for column in range(9)) for row in range(9)]


def _groups(rows: Rows, letters: str, what: str) -> dict[int, str]:
    """The group of each cell that has one. Raises MalformedSheet."""
    if len(rows) != 9:
        raise MalformedSheet(rows[-1][0], 1, f"{len(rows)} rows of {what}", "9 rows of 9 groups parted by commas")
    found: dict[int, str] = {}
    for row, (number, text) in enumerate(rows):
        groups = text.split(",")
        if len(groups) == 10 and not groups[9]:
            groups.pop()
        if len(groups) != 9:
            raise MalformedSheet(number, 1, f"{len(groups)} groups in {shown(text)}", "9 groups parted by commas")
        for column, group in enumerate(groups):
            if strangers := group.strip().strip(letters):
                place = text.index(strangers) + 1
                raise MalformedSheet(number, place, shown(strangers), f"{what} out of {letters}")
            if group.strip():
                found[9 * row + column] = group.strip()
    return found


def _marks(rows: Rows, digits: bytes) -> DigitMasks:
    if not rows:
        return NONE
    groups = _groups(rows, "123456789", "digits")
    return only_empty(digits, masks_of({cell: map(int, group) for cell, group in groups.items()}))


def _colours(rows: Rows) -> tuple[tuple[str, str], ...]:
    if not rows:
        return ()
    groups = _groups(rows, "012345678", "colours")
    return tidy_colours({cell_name(c): COLOURS[int(group[0]) - 1] for c, group in groups.items() if group[0] != "0"})
