"""The parts of steps that finders share: candidates of a set of cells, links with their proofs, order of steps."""

from __future__ import annotations

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cell_name, cells_of, house_name
from shudu.core.step import Link, Step


def candidates(digit: int, cells: int) -> tuple[Candidate, ...]:
    """Return the candidates of a digit in a set of cells.

    >>> candidates(7, 0b101)
    (Candidate(digit=7, cell=0), Candidate(digit=7, cell=2))
    """
    return tuple(Candidate(digit, cell) for cell in cells_of(cells))


def strong(start: Candidate, end: Candidate, house: int | None = None) -> Link:
    """Return the strong link between the only two candidates of a digit in a house, or of a cell."""
    return Link((start,), (end,), True, _proof(start, end, house))


def weak(start: Candidate, end: Candidate, house: int | None = None) -> Link:
    """Return the weak link between two candidates that share a house or a cell."""
    return Link((start,), (end,), False, _proof(start, end, house))


def _proof(start: Candidate, end: Candidate, house: int | None) -> str:
    if house is not None:
        return house_name(house)
    if start.cell == end.cell:
        return cell_name(start.cell)
    return house_name(shared_house(start.cell, end.cell))


def shared_house(one: int, other: int) -> int:
    """Return a house of two cells that see each other, lines before boxes."""
    return next(house for house in HOUSES_OF[one] if house in HOUSES_OF[other])


def houses_between(one: int, other: int) -> str:
    """Return the house that contains two sets of cells which see each other, or all houses that connect them.

    >>> houses_between(0b1, 0b110), houses_between(0b1, 1 << 8 | 1 << 72)
    ('r1', 'r1,c1')
    """
    both = one | other
    for house, mask in enumerate(HOUSE_MASKS):
        if not both & ~mask:
            return house_name(house)
    return ",".join(house_name(house) for house, mask in enumerate(HOUSE_MASKS) if mask & one and mask & other)


def most_removals_first(step: Step) -> tuple[int, int]:
    """Return the sort key of steps that are compared as a whole: most removals first, then nearest the top left."""
    weights = (cell * (80 * n + 1) + digit for n, (digit, cell) in enumerate(sorted(step.removes)))
    return -len(step.removes), sum(weights)
