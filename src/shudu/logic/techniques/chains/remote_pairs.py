"""Remote pairs: a chain of cells with the same two candidates.

The digits alternate along the chain, so two cells an odd number of links apart hold both digits between them.

Roles: `digits` the two digits; `chain` the cells in order.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.candidate import Candidate
from shudu.core.geometry import PEER_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import DigitSet
from shudu.core.step import Link, Step
from shudu.logic.engine.step_parts import candidates, most_removals_first, strong, weak
from shudu.logic.registry import register


@register("remote-pair", family="remote pairs", order=2800, level="hard", score=110, code="0703", longest=10)
def find_remote_pairs(grid: Grid, id: str, longest: int) -> Iterator[Step]:
    """Yield chains of 4, 6, 8 … cells, up to `longest`; those that remove most come first."""
    shortest: dict[tuple[Candidate, ...], tuple[int, ...]] = {}
    for chain in _chains(grid, longest):
        removes = _removes(grid, chain)
        if removes and len(chain) < len(shortest.get(removes, chain + chain)):
            shortest[removes] = chain
    return iter(
        sorted((_step(grid, id, chain, removes) for removes, chain in shortest.items()), key=most_removals_first)
    )


def _chains(grid: Grid, longest: int) -> Iterator[tuple[int, ...]]:
    """Yield every chain of an even number of cells with the same two candidates whose ends see a common candidate."""
    groups: dict[int, int] = {}
    for cell in cells_of(grid.with_candidates(2)):
        groups[grid.cell_masks[cell]] = groups.get(grid.cell_masks[cell], 0) | 1 << cell
    for digits, cells in groups.items():
        places = 0
        for bit in cells_of(digits):
            places |= grid.digit_masks[bit]
        if cells.bit_count() >= 4:
            for start in cells_of(cells):
                for chain in _extend_chain((start,), cells & ~(1 << start), longest):
                    if places & PEER_MASKS[start] & PEER_MASKS[chain[-1]]:
                        yield chain


def _extend_chain(chain: tuple[int, ...], free: int, longest: int) -> Iterator[tuple[int, ...]]:
    if len(chain) >= 4 and len(chain) % 2 == 0:
        yield chain
    if len(chain) < longest:
        for cell in cells_of(free & PEER_MASKS[chain[-1]]):
            yield from _extend_chain((*chain, cell), free & ~(1 << cell), longest)


def _removes(grid: Grid, chain: tuple[int, ...]) -> tuple[Candidate, ...]:
    seen = 0
    for n, one in enumerate(chain):
        for other in chain[n + 3 :: 2]:
            seen |= PEER_MASKS[one] & PEER_MASKS[other]
    groups = (
        candidates(digit, grid.digit_masks[digit - 1] & seen) for digit in DigitSet.from_mask(grid.cell_masks[chain[0]])
    )
    return tuple(candidate for group in groups for candidate in group)


def _step(grid: Grid, id: str, chain: tuple[int, ...], removes: tuple[Candidate, ...]) -> Step:
    digits = tuple(DigitSet.from_mask(grid.cell_masks[chain[0]]))
    return Step(id, removes=removes, roles={"digits": digits, "chain": chain}, links=tuple(_links(chain, digits)))


def _links(chain: tuple[int, ...], digits: tuple[int, ...]) -> Iterator[Link]:
    enter, leave = digits
    for n, cell in enumerate(chain):
        yield strong(Candidate(enter, cell), Candidate(leave, cell))
        if n + 1 < len(chain):
            yield weak(Candidate(leave, cell), Candidate(leave, chain[n + 1]))
        enter, leave = leave, enter
