"""3D Medusa: colours over all digits. Candidates joined by strong links fall into two colours, of which one is true.

- wrap: a colour is false if it has two candidates in a cell, or two of a digit in a house, or leaves a cell without any
- trap: a candidate is false if it sees both colours, in its cell or of its digit

Roles: `colour-1` and `colour-2` the candidates of the two colours; in a wrap `false` is the colour that is false, and
`place` the cell or house that shows it. Links are the strong links of the web.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.chain_steps import link_between
from shudu.logic.folds import FOLDS, emptied, filled, place_name
from shudu.logic.links import ALL_SINGLES, SEEN, LinkGraph, candidates_of, link_graph, members
from shudu.logic.technique import technique
from shudu.logic.walk import spread

Web = tuple[int, int]


@technique(
    "medusa-3d",
    family="colours",
    order=5370,
    level="unfair",
    score=240,
    on=False,
    aliases=("2002", "3d-medusa", "3d medusa"),
)
def find_medusa(grid: Grid, id: str) -> Iterator[Step]:
    """A false colour, or the candidates that see both."""
    graph = link_graph(grid.digit_masks)
    for web in _webs(graph):
        for colour in web:
            if place := _contradiction(graph.candidates, colour):
                yield _step(graph, id, web, colour, {"false": candidates_of(colour), "place": (place,)})
        one, other = (_seen(colour) for colour in web)
        if trapped := graph.candidates & one & other & ~(web[0] | web[1]):
            yield _step(graph, id, web, trapped, {})


def _webs(graph: LinkGraph) -> Iterator[Web]:
    """The two colours of each set of candidates that hang together by strong links."""
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


def _seen(colour: int) -> int:
    found = 0
    for node in members(colour):
        found |= SEEN[node]
    return found


def _contradiction(candidates: int, colour: int) -> str:
    """The cell or house that a colour fills twice, or empties; nothing if there is none."""
    for anchors, shifts, spread_of in FOLDS:
        once = twice = 0
        for shift in shifts:
            part = colour >> shift & anchors
            twice |= once & part
            once |= part
        if twice:
            return place_name((twice & -twice) * spread_of & ALL_SINGLES)
    lost = emptied(filled(candidates), candidates & ~_seen(colour) | colour)
    return place_name(lost[0]) if lost else ""


def _step(graph: LinkGraph, id: str, web: Web, removes: int, more: Roles) -> Step:
    roles: Roles = {"colour-1": candidates_of(web[0]), "colour-2": candidates_of(web[1])}
    links = tuple(
        link_between(graph, node, other, strong=True)
        for node in members(web[0])
        for other in members(graph.strong[node] & web[1])
    )
    return Step(id, removes=candidates_of(removes), roles=roles | more, links=links)
