"""Candidates, and immutable sets of cells and of digits, each stored as the bits of one int.

>>> str(Candidate(7, 22)), Candidate.from_text("7r3c5")
('7r3c5', Candidate(digit=7, cell=22))
>>> CellSet("r1c1 r2c2") | CellSet([80])
CellSet('r1c1 r2c2 r9c9')
>>> DigitSet([4, 7]) & DigitSet([7, 9])
DigitSet([7])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple, Self

from shudu.core.arguments import check_cell, check_digit, to_int
from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, cells_of, parse_cell


class _DigitInCell(NamedTuple):
    digit: int
    cell: int


class Candidate(_DigitInCell):
    """A digit in a cell.

    >>> str(Candidate(7, 22)), Candidate.from_text("7r3c5")
    ('7r3c5', Candidate(digit=7, cell=22))

    Attributes:
        digit: The digit, 1 to 9.
        cell: The cell, 0 to 80.

    Raises:
        ShuduError: If there is no such digit or cell.
    """

    __slots__ = ()

    def __new__(cls, digit: int, cell: int) -> Candidate:
        """Check the values; comparisons are faster than conversion, and techniques make thousands of candidates."""
        if not (type(digit) is type(cell) is int and 0 < digit < 10 and 0 <= cell < 81):
            digit, cell = check_digit(digit), check_cell(cell)
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


Candidates = Iterable[Candidate | str] | Candidate | str


def to_candidate(value: object) -> Candidate:
    """Return a candidate, also given as text or as a pair of a digit and a cell.

    Raises:
        ShuduError: If the value is none of these.
    """
    if isinstance(value, Candidate):
        return value
    if isinstance(value, str):
        return Candidate.from_text(value)
    if isinstance(value, tuple | list) and len(value) == 2:
        return Candidate(*value)
    raise ShuduError("core.not-a-candidate", text=quote(value))


def to_candidates(values: Candidates) -> tuple[Candidate, ...]:
    """Return candidates, also given as text such as `7r3c5 2r1c1`, or as a single one.

    >>> len(to_candidates("7r3c5, 2r1c1")), len(to_candidates(Candidate(7, 22)))
    (2, 1)

    Raises:
        ShuduError: If a value is not a candidate.
    """
    if isinstance(values, str):
        return tuple(map(Candidate.from_text, values.replace(",", " ").split()))
    if isinstance(values, Candidate) or not isinstance(values, Iterable):
        return (to_candidate(values),)
    return tuple(map(to_candidate, values))


class _BitSet(Set[int]):
    """Set algebra on a mask."""

    __slots__ = ("_mask",)
    _mask: int

    def __init__(self, members: Iterable[int] | str = ()) -> None:
        raise NotImplementedError

    @classmethod
    def from_mask(cls, mask: int) -> Self:
        """Return the set whose members are the bits of a mask.

        Args:
            mask: The members as bits, as in the attribute `mask`.
        """
        new = cls.__new__(cls)
        new._mask = mask
        return new

    @property
    def mask(self) -> int:
        """The members as the bits of an int."""
        return self._mask

    def __and__(self, other: object) -> Self:
        return self.from_mask(self._mask & self._mask_of(other))

    def __or__(self, other: object) -> Self:
        return self.from_mask(self._mask | self._mask_of(other))

    def __sub__(self, other: object) -> Self:
        return self.from_mask(self._mask & ~self._mask_of(other))

    def __xor__(self, other: object) -> Self:
        return self.from_mask(self._mask ^ self._mask_of(other))

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __bool__(self) -> bool:
        return self._mask != 0

    def __eq__(self, other: object) -> bool:
        return self._mask == other._mask if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._mask)

    def _mask_of(self, other: object) -> int:
        if isinstance(other, type(self)):
            return other._mask
        if isinstance(other, Iterable):
            return type(self)(other).mask
        raise TypeError(f"cannot combine {type(self).__name__} with {type(other).__name__}")


class CellSet(_BitSet):
    """A set of cells. `str` draws it on a 9×9 board; bit 0 of the mask is cell 0.

    Args:
        members: Cells as numbers from 0 to 80, or text with their names: `r1c1 r2c2`, separated by spaces or commas.

    Raises:
        ShuduError: If a member is not a cell.
    """

    __slots__ = ()

    def __init__(self, members: Iterable[int] | str = ()) -> None:
        if isinstance(members, str):
            members = map(parse_cell, members.replace(",", " ").split())
        mask = 0
        for cell in members:
            mask |= 1 << check_cell(cell)
        self._mask = mask

    def __contains__(self, cell: object) -> bool:
        return 0 <= (number := to_int(cell)) < 81 and bool(self._mask >> number & 1)

    def __iter__(self) -> Iterator[int]:
        return cells_of(self._mask)

    def __repr__(self) -> str:
        return f"CellSet({' '.join(map(cell_name, self))!r})"

    def __str__(self) -> str:
        marks = ["#" if cell in self else "." for cell in range(81)]
        return "\n".join(" ".join(marks[9 * row : 9 * row + 9]) for row in range(9))


class DigitSet(_BitSet):
    """A set of digits 1–9; bit 0 of the mask is digit 1.

    >>> str(DigitSet([2, 4])), DigitSet("42")
    ('24', DigitSet([2, 4]))

    Args:
        members: Digits as numbers, or text such as `24`.

    Raises:
        ShuduError: If a member is not a digit.
    """

    __slots__ = ()

    def __init__(self, members: Iterable[int] | str = ()) -> None:
        if isinstance(members, str):
            members = (int(digit) if digit in "123456789" else check_digit(digit) for digit in members)
        mask = 0
        for digit in members:
            mask |= 1 << check_digit(digit) - 1
        self._mask = mask

    def __contains__(self, digit: object) -> bool:
        return 1 <= (number := to_int(digit)) <= 9 and bool(self._mask >> number - 1 & 1)

    def __iter__(self) -> Iterator[int]:
        return (bit + 1 for bit in cells_of(self._mask))

    def __repr__(self) -> str:
        return f"DigitSet({list(self)})"

    def __str__(self) -> str:
        return "".join(map(str, self))
