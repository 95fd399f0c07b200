"""What a person can see at a glance: the singles of a position, and how easy each is to find."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache, reduce
from operator import or_

from shudu.core.geometry import HOUSE_MASKS, cells_of
from shudu.core.grid import DigitMasks, masks_by_rules


class Ease(IntEnum):
    """How a digit is forced, from the easiest to find to the hardest."""

    SHOWN = 0  # the only one in the player's notes of a cell
    LAST = 1  # the last cell of a house
    BOX = 2  # the only place in a box
    LINE = 3  # the only place in a row or column
    NAKED = 4  # the only digit for a cell
    HIDDEN = 5  # by more than a single, or not at all


@lru_cache(maxsize=128)  # several signs look at each position of a game
def singles(digits: bytes) -> Mapping[tuple[int, int], Ease]:
    """The cells and digits that are forced at a glance, with the easiest way to see each.

    >>> position = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> {f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}": ease.name for (cell, digit), ease in singles(
    ...     bytes(int(c) if c != "." else 0 for c in position)).items() if ease is Ease.NAKED}
    {'r5c5=5': 'NAKED', 'r7c6=7': 'NAKED', 'r7c9=4': 'NAKED', 'r8c8=3': 'NAKED'}
    """
    digit_masks = masks_by_rules(digits)
    bare = reduce(or_, digit_masks)
    found: dict[tuple[int, int], Ease] = {}
    for house, mask in enumerate(HOUSE_MASKS):
        ease = Ease.LAST if (bare & mask).bit_count() == 1 else Ease.BOX if house >= 18 else Ease.LINE
        for digit, board in enumerate(digit_masks, 1):
            places = board & mask
            if places and not places & (places - 1):
                key = places.bit_length() - 1, digit
                found[key] = min(ease, found.get(key, ease))
    for cell in cells_of(alone(digit_masks)):
        digit = next(digit for digit, board in enumerate(digit_masks, 1) if board >> cell & 1)
        found.setdefault((cell, digit), Ease.NAKED)
    return found


def alone(digit_masks: DigitMasks) -> int:
    """The set of cells that have exactly one of the digits.

    >>> alone((0b011, 0b110, 0, 0, 0, 0, 0, 0, 0)) == 0b101
    True
    """
    once = twice = 0
    for board in digit_masks:
        twice |= once & board
        once |= board
    return once & ~twice
