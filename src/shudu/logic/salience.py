"""How easily a player sees a placement, given the last one: easy singles and nearby cells stand out.

The weights describe a real player. They were fitted to 3,440 choices among singles in 84 games that a player recorded
and published (vivrao9/nyt-sudoku, 2023 and 2024: a newspaper's easy puzzles, about three minutes each). Weights fitted
to one half of the games predict the other half equally well. The same number also explains two fifths of the variance
of the logarithm of the player's pauses, to which it was not fitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache, reduce
from math import hypot
from operator import or_
from typing import Final

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.core.grid import DigitMasks, masks_by_rules

Placement = tuple[int, int]  # a cell and a digit


class Ease(IntEnum):
    """How a digit is forced, from the easiest to see to the hardest."""

    LAST_CELL = 1  # the last empty cell of a house
    BOX = 2  # the only place in a box
    LINE = 3  # the only place in a row or column
    NAKED = 4  # the only digit for a cell
    BEYOND_SINGLES = 5  # needs more than a single


_SAME_DIGIT: Final = 1.8  # `_nearness` has the other weights


def proximity(last: Placement, placement: Placement) -> float:
    """Return how much a placement stands out after the last one: by a shared box, line or digit, and by its distance."""
    (last_cell, last_digit), (cell, digit) = last, placement
    return _NEARNESS[last_cell][cell] + _SAME_DIGIT * (last_digit == digit)


@lru_cache(maxsize=128)  # callers ask about the same positions of a game several times
def visible_singles(digits: bytes) -> Mapping[Placement, Ease]:
    """Return the placements that are singles in a position, with the easiest way to see each.

    >>> position = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> {f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}": ease.name for (cell, digit), ease in visible_singles(
    ...     bytes(int(c) if c != "." else 0 for c in position)).items() if ease is Ease.NAKED}
    {'r5c5=5': 'NAKED', 'r7c6=7': 'NAKED', 'r7c9=4': 'NAKED', 'r8c8=3': 'NAKED'}

    Args:
        digits: The 81 digits of the position, 0 for an empty cell.
    """
    digit_masks = masks_by_rules(digits)
    empty = reduce(or_, digit_masks)
    singles: dict[Placement, Ease] = {}
    for house, mask in enumerate(HOUSE_MASKS):
        ease = Ease.LAST_CELL if (empty & mask).bit_count() == 1 else Ease.BOX if house >= 18 else Ease.LINE
        for digit, cells in enumerate(digit_masks, 1):
            places = cells & mask
            if places and not places & (places - 1):
                placement = places.bit_length() - 1, digit
                singles[placement] = min(ease, singles.get(placement, ease))
    for cell in cells_of(cells_with_one_candidate(digit_masks)):
        digit = next(digit for digit, cells in enumerate(digit_masks, 1) if cells >> cell & 1)
        singles.setdefault((cell, digit), Ease.NAKED)
    return singles


def cells_with_one_candidate(digit_masks: DigitMasks) -> int:
    """Return the set of cells that have exactly one candidate.

    >>> cells_with_one_candidate((0b011, 0b110, 0, 0, 0, 0, 0, 0, 0)) == 0b101
    True
    """
    once = twice = 0
    for cells in digit_masks:
        twice |= once & cells
        once |= cells
    return once & ~twice


_BOXES: Final = [HOUSES_OF[cell][2] for cell in range(81)]


def _nearness(one: int, other: int) -> float:
    line = one // 9 == other // 9 or one % 9 == other % 9
    return 1.4 * (_BOXES[one] == _BOXES[other]) + 0.8 * line - 0.2 * hypot(one // 9 - other // 9, one % 9 - other % 9)


_NEARNESS: Final = [[_nearness(one, other) for other in range(81)] for one in range(81)]
