"""HoDoKu's library line: `:technique:digits:grid:deleted:eliminations:placements:extra`.

In `grid` a `+` stands before a digit that was placed, `.` or `0` for an empty cell; `deleted` are candidates that are
gone, as triples of digit, row and column. What the line says of a technique is no part of a position.
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.geometry import DIGITS, cells_of
from shudu.core.grid import masks_by_rules
from shudu.core.text import write_line
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet, tidy_candidates

FRAME: Final = (":0000:x:", "::::", ".")
_HEAD: Final = re.compile(r":[0-9a-z-]{1,12}:[^:\n]*:[+0-9.]{81,162}:")
_TRIPLE: Final = re.compile(r"[1-9]{3}")
_OTHERS: Final = ("technique", "digits", "eliminations", "placements", "extra")


def recognise(text: str) -> bool:
    """Whether the first line that is no comment begins like one of a library."""
    for row in text.split("\n"):
        if row.strip() and not row.startswith("#"):
            return bool(_HEAD.match(row.strip()))
    return False


def read(text: str) -> Sheet:
    """The sheet of a line. Raises MalformedSheet."""
    line = text.rstrip()
    fields = line.split(":")
    if fields[0].strip() or not 4 <= len(fields) <= 8:
        raise MalformedSheet(1, 1, shown(line), ":technique:digits:grid:deleted:eliminations:placements:extra")
    _, technique, marked, grid, deleted, *rest = fields + [""] * (8 - len(fields))
    start = len(":".join(fields[:3])) + 1
    digits, entries = _grid(grid, start)
    digit_masks = list(masks_by_rules(digits))
    for digit, cell in _triples(deleted, start + len(grid) + 1):
        digit_masks[digit - 1] &= ~(1 << cell)
    told = zip(_OTHERS, ("" if technique == "0000" else technique, "" if marked == "x" else marked, *rest), strict=True)
    return Sheet(
        digits, entries, tidy_candidates(digits, digit_masks), dropped=tuple(name for name, text in told if text)
    )


def write(sheet: Sheet) -> str:
    """The line of a position.

    >>> write(Sheet(bytes((3, 4)) + bytes(79), entries=2))[:10]
    ':0000:x:3+'
    """
    if sheet.is_plain():
        return write_line(sheet.digits).join(FRAME[:2])
    signs = ("+" if sheet.entries >> cell & 1 else "" for cell in range(81))
    grid = "".join(sign + (str(digit) if digit else ".") for sign, digit in zip(signs, sheet.digits, strict=True))
    gone = [by_rules & ~here for by_rules, here in zip(masks_by_rules(sheet.digits), sheet.digit_masks, strict=True)]
    deleted = [
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for digit, cells in zip(DIGITS, gone, strict=True)
        for cell in cells_of(cells)
    ]
    return f":0000:x:{grid}:{' '.join(deleted)}:::"


def lost(sheet: Sheet) -> frozenset[str]:
    """Candidates that the rules exclude cannot be told."""
    if sheet.candidates is None:
        return frozenset()
    beyond = any(
        here & ~by_rules for by_rules, here in zip(masks_by_rules(sheet.digits), sheet.digit_masks, strict=True)
    )
    return frozenset({"candidates"} if beyond else ())


def _grid(grid: str, start: int) -> tuple[bytes, int]:
    digits, entries, placed = bytearray(), 0, False
    for column, character in enumerate(grid, start + 1):
        if character not in "+.0123456789" or len(digits) == 81 or (placed and character in "+.0"):
            raise MalformedSheet(
                1, column, f"{character!r} in {shown(grid)}", "81 cells: . or a digit, + before a placed one"
            )
        if character == "+":
            placed = True
            continue
        entries |= placed << len(digits)
        digits.append(0 if character == "." else int(character))
        placed = False
    if len(digits) != 81:
        raise MalformedSheet(1, start + len(grid) + 1, f"{len(digits)} cells", "81 cells")
    return bytes(digits), entries


def _triples(text: str, start: int) -> list[tuple[int, int]]:
    found = []
    for word in re.finditer(r"\S+", text):
        if not _TRIPLE.fullmatch(word[0]):
            raise MalformedSheet(1, start + word.start() + 1, shown(word[0]), "digit, row and column, as in 436")
        digit, row, column = map(int, word[0])
        found.append((digit, 9 * row + column - 10))
    return found
