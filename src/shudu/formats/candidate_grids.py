"""Candidates of every cell: pencil-mark grids, SudoCue's `.sdx`, and 729 characters on one line.

- `pencilmarks` are the grids of forum posts: 81 groups of candidates, ruled into boxes. Any frame will do: what counts
  are 81 groups of digits. A lone `.` is a cell without marks: nothing is known about it, so it has all the candidates
  that the rules allow.
- `sdx` has nine rows of nine groups separated by spaces: candidates, a given, or `u` and the player's digit.
- `729` has nine characters per cell: the digit where it is a candidate, `.` where it is not.

>>> print(write_pencilmarks(Sheet(bytes(81))).split("|")[1].strip())
123456789 123456789 123456789
>>> SDX.write(Sheet(bytes((1,)) + bytes(80), entries=1)).split()[:2]
['u1', '23456789']
>>> MARKS_729.write(Sheet(bytes((3,)) + bytes(80)))[:18]
'..3......12.456789'
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from shudu.core.geometry import DIGITS, mask_of
from shudu.core.grid import masks_by_rules
from shudu.formats.io.marks import tidy_candidates
from shudu.formats.io.sheet import Format, MalformedSheet, Sheet, excerpt
from shudu.formats.io.text import first_line
from shudu.formats.plain import is_rule


def _spread(sheet: Sheet) -> list[str]:
    """Return nine characters for each cell: its digit or its candidates in their places, `.` in the others."""
    masks = list(sheet.digit_masks)
    for cell, digit in enumerate(sheet.digits):
        if digit:
            masks[digit - 1] |= 1 << cell
    columns = (
        f"{mask:081b}"[::-1].replace("0", ".").replace("1", digit)
        for mask, digit in zip(masks, "123456789", strict=True)
    )
    return ["".join(characters) for characters in zip(*columns, strict=True)]


def _list_groups(sheet: Sheet) -> list[str]:
    """Return the digit or the candidates of each cell."""
    return [characters.replace(".", "") for characters in _spread(sheet)]


def _lose_singles(sheet: Sheet) -> frozenset[str]:
    """Name what is lost where a cell with a single candidate looks filled."""
    once = twice = 0
    for mask in sheet.digit_masks:
        twice |= once & mask
        once |= mask
    return frozenset({"single-candidates"} if once & ~twice else ())


_PENCILMARKS_GROUP: Final = re.compile(r"[1-9]{1,9}|\.")
_PENCILMARKS_ROW: Final = re.compile(
    r"\s*(?:[|│:]\s*)?(?:(?:[1-9]{1,9}|\.)[\s|│:]+){8}(?:[1-9]{1,9}|\.)\s*(?:[|│:]\s*)?"
)


def _is_pencilmarks(text: str) -> bool:
    rows = _pencilmarks_rows(text)[:9]
    return (
        len(rows) == 9
        and all(_PENCILMARKS_ROW.fullmatch(row) for _, row in rows)
        and any("|" in row or "│" in row for _, row in rows)
        and any(len(group) > 1 for _, row in rows for group in re.findall(r"\d+", row))
    )


def _read_pencilmarks(text: str) -> Sheet:
    groups: list[str] = []
    number = 1
    for number, row in _pencilmarks_rows(text):
        if len(groups) == 81:
            break
        groups += _read_pencilmarks_row(row, number)
    if len(groups) != 81:
        raise MalformedSheet("formats.group-total", number, n=len(groups))
    return _fill_unmarked(Sheet.from_groups(groups), [cell for cell, group in enumerate(groups) if not group])


def _fill_unmarked(sheet: Sheet, cells: list[int]) -> Sheet:
    """Return the sheet with all candidates that the rules allow in some cells."""
    if not cells:
        return sheet
    allowed = zip(sheet.digit_masks, masks_by_rules(sheet.digits), strict=True)
    masks = [marked | by_rules & mask_of(cells) for marked, by_rules in allowed]
    return replace(sheet, candidates=tidy_candidates(sheet.digits, masks))


def _read_pencilmarks_row(row: str, number: int) -> list[str]:
    groups = list(re.finditer(r"[^\s|│:]+", row))
    for group in groups:
        if not _PENCILMARKS_GROUP.fullmatch(group[0]):
            raise MalformedSheet("formats.candidate-group", number, group.start() + 1, text=excerpt(group[0]))
    if len(groups) != 9:
        raise MalformedSheet("formats.group-count", number, len(row) + 1, n=len(groups))
    return ["".join(sorted(set(group[0].strip(".")))) for group in groups]


def write_pencilmarks(sheet: Sheet) -> str:
    """Return the grid of a sheet's candidates, with aligned columns."""
    groups = [group or "." for group in _list_groups(sheet)]
    widths = [max(len(groups[9 * row + column]) for row in range(9)) for column in range(9)]
    rows = []
    for row in range(9):
        cells = [groups[9 * row + column].ljust(widths[column]) for column in range(9)]
        rows.append("| " + " | ".join(" ".join(cells[start : start + 3]) for start in (0, 3, 6)) + " |")
    dashes = ["-" * (sum(widths[start : start + 3]) + 4) for start in (0, 3, 6)]
    rule = "|" + "+".join(dashes) + "|"
    top, bottom = "." + "-".join(dashes) + ".", "'" + "-".join(dashes) + "'"
    return "\n".join([top, *rows[:3], rule, *rows[3:6], rule, *rows[6:], bottom])


