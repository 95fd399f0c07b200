"""Walks over the link graph: what follows from a node, how near, and by which way.

A node that is on turns off all it is weakly linked to; a node that is off turns on all it is strongly linked to. So a
walk alternates, and a layer of a walk is one set of nodes, all on or all off.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from shudu.logic.links import LinkGraph, members


class Linked(Protocol):
    """Nodes and what each is linked to."""

    @property
    def weak(self) -> dict[int, int]:
        """What each node turns off when it is on."""

    @property
    def strong(self) -> dict[int, int]:
        """What each node turns on when it is off."""


class Reach(NamedTuple):
    """What an assumption turns on and off in the end, itself included."""

    on: int
    off: int


def reach_of_on(graph: Linked) -> dict[int, Reach]:
    """For each node: what follows if it is on."""
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
    """What follows if a node is off."""
    on, off = 0, 1 << node
    for other in members(graph.strong.get(node, 0)):
        on |= reach[other].on
        off |= reach[other].off
    return Reach(on, off)


def spread(nodes: int, links: dict[int, int]) -> int:
    """All that some nodes are linked to."""
    found = 0
    while nodes:
        low = nodes & -nodes
        found |= links.get(low.bit_length() - 1, 0)
        nodes ^= low
    return found


def layers(graph: Linked, start: int, on: bool, limit: int = 1000) -> list[int]:
    """The walk from a node: layer 0 is the node, layer k what is first turned on or off by k links."""
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
    """How many links a walk takes to a node, in the state of the start (`same`) or the other one; -1 if it never does.

    >>> distance([1, 2, 4], 2, True), distance([1, 2, 4], 2, False)
    (2, -1)
    """
    for length in range(0 if same else 1, len(walk), 2):
        if walk[length] >> target & 1:
            return length
    return -1


def path(graph: LinkGraph, walk: list[int], on: bool, target: int, length: int) -> list[int]:
    """The way of a walk to a node in its layer `length`: of all shortest ways that which takes the nearest link first.

    `on` says whether the walk starts with its first node on.
    """
    ways = [1 << target]
    for i in range(length - 1, -1, -1):
        strong = on == (i % 2 == 1)
        ways.append(spread(ways[-1], graph.strong if strong else graph.weak) & walk[i])
    node = ways.pop().bit_length() - 1
    nodes = [node]
    while ways:
        strong = on == (len(nodes) % 2 == 0)
        node = graph.first(node, (graph.strong if strong else graph.weak)[node] & ways.pop())
        nodes.append(node)
    return nodes


def crosses(graph: LinkGraph, nodes: list[int], start_cell: int = 0) -> bool:
    """Whether a way comes back to a cell. A bundle is where its first cell is; its other cells may not be passed later.

    A way may come back to its `start_cell`.
    """
    passed = 0
    for node, before in zip(nodes[1:], nodes, strict=False):
        cells, left = graph.cells(node), graph.cells(before)
        inside = graph.set_cells(node) and graph.set_cells(node) == graph.set_cells(before)
        if cells & -cells & passed and not inside:
            return True
        if left & -left != start_cell and not inside:
            passed |= graph.set_cells(before) or left
    return False


def rank_of(removes: int, length: int) -> tuple[int, int, int]:
    """How chains compare, lowest first: more removed, nearer to the top left (later candidates weigh more), shorter.

    >>> rank_of(1 << 80, 3) > rank_of(1 << 3, 9)
    True
    """
    place = sum(node % 81 * (1 + 80 * i) + node // 81 + 1 for i, node in enumerate(members(removes)))
    return -removes.bit_count(), place, length
