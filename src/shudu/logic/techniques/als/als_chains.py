"""ALS chains: four or more almost locked sets, each linked to the next by a restricted common.

A node of the graph walked here is a digit of a set, `(digit - 1) * count + set`. A digit in a set is not in the sets
that share it as a restricted common; a set that lacks a digit has all its others. So these chains are walks like any
other. Roles and links: see `xz_and_wings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from shudu.core.geometry import cells_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.engine.als import DIGITS_OF, AlsWeb, build_als_web
from shudu.logic.engine.walks import reach_of_on, spread
from shudu.logic.registry import register
from shudu.logic.techniques.als.xz_and_wings import als_step, removed_by_ends


@dataclass(frozen=True, slots=True)
class AlsGraph:
    """The digits of `count` sets as nodes; `back` holds the weak links in the other direction."""

    count: int
    weak: dict[int, int]
    strong: dict[int, int]
    back: dict[int, int]


class AlsChain(NamedTuple):
    """A chain of sets with the digits that link them, and what it removes. The lowest rank is the best."""

    rank: tuple[int, int, int, int]
    sets: tuple[int, ...]
    commons: tuple[int, ...]
    removes: dict[int, int]


@register("als-chain", family="als", order=5900, level="unfair", score=340, code="0903", forward=True, most=50)
@register(
    "als-chain-both-ways",
    family="als",
    order=5901,
    level="unfair",
    score=340,
    on=False,
    case_codes=("0903-1",),
    forward=False,
    most=6,
)
def find_als_chain(grid: Grid, id: str, forward: bool, most: int) -> Iterator[Step]:
    """Yield chains of four or more sets, linked by at most `most` restricted commons, best first.

    If `forward`, the sets are taken in the order of their houses only.
    """
    web = build_als_web(grid.digit_masks)
    graph = _build_graph(web, forward)
    for chain in sorted(_chains(web, graph, most), key=lambda chain: chain.rank):
        yield als_step(id, [web.sets[i] for i in chain.sets], chain.commons, chain.removes)


def _build_graph(web: AlsWeb, forward: bool) -> AlsGraph:
    """Return the graph of sets; the last sets come first, so that their reach is known when it is needed."""
    strong, weak, back = {}, {}, {}
    count = len(web.sets)
    for i in range(count - 1, -1, -1):
        als = web.sets[i]
        own = sum(1 << count * d + i for d in DIGITS_OF[als.digits])
        later, earlier = (-2 << i, (1 << i) - 1) if forward else (-1, -1)
        for d in DIGITS_OF[als.digits]:
            node = count * d + i
            others = web.commons[d][als.places[d]] & ~web.overlaps[i]
            strong[node] = own & ~(1 << node)
            weak[node] = (others & later) << count * d
            back[node] = (others & earlier) << count * d
    return AlsGraph(count, weak, strong, back)


def _chains(web: AlsWeb, graph: AlsGraph, most: int) -> Iterator[AlsChain]:
    reach = reach_of_on(graph)
    for i, als in enumerate(web.sets):
        goals = 0
        for d in DIGITS_OF[als.digits]:
            goals |= (web.allies[d][als.places[d]] & ~(1 << i)) << graph.count * d
        for d in DIGITS_OF[als.digits]:
            node = graph.count * d + i
            if ends := goals & reach[node].on & ~((1 << graph.count) - 1 << graph.count * d):
                yield from _chains_from(web, graph, node, ends, most)


def _chains_from(web: AlsWeb, graph: AlsGraph, start: int, goals: int, most: int) -> Iterator[AlsChain]:
    """Yield the chains that leave a set by a digit and reach some goals."""
    rows = [1 << start]
    while rows[-1] and goals and len(rows) <= most:
        rows.append(spread(spread(rows[-1], graph.weak), graph.strong))
        if len(rows) > 3:
            for goal in cells_of(rows[-1] & goals):
                if (nodes := _path_through(graph, rows, len(rows) - 1, (goal,))) and (
                    chain := _build_chain(web, graph, nodes)
                ):
                    yield chain
            goals &= ~rows[-1]


def _path_through(graph: AlsGraph, rows: list[int], row: int, nodes: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return a path through the rows that ends with some nodes and uses no set twice."""
    if not row:
        return nodes
    used = {node % graph.count for node in nodes}
    for node in cells_of(rows[row - 1] & spread(graph.strong[nodes[0]], graph.back)):
        if node % graph.count not in used and (longer := _path_through(graph, rows, row - 1, (node, *nodes))):
            return longer
    return None


def _build_chain(web: AlsWeb, graph: AlsGraph, nodes: tuple[int, ...]) -> AlsChain | None:
    """Return the chain of a path, if it removes a digit other than its first and last restricted common."""
    sets = tuple(node % graph.count for node in nodes)
    first, last = web.sets[sets[0]], web.sets[sets[-1]]
    commons = [1 << nodes[0] // graph.count]
    for i, j in pairwise(sets[1:]):
        shared = web.shared(i, j)
        commons.append(shared if commons[-1] & (commons[-1] - 1) else shared & ~commons[-1])
    removes = removed_by_ends(first, last, first.digits & last.digits & ~(commons[0] | commons[-1]))
    if not removes or not all(commons):
        return None
    return AlsChain(_rank(web, sets, removes), sets, tuple(commons), removes)


def _rank(web: AlsWeb, sets: tuple[int, ...], removes: dict[int, int]) -> tuple[int, int, int, int]:
    places = [(d, cell) for d in sorted(removes) for cell in cells_of(removes[d])]
    place = sum(cell * (1 + 80 * i) + d + 1 for i, (d, cell) in enumerate(places))
    return -len(places), place, len(sets), sum(web.sets[i].cells.bit_count() for i in sets)
