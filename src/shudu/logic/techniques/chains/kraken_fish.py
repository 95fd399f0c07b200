"""Kraken fish: fish whose fins do not see what is removed but rule it out by chains.

Either a fin is true or the fish holds: then each house of its cover has the digit in one place of the base. Type 1: the
fish removes a candidate, and a chain from each fin rules it out too. Type 2: a chain from each fin and from each place
of the base in one house of the cover rules out a candidate.

Roles: as for fish, and `target` the candidate removed; `house` the house of the cover (type 2). Links are the chains one
after the other; each begins at a fin or a place and ends at the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.link_graph import LinkGraph, build_link_graph, candidate_of, node_of
from shudu.logic.engine.step_parts import chain_links
from shudu.logic.engine.walks import Reach, distance, layers, reach_of_on, shortest_path
from shudu.logic.registry import register
from shudu.logic.techniques.fish import (
    BASIC,
    FRANKEN,
    MOST_ENDO_FINS,
    MOST_FINS,
    MUTANT,
    POOLS,
    Fish,
    FishBase,
    fish_roles,
    shape_of,
)

_kraken = partial(register, family="fish", level="extreme", score=500, on=False)
_basic = partial(_kraken, order=8450, shape=BASIC, sizes=(2, 3, 4), most_fins=MOST_FINS)
# With more fins, searching Franken fish takes seconds and rarely finds anything.
_franken = partial(_kraken, order=8451, shape=FRANKEN, sizes=(2, 3), most_fins=3)
_mutant = partial(_kraken, order=8452, shape=MUTANT, sizes=(2,), most_fins=MOST_FINS)


@_basic("kraken-fish-1", code="0371")
@_franken("kraken-franken-fish-1", case_codes=("2010",))
@_mutant("kraken-mutant-fish-1", case_codes=("2012",))
def find_type_1(grid: Grid, id: str, shape: str, sizes: tuple[int, ...], most_fins: int) -> Iterator[Step]:
    """Yield candidates that the fish would remove and each fin turns off."""
    graph = build_link_graph(grid.digit_masks)
    reach = reach_of_on(graph)
    removed = 0
    for fish in _finned_fish(grid, shape, sizes, most_fins):
        fins = [node_of(fish.digit, cell) for cell in cells_of(fish.fins)]
        for target in cells_of(_all_turned_off(graph, reach, fins) & fish.removes << 81 * (fish.digit - 1) & ~removed):
            removed |= 1 << target
            yield _step(id, graph, fish, fins, target)


@_basic("kraken-fish-2", code="0372")
@_franken("kraken-franken-fish-2", case_codes=("2011",))
@_mutant("kraken-mutant-fish-2", case_codes=("2013",))
def find_type_2(grid: Grid, id: str, shape: str, sizes: tuple[int, ...], most_fins: int) -> Iterator[Step]:
    """Yield candidates that each fin and each place in one house of the cover turn off."""
    graph = build_link_graph(grid.digit_masks)
    reach = reach_of_on(graph)
    removed = 0
    for fish in _finned_fish(grid, shape, sizes, most_fins):
        for house in fish.cover:
            places = fish.fins | fish.base.places & HOUSE_MASKS[house]
            starts = [node_of(fish.digit, cell) for cell in cells_of(places)]
            for target in cells_of(_all_turned_off(graph, reach, starts) & ~removed):
                removed |= 1 << target
                yield _step(id, graph, fish, starts, target, house)


def _finned_fish(grid: Grid, shape: str, sizes: tuple[int, ...], most_fins: int) -> Iterator[Fish]:
    """Yield fish of a shape with fins; `removes` is what they remove if all fins are false."""
    for size in sizes:
        for digit, cells in enumerate(grid.digit_masks, 1):
            for inside, across in POOLS[shape]:
                useful = [house for house in inside if cells & HOUSE_MASKS[house]]
                for houses in combinations(useful, size):
                    base = _build_base(cells, houses)
                    if base.endo.bit_count() <= min(most_fins, MOST_ENDO_FINS):
                        yield from _fish_of_base(cells, digit, base, across, shape, most_fins)


def _build_base(cells: int, houses: tuple[int, ...]) -> FishBase:
    places = endo = 0
    for house in houses:
        own = cells & HOUSE_MASKS[house]
        endo |= places & own
        places |= own
    return FishBase(houses, places, endo)


def _fish_of_base(
    cells: int, digit: int, base: FishBase, across: tuple[int, ...], shape: str, most_fins: int
) -> Iterator[Fish]:
    """Yield the fish of a base; a place in two houses of the cover is removed even from the base."""
    hit = [h for h in across if HOUSE_MASKS[h] & base.places and h not in base.houses]
    for cover in combinations(hit, len(base.houses)):
        covered = twice = 0
        for house in cover:
            twice |= covered & HOUSE_MASKS[house]
            covered |= HOUSE_MASKS[house]
        fins = base.places & ~covered | base.endo
        if 0 < fins.bit_count() <= most_fins and (shape == BASIC or shape_of(base.houses, cover) == shape):
            yield Fish(digit, base, cover, fins, cells & (covered & ~base.places | twice))


def _all_turned_off(graph: LinkGraph, reach: dict[int, Reach], starts: list[int]) -> int:
    """Return the candidates that every start turns off, without those that all starts see directly."""
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
    nodes = shortest_path(graph, walk, True, target, distance(walk, target, same=False))
    return chain_links(graph, nodes, on=True)
