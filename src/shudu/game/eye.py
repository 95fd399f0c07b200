"""How much a place catches the eye of who has just written another: what is easy to see does, and what lies near.

The weights are a person's. They were fitted to 3,440 choices among singles in 84 games that a player recorded and published
(vivrao9/nyt-sudoku, 2023 and 2024: the easy puzzles of a newspaper, three minutes each). There the same number tells how long
the player looked, though it was not fitted to that: it explains two fifths of the variance of the logarithms of the pauses.
Fitted to one half of the games, the weights tell as much of the other half.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from shudu.core.geometry import HOUSES_OF
from shudu.game.singles import Ease

Place = tuple[int, int]  # a cell and a digit
WEIGHTS: Final = {
    Ease.SHOWN: 2.0,
    Ease.LAST: 2.0,
    Ease.BOX: 0.5,
    Ease.LINE: -1.35,
    Ease.NAKED: -1.05,
    Ease.HIDDEN: -3.0,  # a guess, as is SHOWN: the recorded games were without notes, and easy
}
_HOUSES: Final = [frozenset(HOUSES_OF[cell]) for cell in range(81)]
_BOXES: Final = [HOUSES_OF[cell][2] for cell in range(81)]


def catch(last: Place, place: Place, ease: Ease) -> float:
    """How much a place catches the eye after the last one."""
    return nearness(last, place) + WEIGHTS[ease]


def nearness(last: Place, place: Place) -> float:
    """What the last place does to it: the same box, line or digit, and the distance."""
    (one, its), (other, digit) = last, place
    return _DISTANCES[one][other] + 1.8 * (its == digit)


def is_near(one: Place, other: Place) -> bool:
    """Whether two places share a house or the digit.

    >>> is_near((0, 5), (80, 5)), is_near((0, 5), (8, 6)), is_near((0, 5), (80, 6))
    (True, True, False)
    """
    return one[1] == other[1] or not _HOUSES[one[0]].isdisjoint(_HOUSES[other[0]])


def _distance(one: int, other: int) -> float:
    line = one // 9 == other // 9 or one % 9 == other % 9
    return 1.4 * (_BOXES[one] == _BOXES[other]) + 0.8 * line - 0.2 * hypot(one // 9 - other // 9, one % 9 - other % 9)


_DISTANCES: Final = [[_distance(one, other) for other in range(81)] for one in range(81)]
