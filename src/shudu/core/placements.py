"""Where one digit can stand if only that digit is looked at.

A placement is a choice of cells, one in each row that still needs the digit, no two of which see each other. A
candidate that no placement uses is false; whatever can be said with a single digit only says that some of these are.
"""

from __future__ import annotations

from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS


def unplaceable(board: int) -> int:
    """The cells of a board that no placement uses.

    Row 1 has only r1c1 left, so that r2c1 is never used:

    >>> bin(unplaceable(0b1 | 0b1001 << 9))
    '0b1000000000'
    """
    rows = [row for mask in HOUSE_MASKS[:9] if (row := board & mask)]
    rows.sort(key=int.bit_count)
    dead = unseen = board
    while unseen:
        cell = unseen & -unseen
        unseen ^= cell
        used = _placement([row for row in rows if not row & cell], board & ~PEER_MASKS[cell.bit_length() - 1])
        if used is not None:
            dead &= ~(used | cell)
            unseen &= ~used
    return dead


def _placement(rows: list[int], free: int) -> int | None:
    """One placement in the rows that uses only free cells, or None."""
    if not rows:
        return 0
    choice = rows[0] & free
    while choice:
        cell = choice & -choice
        choice ^= cell
        used = _placement(rows[1:], free & ~PEER_MASKS[cell.bit_length() - 1])
        if used is not None:
            return used | cell
    return None
