"""Almost locked sets as nodes of the link graph.

The node of a set and one of its digits is on if the set holds the digit. Two digits of a set have a strong link,
because it lacks at most one. If it lacks a digit, all others are locked in it, which may leave a single candidate in a
cell outside: a strong link too.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.geometry import cells_of
from shudu.logic.engine.als import DIGITS_OF, Als, AlsWeb, build_als_web, digits_by_cell
from shudu.logic.engine.link_graph import SINGLES, Bundle, LinkGraph, node_of


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
