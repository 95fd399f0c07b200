"""Cells and houses of a whole position at once: where one candidate is left, and where none is.

A position is a set of nodes as in `links`: bit `81 * (digit - 1) + cell`. A place is a cell, or a digit in a row,
column or box. Each of the four kinds of place is folded: the nine sets of nodes that hold the first, second …
candidate of every place are shifted upon each other.

>>> singles(1 << 5 | 1 << 6 | 1 << 100) == 1 << 5 | 1 << 6 | 1 << 100
True
"""

from __future__ import annotations

from typing import Final, NamedTuple

from shudu.core.geometry import HOUSE_MASKS, cell_name, house_name
from shudu.logic.links import ALL_SINGLES


class Fold(NamedTuple):
    """A kind of place: its anchors are one node for each, its shifts lead from there to the place's candidates."""

    anchors: int
    shifts: tuple[int, ...]
    spread: int


def _fold(anchors: int, shifts: tuple[int, ...]) -> Fold:
    return Fold(anchors, shifts, sum(1 << shift for shift in shifts))


def _every_digit(cells: list[int]) -> int:
    return sum(1 << 81 * i + cell for i in range(9) for cell in cells)


FOLDS: Final = (
    _fold((1 << 81) - 1, tuple(range(0, 729, 81))),
    _fold(_every_digit(list(range(0, 81, 9))), tuple(range(9))),
    _fold(_every_digit(list(range(9))), tuple(range(0, 81, 9))),
    _fold(_every_digit([27 * i + 3 * j for i in range(3) for j in range(3)]), (0, 1, 2, 9, 10, 11, 18, 19, 20)),
)
Places = tuple[int, int, int, int]


def singles(nodes: int) -> int:
    """The nodes that are alone in one of their places."""
    found = 0
    for anchors, shifts, spread in FOLDS:
        once = twice = 0
        for shift in shifts:
            part = nodes >> shift & anchors
            twice |= once & part
            once |= part
        found |= (once & ~twice) * spread
    return found & nodes


def filled(nodes: int) -> Places:
    """For each kind of place the anchors of the places that hold a candidate."""
    a, b, c, d = (_any(nodes, fold) for fold in FOLDS)
    return a, b, c, d


def emptied(before: Places, nodes: int) -> list[int]:
    """The places that held a candidate and hold none now, each as the set of nodes it is made of."""
    lost = []
    for fold, anchors in zip(FOLDS, before, strict=True):
        gone = anchors & ~_any(nodes, fold)
        while gone:
            anchor = gone & -gone
            lost.append(anchor * fold.spread & ALL_SINGLES)
            gone ^= anchor
    return lost


def _any(nodes: int, fold: Fold) -> int:
    held = 0
    for shift in fold.shifts:
        held |= nodes >> shift
    return held & fold.anchors


def place_name(place: int) -> str:
    """The cell, or the house of a digit, that nine nodes make up.

    >>> place_name(sum(1 << 81 * i + 22 for i in range(9))), place_name(0b111111111 << 81 + 9)
    ('r3c5', 'r2')
    """
    first = (place & -place).bit_length() - 1
    if place.bit_length() - first > 81:
        return cell_name(first)
    return house_name(HOUSE_MASKS.index(place >> first - first % 81))
