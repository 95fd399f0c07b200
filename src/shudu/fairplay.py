"""Rules that flag a finished game as automated.

A flag hides a result from the leaderboards unless the viewer asks for flagged results. Flags never reject a game, never
ban a player, and never remove a result from the player's own statistics.

Each rule looks only at the *entries* of a game: the digits that were placed and still stood at the finish, and when they
were placed, pauses excluded.

- `fast`: the game took less time than anyone needs for a puzzle of its level, or all entries together less than
  350 ms each on average, which is faster than people can type. The floors, in seconds per empty cell, are easy 0.5, medium
  0.75, hard 1, unfair (expert) 1.5, extreme 2. The fastest solution of an easy puzzle in a championship took 54.44 s
  (Wang Shiyao, Prague 2018), about a second per cell on paper, and the best three puzzles in a row 64 s each: half that
  pace is allowed on a screen for easy puzzles, and nobody solves a hard one as fast as others solve an easy one.
- `burst`: a dozen entries arrived within 1.5 seconds.
- `even`: the pauses between entries hardly vary: their standard deviation is at most 30 % of their mean. People stop to
  think; in 84 published recordings of a quick player (three seconds per entry) the ratio was never below 53 %.
- `order`: nearly all entries follow the order in which a solution is listed, forwards or backwards: by rows, columns or
  boxes (90 % of them) or by digits (97 %). For people who enter what they see it is two thirds at most; for those who
  search box by box for one digit after another it reaches 93 % of the order by digits on very easy puzzles.

These rules do not detect a script that varies its pauses and follows no such list, whether it picks and pauses like a
person or enters the solution in random order. Nor do they detect a person who copies a solution.

Rejected: a fitted model of what catches a player's eye. It detected random order in one game, and within a dozen games
scripts that pick like a person but pause at random. But it was six times as long as these rules, could not detect
scripts that also pace themselves, and its verdicts could not be explained to a player.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSES_OF
from shudu.game.game import Game
from shudu.game.result import cut_at_finish

FLAGS: Final = ("fast", "burst", "even", "order")
_FEWEST_ENTRIES: Final = 10  # with fewer, chance alone could satisfy a rule
_FASTEST_AVERAGE: Final = 350  # milliseconds per entry
_BURST_ENTRIES: Final = 12
_BURST_SPAN: Final = 1500  # milliseconds
_EVEN_VARIATION: Final = 0.30  # standard deviation divided by mean
FLOORS: Final = {  # milliseconds per empty cell
    "easy": 500,
    "medium": 750,
    "hard": 1000,
    "unfair": 1500,
    "expert": 1500,
    "extreme": 2000,
}


class TimedEntry(NamedTuple):
    """A digit placed in a cell, and when: milliseconds since the start, pauses excluded."""

    time: int
    cell: int
    digit: int


def judge(game: Game, level: str | None = None) -> tuple[str, ...]:
    """Return the flags of a finished game, in the order of `FLAGS`; empty for a game that looks played by a person.

    Only moves up to the finish count. The cost is linear in the number of moves.

    Args:
        game: A finished game.
        level: The level of its puzzle, which sets the least time it takes; None if unknown.
    """
    entries = find_entries(cut_at_finish(game))
    flags = {flag for flag in FLAGS if len(entries) >= _FEWEST_ENTRIES and _RULES[flag](entries)}
    if is_below_floor(game, level):
        flags.add("fast")
    return tuple(flag for flag in FLAGS if flag in flags)


def is_below_floor(game: Game, level: str | None) -> bool:
    """Return whether a game was finished, pauses included, in less time than anyone needs for a puzzle of this level."""
    empty = 81 - len(game.puzzle.givens)
    return game.finished is not None and game.finished < FLOORS.get(level or "", 0) * empty


def find_entries(game: Game) -> list[TimedEntry]:
    """Return the entries whose digit stands on the board now, in the order they were placed.

    A digit that was erased and placed again counts once, when it was first placed.
    """
    entries: dict[int, TimedEntry] = {}
    paused_since = paused_for = 0
    for at, move in game.moves:
        if move.action == "pause":
            paused_since = at
        elif move.action == "resume":
            paused_for += at - paused_since
        elif move.action == "place" and game.board.digits[move.cells[0]] == move.digit:
            entries.setdefault(move.cells[0], TimedEntry(at - paused_for, move.cells[0], move.digit))
    return list(entries.values())


def _is_fast(entries: list[TimedEntry]) -> bool:
    return entries[-1].time - entries[0].time < _FASTEST_AVERAGE * (len(entries) - 1)


def _is_burst(entries: list[TimedEntry]) -> bool:
    dozens = zip(entries, entries[_BURST_ENTRIES - 1 :], strict=False)
    return any(last.time - first.time < _BURST_SPAN for first, last in dozens)


def _is_even(entries: list[TimedEntry]) -> bool:
    pauses = [later.time - earlier.time for earlier, later in pairwise(entries)]
    return pstdev(pauses) <= _EVEN_VARIATION * fmean(pauses)


def _is_ordered(entries: list[TimedEntry]) -> bool:
    return any(max(share := _share_of_ascents(entries, order.key), 1 - share) >= order.share for order in _ORDERS)


def _share_of_ascents(entries: list[TimedEntry], key: Callable[[TimedEntry], tuple[int, int]]) -> float:
    """Return the share of steps from an entry to the next that ascend; the others descend, since no two keys are equal."""
    return sum(key(earlier) < key(later) for earlier, later in pairwise(entries)) / (len(entries) - 1)


class _Order(NamedTuple):
    """An order in which a solution may be listed, and the share of steps from which on a game follows it."""

    key: Callable[[TimedEntry], tuple[int, int]]
    share: float


_ORDERS: Final = (
    _Order(lambda entry: (entry.cell // 9, entry.cell), 0.9),  # rows
    _Order(lambda entry: (entry.cell % 9, entry.cell), 0.9),  # columns
    _Order(lambda entry: (HOUSES_OF[entry.cell][2], entry.cell), 0.9),  # boxes
    _Order(lambda entry: (entry.digit, entry.cell), 0.97),  # digits
)
_RULES: Final[dict[str, Callable[[list[TimedEntry]], bool]]] = {
    "fast": _is_fast,
    "burst": _is_burst,
    "even": _is_even,
    "order": _is_ordered,
}
