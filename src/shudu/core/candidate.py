"""Candidates: digits that are still possible in a cell, written 7r3c5."""

from __future__ import annotations

from typing import NamedTuple

from shudu.core.arguments import check_cell, check_digit
from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, parse_cell


class _DigitInCell(NamedTuple):
    digit: int
    cell: int


class Candidate(_DigitInCell):
    """A digit in a cell.

    >>> str(Candidate(7, 22)), Candidate.from_text("7r3c5")
    ('7r3c5', Candidate(digit=7, cell=22))

    Args:
        digit: The digit, 1 to 9.
        cell: The cell, 0 to 80.

    Raises:
        ShuduError: If there is no such digit or cell.
    """

    __slots__ = ()

    def __new__(cls, digit: int, cell: int) -> Candidate:
        """Check the values. A comparison first: techniques make thousands of candidates."""
        if not (0 < digit < 10 and 0 <= cell < 81):
            check_digit(digit)
            check_cell(cell)
        return tuple.__new__(cls, (digit, cell))

    def __str__(self) -> str:
        return f"{self.digit}{cell_name(self.cell)}"

    @classmethod
    def from_text(cls, text: str) -> Candidate:
        """Return the candidate written as in `7r3c5`.

        Args:
            text: The digit followed by the cell.

        Raises:
            ShuduError: If the text is not a candidate.
        """
        if text[:1] not in tuple("123456789"):
            raise ShuduError("core.not-a-candidate", text=quote(text))
        return cls(int(text[0]), parse_cell(text[1:]))
