"""The link graph: which candidates are connected by strong and weak links. Every chain walks it.

A node is a number. 0–728 are single candidates, `81 * (digit - 1) + cell`; from 729 on come groups (the candidates of a
digit in the intersection of a line and a box) and almost locked sets (the cells of one of its digits), on request. A
set of nodes is an int with one bit per node.

Two nodes with a weak link are not both true, two nodes with a strong link are not both false. Links have no direction,
so the same masks serve for walking forwards and backwards.

>>> node_of(7, 22), candidate_of(508)
(508, Candidate(digit=7, cell=22))
>>> graph = build_link_graph(((1 << 22 | 1 << 26, *[0] * 8)))
>>> graph.strong[22] == 1 << 26
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shudu.core.geometry import (
    BOX_OF,
    CELLS,
    COLUMN_OF,
    DIGITS,
    HOUSE_MASKS,
    PEER_MASKS,
    ROW_OF,
    cell_name,
    cells_of,
    common_peers,
    house_name,
)
from shudu.core.grid import DigitMasks
from shudu.core.sets import Candidate

SINGLES: Final = 729
ALL_SINGLES: Final = (1 << SINGLES) - 1
_ALL_DIGITS: Final = sum(1 << 81 * i for i in range(9))

SAME_CELL: Final = tuple((_ALL_DIGITS << n % 81) & ~(1 << n) for n in range(SINGLES))
SAME_ROW: Final = tuple((HOUSE_MASKS[ROW_OF[n % 81]] << n - n % 81) & ~(1 << n) for n in range(SINGLES))
SAME_COLUMN: Final = tuple((HOUSE_MASKS[9 + COLUMN_OF[n % 81]] << n - n % 81) & ~(1 << n) for n in range(SINGLES))
SAME_BOX: Final = tuple((HOUSE_MASKS[18 + BOX_OF[n % 81]] << n - n % 81) & ~(1 << n) for n in range(SINGLES))
SAME_DIGIT: Final = tuple(PEER_MASKS[n % 81] << n - n % 81 for n in range(SINGLES))
SEEN: Final = tuple(SAME_CELL[n] | SAME_DIGIT[n] for n in range(SINGLES))
_NEARNESS: Final = tuple(zip(SAME_CELL, SAME_ROW, SAME_COLUMN, SAME_BOX, strict=True))

members = cells_of


def node_of(digit: int, cell: int) -> int:
    """Return the node of a single candidate."""
    return 81 * digit - 81 + cell


def candidate_of(node: int) -> Candidate:
    """Return the candidate of a node below 729."""
    return Candidate(node // 81 + 1, node % 81)


def candidates_of(nodes: int) -> tuple[Candidate, ...]:
    """Return the candidates of a set of nodes, by digit and cell; groups and almost locked sets are left out.

    >>> [str(c) for c in candidates_of(1 << node_of(2, 0) | 1 << node_of(1, 9))]
    ['1r2c1', '2r1c1']
    """
    return tuple(candidate_of(node) for node in members(nodes & ALL_SINGLES))


def all_candidates(digit_masks: DigitMasks) -> int:
    """Return the nodes of all candidates of a position."""
    nodes = 0
    for cells in reversed(digit_masks):
        nodes = nodes << 81 | cells
    return nodes


@dataclass(frozen=True, slots=True)
class Bundle:
    """A node of several candidates of one digit; one of them is true if the node is.

    Attributes:
        digit: The digit.
        cells: The cells of the candidates.
        set_cells: All cells of the almost locked set; 0 for a group.
    """

    digit: int
    cells: int
    set_cells: int = 0


class LinkGraph:
    """The links of a position.

    Attributes:
        digit_masks: The places of each digit.
        candidates: The nodes of all single candidates.
        weak: The nodes that each node has a weak link to.
        strong: The nodes that each node has a strong link to.
        bundles: The nodes that are not single candidates, from node 729 on.
    """

    __slots__ = ("bundles", "candidates", "digit_masks", "strong", "weak")

    def __init__(self, digit_masks: DigitMasks, weak: dict[int, int], strong: dict[int, int]) -> None:
        self.digit_masks: DigitMasks = digit_masks
        self.candidates: int = all_candidates(digit_masks)
        self.weak: dict[int, int] = weak
        self.strong: dict[int, int] = strong
        self.bundles: list[Bundle] = []

    def cells(self, node: int) -> int:
        """Return the cells of a node."""
        return self.bundles[node - SINGLES].cells if node >= SINGLES else 1 << node % 81

    def digit(self, node: int) -> int:
        """Return the digit of a node."""
        return self.bundles[node - SINGLES].digit if node >= SINGLES else node // 81 + 1

    def set_cells(self, node: int) -> int:
        """Return the cells of the almost locked set that a node belongs to, or 0."""
        return self.bundles[node - SINGLES].set_cells if node >= SINGLES else 0

    def candidates_of(self, node: int) -> tuple[Candidate, ...]:
        """Return the candidates of a node, which may be a bundle."""
        return tuple(Candidate(self.digit(node), cell) for cell in cells_of(self.cells(node)))

    def first(self, node: int, nodes: int) -> int:
        """Return the preferred one of some nodes linked to a node: same cell, then row, column, box, then bundles."""
        if node < SINGLES:
            for near in _NEARNESS[node]:
                if nodes & near:
                    nodes &= near
                    break
        elif nodes & ALL_SINGLES:
            nodes = self._in_box_first(node, nodes & ALL_SINGLES)
        return (nodes & -nodes).bit_length() - 1

    def add(self, bundle: Bundle) -> int:
        """Add a node with its weak links to single candidates, and return it."""
        node = SINGLES + len(self.bundles)
        self.bundles.append(bundle)
        self.weak[node] = (common_peers(bundle.cells) & self.digit_masks[bundle.digit - 1]) << 81 * bundle.digit - 81
        for other in members(self.weak[node]):
            self.weak[other] |= 1 << node
        return node

    def join(self, node: int, other: int, strong: bool) -> None:
        """Link two nodes."""
        links = self.strong if strong else self.weak
        links[node] = links.get(node, 0) | 1 << other
        links[other] = links.get(other, 0) | 1 << node

    def _in_box_first(self, node: int, nodes: int) -> int:
        cell = next(cells_of(self.cells(node)))
        in_box = nodes & HOUSE_MASKS[18 + BOX_OF[cell]] << 81 * self.digit(node) - 81
        return in_box or nodes


def build_link_graph(digit_masks: DigitMasks, groups: bool = False) -> LinkGraph:
    """Return the graph of all links between single candidates and, if `groups`, groups."""
    candidates = all_candidates(digit_masks)
    weak = {node: SEEN[node] & candidates for node in members(candidates)}
    graph = LinkGraph(digit_masks, weak, _merge(strong_in_cells(candidates), strong_in_houses(digit_masks)))
    if groups:
        _add_groups(graph)
    return graph


def build_restricted_graph(digit_masks: DigitMasks, strong: dict[int, int]) -> LinkGraph:
    """Return the graph of some strong links and the weak links of equal digits between their nodes."""
    nodes = sum(1 << node for node in strong)
    return LinkGraph(digit_masks, {node: SAME_DIGIT[node] & nodes for node in strong}, strong)


def _add_groups(graph: LinkGraph) -> None:
    for digit, cells in groups_of(graph.digit_masks):
        graph.add(Bundle(digit, cells))
    for digit in DIGITS:
        own = [node for node, bundle in enumerate(graph.bundles, SINGLES) if bundle.digit == digit]
        for house in HOUSE_MASKS:
            if places := graph.digit_masks[digit - 1] & house:
                _link_groups(graph, [node for node in own if not graph.cells(node) & ~house], digit, places)


def _link_groups(graph: LinkGraph, groups: list[int], digit: int, places: int) -> None:
    """Link the groups of a house to each other, and to the only other candidate in the house."""
    for i, node in enumerate(groups):
        rest = places & ~graph.cells(node)
        if rest and not rest & (rest - 1):
            graph.join(node, node_of(digit, rest.bit_length() - 1), strong=True)
        for other in groups[i + 1 :]:
            if not graph.cells(node) & graph.cells(other):
                graph.join(node, other, strong=False)
                if rest == graph.cells(other):
                    graph.join(node, other, strong=True)


def groups_of(digit_masks: DigitMasks) -> Iterator[tuple[int, int]]:
    """Yield each digit with two or three cells in the intersection of a line and a box, rows first."""
    for line in HOUSE_MASKS[:18]:
        for digit, places in zip(DIGITS, digit_masks, strict=True):
            if places & line:
                for box in HOUSE_MASKS[18:]:
                    cells = places & line & box
                    if cells & (cells - 1):
                        yield digit, cells


def strong_in_cells(candidates: int) -> dict[int, int]:
    """Return the strong links in cells with two candidates."""
    links = {}
    for cell in CELLS:
        pair = candidates & _ALL_DIGITS << cell
        low = pair & -pair
        high = pair ^ low
        if high and not high & (high - 1):
            links[low.bit_length() - 1] = high
            links[high.bit_length() - 1] = low
    return links


def strong_in_houses(digit_masks: Sequence[int]) -> dict[int, int]:
    """Return the strong links between the only two candidates of a digit in a house."""
    links: dict[int, int] = {}
    for i, places in enumerate(digit_masks):
        for house in HOUSE_MASKS:
            pair = places & house
            low = pair & -pair
            high = pair ^ low
            if high and not high & (high - 1):
                one, other = 81 * i + low.bit_length() - 1, 81 * i + high.bit_length() - 1
                links[one] = links.get(one, 0) | 1 << other
                links[other] = links.get(other, 0) | 1 << one
    return links


def _merge(some: dict[int, int], more: dict[int, int]) -> dict[int, int]:
    return {node: some.get(node, 0) | more.get(node, 0) for node in some.keys() | more.keys()}


def proof_of_link(graph: LinkGraph, node: int, other: int, strong: bool) -> str:
    """Return what proves a link: a house, a cell, or the cells of an almost locked set.

    >>> graph = build_link_graph(((1 << 81) - 1,) * 9)
    >>> a, b, c = node_of(5, 0), node_of(6, 0), node_of(5, 8)
    >>> proof_of_link(graph, a, b, False), proof_of_link(graph, a, c, False)
    ('r1c1', 'r1')
    """
    if strong and (graph.set_cells(node) or graph.set_cells(other)):
        return ",".join(map(cell_name, cells_of(graph.set_cells(node) or graph.set_cells(other))))
    both = graph.cells(node) | graph.cells(other)
    if graph.digit(node) != graph.digit(other):
        return cell_name(both.bit_length() - 1)
    places = graph.digit_masks[graph.digit(node) - 1]
    for house, mask in enumerate(HOUSE_MASKS):
        if not both & ~mask and not (strong and places & mask & ~both):
            return house_name(house)
    # An almost locked set may be seen through several houses: name them all.
    return ",".join(
        house_name(h) for h, mask in enumerate(HOUSE_MASKS) if both & mask & ~(both & mask & -(both & mask))
    )
