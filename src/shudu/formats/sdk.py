"""`.sdk` of SadMan and SudoCue: facts, nine rows, and sections for what was played.

    #AAuthor   #DDescription   #CComment   #BDate   #SSource   #LLevel   #UURL   #NTitle   #HRating
    [Puzzle]       nine rows, `.` for blank
    [State]        nine rows that include the player's digits
    [PencilMarks]  nine rows of nine groups of digits, separated by commas
    [Colours]      nine rows of nine colours, separated by commas

Without sections the nine rows are the puzzle. Colours are numbers from 1, one per cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from shudu.core.geometry import cell_name
from shudu.core.grid import DigitMasks, filled_mask
from shudu.core.text import write_line
from shudu.formats.io.marks import (
    COLOURS,
    NO_MARKS,
    Pairs,
    digits_in,
    limit_to_empty,
    masks_of,
    tidy_colours,
)
from shudu.formats.io.sheet import Format, MalformedSheet, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import read_rows

Rows = list[tuple[int, str]]
_FACTS: Final = {
    "A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "url",
    "N": "title", "H": "rating",
}  # fmt: skip
_SECTIONS: Final = ("puzzle", "state", "pencilmarks", "colours")
_SECTION: Final = re.compile(r"\[\s*(\w+)\s*\]")
_ROW: Final = re.compile(r"[0-9.*_xX]{9}")


class _Parts(NamedTuple):
    """The facts and sections of a file, and the names of unknown sections."""

    facts: dict[str, str]
    sections: dict[str, Rows]
    unknown: dict[str, str]


def _recognise(text: str) -> bool:
    rows = [row.strip() for row in text.split("\n") if row.strip()]
    first = rows[0] if rows else ""
    if (first.startswith("#") and first[1:2] in _FACTS) or _SECTION.fullmatch(first):
        return any(_ROW.fullmatch(row) for row in rows)
    return len(rows) == 9 and all(_ROW.fullmatch(row) for row in rows)


def _read(text: str) -> Sheet:
    facts, sections, unknown = _split(text)
    puzzle = read_rows(sections["puzzle"])
    state = read_rows(sections["state"]) if sections["state"] else puzzle
    digits = bytes(given or entry for given, entry in zip(puzzle, state, strict=True))
    return Sheet(
        digits,
        filled_mask(digits) & ~filled_mask(puzzle),
        centre=_read_marks(sections["pencilmarks"], digits),
        colours=_read_colours(sections["colours"]),
        facts=tidy_facts(facts),
        omissions=tuple(unknown.values()),
    )


def _split(text: str) -> _Parts:
    parts = _Parts({}, {name: [] for name in _SECTIONS}, {})
    section = "puzzle"
    for number, row in enumerate(text.split("\n"), 1):
        row = row.strip()
        if match := _SECTION.fullmatch(row):
            section = match[1].lower()
            if section not in parts.sections:
                parts.unknown[section] = f"section {match[0]}"
        elif row.startswith("#"):
            if name := _FACTS.get(row[1:2]):
                parts.facts[name] = row[2:].strip()
        elif row and section in parts.sections:
            parts.sections[section].append((number, row))
    return parts


def _read_marks(rows: Rows, digits: bytes) -> DigitMasks:
    if not rows:
        return NO_MARKS
    groups = _read_groups(rows, "123456789")
    return limit_to_empty(digits, masks_of({cell: map(int, group) for cell, group in groups.items()}))


def _read_colours(rows: Rows) -> Pairs:
    groups = _read_groups(rows, "012345678") if rows else {}
    numbers = {cell: int(group[0]) for cell, group in groups.items()}
    return tidy_colours({cell_name(cell): COLOURS[number - 1] for cell, number in numbers.items() if number})


def _read_groups(rows: Rows, characters: str) -> dict[int, str]:
    """Return the group of each cell that has one. Raises MalformedSheet if it has other characters than these."""
    if len(rows) != 9:
        raise MalformedSheet("formats.sdk-rows", rows[-1][0], n=len(rows))
    group_of: dict[int, str] = {}
    for row, (number, text) in enumerate(rows):
        groups = [group.strip() for group in text.split(",")]
        if len(groups) == 10 and not groups[9]:
            groups.pop()
        if len(groups) != 9:
            raise MalformedSheet("formats.sdk-groups", number, n=len(groups), text=excerpt(text))
        for column, group in enumerate(groups):
            if bad := group.strip(characters):
                at = text.index(bad) + 1
                raise MalformedSheet("formats.sdk-group", number, at, text=excerpt(bad), characters=characters)
            if group:
                group_of[9 * row + column] = group
    return group_of


def _write(sheet: Sheet) -> str:
    """Return the file; it has sections only if something was played."""
    head = [f"#{letter}{' '.join(text.split())}" for letter, name in _FACTS.items() if (text := sheet.fact(name))]
    colours = {cell: str(COLOURS.index(colour) + 1) for cell, colour in sheet.cell_colours.items()}
    if not (sheet.entries or any(sheet.centre) or colours):
        return "\n".join([*head, *_nine_rows(sheet.digits)])
    parts = [*head, "[Puzzle]", *_nine_rows(sheet.puzzle), "[State]", *_nine_rows(sheet.digits)]
    if any(sheet.centre):
        parts += ["[PencilMarks]", *_nine_groups({cell: digits_in(sheet.centre, cell) for cell in range(81)})]
    if colours:
        parts += ["[Colours]", *_nine_groups(colours)]
    return "\n".join(parts)


def _nine_rows(digits: bytes) -> list[str]:
    line = write_line(digits)
    return [line[start : start + 9] for start in range(0, 81, 9)]


def _nine_groups(groups: Mapping[int, str]) -> list[str]:
    return [",".join(groups.get(9 * row + column, "") for column in range(9)) for row in range(9)]


SDK: Final = Format(
    name="sdk",
    suffixes=(".sdk",),
    kind="document",
    carries=frozenset({"entries", "centre", "colours", *_FACTS.values()}),
    recognise=_recognise,
    read=_read,
    write=_write,
)