def _pencilmarks_rows(text: str) -> list[tuple[int, str]]:
    rows = enumerate(text.split("\n"), 1)
    return [(number, row) for number, row in rows if row.strip() and not is_rule(row)]


PENCILMARKS: Final = Format(
    name="pencilmarks",
    suffixes=(".pm",),
    kind="document",
    carries=frozenset({"candidates"}),
    recognise=_is_pencilmarks,
    read=_read_pencilmarks,
    write=write_pencilmarks,
    extra_losses=_lose_singles,
)


_SDX_GROUP: Final = re.compile(r"u[1-9]|[1-9]{1,9}|[0.]")
_SDX_ROW: Final = re.compile(r"\s*(?:(?:u[1-9]|[1-9]{1,9}|[0.])\s+){8}(?:u[1-9]|[1-9]{1,9}|[0.])\s*")


def _is_sdx(text: str) -> bool:
    rows = [row for row in text.split("\n") if row.strip()]
    return len(rows) == 9 and all(map(_SDX_ROW.fullmatch, rows)) and any(len(group) > 1 for group in text.split())


def _read_sdx(text: str) -> Sheet:
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    if len(rows) != 9:
        raise MalformedSheet("formats.sdx-rows", rows[-1][0] if rows else 1, n=len(rows))
    groups = [group for number, row in rows for group in _read_sdx_row(row, number)]
    entries = sum(1 << cell for cell, group in enumerate(groups) if group.startswith("u"))
    return Sheet.from_groups(["".join(sorted(set(group.strip("u0.")))) for group in groups], entries)


def _read_sdx_row(row: str, number: int) -> list[str]:
    groups = list(re.finditer(r"\S+", row))
    for group in groups:
        if not _SDX_GROUP.fullmatch(group[0]):
            raise MalformedSheet("formats.sdx-group", number, group.start() + 1, text=excerpt(group[0]))
    if len(groups) != 9:
        raise MalformedSheet("formats.group-count", number, len(row) + 1, n=len(groups))
    return [group[0] for group in groups]


def _write_sdx(sheet: Sheet) -> str:
    groups = [
        ("u" if sheet.entries >> cell & 1 else "") + (group or "0") for cell, group in enumerate(_list_groups(sheet))
    ]
    return "\n".join(" ".join(groups[start : start + 9]) for start in range(0, 81, 9))


SDX: Final = Format(
    name="sdx",
    suffixes=(".sdx",),
    kind="document",
    carries=frozenset({"entries", "candidates"}),
    recognise=_is_sdx,
    read=_read_sdx,
    write=_write_sdx,
    extra_losses=_lose_singles,
)


_729_CELL: Final = "".join(f"[{digit}.0]" for digit in DIGITS)
_729_LINE: Final = re.compile(rf"(?:{_729_CELL}){{81}}")


def _is_729(text: str) -> bool:
    return bool(_729_LINE.fullmatch(first_line(text)))


def _read_729(text: str) -> Sheet:
    line = text.strip()
    if not _729_LINE.fullmatch(line):
        raise _find_729_error(line).shift(columns=len(text) - len(text.lstrip()))
    bare = line.replace("0", ".")
    return Sheet.from_groups([bare[first : first + 9].replace(".", "") for first in range(0, 729, 9)])


def _find_729_error(line: str) -> MalformedSheet:
    for position, character in enumerate(line[:729]):
        digit = str(position % 9 + 1)
        if character not in (digit, ".", "0"):
            return MalformedSheet("formats.729-character", column=position + 1, character=repr(character), digit=digit)
    return MalformedSheet("formats.729-length", column=min(len(line), 729) + 1, n=len(line))


def _write_729(sheet: Sheet) -> str:
    return "".join(_spread(sheet))


MARKS_729: Final = Format(
    name="729",
    suffixes=(".729",),
    kind="line",
    carries=frozenset({"candidates"}),
    recognise=_is_729,
    read=_read_729,
    write=_write_729,
    extra_losses=_lose_singles,
)
