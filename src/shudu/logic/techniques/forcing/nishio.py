"""Nishio: a candidate that, if true, leaves its digit without place in some house.

Only the digit itself is followed: where it has one place left in a house, it goes there.

Roles: `digits` the digit; `assumed-on` the candidate; `on` where the digit goes then; `place` the house without place
for it, `contradiction` the candidates of the digit there. Links: from each place to the one that it forces, weak to a
candidate it rules out and strong to the last one left.
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
    """The candidates whose digit has no place somewhere if they are true."""
    for digit, board in enumerate(grid.digit_masks, 1):
        for cell in cells_of(board):
            if found := _refuted(board, cell):
                yield _step(id, digit, board, cell, *found)


def _refuted(board: int, cell: int) -> tuple[list[tuple[int, int]], int] | None:
    """The cells that follow, with the houses that force them, and the house left without place, if there is one."""
    open_houses = [house for house, mask in enumerate(HOUSE_MASKS) if board & mask and not mask >> cell & 1]
    room = board & ~PEER_MASKS[cell]
    forced: list[tuple[int, int]] = []
    while True:
        for house in open_houses:
            left = room & HOUSE_MASKS[house]
            if not left:
                return forced, house
            if not left & (left - 1):
                last = left.bit_length() - 1
                forced.append((last, house))
                room &= ~PEER_MASKS[last]
                open_houses = [other for other in open_houses if not HOUSE_MASKS[other] >> last & 1]
                break
        else:
            return None


def _step(id: str, digit: int, board: int, cell: int, forced: list[tuple[int, int]], house: int) -> Step:
    links: list[Link] = []
    on = 1 << cell
    for last, where in forced:
        gone = board & HOUSE_MASKS[where] & ~(1 << last)
        links += _ruled_out(digit, gone, on)
        links.append(Link(candidates(digit, gone), (Candidate(digit, last),), True, house_name(where)))
        on |= 1 << last
    lost = board & HOUSE_MASKS[house]
    links += _ruled_out(digit, lost, on)
    roles: Roles = {
        "digits": (digit,),
        "assumed-on": (Candidate(digit, cell),),
        "on": candidates(digit, on),
        "place": (house_name(house),),
        "contradiction": candidates(digit, lost),
    }
    return Step(id, removes=(Candidate(digit, cell),), roles=roles, links=tuple(links))


def _ruled_out(digit: int, gone: int, on: int) -> Iterator[Link]:
    """Each candidate that has gone, by one that is on."""
    for cell in cells_of(gone):
        cause = next(cells_of(PEER_MASKS[cell] & on))
        yield Link((Candidate(digit, cause),), (Candidate(digit, cell),), False, house_name(shared_house(cause, cell)))
