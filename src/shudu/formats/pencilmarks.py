"""The pencil-mark grid that people paste in forums: 81 groups of candidates, ruled into boxes.

Any frame does: what counts are 81 groups of digits. `.` alone is a cell without candidates.
"""

from __future__ import annotations

import re
from typing import Final

from shudu.formats.candidate_groups import groups_of, sheet_of
from shudu.formats.candidate_groups import lost as lost
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet
from shudu.formats.ss import is_rule

_GROUP: Final = re.compile(r"[1-9]{1,9}|\.")
_ROW: Final = re.compile(r"\s*(?:[|│:]\s*)?(?:(?:[1-9]{1,9}|\.)[\s|│:]+){8}(?:[1-9]{1,9}|\.)\s*(?:[|│:]\s*)?")


def recognise(text: str) -> bool:
    """Whether nine ruled rows have nine groups, and some group has several digits."""
    rows = _rows(text)[:9]
    return (
        len(rows) == 9
        and all(_ROW.fullmatch(row) for _, row in rows)
        and any("|" in row or "│" in row for _, row in rows)
        and any(len(group) > 1 for _, row in rows for group in re.findall(r"\d+", row))
    )


def read(text: str) -> Sheet:
    """The sheet of a grid. Raises MalformedSheet."""
    groups: list[str] = []
    number = 1
    for number, row in _rows(text):
        if len(groups) == 81:
            break
        found = list(re.finditer(r"[^\s|│:]+", row))
        for group in found:
            if not _GROUP.fullmatch(group[0]):
                raise MalformedSheet(number, group.start() + 1, shown(group[0]), "a group of digits 1-9, each once")
        if len(found) != 9:
            raise MalformedSheet(number, len(row) + 1, f"{len(found)} groups", "9 groups of candidates")
        groups += ["".join(sorted(set(group[0].strip(".")))) for group in found]
    if len(groups) != 81:
        raise MalformedSheet(number, 1, f"{len(groups)} groups", "81 groups of candidates")
    return sheet_of(groups)


def write(sheet: Sheet) -> str:
    """The grid, its columns aligned.

    >>> print(write(Sheet(bytes(81))).split("|")[1].strip())
    123456789 123456789 123456789
    """
    groups = [group or "." for group in groups_of(sheet)]
    widths = [max(len(groups[9 * row + column]) for row in range(9)) for column in range(9)]
    rows = []
    for row in range(9):
        cells = [groups[9 * row + column].ljust(widths[column]) for column in range(9)]
        rows.append("| " + " | ".join(" ".join(cells[start : start + 3]) for start in (0, 3, 6)) + " |")
    dashes = ["-" * (sum(widths[start : start + 3]) + 4) for start in (0, 3, 6)]
    rule = "|" + "+".join(dashes) + "|"
    ends = ("." + "-".join(dashes) + ".", "'" + "-".join(dashes) + "'")
    return "\n".join([ends[0], *rows[:3], rule, *rows[3:6], rule, *rows[6:], ends[1]])


def _rows(text: str) -> list[tuple[int, str]]:
    rows = enumerate(text.split("\n"), 1)
    return [(number, row) for number, row in rows if row.strip() and not is_rule(row)]
