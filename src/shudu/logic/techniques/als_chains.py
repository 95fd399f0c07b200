"""ALS chains and death blossoms: several almost locked sets linked by candidates that they share.

ALS chain: four or more almost locked sets, each linked to the next by a restricted common. A node of the graph walked
here is a digit of a set, `(digit - 1) * count + set`. A digit in a set is not in the sets that share it as a restricted
common; a set that lacks a digit has all its others. So these chains are walks like any other. Roles and links: see
`als_wings`.

Death blossom: a cell (the stem), each of whose candidates sees all its places in an almost locked set (a petal). Whatever
the stem holds, one petal loses that digit and is locked. So one of the petals holds each digit that all petals share and
the stem lacks; candidates that see all its cells in all petals are removed.

Roles: `digits` the digits removed; `stem` the candidates of the stem, `petal-1`, `petal-2`, … all candidates of each
petal in order of the stem's digits, `common` the candidates of the digits that remove something. Links: weak from
each candidate of the stem to its petal, then strong through the petal (the proof lists its cells).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from shudu.core.geometry import ALL_CELLS, cell_name, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.als import DIGITS_OF, Als, AlsWeb, almost_locked_sets, build_als_web, digits_by_cell
from shudu.logic.engine.step_parts import houses_between
from shudu.logic.engine.walks import reach_of_on, spread
from shudu.logic.registry import register
from shudu.logic.techniques.als_wings import als_step, find_removals_by_ends


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

    If `forward`, the sets are taken in the order of their houses only, and of the chains between two sets that begin and
    end with the same digits a shortest one counts, as in HoDoKu. Otherwise longer ones and other last links count too.
    """
    web = build_als_web(grid.digit_masks)
    graph = _build_graph(web, forward)
    chains = list(_chains(web, graph, most, every=not forward))
    first: dict[tuple[tuple[int, int], ...], int] = {}
    for chain in chains:
        first.setdefault(_key(chain), len(first))
    for chain in sorted(chains, key=lambda chain: (chain.rank[:2], first[_key(chain)], chain.rank)):
        yield als_step(id, [web.sets[i] for i in chain.sets], chain.commons, chain.removes)


def _key(chain: AlsChain) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(chain.removes.items()))


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


def _chains(web: AlsWeb, graph: AlsGraph, most: int, every: bool) -> Iterator[AlsChain]:
    reach = reach_of_on(graph)
    for i, als in enumerate(web.sets):
        goals = 0
        for d in DIGITS_OF[als.digits]:
            goals |= (web.allies[d][als.places[d]] & ~(1 << i)) << graph.count * d
        for d in DIGITS_OF[als.digits]:
            node = graph.count * d + i
            if ends := goals & reach[node].on & ~((1 << graph.count) - 1 << graph.count * d):
                yield from _chains_from(web, graph, node, ends, most, every)


def _chains_from(web: AlsWeb, graph: AlsGraph, start: int, goals: int, most: int, every: bool) -> Iterator[AlsChain]:
    """Yield the chains that leave a set by a digit and reach some goals: a shortest one for each, or `every` last link."""
    rows = [1 << start]
    while rows[-1] and goals and len(rows) <= most:
        rows.append(spread(spread(rows[-1], graph.weak), graph.strong))
        if len(rows) > 3:
            for goal in cells_of(rows[-1] & goals):
                ends = _last_links(graph, rows, goal) if every else [(goal,)]
                for end in ends:
                    nodes = _path_through(graph, rows, len(rows) - len(end), end)
                    if nodes and (chain := _build_chain(web, graph, nodes)):
                        yield chain
            if not every:
                goals &= ~rows[-1]


def _last_links(graph: AlsGraph, rows: list[int], goal: int) -> Iterator[tuple[int, ...]]:
    """Yield the goal with each node before it."""
    for node in cells_of(rows[-2] & spread(graph.strong[goal], graph.back)):
        if node % graph.count != goal % graph.count:
            yield node, goal


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
        shared = web.find_commons(i, j)
        commons.append(shared if commons[-1] & (commons[-1] - 1) else shared & ~commons[-1])
    removes = find_removals_by_ends(first, last, first.digits & last.digits & ~(commons[0] | commons[-1]))
    if not removes or not all(commons):
        return None
    return AlsChain(_rank(web, sets, removes), sets, tuple(commons), removes)


