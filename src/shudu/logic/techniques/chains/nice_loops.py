"""Nice loops and alternating inference chains (AIC), of single candidates, with groups, or with almost locked sets.

A nice loop is a path through the link graph from a candidate back to its own cell, an AIC a path from a candidate that
is off to one that is on. One search finds all three kinds; the best comes first: most removals, then nearest the top
left, then shortest.

A discontinuous loop decides a candidate of its first cell:

- on(x) turns x off, or another candidate of its cell on: x is removed
- off(x) turns x on: the other candidates of its cell are removed
- off(x) turns another candidate of its cell off: that is removed

In a continuous loop off(x) turns another candidate of its cell on: then every weak link is strong as well, and
candidates that see both ends of one are removed. An AIC proves that one of its ends is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from shudu.core.geometry import ALL_CELLS, PEER_MASKS, cells_of, common_peers
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.engine.als import add_almost_locked_sets
from shudu.logic.engine.link_graph import ALL_SINGLES, SAME_CELL, SINGLES, LinkGraph, build_link_graph, members
from shudu.logic.engine.step_parts import chain_step
from shudu.logic.engine.walks import (
    Reach,
    chain_rank,
    distance,
    layers,
    order_of_start,
    proper_paths,
    reach_of_off,
    reach_of_on,
    revisits_cell,
    shortest_path,
)
from shudu.logic.registry import register

CONTINUOUS, DISCONTINUOUS, AIC = "continuous-nice-loop", "discontinuous-nice-loop", "aic"


class Loop(NamedTuple):
    """The ends of a loop or AIC: `start`, on or off, leads to `end`, on or off."""

    kind: str
    start: int
    on: bool
    end: int
    end_on: bool
    removes: int


class RankedChain(NamedTuple):
    """A loop or AIC with its path. The lowest rank is the best."""

    rank: tuple[int, int, int]
    loop: Loop
    nodes: list[int]


@register(CONTINUOUS, family="loops", order=5600, level="unfair", score=280, code="0706", se=7.0)
@register(DISCONTINUOUS, family="loops", order=5600, level="unfair", score=280, code="0707", se=7.0)
@register(AIC, family="loops", order=5600, level="unfair", score=280, code="0708", se=7.0)
def find_loops(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield nice loops and AICs of single candidates."""
    yield from _steps(build_link_graph(grid.digit_masks), ids, "")


