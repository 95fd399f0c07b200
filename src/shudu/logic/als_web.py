"""How the almost locked sets of a position hang together: which overlap, which share a restricted common, which could
remove the same candidate. A set of sets is an int with one bit each."""

from __future__ import annotations

from dataclasses import dataclass

from shudu.core.geometry import cells_of
from shudu.core.grid import Boards
from shudu.logic.als import DIGITS_OF, Als, almost_locked_sets


@dataclass(frozen=True, slots=True)
class AlsWeb:
    """The almost locked sets of a position and their relations, each by the number of the set in `sets`.

    `overlaps[i]` are the sets that share a cell with set i, itself included; `commons[i][d]` those with which it shares
    the restricted common d + 1, overlap or not; `allies[i][d]` those that see a candidate d + 1 which set i sees as well.
    """

    sets: list[Als]
    overlaps: list[int]
    commons: list[dict[int, int]]
    allies: list[dict[int, int]]

    def linked(self, i: int) -> int:
        """The sets that share a restricted common with set i."""
        found = 0
        for others in self.commons[i].values():
            found |= others
        return found

    def allied(self, i: int) -> int:
        """The sets that could remove something together with set i."""
        found = 0
        for others in self.allies[i].values():
            found |= others
        return found

    def shared(self, i: int, j: int) -> int:
        """The restricted commons of two sets, as a mask of digits."""
        return sum(1 << d for d, others in self.commons[i].items() if others >> j & 1)


def als_web(boards: Boards, smallest: int = 1) -> AlsWeb:
    """All almost locked sets of at least so many cells, and how they hang together."""
    sets = [als for als in almost_locked_sets(boards) if als.cells.bit_count() >= smallest]
    on_cell = [0] * 81
    with_digit = [[0] * 81 for _ in range(9)]
    seeing = [[0] * 81 for _ in range(9)]
    for i, als in enumerate(sets):
        _note(on_cell, als.cells, i)
        for d in DIGITS_OF[als.digits]:
            _note(with_digit[d], als.places[d], i)
            _note(seeing[d], als.seen[d], i)
    commons, allies = [], []
    for als in sets:
        digits = DIGITS_OF[als.digits]
        commons.append({d: _inside(with_digit[d], boards[d], als.seen[d]) for d in digits if als.seen[d]})
        allies.append({d: _touching(seeing[d], als.seen[d]) for d in digits if als.seen[d]})
    return AlsWeb(sets, [_touching(on_cell, als.cells) for als in sets], commons, allies)


def _note(table: list[int], cells: int, i: int) -> None:
    for cell in cells_of(cells):
        table[cell] |= 1 << i


def _touching(table: list[int], cells: int) -> int:
    found = 0
    for cell in cells_of(cells):
        found |= table[cell]
    return found


def _inside(with_digit: list[int], board: int, seen: int) -> int:
    """The sets all of whose cells with a digit are among the cells seen."""
    return _touching(with_digit, seen) & ~_touching(with_digit, board & ~seen)
