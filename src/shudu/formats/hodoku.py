"""HoDoKu's library lines: `:technique:digits:grid:deleted:eliminations:placements:extra`.

In `grid`, `+` precedes a digit that the player placed, and `.` or `0` is an empty cell. `deleted` lists candidates that
are gone, as triples of digit, row and column. The technique and its results are not part of a position.

>>> HODOKU.write(Sheet(bytes((3, 4)) + bytes(79), entries=2))[:10]
':0000:x:3+'
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.geometry import DIGITS, cells_of
from shudu.core.grid import masks_by_rules
from shudu.formats.io.marks import tidy_candidates
from shudu.formats.io.sheet import Format, MalformedSheet, Sheet, excerpt

_HEAD: Final = re.compile(r":[0-9a-z-]{1,12}:[^:\n]*:[+0-9.]{81,162}:")
_TRIPLE: Final = re.compile(r"[1-9]{3}")
_UNUSED: Final = ("technique", "digits", "eliminations", "placements", "extra")


def _recognise(text: str) -> bool:
    for row in text.split("\n"):
        if row.strip() and not row.startswith("#"):
            return bool(_HEAD.match(row.strip()))
    return False


def _read(text: str) -> Sheet:
    line = text.rstrip()
    fields = line.split(":")
    if fields[0].strip() or not 4 <= len(fields) <= 8:
        raise MalformedSheet("formats.hodoku-line", text=excerpt(line))
    _, technique, marked, grid, deleted, *rest = fields + [""] * (8 - len(fields))
    start = len(":".join(fields[:3])) + 1
    digits, entries = _read_grid(grid, start)
    masks = list(masks_by_rules(digits))
    for digit, cell in _read_triples(deleted, start + len(grid) + 1):
        masks[digit - 1] &= ~(1 << cell)
    unused = ("" if technique == "0000" else technique, "" if marked == "x" else marked, *rest)
    omissions = tuple(name for name, value in zip(_UNUSED, unused, strict=True) if value)
    return Sheet(digits, entries, tidy_candidates(digits, masks), omissions=omissions)


def _read_grid(grid: str, start: int) -> tuple[bytes, int]:
    digits, entries, placed = bytearray(), 0, False
    for column, character in enumerate(grid, start + 1):
        if character not in "+.0123456789" or len(digits) == 81 or (placed and character in "+.0"):
            quoted, text = repr(character), excerpt(grid)
            raise MalformedSheet("formats.hodoku-grid", column=column, character=quoted, text=text)
        if character == "+":
            placed = True
            continue
        entries |= placed << len(digits)
        digits.append(0 if character == "." else int(character))
        placed = False
    if len(digits) != 81:
        raise MalformedSheet("formats.cell-count", column=start + len(grid) + 1, n=len(digits))
    return bytes(digits), entries


def _read_triples(text: str, start: int) -> list[tuple[int, int]]:
    triples = []
    for word in re.finditer(r"\S+", text):
        if not _TRIPLE.fullmatch(word[0]):
            raise MalformedSheet("formats.hodoku-triple", column=start + word.start() + 1, text=excerpt(word[0]))
        digit, row, column = map(int, word[0])
        triples.append((digit, 9 * row + column - 10))
    return triples


def _write(sheet: Sheet) -> str:
    signs = ("+" if sheet.entries >> cell & 1 else "" for cell in range(81))
    grid = "".join(sign + (str(digit) if digit else ".") for sign, digit in zip(signs, sheet.digits, strict=True))
    deleted = [
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for digit, by_rules, mask in _compare(sheet)
        for cell in cells_of(by_rules & ~mask)
    ]
    return f":0000:x:{grid}:{' '.join(deleted)}:::"


def _compare(sheet: Sheet) -> list[tuple[int, int, int]]:
    """Return each digit with its candidates by the rules and its candidates in the sheet."""
    if sheet.candidates is None:
        return []
    return list(zip(DIGITS, masks_by_rules(sheet.digits), sheet.candidates, strict=True))


def _lose_candidates(sheet: Sheet) -> frozenset[str]:
    """Candidates that the rules exclude cannot be written."""
    return frozenset({"candidates"} if any(mask & ~by_rules for _, by_rules, mask in _compare(sheet)) else ())


HODOKU: Final = Format(
    name="hodoku",
    suffixes=(".hodoku",),
    kind="line",
    carries=frozenset({"entries", "candidates"}),
    recognise=_recognise,
    read=_read,
    write=_write,
    extra_losses=_lose_candidates,
)
