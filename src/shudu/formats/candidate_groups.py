"""What the formats made of 81 groups of candidates share.

A group of one digit is a digit: these formats cannot tell a cell that is filled from one that has a single candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shudu.core.geometry import DIGITS, cells_of
from shudu.formats.io.sheet import Sheet, masks_of, tidy_candidates

_DIGITS_OF: Final = tuple("".join(str(digit) for digit in DIGITS if mask >> digit - 1 & 1) for mask in range(512))


def groups_of(sheet: Sheet) -> list[str]:
    """The digit or the candidates of each cell."""
    masks = [0] * 81
    for bit, board in enumerate(sheet.digit_masks):
        for cell in cells_of(board):
            masks[cell] |= 1 << bit
    return [str(digit) if digit else _DIGITS_OF[mask] for digit, mask in zip(sheet.digits, masks, strict=True)]


def sheet_of(groups: Sequence[str], entries: int = 0) -> Sheet:
    r"""The sheet of 81 groups of digits.

    >>> sheet_of(["1", "23"] + ["123456789"] * 79).digits[:2]
    b'\x01\x00'
    """
    digits = bytes(int(group) if len(group) == 1 else 0 for group in groups)
    wide = {cell: map(int, group) for cell, group in enumerate(groups) if len(group) != 1}
    return Sheet(digits, entries, tidy_candidates(digits, masks_of(wide)))


def lost(sheet: Sheet) -> frozenset[str]:
    """Names what is lost besides: that cells with one candidate are still empty."""
    digit_masks, once, twice = sheet.digit_masks, 0, 0
    for board in digit_masks:
        twice |= once & board
        once |= board
    return frozenset({"single-candidates"} if once & ~twice else ())
