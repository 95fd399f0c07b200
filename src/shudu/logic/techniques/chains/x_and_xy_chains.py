"""X-chains and XY-chains: chains in one digit, or through cells with two candidates.

A chain begins and ends with a strong link: if its start is off, its end is on. So one of the two is true, and candidates
that see both are removed. Roles and links: see `engine.step_parts`.

The best chain comes first: most removals, then nearest the top left, then shortest.

Remote pairs are chains of cells with the same two candidates. The digits alternate along the chain, so two cells an odd
number of links apart hold both digits between them. Roles: `digits` the two digits; `chain` the cells in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from shudu.core.geometry import ALL_CELLS, PEER_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Link, Step
from shudu.logic.engine.link_graph import (
    LinkGraph,
    all_candidates,
    build_restricted_graph,
    members,
    strong_in_cells,
    strong_in_houses,
)
from shudu.logic.engine.step_parts import candidates, chain_step, most_removals_first, strong, weak
from shudu.logic.engine.walks import (
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

_SHORTEST: Final = 3  # links
_LONGEST: Final = 19


class ChainEnds(NamedTuple):
    """A start and an end of which one is true, and what they remove. The lowest rank is the best."""

    rank: tuple[int, int, int]
    start: int
    end: int
    removes: int


@register("x-chain", family="chains", order=5400, level="unfair", score=260, code="0701", se=6.5)
def find_x_chains(grid: Grid, id: str) -> Iterator[Step]:
    """Yield chains in one digit whose strong links are houses. A chain may return to its start, which then is true."""
    alive = tuple(places if dead else 0 for places, dead in zip(grid.digit_masks, grid.dead, strict=True))
    yield from _steps(id, build_restricted_graph(grid.digit_masks, strong_in_houses(alive)), rings=True)


@register("xy-chain", family="chains", order=5500, level="unfair", score=260, code="0702", se=6.6)
def find_xy_chains(grid: Grid, id: str) -> Iterator[Step]:
    """Yield chains through cells with two candidates, which are the strong links."""
    yield from _steps(
        id, build_restricted_graph(grid.digit_masks, strong_in_cells(all_candidates(grid.digit_masks))), rings=False
    )


def _steps(id: str, graph: LinkGraph, rings: bool) -> Iterator[Step]:
    ranked = sorted(_chain_ends(graph, rings), key=lambda ends: (ends.rank[:2], order_of_start(ends.start)))
    for _, tied in groupby(ranked, key=lambda ends: ends.rank[:2]):
        shortest: dict[int, tuple[int, list[int]]] = {}
        for ends in tied:
            length = ends.rank[2]
            if length < shortest.get(ends.removes, (1000,))[0] and (nodes := _path_between(graph, ends)):
                shortest[ends.removes] = length, nodes
        for removes, (_, nodes) in shortest.items():
            yield chain_step(id, graph, nodes, False, removes)


def _chain_ends(graph: LinkGraph, rings: bool) -> Iterator[ChainEnds]:
    reach = reach_of_on(graph)
    for start in graph.strong:
        digit, cell = divmod(start, 81)
        seen = graph.digit_masks[digit] & PEER_MASKS[cell]
        ends = reach_of_off(graph, reach, start).on & ALL_CELLS << 81 * digit & (-1 if rings else ~(1 << start))
        walk: list[int] = []
        for end in members(ends >> start << start if seen else 0):
            if removes := (seen if end == start else seen & PEER_MASKS[end % 81]) << 81 * digit:
                walk = walk or layers(graph, start, False, _LONGEST)
                length = distance(walk, end, same=False)
                if length > 0:
                    yield ChainEnds(chain_rank(removes, max(length, _SHORTEST)), start, end, removes)


def _path_between(graph: LinkGraph, ends: ChainEnds) -> list[int]:
    """Return the shortest path, or another if that returns to a cell it has visited or is a single link."""
    _, start, end, _ = ends
    start_cell = graph.cells(start) if start == end else 0
    length = ends.rank[2]
    walk = layers(graph, start, False, length)
    direct = distance(walk, end, same=False) < length
    nodes = [] if direct else shortest_path(graph, walk, False, end, length)
    if direct or revisits_cell(graph, nodes, start_cell):
        others = proper_paths(
            graph, (start, False), (end, True), length, lambda nodes: not revisits_cell(graph, nodes, start_cell)
        )
        return next(others, [])
    return nodes


@register("remote-pair", family="remote pairs", order=2800, level="hard", score=110, code="0703", longest=10)
def find_remote_pairs(grid: Grid, id: str, longest: int) -> Iterator[Step]:
    """Yield chains of 4, 6, 8 … cells, up to `longest`; those that remove most come first."""
    shortest: dict[tuple[Candidate, ...], tuple[int, ...]] = {}
    for chain in _pair_chains(grid, longest):
        removes = _pair_removes(grid, chain)
        if removes and len(chain) < len(shortest.get(removes, chain + chain)):
            shortest[removes] = chain
    return iter(
        sorted((_pair_step(grid, id, chain, removes) for removes, chain in shortest.items()), key=most_removals_first)
    )


def _pair_chains(grid: Grid, longest: int) -> Iterator[tuple[int, ...]]:
    """Yield every chain of an even number of cells with the same two candidates whose ends see a common candidate."""
    groups: dict[int, int] = {}
    for cell in cells_of(grid.with_candidates(2)):
        groups[grid.cell_masks[cell]] = groups.get(grid.cell_masks[cell], 0) | 1 << cell
    for digits, cells in groups.items():
        places = 0
        for bit in cells_of(digits):
            places |= grid.digit_masks[bit]
        if cells.bit_count() >= 4:
            for start in cells_of(cells):
                for chain in _extend_pair_chain((start,), cells & ~(1 << start), longest):
                    if places & PEER_MASKS[start] & PEER_MASKS[chain[-1]]:
                        yield chain


def _extend_pair_chain(chain: tuple[int, ...], free: int, longest: int) -> Iterator[tuple[int, ...]]:
    if len(chain) >= 4 and len(chain) % 2 == 0:
        yield chain
    if len(chain) < longest:
        for cell in cells_of(free & PEER_MASKS[chain[-1]]):
            yield from _extend_pair_chain((*chain, cell), free & ~(1 << cell), longest)


def _pair_removes(grid: Grid, chain: tuple[int, ...]) -> tuple[Candidate, ...]:
    seen = 0
    for n, one in enumerate(chain):
        for other in chain[n + 3 :: 2]:
            seen |= PEER_MASKS[one] & PEER_MASKS[other]
    groups = (
        candidates(digit, grid.digit_masks[digit - 1] & seen) for digit in DigitSet.from_mask(grid.cell_masks[chain[0]])
    )
    return tuple(candidate for group in groups for candidate in group)


def _pair_step(grid: Grid, id: str, chain: tuple[int, ...], removes: tuple[Candidate, ...]) -> Step:
    digits = tuple(DigitSet.from_mask(grid.cell_masks[chain[0]]))
    return Step(id, removes=removes, roles={"digits": digits, "chain": chain}, links=tuple(_pair_links(chain, digits)))


def _pair_links(chain: tuple[int, ...], digits: tuple[int, ...]) -> Iterator[Link]:
    enter, leave = digits
    for n, cell in enumerate(chain):
        yield strong(Candidate(enter, cell), Candidate(leave, cell))
        if n + 1 < len(chain):
            yield weak(Candidate(leave, cell), Candidate(leave, chain[n + 1]))
        enter, leave = leave, enter
