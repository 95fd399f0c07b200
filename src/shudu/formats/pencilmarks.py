"""The pencil-mark grid of forum posts: 81 groups of candidates, ruled into boxes.

Any frame will do: what counts are 81 groups of digits. A lone `.` is a cell without marks: nothing is known about it, so
it has all the candidates that the rules allow.

>>> print(write(Sheet(bytes(81))).split("|")[1].strip())
123456789 123456789 123456789
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from shudu.core.geometry import mask_of
from shudu.core.grid import masks_by_rules
from shudu.formats.io.format import Format
from shudu.formats.io.marks import groups_of, lose_singles, tidy_candidates
from shudu.formats.io.sheet import MalformedSheet, Sheet, excerpt
from shudu.formats.rows import is_rule

_GROUP: Final = re.compile(r"[1-9]{1,9}|\.")
_ROW: Final = re.compile(r"\s*(?:[|│:]\s*)?(?:(?:[1-9]{1,9}|\.)[\s|│:]+){8}(?:[1-9]{1,9}|\.)\s*(?:[|│:]\s*)?")


def _recognise(text: str) -> bool:
    rows = _rows(text)[:9]
    return (
        len(rows) == 9
        and all(_ROW.fullmatch(row) for _, row in rows)
        and any("|" in row or "│" in row for _, row in rows)
        and any(len(group) > 1 for _, row in rows for group in re.findall(r"\d+", row))
    )


def _read(text: str) -> Sheet:
    groups: list[str] = []
    number = 1
    for number, row in _rows(text):
        if len(groups) == 81:
            break
        groups += _read_row(row, number)
    if len(groups) != 81:
        raise MalformedSheet("formats.group-total", number, n=len(groups))
    return _open_unmarked(Sheet.from_groups(groups), [cell for cell, group in enumerate(groups) if not group])


def _open_unmarked(sheet: Sheet, cells: list[int]) -> Sheet:
    """Return the sheet with all candidates that the rules allow in some cells."""
    if not cells:
        return sheet
    allowed = zip(sheet.digit_masks, masks_by_rules(sheet.digits), strict=True)
    masks = [marked | by_rules & mask_of(cells) for marked, by_rules in allowed]
    return replace(sheet, candidates=tidy_candidates(sheet.digits, masks))


def _read_row(row: str, number: int) -> list[str]:
    groups = list(re.finditer(r"[^\s|│:]+", row))
    for group in groups:
        if not _GROUP.fullmatch(group[0]):
            raise MalformedSheet("formats.candidate-group", number, group.start() + 1, text=excerpt(group[0]))
    if len(groups) != 9:
        raise MalformedSheet("formats.group-count", number, len(row) + 1, n=len(groups))
    return ["".join(sorted(set(group[0].strip(".")))) for group in groups]


def write(sheet: Sheet) -> str:
    """Return the grid of a sheet's candidates, with aligned columns."""
    groups = [group or "." for group in groups_of(sheet)]
    widths = [max(len(groups[9 * row + column]) for row in range(9)) for column in range(9)]
    rows = []
    for row in range(9):
        cells = [groups[9 * row + column].ljust(widths[column]) for column in range(9)]
        rows.append("| " + " | ".join(" ".join(cells[start : start + 3]) for start in (0, 3, 6)) + " |")
    dashes = ["-" * (sum(widths[start : start + 3]) + 4) for start in (0, 3, 6)]
    rule = "|" + "+".join(dashes) + "|"
    top, bottom = "." + "-".join(dashes) + ".", "'" + "-".join(dashes) + "'"
    return "\n".join([top, *rows[:3], rule, *rows[3:6], rule, *rows[6:], bottom])


def _rows(text: str) -> list[tuple[int, str]]:
    rows = enumerate(text.split("\n"), 1)
    return [(number, row) for number, row in rows if row.strip() and not is_rule(row)]


PENCILMARKS: Final = Format(
    name="pencilmarks",
    suffixes=(".pm",),
    kind="document",
    carries=frozenset({"candidates"}),
    recognise=_recognise,
    read=_read,
    write=write,
    extra_losses=lose_singles,
)
