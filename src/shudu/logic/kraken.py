"""Kraken fish: a fish whose fins do not see what it removes, but lead to it by chains.

Either a fin is true, or the fish is: each house of its cover holds the digit in one place of the base. Type 1: a place
of the cover is false if the fish is true, and false by a chain from each fin. Type 2: a candidate is false by a chain
from each fin and from each place of the base in one house of the cover.

Roles: as for fish, and `target` the candidate removed; `house` the house of the cover (type 2). Links are the chains,
one after the other; each begins at a fin or a place and ends at the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.chain_steps import chain_links
from shudu.logic.fish import BASIC, POOLS, Base, Fish, fish_roles
from shudu.logic.links import LinkGraph, candidate_of, link_graph, single
from shudu.logic.technique import technique
from shudu.logic.walk import Reach, distance, layers, path, reach_of_on

_kraken = partial(
    technique, family="fish", order=8450, level="extreme", score=500, on=False, sizes=(2, 3, 4), most_fins=2
)


@_kraken("kraken-fish-1", code="0371", aliases=("kraken fish type 1",))
def type_1(grid: Grid, id: str, sizes: tuple[int, ...], most_fins: int) -> Iterator[Step]:
    """A place of the cover that each fin turns off."""
    graph = link_graph(grid.boards)
    reach = reach_of_on(graph)
    found = 0
    for fish in _finned(grid, sizes, most_fins):
        fins = [single(fish.digit, cell) for cell in cells_of(fish.fins)]
        for target in cells_of(_all_turned_off(graph, reach, fins) & fish.removes << 81 * (fish.digit - 1) & ~found):
            found |= 1 << target
            yield _step(id, graph, fish, fins, target)


@_kraken("kraken-fish-2", code="0372", aliases=("kraken fish type 2",))
def type_2(grid: Grid, id: str, sizes: tuple[int, ...], most_fins: int) -> Iterator[Step]:
    """A candidate that each fin and each place in one house of the cover turns off."""
    graph = link_graph(grid.boards)
    reach = reach_of_on(graph)
    found = 0
    for fish in _finned(grid, sizes, most_fins):
        for house in fish.cover:
            places = fish.fins | fish.base.places & HOUSE_MASKS[house]
            starts = [single(fish.digit, cell) for cell in cells_of(places)]
            for target in cells_of(_all_turned_off(graph, reach, starts) & ~found):
                found |= 1 << target
                yield _step(id, graph, fish, starts, target, house)


def _finned(grid: Grid, sizes: tuple[int, ...], most_fins: int) -> Iterator[Fish]:
    """Basic fish with fins; `removes` is what would go if the fins were false."""
    for size in sizes:
        for digit, board in enumerate(grid.boards, 1):
            for lines, across in POOLS[BASIC]:
                useful = [line for line in lines if board & HOUSE_MASKS[line]]
                for houses in combinations(useful, size):
                    places = sum(board & HOUSE_MASKS[house] for house in houses)
                    yield from _covered(board, digit, Base(houses, places, 0), across, most_fins)


def _covered(board: int, digit: int, base: Base, across: tuple[int, ...], most_fins: int) -> Iterator[Fish]:
    hit = [house for house in across if HOUSE_MASKS[house] & base.places]
    for cover in combinations(hit, len(base.houses)):
        covered = sum(HOUSE_MASKS[house] for house in cover)
        fins = base.places & ~covered
        if 0 < fins.bit_count() <= most_fins:
            yield Fish(digit, base, cover, fins, board & covered & ~base.places)


def _all_turned_off(graph: LinkGraph, reach: dict[int, Reach], starts: list[int]) -> int:
    """The candidates that every start turns off, not all of them at once."""
    off = seen = -1
    for start in starts:
        off &= reach[start].off
        seen &= graph.weak[start]
    return off & ~seen


def _step(id: str, graph: LinkGraph, fish: Fish, starts: list[int], target: int, house: int | None = None) -> Step:
    roles: Roles = {**fish_roles(fish), "target": (candidate_of(target),)}
    if house is not None:
        roles["house"] = (house_name(house),)
    links = tuple(link for start in starts for link in _chain(graph, start, target))
    return Step(id, removes=(candidate_of(target),), roles=roles, links=links)


def _chain(graph: LinkGraph, start: int, target: int) -> tuple[Link, ...]:
    walk = layers(graph, start, on=True)
    nodes = path(graph, walk, True, target, distance(walk, target, same=False))
    return chain_links(graph, nodes, on=True)