@register(f"grouped-{CONTINUOUS}", family="loops", order=5650, level="unfair", score=300, code="0709")
@register(f"grouped-{DISCONTINUOUS}", family="loops", order=5650, level="unfair", score=300, code="0710")
@register(f"grouped-{AIC}", family="loops", order=5650, level="unfair", score=300, code="0711")
def find_grouped_loops(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield nice loops and AICs with at least one group."""
    yield from _steps(build_link_graph(grid.digit_masks, groups=True), ids, "grouped-")


@register(f"als-{CONTINUOUS}", family="loops", order=5950, level="unfair", score=300, on=False, case_codes=("0709-2",))
@register(
    f"als-{DISCONTINUOUS}",
    family="loops",
    order=5950,
    level="unfair",
    score=300,
    on=False,
    case_codes=("0710-3", "0710-4"),
)
@register(
    f"als-{AIC}", family="loops", order=5950, level="unfair", score=300, on=False, case_codes=("0711-3", "0711-4")
)
def find_als_loops(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield nice loops and AICs with at least one almost locked set; they may contain groups."""
    graph = build_link_graph(grid.digit_masks, groups=True)
    add_almost_locked_sets(graph)
    yield from _steps(graph, ids, "als-")


def _steps(graph: LinkGraph, ids: Sequence[str], prefix: str) -> Iterator[Step]:
    kinds = [id.removeprefix(prefix) for id in ids]
    for _, loop, nodes in _rank_chains(graph, kinds, prefix):
        yield chain_step(prefix + loop.kind, graph, nodes, loop.on, loop.removes, loop.kind == CONTINUOUS)


def _prefix(graph: LinkGraph, nodes: list[int]) -> str:
    if max(nodes) < SINGLES:
        return ""
    return "als-" if any(map(graph.set_cells, nodes)) else "grouped-"


def _rank_chains(graph: LinkGraph, kinds: Sequence[str], prefix: str) -> Iterator[RankedChain]:
    """Yield all loops and chains of some kinds, best first.

    With almost locked sets, another path is tried where the shortest is not proper.
    """
    walks: dict[tuple[int, bool], list[int]] = {}
    ranked: list[RankedChain] = []
    for loop in loops_of(graph, reach_of_on(graph)):
        if loop.kind in kinds:
            walk = walks.get((loop.start, loop.on)) or layers(graph, loop.start, loop.on)
            walks[loop.start, loop.on] = walk
            length = distance(walk, loop.end, loop.on == loop.end_on)
            if loop.kind == CONTINUOUS:
                ranked += _continuous_loops(graph, loop, walk, length, prefix)
            elif loop.removes:
                ranked.append(RankedChain(chain_rank(loop.removes, length), loop, []))
    ranked.sort(key=lambda chain: (chain.rank[:2], _order_found(chain.loop)))
    for _, tied in groupby(ranked, key=lambda chain: chain.rank[:2]):
        first: dict[int, int] = {}
        chains = []
        for rank, loop, known in tied:
            nodes = known or shortest_path(graph, walks[loop.start, loop.on], loop.on, loop.end, rank[2])
            if not is_proper(graph, nodes, loop):
                detours = _other_paths(graph, loop, rank[2]) if prefix == "als-" and loop.removes not in first else ()
                nodes = next(iter(detours), [])
            if nodes and _prefix(graph, nodes) == prefix:
                first.setdefault(loop.removes, len(first))
                chains.append(RankedChain(rank, loop, nodes))
        # As in HoDoKu, an AIC does not compete with a loop that removes the same, however long that is.
        yield from sorted(chains, key=lambda chain: (first[chain.loop.removes], chain.loop.kind == AIC, chain.rank))


def _continuous_loops(graph: LinkGraph, loop: Loop, walk: list[int], length: int, prefix: str) -> Iterator[RankedChain]:
    """Yield continuous loops with the same two ends that remove different candidates.

    What a loop removes depends on its path. Without almost locked sets only the shortest path counts.
    """
    shortest = shortest_path(graph, walk, loop.on, loop.end, length)
    others = _other_paths(graph, loop, length) if prefix == "als-" else ()
    seen = {0}
    for nodes in chain([shortest], others):
        removes = around_loop(graph, nodes) if is_proper(graph, nodes, loop) else 0
        if removes not in seen:
            seen.add(removes)
            yield RankedChain(chain_rank(removes, len(nodes) - 1), loop._replace(removes=removes), nodes)


def _order_found(loop: Loop) -> tuple[int, tuple[int, int]]:
    """Return the sort key of chains as HoDoKu finds them: loops from on, loops from off, AICs; then by their start."""
    return 2 if loop.kind == AIC else 0 if loop.on else 1, order_of_start(loop.start)


def _other_paths(graph: LinkGraph, loop: Loop, shortest: int) -> Iterator[list[int]]:
    """Yield proper paths of a loop or a chain that a bounded search finds, shorter ones first."""
    start_cell = 0 if loop.kind == AIC else graph.cells(loop.start)
    paths = proper_paths(
        graph,
        (loop.start, loop.on),
        (loop.end, loop.end_on),
        shortest,
        lambda nodes: (
            not revisits_cell(graph, nodes, start_cell) and (loop.kind == AIC or not _share_cells(graph, *nodes[:2]))
        ),
    )
    return (nodes for nodes in paths if is_proper(graph, nodes, loop))


def loops_of(graph: LinkGraph, reach: dict[int, Reach]) -> Iterator[Loop]:
    """Yield every start and end of a loop or an AIC; the paths are found later."""
    singles = list(members(graph.candidates))
    for start in singles:
        yield from _from_on(start, reach[start])
    for start in singles:
        if graph.strong.get(start):
            yield from _from_off(graph, start, reach_of_off(graph, reach, start))


def _from_on(start: int, reach: Reach) -> Iterator[Loop]:
    if reach.off >> start & 1:
        yield Loop(DISCONTINUOUS, start, True, start, False, 1 << start)
    for end in members(reach.on & SAME_CELL[start]):
        yield Loop(DISCONTINUOUS, start, True, end, True, 1 << start)


def _from_off(graph: LinkGraph, start: int, reach: Reach) -> Iterator[Loop]:
    mates = SAME_CELL[start] & graph.candidates
    if reach.on >> start & 1:
        yield Loop(DISCONTINUOUS, start, False, start, True, mates)
    for end in members(reach.off & mates):
        yield Loop(DISCONTINUOUS, start, False, end, False, 1 << end)
    for end in members(reach.on & mates & ~graph.strong[start]):
        yield Loop(CONTINUOUS, start, False, end, True, 0)
    yield from _aics(graph, start, reach.on & ALL_SINGLES & ~mates & ~(1 << start))


def _aics(graph: LinkGraph, start: int, ends: int) -> Iterator[Loop]:
    """Yield chains from off(start) to on(end) that remove at least two candidates; those that remove one are loops."""
    digit, cell = divmod(start, 81)
    cells = graph.digit_masks[digit] & PEER_MASKS[cell]
    for end in members(ends & ALL_CELLS << 81 * digit):
        common = cells & PEER_MASKS[end % 81]
        if common & (common - 1):
            yield Loop(AIC, start, False, end, True, common << 81 * digit)
    for other in range(9):
        if other != digit and graph.digit_masks[other] >> cell & 1:
            for end_cell in cells_of(ends >> 81 * other & cells):
                cross = 1 << 81 * other + cell | 1 << 81 * digit + end_cell
                yield Loop(AIC, start, False, 81 * other + end_cell, True, cross)


def is_proper(graph: LinkGraph, nodes: list[int], loop: Loop) -> bool:
    """Return whether a path visits no cell twice, and a loop leaves and enters its cell by links to other cells."""
    if len(nodes) < 3:
        return False
    if loop.kind == AIC:
        return not revisits_cell(graph, nodes)
    inside = _share_cells(graph, nodes[0], nodes[1]) or _share_cells(graph, nodes[-1], nodes[-2])
    return not inside and not revisits_cell(graph, nodes, graph.cells(nodes[0]))


def _share_cells(graph: LinkGraph, node: int, other: int) -> bool:
    return graph.cells(node) == graph.cells(other)


def around_loop(graph: LinkGraph, nodes: list[int]) -> int:
    """Return what a continuous loop removes whose first node is off and whose last, in the same cell, is on."""
    cells = 0
    for node in nodes:
        cells |= graph.set_cells(node) or graph.cells(node)
    removes = SAME_CELL[nodes[0]] & ~(1 << nodes[-1])
    for node, other in zip(nodes[1::2], nodes[2::2], strict=False):
        if graph.cells(node) == graph.cells(other):
            removes |= SAME_CELL[node] & ~(1 << other)
        else:
            digit = graph.digit(node)
            seen = common_peers(graph.cells(node) | graph.cells(other)) & ~cells
            removes |= seen << 81 * digit - 81
    return removes & graph.candidates | _around_sets(graph, nodes)


def _around_sets(graph: LinkGraph, nodes: list[int]) -> int:
    """Return what the almost locked sets of a continuous loop remove: all digits but those of its links are locked."""
    removes = 0
    for node, other in zip(nodes[::2], nodes[1::2], strict=True):
        own = graph.set_cells(node) or graph.set_cells(other)
        if own:
            inside, outside = (node, other) if graph.set_cells(node) else (other, node)
            removes |= _around_set(graph, own, inside, outside)
    return removes


def _around_set(graph: LinkGraph, own: int, inside: int, outside: int) -> int:
    """Return what a set removes if it lacks a digit, unless a candidate outside (or another of its digits) is on."""
    cell = 0 if graph.set_cells(outside) else graph.cells(outside)
    removes = 0
    for digit, cells in enumerate(graph.digit_masks, 1):
        places = cells & own
        if places and digit != graph.digit(inside) and (cell or digit != graph.digit(outside)):
            places |= cell & cells
            removes |= (cells & common_peers(places) & ~own) << 81 * digit - 81
    return removes
