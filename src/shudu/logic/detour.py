"""Another way through the link graph where the shortest comes back to a cell it has passed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shudu.logic.links import LinkGraph, members
from shudu.logic.walk import layers

_EXTRA_LINKS: Final = 6
_MOST_TRIES: Final = 200


def detour(
    graph: LinkGraph, start: tuple[int, bool], end: tuple[int, bool], shortest: int, proper: Callable[[list[int]], bool]
) -> list[int]:
    """The first way from a node to another, each on or off, that is proper from its start on.

    Shorter ones come first, and few links longer than the shortest at most. Empty if a bounded search finds none.
    """
    near = _distances(graph, end)
    for limit in range(shortest, shortest + _EXTRA_LINKS + 1, 2):
        ways = _ways(graph, [start[0]], start[1], near, limit, proper)
        for _, way in zip(range(_MOST_TRIES), ways, strict=False):
            if way[-1] == end[0] and len(way) == limit + 1:
                return way
    return []


def _distances(graph: LinkGraph, end: tuple[int, bool]) -> dict[tuple[int, bool], int]:
    """How many links lead from each node, on or off, to the end. Links have no direction: this is a walk backwards."""
    near: dict[tuple[int, bool], int] = {}
    for length, layer in enumerate(layers(graph, end[0], not end[1])):
        for node in members(layer):
            near.setdefault((node, end[1] ^ (length % 2 == 1)), length)
    return near


def _ways(
    graph: LinkGraph,
    way: list[int],
    on: bool,
    near: dict[tuple[int, bool], int],
    left: int,
    proper: Callable[[list[int]], bool],
) -> Iterator[list[int]]:
    """Every proper beginning of a way that can still arrive in time; a way is complete when no link is left."""
    yield way
    if left:
        for node in members((graph.weak if on else graph.strong).get(way[-1], 0)):
            further = [*way, node]
            if near.get((node, not on), left) <= left - 1 and proper(further):
                yield from _ways(graph, further, not on, near, left - 1, proper)
