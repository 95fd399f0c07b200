"""Walks over the link graph: what follows from a node, at which distance, and by which path.

A node that is on turns off every node it has a weak link to; a node that is off turns on every node it has a strong
link to. So a walk alternates, and a layer of a walk is one set of nodes, all on or all off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from shudu.logic.engine.link_graph import LinkGraph, members

_MOST_EXTRA_LINKS: Final = 6
_MOST_TRIES: Final = 200


class Linked(Protocol):
    """Nodes with weak and strong links."""

    @property
    def weak(self) -> dict[int, int]:
        """The nodes that each node turns off when it is on."""

    @property
    def strong(self) -> dict[int, int]:
        """The nodes that each node turns on when it is off."""


class Reach(NamedTuple):
    """All nodes that an assumption turns on and off, itself included."""

    on: int
    off: int


def reach_of_on(graph: Linked) -> dict[int, Reach]:
    """Return what follows from each node being on."""
    weak, strong = graph.weak, graph.strong
    linked = sum(1 << node for node in strong)
    steps = {node: spread(others & linked, strong) for node, others in weak.items()}
    done: dict[int, Reach] = {}
    for start in weak:
        on, off, open_nodes = 0, 0, 1 << start
        while open_nodes:
            low = open_nodes & -open_nodes
            node = low.bit_length() - 1
            if node in done:
                more_on, more_off = done[node]
                on |= more_on
                off |= more_off
            else:
                on |= low
                off |= weak[node]
                open_nodes |= steps[node]
            open_nodes &= ~on
        done[start] = Reach(on, off)
    return done


def reach_of_off(graph: Linked, reach: dict[int, Reach], node: int) -> Reach:
    """Return what follows from a node being off, given what follows from each node being on."""
    on, off = 0, 1 << node
    for other in members(graph.strong.get(node, 0)):
        on |= reach[other].on
        off |= reach[other].off
    return Reach(on, off)


def spread(nodes: int, links: dict[int, int]) -> int:
    """Return all nodes that some nodes are linked to."""
    reached = 0
    while nodes:
        low = nodes & -nodes
        reached |= links.get(low.bit_length() - 1, 0)
        nodes ^= low
    return reached


def layers(graph: Linked, start: int, on: bool, limit: int = 1000) -> list[int]:
    """Return the walk from a node: layer 0 is the node, layer k the nodes first turned on or off by k links."""
    walk = [1 << start]
    seen = [0, 0]
    seen[on] = 1 << start
    while walk[-1] and len(walk) <= limit:
        on = not on
        fresh = spread(walk[-1], graph.strong if on else graph.weak) & ~seen[on]
        seen[on] |= fresh
        walk.append(fresh)
    return walk


def distance(walk: list[int], target: int, same: bool) -> int:
    """Return how many links a walk takes to a node, or -1 if it does not reach it.

    >>> distance([1, 2, 4], 2, True), distance([1, 2, 4], 2, False)
    (2, -1)

    Args:
        walk: The layers of the walk.
        target: The node.
        same: Whether the node must be in the same state, on or off, as the start, or in the other one.
    """
    for length in range(0 if same else 1, len(walk), 2):
        if walk[length] >> target & 1:
            return length
    return -1


def shortest_path(graph: LinkGraph, walk: list[int], on: bool, target: int, length: int) -> list[int]:
    """Return the path of a walk to a node in its layer `length`; of all shortest ones that with the nearest links.

    `on` is the state of the first node of the walk.
    """
    layers_back = [1 << target]
    for i in range(length - 1, -1, -1):
        strong = on == (i % 2 == 1)
        layers_back.append(spread(layers_back[-1], graph.strong if strong else graph.weak) & walk[i])
    node = layers_back.pop().bit_length() - 1
    nodes = [node]
    while layers_back:
        strong = on == (len(nodes) % 2 == 0)
        node = graph.first(node, (graph.strong if strong else graph.weak)[node] & layers_back.pop())
        nodes.append(node)
    return nodes


def revisits_cell(graph: LinkGraph, nodes: list[int], start_cell: int = 0) -> bool:
    """Return whether a path returns to a cell, other than to its `start_cell`.

    A bundle counts as being in its first cell; its other cells must not be visited later.
    """
    visited = 0
    for node, before in zip(nodes[1:], nodes, strict=False):
        cells, left = graph.cells(node), graph.cells(before)
        inside = graph.set_cells(node) and graph.set_cells(node) == graph.set_cells(before)
        if cells & -cells & visited and not inside:
            return True
        if left & -left != start_cell and not inside:
            visited |= graph.set_cells(before) or left
    return False


def order_of_start(start: int) -> tuple[int, int]:
    """Return the sort key of chains in the order in which HoDoKu finds them: by the cell and the digit of the start."""
    return start % 81, start // 81


def chain_rank(removes: int, length: int) -> tuple[int, int, int]:
    """Return the sort key of chains, best first: most removals, nearest the top left, shortest.

    Different removals can be equally near the top left. Then those that are found first come first, whatever the length.

    >>> chain_rank(1 << 80, 3) > chain_rank(1 << 3, 9)
    True
    """
    place = sum(node % 81 * (1 + 80 * i) + node // 81 + 1 for i, node in enumerate(members(removes)))
    return -removes.bit_count(), place, length


def proper_paths(
    graph: LinkGraph, start: tuple[int, bool], end: tuple[int, bool], shortest: int, proper: Callable[[list[int]], bool]
) -> Iterator[list[int]]:
    """Yield the proper paths that a bounded search finds, shorter ones first.

    Args:
        graph: The link graph.
        start: The first node and whether it is on.
        end: The last node and whether it is on.
        shortest: The length of the shortest path; at most a few more links are tried.
        proper: Whether the beginning of a path is acceptable.
    """
    distances = _distances_to(graph, end)
    for limit in range(shortest, shortest + _MOST_EXTRA_LINKS + 1, 2):
        paths = _proper_paths(graph, [start[0]], start[1], distances, limit, proper)
        for _, nodes in zip(range(_MOST_TRIES), paths, strict=False):
            if nodes[-1] == end[0] and len(nodes) == limit + 1:
                yield nodes


def _distances_to(graph: LinkGraph, end: tuple[int, bool]) -> dict[tuple[int, bool], int]:
    """Return how many links lead from each node, on or off, to the end. Links have no direction: walk backwards."""
    distances: dict[tuple[int, bool], int] = {}
    for length, layer in enumerate(layers(graph, end[0], not end[1])):
        for node in members(layer):
            distances.setdefault((node, end[1] ^ (length % 2 == 1)), length)
    return distances


def _proper_paths(
    graph: LinkGraph,
    nodes: list[int],
    on: bool,
    distances: dict[tuple[int, bool], int],
    left: int,
    proper: Callable[[list[int]], bool],
) -> Iterator[list[int]]:
    """Yield every proper beginning of a path that can still arrive with the links left."""
    yield nodes
    if left:
        for node in members((graph.weak if on else graph.strong).get(nodes[-1], 0)):
            longer = [*nodes, node]
            if distances.get((node, not on), left) <= left - 1 and proper(longer):
                yield from _proper_paths(graph, longer, not on, distances, left - 1, proper)
