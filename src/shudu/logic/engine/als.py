"""Almost locked sets: n cells of a house with n + 1 digits. Without one of its digits a set is locked.

Two sets have a restricted common if they share a digit all of whose cells see each other: it cannot be in both.

A set of sets is an int with one bit per set. Many sets have the same places of a digit, so relations between sets are
stored by digit and places.

Sets can be nodes of the link graph: the node of a set and one of its digits is on if the set holds the digit. Two digits
of a set have a strong link, because it lacks at most one. If it lacks a digit, all others are locked in it, which may
leave a single candidate in a cell outside: a strong link too.

>>> from shudu.core.grid import Grid
>>> grid = Grid("4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9")
>>> first = almost_locked_sets(grid.digit_masks)[0]
>>> " ".join(map(str, first.candidates()))
'1r1c2 6r1c2'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shudu.core.geometry import HOUSES, cells_of, common_peers
from shudu.core.grid import DigitMasks
from shudu.core.sets import Candidate
from shudu.logic.engine.link_graph import SINGLES, Bundle, LinkGraph, node_of

DIGITS_OF: Final = tuple(tuple(d for d in range(9) if mask >> d & 1) for mask in range(512))
ByPlaces = dict[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Als:
    """An almost locked set. Digits count from 0 here: bit d is digit d + 1.

    Attributes:
        cells: The cells of the set.
        digits: Its digits.
        places: Its cells with each digit.
        seen: For each digit, the candidates outside that see all its cells with the digit.
    """

    cells: int
    digits: int
    places: tuple[int, ...]
    seen: tuple[int, ...]

    def candidates(self) -> tuple[Candidate, ...]:
        """Return all its candidates, cell by cell."""
        digits = DIGITS_OF[self.digits]
        return tuple(Candidate(d + 1, c) for c in cells_of(self.cells) for d in digits if self.places[d] >> c & 1)

    def candidates_of(self, digit: int) -> tuple[Candidate, ...]:
        """Return its candidates of digit `digit + 1`."""
        return tuple(Candidate(digit + 1, cell) for cell in cells_of(self.places[digit]))


@dataclass(frozen=True, slots=True)
class AlsWeb:
    """The almost locked sets of a position and their relations.

    Attributes:
        sets: The sets.
        overlaps: For each set, the sets that share a cell with it, itself included.
        commons: By digit and places, the sets that share the digit as a restricted common, overlapping or not.
        allies: By digit and places, the sets that see a candidate of the digit that these places see as well:
            together they could remove it.
    """

    sets: list[Als]
    overlaps: list[int]
    commons: list[ByPlaces]
    allies: list[ByPlaces]

    def find_linked(self, i: int) -> tuple[int, int]:
        """Return the sets that share a restricted common with set i, and those that share two."""
        once = twice = 0
        als = self.sets[i]
        for d in DIGITS_OF[als.digits]:
            others = self.commons[d][als.places[d]]
            twice |= once & others
            once |= others
        return once, twice

    def find_allied(self, i: int, barred: int = 0) -> int:
        """Return the sets that could remove a candidate together with set i, of any digit but those barred."""
        allies = 0
        als = self.sets[i]
        for d in DIGITS_OF[als.digits & ~barred]:
            allies |= self.allies[d][als.places[d]]
        return allies

    def find_commons(self, i: int, j: int) -> int:
        """Return the restricted commons of two sets, as a mask of digits."""
        one, other = self.sets[i], self.sets[j]
        mask = 0
        for d in DIGITS_OF[one.digits & other.digits]:
            if not one.places[d] & ~other.seen[d]:
                mask |= 1 << d
        return mask


def almost_locked_sets(digit_masks: DigitMasks, smallest: int = 1) -> list[Als]:
    """Return all almost locked sets of at least `smallest` cells, house by house, each once."""
    digits = digits_by_cell(digit_masks)
    digits_of_set: dict[int, int] = {}
    for house in HOUSES:
        for cells, union in _sets_in_house([cell for cell in house if digits[cell]], digits, smallest):
            digits_of_set.setdefault(cells, union)
    peers: dict[int, int] = {}
    return [_build_als(digit_masks, cells, union, peers) for cells, union in digits_of_set.items()]


@lru_cache(2)  # several techniques search the same position one after the other
def build_als_web(digit_masks: DigitMasks, smallest: int = 1) -> AlsWeb:
    """Return the almost locked sets of at least `smallest` cells that see candidates of two digits, with relations."""
    sets = [als for als in almost_locked_sets(digit_masks, smallest) if als.seen.count(0) < 8]
    with_places: list[ByPlaces] = [{} for _ in range(9)]
    seen: list[ByPlaces] = [{} for _ in range(9)]
    sets_on_cell = [0] * 81
    for i, als in enumerate(sets):
        _add_to_cells(sets_on_cell, als.cells, 1 << i)
        for d in DIGITS_OF[als.digits]:
            places = als.places[d]
            with_places[d][places] = with_places[d].get(places, 0) | 1 << i
            seen[d][places] = als.seen[d]
    commons, allies = [], []
    for own, views in zip(with_places, seen, strict=True):
        commons.append(_sets_inside_views(own, views))
        allies.append(_sets_with_common_view(own, views))
    return AlsWeb(sets, [_union_over_cells(sets_on_cell, als.cells) for als in sets], commons, allies)


def digits_by_cell(digit_masks: DigitMasks) -> list[int]:
    """Return the mask of candidates of each cell."""
    digits = [0] * 81
    for i, places in enumerate(digit_masks):
        for cell in cells_of(places):
            digits[cell] |= 1 << i
    return digits


def _sets_in_house(empty: list[int], digits: list[int], smallest: int) -> Iterator[tuple[int, int]]:
    """Yield the almost locked sets among the empty cells of a house; drop those with too many digits to complete."""
    count = len(empty)
    stack = [(0, 0, 0, 0)]
    while stack:
        start, size, cells, union = stack.pop()
        if size >= smallest and union.bit_count() == size + 1:
            yield cells, union
        for i in range(count - 1, start - 1, -1):
            grown = union | digits[empty[i]]
            if grown.bit_count() - size <= count - i + 1:
                stack.append((i + 1, size + 1, cells | 1 << empty[i], grown))


def _build_als(digit_masks: DigitMasks, cells: int, digits: int, peers: dict[int, int]) -> Als:
    """Return the set with its places and what they see. `peers` caches what sees all of some places."""
    places, seen = [0] * 9, [0] * 9
    for d in DIGITS_OF[digits]:
        own = digit_masks[d] & cells
        common = peers.get(own)
        if common is None:
            common = peers[own] = common_peers(own)
        places[d] = own
        seen[d] = common & digit_masks[d]
    return Als(cells, digits, tuple(places), tuple(seen))


def _add_to_cells(sets_on_cell: list[int], cells: int, sets: int) -> None:
    while cells:
        low = cells & -cells
        sets_on_cell[low.bit_length() - 1] |= sets
        cells ^= low


def _union_over_cells(sets_on_cell: list[int], cells: int) -> int:
    union = 0
    while cells:
        low = cells & -cells
        union |= sets_on_cell[low.bit_length() - 1]
        cells ^= low
    return union


def _sets_inside_views(with_places: ByPlaces, views: ByPlaces) -> ByPlaces:
    """Return, for each view, the sets all of whose places it contains; found by the first of their places."""
    by_first: dict[int, list[tuple[int, int]]] = {}
    for places, sets in with_places.items():
        by_first.setdefault(places & -places, []).append((places, sets))
    commons = {}
    for own, view in views.items():
        inside, rest = 0, view
        while rest:
            first = rest & -rest
            rest ^= first
            for places, sets in by_first.get(first, ()):
                if not places & ~view:
                    inside |= sets
        commons[own] = inside
    return commons


def _sets_with_common_view(with_places: ByPlaces, views: ByPlaces) -> ByPlaces:
    """Return, for each view, the sets whose view overlaps it."""
    seeing = [0] * 81
    for places, view in views.items():
        _add_to_cells(seeing, view, with_places[places])
    return {places: _union_over_cells(seeing, view) for places, view in views.items()}


def add_almost_locked_sets(graph: LinkGraph) -> None:
    """Add nodes for the almost locked sets of two or more cells: one for each digit that sees a candidate outside.

    The nodes are linked to each other, to groups and to single candidates.
    """
    web = build_als_web(graph.digit_masks, smallest=2)
    groups = list(enumerate(graph.bundles, SINGLES))
    nodes = [_add_set(graph, als) for als in web.sets]
    digits = digits_by_cell(graph.digit_masks)
    for als, own in zip(web.sets, nodes, strict=True):
        _link_inside(graph, own)
        _link_to_groups(graph, als, own, groups)
        for digit, cell, last in _last_candidates_outside(als, digits):
            if digit in own:
                graph.join(own[digit], node_of(last + 1, cell), strong=True)
    _link_sets(graph, web, nodes)


def _add_set(graph: LinkGraph, als: Als) -> dict[int, int]:
    """Return the new node of each digit of a set that sees a candidate."""
    return {d: graph.add(Bundle(d + 1, als.places[d], als.cells)) for d in DIGITS_OF[als.digits] if als.seen[d]}


def _link_inside(graph: LinkGraph, own: dict[int, int]) -> None:
    all_nodes = sum(1 << node for node in own.values())
    for node in own.values():
        graph.strong[node] = all_nodes & ~(1 << node)


def _link_to_groups(graph: LinkGraph, als: Als, own: dict[int, int], groups: list[tuple[int, Bundle]]) -> None:
    for node, group in groups:
        if group.digit - 1 in own and not group.cells & ~als.seen[group.digit - 1]:
            graph.join(node, own[group.digit - 1], strong=False)


def _link_sets(graph: LinkGraph, web: AlsWeb, nodes: list[dict[int, int]]) -> None:
    for i, own in enumerate(nodes):
        for d, node in own.items():
            for j in cells_of(web.commons[d][web.sets[i].places[d]] & ~web.overlaps[i]):
                if d in nodes[j]:
                    graph.weak[node] |= 1 << nodes[j][d]


def _last_candidates_outside(als: Als, digits: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield a digit, and a cell outside with the only candidate it keeps if the set lacks that digit."""
    cells = 0
    for seen in als.seen:
        cells |= seen
    for cell in cells_of(cells & ~als.cells):
        if digits[cell].bit_count() > 2:
            seen_digits = sum(1 << d for d in DIGITS_OF[als.digits] if als.seen[d] >> cell & 1)
            for digit in DIGITS_OF[als.digits]:
                rest = digits[cell] & ~(seen_digits & ~(1 << digit))
                if rest and not rest & (rest - 1):
                    yield digit, cell, rest.bit_length() - 1
