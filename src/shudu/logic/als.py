"""Almost locked sets: n cells of a house that share n + 1 digits. Take one digit away and the others are locked.

Two sets have a restricted common if they share a digit of which all cells see each other: it cannot be in both.

>>> from shudu.core.grid import Grid
>>> grid = Grid("4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9")
>>> first = almost_locked_sets(grid.digit_masks)[0]
>>> " ".join(map(str, first.candidates()))
'1r1c2 6r1c2'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSES, cells_of, common_peers
from shudu.core.grid import DigitMasks

DIGITS_OF: Final = tuple(tuple(d for d in range(9) if mask >> d & 1) for mask in range(512))


@dataclass(frozen=True, slots=True, eq=False)
class Als:
    """An almost locked set. `digits` has bit d - 1 for digit d.

    `places[d - 1]` are its cells with d, `seen[d - 1]` the candidates outside that see them all.
    """

    cells: int
    digits: int
    places: tuple[int, ...]
    seen: tuple[int, ...]

    def candidates(self) -> tuple[Candidate, ...]:
        """All its candidates, cell by cell."""
        digits = DIGITS_OF[self.digits]
        return tuple(Candidate(d + 1, c) for c in cells_of(self.cells) for d in digits if self.places[d] >> c & 1)

    def candidates_of(self, digit: int) -> tuple[Candidate, ...]:
        """Its candidates of digit `digit + 1`."""
        return tuple(Candidate(digit + 1, cell) for cell in cells_of(self.places[digit]))


def almost_locked_sets(digit_masks: DigitMasks, smallest: int = 1) -> list[Als]:
    """All almost locked sets of at least so many cells, house by house, each once. One cell has two candidates."""
    digits = digits_by_cell(digit_masks)
    found: dict[int, int] = {}
    for house in HOUSES:
        for cells, union in _subsets([cell for cell in house if digits[cell]], digits, smallest):
            found.setdefault(cells, union)
    peers: dict[int, int] = {}
    return [_als(digit_masks, cells, union, peers) for cells, union in found.items()]


def digits_by_cell(digit_masks: DigitMasks) -> list[int]:
    """For each cell the mask of its candidates."""
    digits = [0] * 81
    for i, board in enumerate(digit_masks):
        for cell in cells_of(board):
            digits[cell] |= 1 << i
    return digits


def _subsets(empty: list[int], digits: list[int], smallest: int) -> Iterator[tuple[int, int]]:
    """The almost locked sets among the empty cells of a house. One that is too rich for the cells left is not grown."""
    count = len(empty)
    stack = [(0, 0, 0, 0)]
    while stack:
        start, size, cells, union = stack.pop()
        if size >= smallest and union.bit_count() == size + 1:
            yield cells, union
        for i in range(count - 1, start - 1, -1):
            grown = union | digits[empty[i]]
            if grown.bit_count() - size <= count - i + 1:
                stack.append((i + 1, size + 1, cells | 1 << empty[i], grown))


def _als(digit_masks: DigitMasks, cells: int, digits: int, peers: dict[int, int]) -> Als:
    """The set with its places, and what they see. Many sets have the same places, so `peers` keeps what sees these."""
    places, seen = [0] * 9, [0] * 9
    for d in DIGITS_OF[digits]:
        own = digit_masks[d] & cells
        common = peers.get(own)
        if common is None:
            common = peers[own] = common_peers(own)
        places[d] = own
        seen[d] = common & digit_masks[d]
    return Als(cells, digits, tuple(places), tuple(seen))
