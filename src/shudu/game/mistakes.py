"""What is wrong with the entries of a board, by the rules or against the solution."""

from __future__ import annotations

from shudu.core.geometry import cells_of
from shudu.core.grid import Grid
from shudu.core.sets import CellSet
from shudu.kernel.solving import count


def fits(digits: bytes) -> bool:
    """Whether some solution agrees with all these digits."""
    return count(Grid(digits), limit=1) == 1


def against_rules(digits: bytes, givens: int) -> CellSet:
    """The entries whose digit stands twice in a house.

    >>> against_rules(bytes((5, 5)) + bytes(79), givens=1)
    CellSet.parse('r1c2')
    """
    return CellSet.of_mask(Grid(digits).conflicts().mask & ~givens)


def against_solution(digits: bytes, givens: int) -> CellSet:
    """The entries no solution agrees with.

    Where the puzzle has several solutions, entries are taken in the order of the cells, and one is wrong if no solution
    agrees with it and the right ones before it.

    >>> against_solution(bytes((1, 2, 3, 4, 5, 6, 7, 8, 8)) + bytes(72), givens=0xFF)
    CellSet.parse('r1c9')
    """
    if fits(digits):
        return CellSet()
    kept = bytearray(digit if givens >> cell & 1 else 0 for cell, digit in enumerate(digits))
    wrong = 0
    for cell in cells_of(~givens & (1 << 81) - 1):
        if digits[cell]:
            kept[cell] = digits[cell]
            if not fits(bytes(kept)):
                wrong |= 1 << cell
                kept[cell] = 0
    return CellSet.of_mask(wrong)
