"""A grid: an immutable position: givens, placed digits and candidates.

Candidates are held as one 81-bit board per digit, so that a technique is a few lines of set algebra. A cell that has a
digit is on no board.

>>> grid = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> grid.candidates(2), grid.place(2, 4).digits[2]
(DigitSet([1, 2, 4]), 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

from shudu.core.candidate import Candidate
from shudu.core.checks import cell_of, digit_of
from shudu.core.errors import MalformedGrid, ShuduError, quote
from shudu.core.geometry import ALL_CELLS, DIGITS, HOUSE_MASKS, HOUSES, PEER_MASKS, cell_name, cells_of
from shudu.core.placements import unplaceable
from shudu.core.sets import CellSet, DigitSet
from shudu.core.step import Step
from shudu.core.text import read_grid, write_grid, write_line

_HAS_DIGIT: Final = b"0" + b"1" * 255
_IN_DIGITS: Final = bytes(range(10))
DigitMasks = tuple[int, int, int, int, int, int, int, int, int]


class Grid:
    """A position. `digits` are the 81 digits (0: empty), `digit_masks[d - 1]` the cells where d is a candidate."""

    __slots__ = ("_cell_masks", "_dead", "_digit_masks", "_digits", "_givens", "_pairs")
    _digits: bytes
    _givens: int | None
    _digit_masks: DigitMasks | None
    _cell_masks: tuple[int, ...] | None
    _pairs: tuple[tuple[tuple[int, int], ...], ...] | None
    _dead: tuple[int, ...] | None

    def __init__(self, digits: bytes, givens: int | None = None, digit_masks: DigitMasks | None = None) -> None:
        """A grid from its parts. Without `givens` every digit is one; without `digit_masks` candidates follow the rules."""
        if type(digits) is not bytes or len(digits) != 81 or digits.translate(None, _IN_DIGITS):
            raise MalformedGrid(f"{quote(digits)} are not 81 bytes from 0 (blank) to 9; Grid.parse reads text")
        self._digits = digits
        self._givens = givens
        self._digit_masks = digit_masks
        self._cell_masks = None
        self._pairs = None
        self._dead = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads a line of 81 or nine rows of nine. Raises MalformedGrid."""
        return cls(read_grid(text))

    @property
    def digits(self) -> bytes:
        """The 81 digits, 0 for empty."""
        return self._digits

    @property
    def givens(self) -> CellSet:
        """The cells whose digits the puzzle gives."""
        return CellSet.of_mask(self._given_mask())

    @property
    def digit_masks(self) -> DigitMasks:
        """For each digit the empty cells where it is a candidate."""
        if self._digit_masks is None:
            self._digit_masks = masks_by_rules(self._digits)
        return self._digit_masks

    @property
    def cell_masks(self) -> tuple[int, ...]:
        """For each cell its candidates as the mask of a DigitSet: bit 0 is digit 1."""
        if self._cell_masks is None:
            masks = [0] * 81
            for bit, board in enumerate(self.digit_masks):
                for cell in cells_of(board):
                    masks[cell] |= 1 << bit
            self._cell_masks = tuple(masks)
        return self._cell_masks

    @property
    def pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each digit the houses where it has exactly two places left, as (house, mask of the two cells)."""
        if self._pairs is None:
            self._pairs = tuple(
                tuple((house, two) for house, mask in enumerate(HOUSE_MASKS) if (two := board & mask).bit_count() == 2)
                for board in self.digit_masks
            )
        return self._pairs

    @property
    def dead(self) -> tuple[int, ...]:
        """For each digit the candidates that are false for reasons of that digit alone.

        Only these can it ever lose by fish, colours or any other reasoning about one digit.
        """
        if self._dead is None:
            self._dead = tuple(unplaceable(board) if board else 0 for board in self.digit_masks)
        return self._dead

    def with_candidates(self, count: int) -> int:
        """The mask of the cells with exactly `count` candidates, 1 or 2."""
        some = several = many = 0
        for board in self.digit_masks:
            many |= several & board
            several |= some & board
            some |= board
        return some & ~several if count == 1 else several & ~many

    @property
    def line(self) -> str:
        """The 81-character line, `.` for empty."""
        return write_line(self._digits)

    @property
    def empty(self) -> CellSet:
        """The cells without a digit."""
        return CellSet(cell for cell in range(81) if not self._digits[cell])

    def candidates(self, cell: int) -> DigitSet:
        """The candidates of an empty cell; of a filled one, none."""
        cell = cell_of(cell)
        return DigitSet(d for d in DIGITS if self.digit_masks[d - 1] >> cell & 1)

    def place(self, cell: int, digit: int) -> Grid:
        """The grid with a digit written and struck from the candidates of all peers."""
        cell, digit = cell_of(cell), digit_of(digit)
        if self._digits[cell]:
            raise ShuduError(f"{cell_name(cell)} holds {self._digits[cell]} already")
        keep, seen = ~(1 << cell), ~(1 << cell | PEER_MASKS[cell])
        digit_masks = [
            board & (seen if d == digit else keep) for d, board in zip(DIGITS, self.digit_masks, strict=True)
        ]
        digits = self._digits[:cell] + bytes((digit,)) + self._digits[cell + 1 :]
        return Grid(digits, self._given_mask(), _nine(digit_masks))

    def remove(self, candidates: Iterable[Candidate]) -> Grid:
        """The grid without these candidates."""
        digit_masks = list(self.digit_masks)
        for digit, cell in candidates:
            digit_masks[digit_of(digit) - 1] &= ~(1 << cell_of(cell))
        return Grid(self._digits, self._given_mask(), _nine(digit_masks))

    def after(self, step: Step) -> Grid:
        """The grid after a step: its digits placed, its candidates removed."""
        if not isinstance(step, Step):
            raise TypeError(f"a step is applied, not {type(step).__name__}; a hint has one: hint.step")
        grid = self.remove(step.removes)
        for digit, cell in step.places:
            grid = grid.place(cell, digit)
        return grid

    def conflicts(self) -> CellSet:
        """The cells whose digit stands twice in a house."""
        held, found = [0] * 10, 0
        for cell, digit in enumerate(self._digits):
            held[digit] |= 1 << cell
        for cell, digit in enumerate(self._digits):
            if digit and held[digit] & PEER_MASKS[cell]:
                found |= 1 << cell
        return CellSet.of_mask(found)

    def is_solved(self) -> bool:
        """Whether every cell is filled and no rule is broken: by the rules alone."""
        return 0 not in self._digits and all(len({self._digits[cell] for cell in house}) == 9 for house in HOUSES)

    def is_contradictory(self) -> bool:
        """Whether a cell without candidates, a digit without a place, or a repeat shows that no solution is left."""
        return bool(self.conflicts()) or self._has_bare_cell() or self._has_homeless_digit()

    def _has_bare_cell(self) -> bool:
        covered = 0
        for board in self.digit_masks:
            covered |= board
        return covered != self.empty.mask

    def _has_homeless_digit(self) -> bool:
        for digit, board in zip(DIGITS, self.digit_masks, strict=True):
            room = board | sum(1 << cell for cell in range(81) if self._digits[cell] == digit)
            if any(not room & house for house in HOUSE_MASKS):
                return True
        return False

    def _given_mask(self) -> int:
        if self._givens is None:
            self._givens = filled(self._digits)
        return self._givens

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._digits == other._digits and self.digit_masks == other.digit_masks and self.givens == other.givens

    def __hash__(self) -> int:
        return hash(self._digits)

    def __repr__(self) -> str:
        return f"Grid.parse({self.line!r})"

    def __str__(self) -> str:
        return write_grid(self._digits)

    def _repr_svg_(self) -> str:
        from shudu.core.drawing import draw

        return draw(self)


def filled(digits: bytes) -> int:
    """The cells that hold a digit, as a bit set.

    >>> filled(bytes([0, 5]) + bytes(79))
    2
    """
    return int(digits[::-1].translate(_HAS_DIGIT), 2)


def masks_by_rules(digits: bytes) -> DigitMasks:
    """The candidates that the digits alone leave: in empty cells, each digit that no peer holds."""
    digit_masks = [ALL_CELLS] * 9
    filled = 0
    for cell, digit in enumerate(digits):
        if digit:
            filled |= 1 << cell
            digit_masks[digit - 1] &= ~PEER_MASKS[cell]
    return _nine([board & ~filled for board in digit_masks])


def clashes(digits: bytes) -> dict[int, list[int]]:
    """For each digit that stands twice in a house: the cells where it clashes."""
    found: dict[int, list[int]] = {}
    for cell in cells_of(Grid(digits).conflicts().mask):
        found.setdefault(digits[cell], []).append(cell)
    return found


def _nine(digit_masks: list[int]) -> DigitMasks:
    a, b, c, d, e, f, g, h, i = digit_masks
    return (a, b, c, d, e, f, g, h, i)
