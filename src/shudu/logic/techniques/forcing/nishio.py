"""Nishio: a candidate that, if true, leaves its digit without a place in some house.

Only the digit itself is followed: where it has one place left in a house, it goes there.

Roles: `digits` the digit; `assumed-on` the candidate; `on` the places the digit then takes; `place` the house without a
place for it, `contradiction` the candidates of the digit there. Links: weak from each place to the candidates it rules
out, strong from these to the last one left in a house.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.step_parts import candidates, shared_house
from shudu.logic.registry import register


@register("nishio", family="forcing", order=8460, level="extreme", score=480, se=7.5, on=False, case_codes=("2009",))
def find_nishio(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the candidates that, if true, leave their digit without a place in a house."""
    for digit, places in enumerate(grid.digit_masks, 1):
        for cell in cells_of(places):
            if refutation := _refute(places, cell):
                yield _step(id, digit, places, cell, *refutation)


def _refute(places: int, cell: int) -> tuple[list[tuple[int, int]], int] | None:
    """Return the cells that follow, with the houses that force them, and the house left without a place, if any."""
    open_houses = [house for house, mask in enumerate(HOUSE_MASKS) if places & mask and not mask >> cell & 1]
    free = places & ~PEER_MASKS[cell]
    forced: list[tuple[int, int]] = []
    while True:
        for house in open_houses:
            left = free & HOUSE_MASKS[house]
            if not left:
                return forced, house
            if not left & (left - 1):
                last = left.bit_length() - 1
                forced.append((last, house))
                free &= ~PEER_MASKS[last]
                open_houses = [other for other in open_houses if not HOUSE_MASKS[other] >> last & 1]
                break
        else:
            return None


def _step(id: str, digit: int, places: int, cell: int, forced: list[tuple[int, int]], house: int) -> Step:
    links: list[Link] = []
    on = 1 << cell
    for last, where in forced:
        gone = places & HOUSE_MASKS[where] & ~(1 << last)
        links += _weak_links(digit, gone, on)
        links.append(Link(candidates(digit, gone), (Candidate(digit, last),), True, house_name(where)))
        on |= 1 << last
    lost = places & HOUSE_MASKS[house]
    links += _weak_links(digit, lost, on)
    roles: Roles = {
        "digits": (digit,),
        "assumed-on": (Candidate(digit, cell),),
        "on": candidates(digit, on),
        "place": (house_name(house),),
        "contradiction": candidates(digit, lost),
    }
    return Step(id, removes=(Candidate(digit, cell),), roles=roles, links=tuple(links))


def _weak_links(digit: int, gone: int, on: int) -> Iterator[Link]:
    """Yield a link to each candidate in `gone` from one of the places that are on."""
    for cell in cells_of(gone):
        cause = next(cells_of(PEER_MASKS[cell] & on))
        yield Link((Candidate(digit, cause),), (Candidate(digit, cell),), False, house_name(shared_house(cause, cell)))
