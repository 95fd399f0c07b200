"""Colours: the places of a digit, joined by strong links, fall into two colours of which one is true.

Roles: `digits`; `colour-1` and `colour-2` the two colours of the first web, `colour-3` and `colour-4` those of the
second (multi colours), as candidates. Links are the strong links of the webs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from shudu.core.geometry import PEER_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.technique import technique
from shudu.logic.words import candidates, strong

Web = tuple[int, int]
WRAP, TRAP, MULTI_WRAP, MULTI_TRAP = "simple-colours-wrap", "simple-colours-trap", "multi-colours-2", "multi-colours-1"


@technique(WRAP, family="colours", order=5330, level="hard", score=150, code="0501", aliases=("simple colors wrap",))
@technique(TRAP, family="colours", order=5330, level="hard", score=150, code="0500", aliases=("simple colors trap",))
def simple_colours(grid: Grid, *ids: str) -> Iterator[Step]:
    """A colour that sees itself is false (wrap); what sees both colours is false (trap)."""
    for digit, webs in _webs(grid):
        for web in webs:
            for kind, targets in ((WRAP, _wrapped(web)), (TRAP, _trapped(grid.digit_masks[digit - 1], *web))):
                if targets and kind in ids:
                    yield _step(grid, kind, digit, web, targets)


@technique(MULTI_WRAP, family="colours", order=5360, level="hard", score=200, code="0503", aliases=("multi colors 2",))
@technique(MULTI_TRAP, family="colours", order=5360, level="hard", score=200, code="0502", aliases=("multi colors 1",))
def multi_colours(grid: Grid, *ids: str) -> Iterator[Step]:
    """Two webs: a colour that sees both colours of the other is false; partners of colours that see each other trap."""
    for digit, webs in _webs(grid):
        board = grid.digit_masks[digit - 1]
        for one, other in permutations(webs, 2):
            found = ((MULTI_WRAP, _multi_wrapped(one, other)), (MULTI_TRAP, _multi_trapped(board, one, other)))
            for kind, targets in found:
                if targets and kind in ids:
                    yield _step(grid, kind, digit, (*one, *other), targets)


def _wrapped(web: Web) -> int:
    """The colours that see themselves."""
    return sum(colour for colour in web if _seen(colour) & colour)


def _trapped(board: int, one: int, other: int) -> int:
    """What sees both colours."""
    return board & _seen(one) & _seen(other) & ~(one | other)


def _multi_wrapped(web: Web, other: Web) -> int:
    """The colours of a web that see both colours of another."""
    return sum(colour for colour in web if _seen(colour) & other[0] and _seen(colour) & other[1])


def _multi_trapped(board: int, web: Web, other: Web) -> int:
    """What sees both partners of two colours that see each other: one of the partners is true."""
    targets = 0
    for here, partner in (web, web[::-1]):
        for there, partner_there in (other, other[::-1]):
            if _seen(here) & there:
                targets |= _trapped(board, partner, partner_there)
    return targets


def _webs(grid: Grid) -> Iterator[tuple[int, list[Web]]]:
    """For each digit that can lose a candidate, its webs: pairs of colours."""
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


def _seen(colour: int) -> int:
    seen = 0
    for cell in cells_of(colour):
        seen |= PEER_MASKS[cell]
    return seen


def _step(grid: Grid, id: str, digit: int, colours: tuple[int, ...], targets: int) -> Step:
    roles: Roles = {"digits": (digit,)}
    roles |= {f"colour-{n}": candidates(digit, colour) for n, colour in enumerate(colours, 1)}
    web = 0
    for colour in colours:
        web |= colour
    links = tuple(_link(digit, house, two) for house, two in grid.pairs[digit - 1] if not two & ~web)
    return Step(id, removes=candidates(digit, targets), roles=roles, links=links)


def _link(digit: int, house: int, two: int) -> Link:
    one, other = candidates(digit, two)
    return strong(one, other, house)
