"""Small words shared by the finders: candidates of a mask, and links with their proofs."""

from __future__ import annotations

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSES_OF, cell_name, cells_of, house_name
from shudu.core.step import Link


def candidates(digit: int, cells: int) -> tuple[Candidate, ...]:
    """A digit in each cell of a mask.

    >>> candidates(7, 0b101)
    (Candidate(digit=7, cell=0), Candidate(digit=7, cell=2))
    """
    return tuple(Candidate(digit, cell) for cell in cells_of(cells))


def strong(start: Candidate, end: Candidate, house: int | None = None) -> Link:
    """If one is false the other is true: the only two of their digit in a house, or of their cell."""
    return Link((start,), (end,), True, _proof(start, end, house))


def weak(start: Candidate, end: Candidate, house: int | None = None) -> Link:
    """Not both are true: they share a house, or a cell."""
    return Link((start,), (end,), False, _proof(start, end, house))


def _proof(start: Candidate, end: Candidate, house: int | None) -> str:
    if house is not None:
        return house_name(house)
    if start.cell == end.cell:
        return cell_name(start.cell)
    return house_name(shared_house(start.cell, end.cell))


def shared_house(one: int, other: int) -> int:
    """A house of two cells that see each other, lines before boxes.

    Raises ValueError if they do not.
    """
    for house in HOUSES_OF[one]:
        if house in HOUSES_OF[other]:
            return house
    raise ValueError(f"{cell_name(one)} and {cell_name(other)} share no house")
