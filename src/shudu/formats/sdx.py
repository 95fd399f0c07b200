"""`.sdx` of SudoCue: nine rows of nine groups parted by blanks: candidates, a given, or `u` and the player's digit."""

from __future__ import annotations

import re
from typing import Final

from shudu.formats.candidate_groups import groups_of, sheet_of
from shudu.formats.candidate_groups import lost as lost
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet

_GROUP: Final = re.compile(r"u[1-9]|[1-9]{1,9}|[0.]")
_ROW: Final = re.compile(r"\s*(?:(?:u[1-9]|[1-9]{1,9}|[0.])\s+){8}(?:u[1-9]|[1-9]{1,9}|[0.])\s*")


def recognise(text: str) -> bool:
    """Whether nine rows have nine groups, and some group is not a digit or blank alone."""
    rows = [row for row in text.split("\n") if row.strip()]
    return len(rows) == 9 and all(map(_ROW.fullmatch, rows)) and any(len(group) > 1 for group in text.split())


def read(text: str) -> Sheet:
    """The sheet of a file. Raises MalformedSheet."""
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    if len(rows) != 9:
        raise MalformedSheet(rows[-1][0] if rows else 1, 1, f"{len(rows)} rows", "9 rows of 9 groups parted by blanks")
    groups = [group for number, row in rows for group in _row(row, number)]
    entries = sum(1 << cell for cell, group in enumerate(groups) if group.startswith("u"))
    return sheet_of(["".join(sorted(set(group.strip("u0.")))) for group in groups], entries)


def write(sheet: Sheet) -> str:
    """Nine rows.

    >>> write(Sheet(bytes((1,)) + bytes(80), entries=1)).split()[:2]
    ['u1', '23456789']
    """
    groups = [
        ("u" if sheet.entries >> cell & 1 else "") + (group or "0") for cell, group in enumerate(groups_of(sheet))
    ]
    return "\n".join(" ".join(groups[start : start + 9]) for start in range(0, 81, 9))


def _row(row: str, number: int) -> list[str]:
    found = list(re.finditer(r"\S+", row))
    for group in found:
        if not _GROUP.fullmatch(group[0]):
            raise MalformedSheet(number, group.start() + 1, shown(group[0]), "candidates, a digit, or u and a digit")
    if len(found) != 9:
        raise MalformedSheet(number, len(row) + 1, f"{len(found)} groups", "9 groups parted by blanks")
    return [group[0] for group in found]
