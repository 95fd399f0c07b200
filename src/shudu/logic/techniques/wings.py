"""Wings: short chains through cells with few candidates.

Roles: `digits` the digits in play, the eliminated one last; `pivot` the cell in the middle (XY-, XYZ- and WXYZ-wing);
`pincers` the cells of which at least one holds the eliminated digit; `bridge` the strong link between the pincers of a
W-wing; `restricted` and `common` of a WXYZ-wing are the candidates of the restricted digits and of the eliminated one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, cell_name, cells_of, common_peers, mask_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.step_parts import candidates, strong, weak
from shudu.logic.registry import register


@register("w-wing", family="wings", order=3200, level="hard", score=150, code="0803")
def find_w_wings(grid: Grid, id: str) -> Iterator[Step]:
    """Yield pairs of cells with the same two candidates, connected by a strong link of one of them."""
    cells = list(cells_of(grid.with_candidates(2)))
    for one, other in combinations(cells, 2):
        if grid.cell_masks[one] == grid.cell_masks[other]:
            low, high = _two_digits(grid.cell_masks[one])
            for digit, bridge in ((low, high), (high, low)):
                targets = grid.digit_masks[digit - 1] & PEER_MASKS[one] & PEER_MASKS[other]
                if targets:
                    yield from _w_wing_steps(grid, id, digit, bridge, (one, other), targets)


@register("xy-wing", family="wings", order=3300, level="hard", score=160, code="0800", se=4.2)
def find_xy_wings(grid: Grid, id: str) -> Iterator[Step]:
    """Yield pivots xy with pincers xz and yz: one of the pincers holds z."""
    wings = sorted(((*sorted((pivot, *pincers)), pivot), pincers) for pivot, pincers in _xy_patterns(grid))
    for (*_, pivot), (one, other) in wings:
        yield from _wing_step(grid, id, pivot, one, other, PEER_MASKS[one] & PEER_MASKS[other])


@register("xyz-wing", family="wings", order=3400, level="hard", score=180, code="0801", se=4.4)
def find_xyz_wings(grid: Grid, id: str) -> Iterator[Step]:
    """Yield pivots xyz with pincers xz and yz: one of the three holds z."""
    masks, bivalue = grid.cell_masks, grid.with_candidates(2)
    for pivot, mask in enumerate(masks):
        if mask.bit_count() == 3:
            pincers = [cell for cell in cells_of(bivalue & PEER_MASKS[pivot]) if not masks[cell] & ~mask]
            for one, other in combinations(pincers, 2):
                if masks[one] != masks[other]:
                    seen = PEER_MASKS[one] & PEER_MASKS[other] & PEER_MASKS[pivot]
                    yield from _wing_step(grid, id, pivot, one, other, seen)


@register("wxyz-wing", family="wings", order=3410, level="hard", score=200, se=5.5, on=False, case_codes=("2001",))
def find_wxyz_wings(grid: Grid, id: str) -> Iterator[Step]:
    """Yield four cells with four digits, all but one of which can be in only one of the cells.

    The pivot sees the three pincers. A digit is restricted if all its cells in the wing see each other: the wing holds
    it at most once. If only one digit is not restricted, the wing must hold it.
    """
    masks = grid.cell_masks
    for pivot, digits in enumerate(masks):
        if digits and digits.bit_count() <= 4:
            near = [
                cell for cell in cells_of(PEER_MASKS[pivot]) if masks[cell] and (masks[cell] | digits).bit_count() <= 4
            ]
            for pincers in combinations(near, 3):
                if _union(grid, (pivot, *pincers)).bit_count() == 4:
                    yield from _wxyz_wing_steps(grid, id, pivot, pincers)


def _w_wing_steps(grid: Grid, id: str, digit: int, bridge: int, ends: tuple[int, int], targets: int) -> Iterator[Step]:
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


def _two_digits(mask: int) -> tuple[int, int]:
    return (mask & -mask).bit_length(), mask.bit_length()


def _wxyz_wing_steps(grid: Grid, id: str, pivot: int, pincers: tuple[int, ...]) -> Iterator[Step]:
    cells = (pivot, *pincers)
    wing = mask_of(cells)
    if not _is_first_pivot(cells) or any(not wing & ~house for house in HOUSE_MASKS):
        return
    digits = [bit + 1 for bit in cells_of(_union(grid, cells))]
    unrestricted = [digit for digit in digits if not _see_each_other(grid.digit_masks[digit - 1] & wing)]
    if len(unrestricted) == 1:
        (z,) = unrestricted
        common = grid.digit_masks[z - 1] & wing
        if targets := grid.digit_masks[z - 1] & common_peers(common):
            restricted = [digit for digit in digits if digit != z]
            roles: Roles = {"digits": (*restricted, z), "pivot": (pivot,), "pincers": pincers}
            roles["restricted"] = tuple(c for d in restricted for c in candidates(d, grid.digit_masks[d - 1] & wing))
            roles["common"] = candidates(z, common)
            links = tuple(
                weak(Candidate(d, pivot), Candidate(d, cell))
                for d in restricted
                for cell in pincers
                if grid.digit_masks[d - 1] >> pivot & grid.digit_masks[d - 1] >> cell & 1
            )
            yield Step(id, removes=candidates(z, targets), roles=roles, links=links)


def _union(grid: Grid, cells: tuple[int, ...]) -> int:
    union = 0
    for cell in cells:
        union |= grid.cell_masks[cell]
    return union


def _see_each_other(cells: int) -> bool:
    return all(not cells & ~PEER_MASKS[cell] & ~(1 << cell) for cell in cells_of(cells))


def _is_first_pivot(cells: tuple[int, ...]) -> bool:
    """Return whether no lower cell of the wing sees the other three as well, so that each wing is found once."""
    wing = mask_of(cells)
    return all(cell > cells[0] or wing & ~PEER_MASKS[cell] & ~(1 << cell) for cell in cells[1:])