def _rank(web: AlsWeb, sets: tuple[int, ...], removes: dict[int, int]) -> tuple[int, int, int, int]:
    places = [(d, cell) for d in sorted(removes) for cell in cells_of(removes[d])]
    place = sum(cell * (1 + 80 * i) + d + 1 for i, (d, cell) in enumerate(places))
    return -len(places), place, len(sets), sum(web.sets[i].cells.bit_count() for i in sets)


Petals = list[tuple[int, Als]]


@register("death-blossom", family="als", order=6000, level="unfair", score=360, code="0904", on=False, overlap=False)
@register(
    "death-blossom-overlapping",
    family="als",
    order=6001,
    level="unfair",
    score=360,
    on=False,
    case_codes=("0904-2",),
    overlap=True,
)
def find_death_blossom(grid: Grid, id: str, overlap: bool) -> Iterator[Step]:
    """Yield stems with a petal for each candidate; `overlap` lets petals share cells."""
    sets = almost_locked_sets(grid.digit_masks)
    for stem, digits in enumerate(digits_by_cell(grid.digit_masks)):
        choices = [[als for als in sets if als.seen[d] >> stem & 1] for d in DIGITS_OF[digits]]
        if len(choices) > 1 and all(choices):
            for petals in _choose_petals(choices, overlap, 0, 511 & ~digits, []):
                if removes := _find_removals(stem, petals, digits):
                    yield _blossom_step(id, stem, list(zip(DIGITS_OF[digits], petals, strict=True)), removes)


def _choose_petals(
    choices: list[list[Als]], overlap: bool, taken: int, common: int, petals: list[Als]
) -> Iterator[list[Als]]:
    """Yield all choices of a petal for each digit of the stem that share a digit which could remove something."""
    if len(petals) == len(choices):
        yield petals
        return
    for als in choices[len(petals)]:
        shared = common & als.digits
        if shared and not (als.cells & taken and not overlap) and _can_remove(shared, petals, als):
            yield from _choose_petals(choices, overlap, taken | als.cells, shared, [*petals, als])


def _can_remove(digits: int, petals: list[Als], als: Als) -> bool:
    for d in DIGITS_OF[digits]:
        seen = als.seen[d]
        for petal in petals:
            seen &= petal.seen[d]
        if seen:
            return True
    return False


def _find_removals(stem: int, petals: list[Als], digits: int) -> dict[int, int]:
    """Return the cells that see all places of each digit that all petals share and the stem lacks."""
    removes = {}
    cells = 1 << stem
    for als in petals:
        cells |= als.cells
    for d in range(9):
        if not digits >> d & 1 and all(als.digits >> d & 1 for als in petals):
            seen = ALL_CELLS & ~cells
            for als in petals:
                seen &= als.seen[d]
            if seen:
                removes[d] = seen
    return removes


def _blossom_step(id: str, stem: int, petals: Petals, removes: dict[int, int]) -> Step:
    roles: Roles = {
        "digits": tuple(d + 1 for d in sorted(removes)),
        "stem": tuple(Candidate(d + 1, stem) for d, _ in petals),
    }
    roles |= {f"petal-{i}": als.candidates() for i, (_, als) in enumerate(petals, 1)}
    roles["common"] = tuple(dict.fromkeys(c for d in removes for _, als in petals for c in als.candidates_of(d)))
    removed = tuple(Candidate(d + 1, cell) for d in sorted(removes) for cell in cells_of(removes[d]))
    return Step(id, removes=removed, roles=roles, links=tuple(_blossom_links(stem, petals, min(removes))))


def _blossom_links(stem: int, petals: Petals, common: int) -> Iterator[Link]:
    for d, als in petals:
        yield Link((Candidate(d + 1, stem),), als.candidates_of(d), False, houses_between(1 << stem, als.places[d]))
        proof = ",".join(map(cell_name, cells_of(als.cells)))
        yield Link(als.candidates_of(d), als.candidates_of(common), True, proof)
