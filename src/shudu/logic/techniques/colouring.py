"""Colouring: candidates connected by strong links fall into two colours, one of which is true.

Simple and multi colours work on one digit, 3D Medusa on all digits.

Roles: `digits`; `colour-1` and `colour-2` the candidates of the two colours of the first web, `colour-3` and
`colour-4` those of the second (multi colours). If 3D Medusa refutes a colour, `false` holds its candidates and `place`
the cell or house that refutes it. Links are the strong links of the webs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from shudu.core.geometry import PEER_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.link_graph import ALL_SINGLES, SEEN, LinkGraph, build_link_graph, candidates_of, members
from shudu.logic.engine.parallel_singles import PLACE_KINDS, emptied_places, occupied_places, place_name
from shudu.logic.engine.step_parts import candidates, link_between, strong
from shudu.logic.engine.walks import spread
from shudu.logic.registry import register

Web = tuple[int, int]
WRAP, TRAP, MULTI_WRAP, MULTI_TRAP = "simple-colours-wrap", "simple-colours-trap", "multi-colours-2", "multi-colours-1"


@register(WRAP, family="colours", order=5330, level="hard", score=150, code="0501")
@register(TRAP, family="colours", order=5330, level="hard", score=150, code="0500")
def find_simple_colours(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield colours that see themselves and are false (wrap), and candidates that see both colours (trap)."""
    for digit, webs in _webs_by_digit(grid):
        for web in webs:
            for kind, targets in ((WRAP, _find_wrapped(web)), (TRAP, _find_trapped(grid.digit_masks[digit - 1], *web))):
                if targets and kind in ids:
                    yield _colour_step(grid, kind, digit, web, targets)


@register(MULTI_WRAP, family="colours", order=5360, level="hard", score=200, code="0503")
@register(MULTI_TRAP, family="colours", order=5360, level="hard", score=200, code="0502")
def find_multi_colours(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield colours that see both colours of another web, and candidates trapped between two webs."""
    for digit, webs in _webs_by_digit(grid):
        places = grid.digit_masks[digit - 1]
        for one, other in permutations(webs, 2):
            pairs = (
                (MULTI_WRAP, _find_multi_wrapped(one, other)),
                (MULTI_TRAP, _find_multi_trapped(places, one, other)),
            )
            for kind, targets in pairs:
                if targets and kind in ids:
                    yield _colour_step(grid, kind, digit, (*one, *other), targets)


@register("medusa-3d", family="colours", order=5370, level="unfair", score=240, on=False, case_codes=("2002",))
def find_medusa(grid: Grid, id: str) -> Iterator[Step]:
    """Yield false colours over all digits, and candidates that see both colours.

    A colour is false if it has two candidates in a cell, or two of a digit in a house, or leaves a cell empty.
    """
    graph = build_link_graph(grid.digit_masks)
    for web in _medusa_webs(graph):
        for colour in web:
            if place := _contradiction(graph.candidates, colour):
                yield _medusa_step(graph, id, web, colour, {"false": candidates_of(colour), "place": (place,)})
        one, other = (_seen_nodes(colour) for colour in web)
        if trapped := graph.candidates & one & other & ~(web[0] | web[1]):
            yield _medusa_step(graph, id, web, trapped, {})


def _find_wrapped(web: Web) -> int:
    """Return the colours that see themselves."""
    return sum(colour for colour in web if _seen_cells(colour) & colour)


def _find_trapped(places: int, one: int, other: int) -> int:
    """Return the places that see both colours."""
    return places & _seen_cells(one) & _seen_cells(other) & ~(one | other)


def _find_multi_wrapped(web: Web, other: Web) -> int:
    """Return the colours of a web that see both colours of another."""
    return sum(colour for colour in web if _seen_cells(colour) & other[0] and _seen_cells(colour) & other[1])


def _find_multi_trapped(places: int, web: Web, other: Web) -> int:
    """Return the places that see both opposites of two colours that see each other: one of the opposites is true."""
    targets = 0
    for here, opposite in (web, web[::-1]):
        for there, opposite_there in (other, other[::-1]):
            if _seen_cells(here) & there:
                targets |= _find_trapped(places, opposite, opposite_there)
    return targets


def _webs_by_digit(grid: Grid) -> Iterator[tuple[int, list[Web]]]:
    """Yield each digit that can lose a candidate, with its webs."""
    for digit, dead in enumerate(grid.dead, 1):
        if dead:
            yield digit, list(_webs_of([two for _, two in grid.pairs[digit - 1]]))


def _webs_of(pairs: list[int]) -> Iterator[Web]:
    left = 0
    for two in pairs:
        left |= two
    while left:
        one, other = left & -left, 0
        while (grown := (one | _partners(pairs, other), other | _partners(pairs, one))) != (one, other):
            one, other = grown
        yield one, other
        left &= ~(one | other)


def _partners(pairs: list[int], colour: int) -> int:
    partners = 0
    for two in pairs:
        if two & colour:
            partners |= two & ~colour
    return partners


def _seen_cells(colour: int) -> int:
    seen = 0
    for cell in cells_of(colour):
        seen |= PEER_MASKS[cell]
    return seen


def _colour_step(grid: Grid, id: str, digit: int, colours: tuple[int, ...], targets: int) -> Step:
    roles: Roles = {"digits": (digit,)}
    roles |= {f"colour-{n}": candidates(digit, colour) for n, colour in enumerate(colours, 1)}
    web = 0
    for colour in colours:
        web |= colour
    links = tuple(_strong_link(digit, house, two) for house, two in grid.pairs[digit - 1] if not two & ~web)
    return Step(id, removes=candidates(digit, targets), roles=roles, links=links)


def _strong_link(digit: int, house: int, two: int) -> Link:
    one, other = candidates(digit, two)
    return strong(one, other, house)


def _medusa_webs(graph: LinkGraph) -> Iterator[Web]:
    """Yield the two colours of each set of candidates connected by strong links."""
    done = 0
    for start in graph.strong:
        if not done >> start & 1:
            web = [1 << start, 0]
            fresh, side = 1 << start, 0
            while fresh:
                side = 1 - side
                fresh = spread(fresh, graph.strong) & ~web[side]
                web[side] |= fresh
            done |= web[0] | web[1]
            yield web[0], web[1]


def _seen_nodes(colour: int) -> int:
    seen = 0
    for node in members(colour):
        seen |= SEEN[node]
    return seen


def _contradiction(candidates: int, colour: int) -> str:
    """Return the cell or house that a colour fills twice or leaves empty; empty if there is none."""
    for anchors, shifts, spread_of in PLACE_KINDS:
        once = twice = 0
        for shift in shifts:
            part = colour >> shift & anchors
            twice |= once & part
            once |= part
        if twice:
            return place_name((twice & -twice) * spread_of & ALL_SINGLES)
    lost = emptied_places(occupied_places(candidates), candidates & ~_seen_nodes(colour) | colour)
    return place_name(lost[0]) if lost else ""


def _medusa_step(graph: LinkGraph, id: str, web: Web, removes: int, more: Roles) -> Step:
    roles: Roles = {"colour-1": candidates_of(web[0]), "colour-2": candidates_of(web[1])}
    links = tuple(
        link_between(graph, node, other, strong=True)
        for node in members(web[0])
        for other in members(graph.strong[node] & web[1])
    )
    return Step(id, removes=candidates_of(removes), roles=roles | more, links=links)
