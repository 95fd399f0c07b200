"""Positions and hints as Sudoku Explainer sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeVar

House = tuple[int, ...]
Removals = dict[int, set[int]]  # digits to remove, by cell
T = TypeVar("T")

ROWS: Final = [tuple(range(9 * row, 9 * row + 9)) for row in range(9)]
COLUMNS: Final = [tuple(range(column, 81, 9)) for column in range(9)]
BOXES: Final = [
    tuple(27 * (box // 3) + 3 * (box % 3) + 9 * (place // 3) + place % 3 for place in range(9)) for box in range(9)
]
KINDS: Final = (BOXES, ROWS, COLUMNS)  # the order of Sudoku Explainer, except for singles, sets and locking
HOUSES_OF: Final = [tuple(next(house for house in kind if cell in house) for kind in KINDS) for cell in range(81)]
# The other cells of the houses of a cell: box, then row, then column.
PEERS: Final = [
    tuple(dict.fromkeys(peer for house in HOUSES_OF[cell] for peer in house if peer != cell)) for cell in range(81)
]


class SeHint(NamedTuple):
    """A step: its rating, the technique, what it removes, and the digit it places, if any."""

    rating: float
    technique: str
    removals: Removals
    placement: tuple[int, int] | None = None


class SePosition:
    """The values and candidates of all cells. A cell with a value has no candidates."""

    def __init__(self, digits: Sequence[int]) -> None:
        self.values = [0] * 81
        self.candidates = [set(range(1, 10)) for _ in range(81)]
        for cell, digit in enumerate(digits):
            if digit:
                self.place(cell, digit)

    def place(self, cell: int, digit: int) -> None:
        """Fill a cell, and remove the digit from its peers."""
        self.values[cell] = digit
        self.candidates[cell] = set()
        for peer in PEERS[cell]:
            self.candidates[peer].discard(digit)

    def apply(self, hint: SeHint) -> None:
        """Take a step."""
        for cell, digits in hint.removals.items():
            self.candidates[cell] -= digits
        if hint.placement:
            self.place(*hint.placement)

    def places(self, house: House, digit: int) -> list[int]:
        """Return the cells of a house that have a candidate."""
        return [cell for cell in house if digit in self.candidates[cell]]

    def empty(self, house: House) -> int:
        """Return the number of cells of a house without a value."""
        return sum(self.values[cell] == 0 for cell in house)

    def removals(self, cells: Iterator[int] | Sequence[int], digits: set[int]) -> Removals:
        """Return the candidates among digits that cells have."""
        return {cell: common for cell in cells if (common := self.candidates[cell] & digits)}


def choices(items: Sequence[T], number: int) -> list[tuple[T, ...]]:
    """Return the choices of a number of items by increasing bit mask: the last item decides first.

    >>> choices("abc", 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> choices("abcd", 2)[3]
    ('a', 'd')
    """
    numbered = combinations(range(len(items)), number)
    return [tuple(items[i] for i in choice) for choice in sorted(numbered, key=lambda choice: choice[::-1])]
