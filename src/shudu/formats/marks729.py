"""The 729: nine characters a cell, the digit where it is a candidate and `.` where it is not, all in one line."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from shudu.core.geometry import DIGITS
from shudu.formats.batch import Batch, of_digits
from shudu.formats.candidate_groups import groups_of, sheet_of
from shudu.formats.candidate_groups import lost as lost
from shudu.formats.candidate_masks import digits_of, masks_of
from shudu.formats.io.malformed import MalformedSheet
from shudu.formats.io.sheet import Sheet

_CELL: Final = "".join(f"[{digit}.0]" for digit in DIGITS)
_LINE: Final = re.compile(rf"(?:{_CELL}){{81}}")
_SPREAD: Final = {
    "".join(str(digit) for digit in DIGITS if mask >> digit - 1 & 1): "".join(
        str(digit) if mask >> digit - 1 & 1 else "." for digit in DIGITS
    )
    for mask in range(512)
}  # the nine characters of each group of candidates; in the order of the masks
_NINES: Final = np.array([spread.encode() for spread in _SPREAD.values()], "V9")
_WANTED: Final = np.tile(np.arange(49, 58, dtype=np.uint8), 81)


def recognise(text: str) -> bool:
    """Whether the first line has 729 characters of this kind."""
    return bool(_LINE.fullmatch(text.strip().split("\n", 1)[0].strip()))


def read(text: str) -> Sheet:
    """The sheet of a line. Raises MalformedSheet."""
    line = text.strip()
    if not _LINE.fullmatch(line):
        raise _error(line, len(text) - len(text.lstrip()))
    bare = line.replace("0", ".")
    return sheet_of([bare[first : first + 9].replace(".", "") for first in range(0, 729, 9)])


def read_batch(chunk: bytes, _: str) -> Batch | None:
    """Clean lines."""
    if len(chunk) % 730:
        return None
    rows = np.frombuffer(chunk.replace(b"0", b"."), np.uint8).reshape(-1, 730)
    cells = rows[:, :729]
    here = cells == _WANTED
    if not ((rows[:, 729] == 10).all() and (here != (cells == 46)).all()):
        return None
    masks = masks_of(here.reshape(-1, 81, 9))
    return of_digits(digits_of(masks), masks)


def write(sheet: Sheet) -> str:
    """The line.

    >>> write(Sheet(bytes((3,)) + bytes(80)))[:18]
    '..3......12.456789'
    """
    return "".join(map(_SPREAD.__getitem__, groups_of(sheet)))


def write_batch(batch: Batch) -> bytes:
    """The lines of a batch."""
    masks = batch.rules if batch.masks is None else batch.masks
    lines = np.full((len(batch), 730), 10, np.uint8)
    lines[:, :729] = np.take(_NINES, masks).view(np.uint8)
    return lines.tobytes()


def _error(line: str, start: int) -> MalformedSheet:
    for position, character in enumerate(line[:729]):
        wanted = str(position % 9 + 1)
        if character not in (wanted, ".", "0"):
            return MalformedSheet(1, start + position + 1, repr(character), f"{wanted}, or . where it is no candidate")
    return MalformedSheet(1, start + min(len(line), 729) + 1, f"{len(line)} characters", "729: nine for each cell")
