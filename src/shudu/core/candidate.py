"""A candidate: a digit that may stand in a cell, written 7r3c5."""

from __future__ import annotations

from typing import NamedTuple

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, parse_cell


class Candidate(NamedTuple):
    """A digit in a cell.

    >>> str(Candidate(7, 22)), Candidate.parse("7r3c5")
    ('7r3c5', Candidate(digit=7, cell=22))
    """

    digit: int
    cell: int

    def __str__(self) -> str:
        return f"{self.digit}{cell_name(self.cell)}"

    @classmethod
    def parse(cls, text: str) -> Candidate:
        """Reads 7r3c5; raises ShuduError for anything else."""
        if text[:1] not in tuple("123456789"):
            raise ShuduError(f"{quote(text)} is not a candidate; candidates are written 7r3c5")
        return cls(int(text[0]), parse_cell(text[1:]))
