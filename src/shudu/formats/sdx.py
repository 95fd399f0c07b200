"""SudoCue's `.sdx`: nine rows of nine groups separated by spaces: candidates, a given, or `u` and the player's digit.

>>> SDX.write(Sheet(bytes((1,)) + bytes(80), entries=1)).split()[:2]
['u1', '23456789']
"""

from __future__ import annotations

import re
from typing import Final

from shudu.formats.io.format import Format
from shudu.formats.io.marks import groups_of, lose_singles
from shudu.formats.io.sheet import MalformedSheet, Sheet, excerpt

_GROUP: Final = re.compile(r"u[1-9]|[1-9]{1,9}|[0.]")
_ROW: Final = re.compile(r"\s*(?:(?:u[1-9]|[1-9]{1,9}|[0.])\s+){8}(?:u[1-9]|[1-9]{1,9}|[0.])\s*")


def _recognise(text: str) -> bool:
    rows = [row for row in text.split("\n") if row.strip()]
    return len(rows) == 9 and all(map(_ROW.fullmatch, rows)) and any(len(group) > 1 for group in text.split())


def _read(text: str) -> Sheet:
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    if len(rows) != 9:
        raise MalformedSheet("formats.sdx-rows", rows[-1][0] if rows else 1, n=len(rows))
    groups = [group for number, row in rows for group in _read_row(row, number)]
    entries = sum(1 << cell for cell, group in enumerate(groups) if group.startswith("u"))
    return Sheet.from_groups(["".join(sorted(set(group.strip("u0.")))) for group in groups], entries)


def _read_row(row: str, number: int) -> list[str]:
    groups = list(re.finditer(r"\S+", row))
    for group in groups:
        if not _GROUP.fullmatch(group[0]):
            raise MalformedSheet("formats.sdx-group", number, group.start() + 1, text=excerpt(group[0]))
    if len(groups) != 9:
        raise MalformedSheet("formats.group-count", number, len(row) + 1, n=len(groups))
    return [group[0] for group in groups]


def _write(sheet: Sheet) -> str:
    groups = [
        ("u" if sheet.entries >> cell & 1 else "") + (group or "0") for cell, group in enumerate(groups_of(sheet))
    ]
    return "\n".join(" ".join(groups[start : start + 9]) for start in range(0, 81, 9))


SDX: Final = Format(
    name="sdx",
    suffixes=(".sdx",),
    kind="document",
    carries=frozenset({"entries", "candidates"}),
    recognise=_recognise,
    read=_read,
    write=_write,
    extra_losses=lose_singles,
)
