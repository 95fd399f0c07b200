"""Grids: immutable positions with givens, written digits and candidates.

Candidates are stored as one 81-bit mask per digit, so that a technique is a few lines of set algebra. A filled cell is
in none of the masks.

>>> grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> grid.candidates(2), grid.place(4, 2)[2]
(DigitSet([1, 2, 4]), 4)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, Final, overload

from shudu.core.arguments import check_cell, check_digit
from shudu.core.errors import ShuduError
from shudu.core.geometry import (
    ALL_CELLS,
    DIGITS,
    HOUSE_MASKS,
    HOUSES,
    PEER_MASKS,
    Nine,
    cell_name,
    cells_of,
    find_unplaceable,
    nine,
)
from shudu.core.sets import Candidates, CellSet, DigitSet, to_candidates
from shudu.core.step import Step
from shudu.core.text import GridLike, to_digits, write_grid, write_line

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

_HAS_DIGIT: Final = b"0" + b"1" * 255
DigitMasks = Nine  # for each digit the mask of some cells


class DigitsView:
    """The 81 digits that puzzles and grids have in common: indexed, iterated and printed alike.

    `view[40]` and `view[4, 4]` are the digit of the middle cell, 0 for blank; `numpy.asarray(view)` has shape (9, 9).
    """

    __slots__ = ("_digits",)
    _digits: bytes

    @property
    def digits(self) -> bytes:
        """The 81 digits, 0 for blank."""
        return self._digits

    @property
    def line(self) -> str:
        """The 81-character line, `.` for blank."""
        return write_line(self._digits)

    def __len__(self) -> int:
        return 81

    def __iter__(self) -> Iterator[int]:
        return iter(self._digits)

    @overload
    def __getitem__(self, cell: int | tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, cell: slice) -> bytes: ...
    def __getitem__(self, cell: int | tuple[int, int] | slice) -> int | bytes:
        try:
            if isinstance(cell, tuple):
                row, column = map(index, cell)
                return self._digits[9 * range(9)[row] + range(9)[column]]
            return self._digits[cell]
        except IndexError:
            raise IndexError(f"there is no cell {cell}; rows and columns are 0 to 8, cells 0 to 80") from None
        except (TypeError, ValueError):
            raise TypeError(
                f"{cell!r} is not a cell; use [cell] or [row, column], or numpy.asarray(…) for slices"
            ) from None

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy as np

        return np.frombuffer(self._digits, np.uint8).reshape(9, 9).astype(dtype or np.uint8)

    def __str__(self) -> str:
        return write_grid(self._digits)


class Grid(DigitsView):
    """A position. It never changes; `place`, `remove` and `after` return new ones.

    Args:
        source: The digits: text, 81 bytes, a sequence or array of 81 digits or of nine rows, a Puzzle or a Grid.
            A Grid also passes on its givens and candidates.
        givens: The given cells, as a CellSet, numbers or text such as `r1c1 r1c2`. By default every filled cell.
        removed: Candidates that the rules allow but that have been removed, as Candidates or text such as `7r3c5`.

    Raises:
        MalformedGrid: If the source is not a grid.
        ShuduError: If a given is not a cell, or a removed candidate not a candidate.
    """

    __slots__ = ("_cell_masks", "_dead", "_digit_masks", "_givens", "_pairs")
    _givens: int | None
    _digit_masks: DigitMasks | None
    _cell_masks: tuple[int, ...] | None
    _pairs: tuple[tuple[tuple[int, int], ...], ...] | None
    _dead: tuple[int, ...] | None

    def __init__(
        self,
        source: GridLike,
        *,
        givens: Iterable[int] | str | None = None,
        removed: Candidates = (),
    ) -> None:
        self._digits = to_digits(source)
        self._givens = self._digit_masks = self._cell_masks = self._pairs = self._dead = None
        if isinstance(source, Grid):
            self._givens, self._digit_masks = source._givens, source._digit_masks
        if givens is not None:
            self._givens = CellSet(givens).mask
        if removed:
            self._digit_masks = self._without(removed)

    @classmethod
    def from_masks(cls, digits: bytes, givens: int | None = None, digit_masks: DigitMasks | None = None) -> Grid:
        """Return a grid from its stored parts, which are not checked.

        Args:
            digits: 81 bytes from 0 (blank) to 9.
            givens: The mask of the given cells; None for every filled cell.
            digit_masks: For each digit the mask of the cells where it is a candidate; None for those the rules allow.
        """
        grid = cls.__new__(cls)
        grid._digits = digits
        grid._givens = givens
        grid._digit_masks = digit_masks
        grid._cell_masks = None
        grid._pairs = None
        grid._dead = None
        return grid

    @property
    def givens(self) -> CellSet:
        """The cells whose digits belong to the puzzle."""
        return CellSet.from_mask(self._given_mask())

    @property
    def digit_masks(self) -> DigitMasks:
        """For each digit the mask of the empty cells where it is a candidate."""
        if self._digit_masks is None:
            self._digit_masks = masks_by_rules(self._digits)
        return self._digit_masks

    @property
    def cell_masks(self) -> tuple[int, ...]:
        """For each cell the mask of its candidates; bit 0 is digit 1, as in a DigitSet."""
        if self._cell_masks is None:
            masks = [0] * 81
            for bit, cells in enumerate(self.digit_masks):
                for cell in cells_of(cells):
                    masks[cell] |= 1 << bit
            self._cell_masks = tuple(masks)
        return self._cell_masks

    @property
    def pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each digit the houses where it has exactly two places left, as (house, mask of the two cells)."""
        if self._pairs is None:
            self._pairs = tuple(
                tuple((house, two) for house, mask in enumerate(HOUSE_MASKS) if (two := cells & mask).bit_count() == 2)
                for cells in self.digit_masks
            )
        return self._pairs

    @property
    def dead(self) -> tuple[int, ...]:
        """For each digit the mask of the candidates that no placement of that digit uses.

        No technique that looks at a single digit can remove any other candidate.
        """
        if self._dead is None:
            self._dead = tuple(find_unplaceable(cells) if cells else 0 for cells in self.digit_masks)
        return self._dead

    def with_candidates(self, count: int) -> int:
        """Return the mask of the cells with exactly `count` candidates.

        Args:
            count: 1 or 2.
        """
        one = two = three = 0  # cells with at least that many candidates
        for cells in self.digit_masks:
            three |= two & cells
            two |= one & cells
            one |= cells
        return one & ~two if count == 1 else two & ~three

    @property
    def empty(self) -> CellSet:
        """The cells without a digit."""
        return CellSet.from_mask(ALL_CELLS & ~filled_mask(self._digits))

    def candidates(self, cell: int) -> DigitSet:
        """Return the candidates of a cell; a filled cell has none.

        Args:
            cell: The cell, 0 to 80.
        """
        cell = check_cell(cell)
        return DigitSet(d for d in DIGITS if self.digit_masks[d - 1] >> cell & 1)

    def place(self, digit: int, cell: int) -> Grid:
        """Return the grid with a digit written in an empty cell and removed from the candidates of its peers.

        Args:
            digit: The digit, 1 to 9. It need not be a candidate of the cell.
            cell: The cell, 0 to 80.

        Raises:
            ShuduError: If the cell is filled.
        """
        digit, cell = check_digit(digit), check_cell(cell)
        if self._digits[cell]:
            raise ShuduError("core.cell-filled", cell=cell_name(cell), digit=self._digits[cell])
        keep, seen = ~(1 << cell), ~(1 << cell | PEER_MASKS[cell])
        masks = [cells & (seen if d == digit else keep) for d, cells in zip(DIGITS, self.digit_masks, strict=True)]
        digits = self._digits[:cell] + bytes((digit,)) + self._digits[cell + 1 :]
        return Grid.from_masks(digits, self._given_mask(), nine(masks))

    def remove(self, candidates: Candidates) -> Grid:
        """Return the grid without some candidates.

        Args:
            candidates: The candidates to remove, also as text: `4r1c3 7r5c5`. Those already gone are ignored.

        Raises:
            ShuduError: If one is not a candidate.
        """
        return Grid.from_masks(self._digits, self._given_mask(), self._without(candidates))

    def after(self, step: Step) -> Grid:
        """Return the grid after a step: its digits written, its candidates removed.

        Args:
            step: The step, such as `hint(grid).step`.
        """
        if not isinstance(step, Step):
            raise TypeError(f"expected a Step, not {type(step).__name__}; the step of a hint is hint.step")
        grid = self.remove(step.removes)
        for digit, cell in step.places:
            grid = grid.place(digit, cell)
        return grid

    def to_dict(self) -> dict[str, Any]:
        """Return the position as plain values, ready for JSON: `line`, `givens` and the `candidates` of each empty cell.

        >>> Grid("12345678." + "." * 72).to_dict()["candidates"]["r1c9"]
        [9]
        """
        return {
            "line": self.line,
            "givens": [cell_name(cell) for cell in self.givens],
            "candidates": {cell_name(cell): list(self.candidates(cell)) for cell in self.empty},
        }

    def conflicts(self) -> CellSet:
        """Return the cells whose digit occurs twice in a house."""
        return CellSet(cell for cells in find_conflicts(self._digits).values() for cell in cells)

    def is_solved(self) -> bool:
        """Return whether every cell is filled and no rule is broken."""
        return 0 not in self._digits and all(len({self._digits[cell] for cell in house}) == 9 for house in HOUSES)

    def is_contradictory(self) -> bool:
        """Return whether a repeated digit, a cell without candidates or a digit without a place rules out a solution."""
        return bool(self.conflicts()) or self._has_bare_cell() or self._has_homeless_digit()

    def _has_bare_cell(self) -> bool:
        covered = 0
        for cells in self.digit_masks:
            covered |= cells
        return covered != self.empty.mask

    def _has_homeless_digit(self) -> bool:
        for digit, cells in zip(DIGITS, self.digit_masks, strict=True):
            room = cells | sum(1 << cell for cell in range(81) if self._digits[cell] == digit)
            if any(not room & house for house in HOUSE_MASKS):
                return True
        return False

    def _without(self, candidates: Candidates) -> DigitMasks:
        masks = list(self.digit_masks)
        for digit, cell in to_candidates(candidates):
            masks[digit - 1] &= ~(1 << cell)
        return nine(masks)

    def _given_mask(self) -> int:
        if self._givens is None:
            self._givens = filled_mask(self._digits)
        return self._givens

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (
            self._digits == other._digits
            and self._given_mask() == other._given_mask()
            and self.digit_masks == other.digit_masks
        )

    def __hash__(self) -> int:
        return hash(self._digits)

    def __reduce__(self) -> tuple[object, ...]:
        return Grid.from_masks, (self._digits, self._givens, self._digit_masks)

    def __repr__(self) -> str:
        rules = masks_by_rules(self._digits)
        if any(mine & ~ruled for mine, ruled in zip(self.digit_masks, rules, strict=True)):
            return f"Grid.from_masks({self._digits!r}, {self._given_mask()!r}, {self.digit_masks!r})"
        parts = [repr(self.line)]
        if self._given_mask() != filled_mask(self._digits):
            parts.append(f"givens={' '.join(map(cell_name, self.givens))!r}")
        if self.digit_masks != rules:
            gone = [
                f"{digit}{cell_name(cell)}"
                for digit, mine, ruled in zip(DIGITS, self.digit_masks, rules, strict=True)
                for cell in cells_of(ruled & ~mine)
            ]
            parts.append(f"removed={' '.join(gone)!r}")
        return f"Grid({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        from shudu.core.drawing import draw

        return draw(self)


def filled_mask(digits: bytes) -> int:
    """Return the mask of the cells that hold a digit.

    >>> filled_mask(bytes([0, 5]) + bytes(79))
    2
    """
    return int(digits[::-1].translate(_HAS_DIGIT), 2)


def masks_by_rules(digits: bytes) -> DigitMasks:
    """Return the candidates that the rules allow: in each empty cell every digit that none of its peers holds."""
    masks = [ALL_CELLS] * 9
    filled = 0
    for cell, digit in enumerate(digits):
        if digit:
            filled |= 1 << cell
            masks[digit - 1] &= ~PEER_MASKS[cell]
    return nine([cells & ~filled for cells in masks])


def find_conflicts(digits: bytes) -> dict[int, list[int]]:
    """Return for each digit that occurs twice in a house the cells in conflict."""
    held = [0] * 10
    for cell, digit in enumerate(digits):
        held[digit] |= 1 << cell
    conflicts: dict[int, list[int]] = {}
    for cell, digit in enumerate(digits):
        if digit and held[digit] & PEER_MASKS[cell]:
            conflicts.setdefault(digit, []).append(cell)
    return conflicts
