"""All singles of a position at once, by bit-parallel operations, the places they leave empty, and where they lead.

A position is a set of nodes as in `link_graph`: bit `81 * (digit - 1) + cell`. A place is a cell, or a digit in a row,
column or box. For each of the four kinds of place, the nine sets of nodes that hold the first, second … candidate of
every place are shifted on top of each other, so that one operation treats all places.

>>> find_singles(1 << 5 | 1 << 6 | 1 << 100) == 1 << 5 | 1 << 6 | 1 << 100
True
"""

from __future__ import annotations

from typing import Final, NamedTuple

from shudu.core.geometry import HOUSE_MASKS, cell_name, house_name
from shudu.logic.engine.link_graph import ALL_SINGLES, SEEN, members


class PlaceKind(NamedTuple):
    """A kind of place.

    Attributes:
        anchors: One node for each place.
        shifts: The distances from an anchor to the candidates of its place.
        spread: The sum of all shifted bits: an anchor times `spread` is its place.
    """

    anchors: int
    shifts: tuple[int, ...]
    spread: int


def _place_kind(anchors: int, shifts: tuple[int, ...]) -> PlaceKind:
    return PlaceKind(anchors, shifts, sum(1 << shift for shift in shifts))


def _for_every_digit(cells: list[int]) -> int:
    return sum(1 << 81 * i + cell for i in range(9) for cell in cells)


# Cells, then digits in rows, columns and boxes.
PLACE_KINDS: Final = (
    _place_kind((1 << 81) - 1, tuple(range(0, 729, 81))),
    _place_kind(_for_every_digit(list(range(0, 81, 9))), tuple(range(9))),
    _place_kind(_for_every_digit(list(range(9))), tuple(range(0, 81, 9))),
    _place_kind(
        _for_every_digit([27 * i + 3 * j for i in range(3) for j in range(3)]), (0, 1, 2, 9, 10, 11, 18, 19, 20)
    ),
)
OccupiedPlaces = tuple[int, int, int, int]


def find_singles(nodes: int) -> int:
    """Return the nodes that are alone in one of their places."""
    singles = 0
    for anchors, shifts, spread in PLACE_KINDS:
        once = twice = 0
        for shift in shifts:
            part = nodes >> shift & anchors
            twice |= once & part
            once |= part
        singles |= (once & ~twice) * spread
    return singles & nodes


def occupied_places(nodes: int) -> OccupiedPlaces:
    """Return, for each kind of place, the anchors of the places that hold a candidate."""
    a, b, c, d = (_occupied_anchors(nodes, kind) for kind in PLACE_KINDS)
    return a, b, c, d


def emptied_places(before: OccupiedPlaces, nodes: int) -> list[int]:
    """Return the places that held a candidate before and hold none now, each as the set of its nodes."""
    places = []
    for kind, anchors in zip(PLACE_KINDS, before, strict=True):
        gone = anchors & ~_occupied_anchors(nodes, kind)
        while gone:
            anchor = gone & -gone
            places.append(anchor * kind.spread & ALL_SINGLES)
            gone ^= anchor
    return places


def _occupied_anchors(nodes: int, kind: PlaceKind) -> int:
    held = 0
    for shift in kind.shifts:
        held |= nodes >> shift
    return held & kind.anchors


def place_name(place: int) -> str:
    """Return the name of the cell, or of the house of a digit, that nine nodes make up.

    >>> place_name(sum(1 << 81 * i + 22 for i in range(9))), place_name(0b111111111 << 81 + 9)
    ('r3c5', 'r2')
    """
    first = (place & -place).bit_length() - 1
    if place.bit_length() - first > 81:
        return cell_name(first)
    return house_name(HOUSE_MASKS.index(place >> first - first % 81))


class NetRound(NamedTuple):
    """The nodes that are on and off after a round of following singles."""

    on: int
    off: int


def fails(candidates: int, places: OccupiedPlaces, on: int, off: int) -> bool:
    """Return whether a net of singles leads to a contradiction from what is on and off."""
    return spread_singles(candidates, places, on, off) is None


def spread_singles(candidates: int, places: OccupiedPlaces, on: int, off: int) -> NetRound | None:
    """Return what is on and off once all singles are followed; None if they lead to a contradiction."""
    while not on & off and occupied_places(candidates & ~off) == places:
        fresh = find_singles(candidates & ~off) & ~on
        if not fresh:
            return NetRound(on, off)
        on |= fresh
        for single in members(fresh):
            off |= SEEN[single] & candidates
    return None


def fails_nested(candidates: int, places: OccupiedPlaces, node: int) -> bool:
    """Return whether a candidate leads to a contradiction by singles and by candidates that singles refute."""
    net = spread_singles(candidates, places, 1 << node, SEEN[node] & candidates)
    untried = candidates
    while net:
        untried &= ~net.off & ~net.on
        for other in members(untried):
            if fails(candidates, places, net.on | 1 << other, net.off | SEEN[other] & candidates):
                net = spread_singles(candidates, places, net.on, net.off | 1 << other)
                untried = candidates
                break
        else:
            return False
    return True
