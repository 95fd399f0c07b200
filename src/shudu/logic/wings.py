"""Wings: short chains through cells with two candidates.

Roles: `digits` the digits in play, the eliminated one last; `pivot` the cell in the middle (XY- and XYZ-wing);
`pincers` the cells of which one holds the eliminated digit; `bridge` the strong link between the pincers of a W-wing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shudu.core.candidate import Candidate
from shudu.core.geometry import PEER_MASKS, cell_name, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.technique import technique
from shudu.logic.words import candidates, strong, weak


@technique("w-wing", family="wings", order=3200, level="hard", score=150, code="0803")
def w_wings(grid: Grid, id: str) -> Iterator[Step]:
    """Two cells with the same two candidates, joined by a strong link of one of them."""
    cells = list(cells_of(grid.with_candidates(2)))
    for one, other in combinations(cells, 2):
        if grid.cell_masks[one] == grid.cell_masks[other]:
            low, high = _two(grid.cell_masks[one])
            for digit, bridge in ((low, high), (high, low)):
                targets = grid.digit_masks[digit - 1] & PEER_MASKS[one] & PEER_MASKS[other]
                if targets:
                    yield from _w_wing(grid, id, digit, bridge, (one, other), targets)


@technique("xy-wing", family="wings", order=3300, level="hard", score=160, code="0800", se=4.2)
def xy_wings(grid: Grid, id: str) -> Iterator[Step]:
    """A pivot xy with pincers xz and yz: one of the pincers holds z."""
    found = sorted(((*sorted((pivot, *pincers)), pivot), pincers) for pivot, pincers in _xy_patterns(grid))
    for (*_, pivot), (one, other) in found:
        yield from _wing_step(grid, id, pivot, one, other, PEER_MASKS[one] & PEER_MASKS[other])


@technique("xyz-wing", family="wings", order=3400, level="hard", score=180, code="0801", se=4.4)
def xyz_wings(grid: Grid, id: str) -> Iterator[Step]:
    """A pivot xyz with pincers xz and yz: one of the three holds z."""
    masks, bivalue = grid.cell_masks, grid.with_candidates(2)
    for pivot, mask in enumerate(masks):
        if mask.bit_count() == 3:
            pincers = [cell for cell in cells_of(bivalue & PEER_MASKS[pivot]) if not masks[cell] & ~mask]
            for one, other in combinations(pincers, 2):
                if masks[one] != masks[other]:
                    seen = PEER_MASKS[one] & PEER_MASKS[other] & PEER_MASKS[pivot]
                    yield from _wing_step(grid, id, pivot, one, other, seen)


def _xy_patterns(grid: Grid) -> Iterator[tuple[int, tuple[int, int]]]:
    masks, bivalue = grid.cell_masks, grid.with_candidates(2)
    for pivot in cells_of(bivalue):
        near = [cell for cell in cells_of(bivalue & PEER_MASKS[pivot]) if (masks[cell] & masks[pivot]).bit_count() == 1]
        for one, other in combinations(near, 2):
            if masks[one] ^ masks[other] == masks[pivot]:
                yield pivot, (one, other)


def _wing_step(grid: Grid, id: str, pivot: int, one: int, other: int, seen: int) -> Iterator[Step]:
    masks = grid.cell_masks
    z = (masks[one] & masks[other]).bit_length()
    targets = grid.digit_masks[z - 1] & seen
    if targets:
        x, y = (masks[one] & ~masks[other]).bit_length(), (masks[other] & ~masks[one]).bit_length()
        a, b, c, d = Candidate(z, one), Candidate(x, one), Candidate(y, other), Candidate(z, other)
        turn = tuple(Candidate(digit + 1, pivot) for digit in cells_of(masks[pivot] & ~(1 << x - 1)))
        links = (
            strong(a, b),
            weak(b, Candidate(x, pivot)),
            Link((Candidate(x, pivot),), turn, True, cell_name(pivot)),
            weak(Candidate(y, pivot), c),
            strong(c, d),
        )
        roles: Roles = {"digits": (*sorted((x, y)), z), "pivot": (pivot,), "pincers": (one, other)}
        yield Step(id, removes=candidates(z, targets), roles=roles, links=links)


def _w_wing(grid: Grid, id: str, digit: int, bridge: int, ends: tuple[int, int], targets: int) -> Iterator[Step]:
    one, other = ends
    sees_one, sees_other = PEER_MASKS[one], PEER_MASKS[other]
    for house, two in grid.pairs[bridge - 1]:
        near, far = two & sees_one, two & sees_other
        if near | far == two and near and far and not near & far:
            a, b, c, d = one, near.bit_length() - 1, far.bit_length() - 1, other
            links = (
                strong(Candidate(digit, a), Candidate(bridge, a)),
                weak(Candidate(bridge, a), Candidate(bridge, b)),
                strong(Candidate(bridge, b), Candidate(bridge, c), house),
                weak(Candidate(bridge, c), Candidate(bridge, d)),
                strong(Candidate(bridge, d), Candidate(digit, d)),
            )
            roles: Roles = {
                "digits": (bridge, digit),
                "pincers": ends,
                "bridge": (Candidate(bridge, b), Candidate(bridge, c)),
            }
            yield Step(id, removes=candidates(digit, targets), roles=roles, links=links)


def _two(mask: int) -> tuple[int, int]:
    """The two digits of a mask, lower first."""
    return (mask & -mask).bit_length(), mask.bit_length()
