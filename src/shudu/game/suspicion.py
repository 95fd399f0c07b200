"""Signs that no hand played a game. They flag a result; they never refuse it.

Each sign looks only at entries (digits written) and the times at which the server received them, pauses taken out:

- `fast`: all entries together took less than hands need.
- `burst`: a dozen entries came within a second and a half.
- `even`: the pace hardly varies; people think now and then.
- `order`: entries follow the rows, columns or digits, or were right without having been forced, as if read off a solution.

The limits leave room for the quickest people: speed solvers need about a second an entry, and the pace of every person
varies by more than half its mean.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF
from shudu.core.grid import boards_by_rules
from shudu.game.game import Game
from shudu.game.score import until_finish

_FEWEST: Final = 10  # entries below which nothing can be told
_QUICKEST: Final = 350  # milliseconds an entry, on average over a game
_DOZEN: Final = 12
_BURST: Final = 1500  # milliseconds
_EVEN: Final = 0.35  # standard deviation over mean
_SORTED: Final = 0.9  # share of entries that follow an order
_UNFORCED: Final = 0.3  # share of right entries that no single explains


class Entry(NamedTuple):
    """A digit written: when (pauses taken out), where, which, and whether a single forced it then."""

    time: int
    cell: int
    digit: int
    forced: bool


def suspicions(game: Game) -> tuple[str, ...]:
    """The signs found in a finished game, in a fixed order."""
    entries = entries_of(until_finish(game))
    if len(entries) < _FEWEST:
        return ()
    signs = {"fast": _is_fast, "burst": _is_burst, "even": _is_even, "order": _is_ordered}
    return tuple(name for name, found in signs.items() if found(entries))


def entries_of(game: Game) -> list[Entry]:
    """The entries of a game that stood in the end, in the order they were written."""
    final = game.board.digits
    entries: list[Entry] = []
    replay = Game(game.puzzle)
    for at, move in game.moves:
        before, replay = replay, replay.play(move, at)
        if move.action == "place" and final[move.cells[0]] == move.digit:
            cell, digit = move.cells[0], move.digit
            entries.append(Entry(at - before.paused_for, cell, digit, is_forced(before.board.digits, cell, digit)))
    return entries


def is_forced(digits: bytes, cell: int, digit: int) -> bool:
    """Whether the digit is the last for the cell, or the cell the last for the digit in a house."""
    boards = boards_by_rules(digits[:cell] + b"\0" + digits[cell + 1 :])
    naked = all(not board >> cell & 1 for d, board in enumerate(boards, 1) if d != digit)
    return naked or any(boards[digit - 1] & HOUSE_MASKS[house] == 1 << cell for house in HOUSES_OF[cell])


def _is_fast(entries: list[Entry]) -> bool:
    return entries[-1].time < _QUICKEST * len(entries)


def _is_burst(entries: list[Entry]) -> bool:
    return any(b.time - a.time < _BURST for a, b in zip(entries, entries[_DOZEN - 1 :], strict=False))


def _is_even(entries: list[Entry]) -> bool:
    gaps = [b.time - a.time for a, b in pairwise(entries)]
    return pstdev(gaps) <= _EVEN * fmean(gaps)


def _is_ordered(entries: list[Entry]) -> bool:
    unforced = sum(not entry.forced for entry in entries)
    return unforced >= _UNFORCED * len(entries) or any(
        sum(key(a) < key(b) for a, b in pairwise(entries)) >= _SORTED * (len(entries) - 1) for key in _ORDERS
    )


_ORDERS: Final = (
    lambda entry: entry.cell,
    lambda entry: -entry.cell,
    lambda entry: (entry.cell % 9, entry.cell),
    lambda entry: (entry.digit, entry.cell),
)
