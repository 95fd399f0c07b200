"""Signs that no hand played a game. They flag a result; they never refuse it.

Each sign looks only at entries (digits written) and when they were made, pauses taken out; a client that kept some back tells
when, and is believed for the few seconds in which a network may be away:

- `fast`: all entries together took less than hands need.
- `burst`: a dozen entries came within a second and a half.
- `even`: the pace hardly varies; people think now and then.
- `order`: entries follow the rows or columns; or each is the first or the next single of its kind in a scan of the grid; or
  all follow the path of our own logic or of a search (`programs`); or too many were right though nothing forced them, no note
  of the player's own prepared them, and no wrong guess stands against them: as if read off a solution. What follows a hint
  of the game is left out, here and below.
- `pace`: neither what was entered next nor the pause before it has anything to do with what catches the eye (`thinking`).

The limits leave room for the quickest people: speed solvers need about a second an entry, and none of 84 games that a player
recorded and published (`eye`) is near any of them. A script that picks blindly among what is right, and pauses blindly, shows
in one game, whatever it draws its pauses from: one in two hundred passes by chance. A script that picks as people do but pauses
blindly shows over a dozen games of a player (`is_thoughtless`). One that picks *and* pauses as people do is a person as far as
entries can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from shudu.core.puzzle import Puzzle
from shudu.game.entries import Entry, entries_of
from shudu.game.game import Game
from shudu.game.programs import program_orders
from shudu.game.result import cut_at_finish
from shudu.game.singles import singles
from shudu.game.thinking import Thought, follows_a_scan, thought

_FEWEST: Final = 10  # entries below which nothing can be told
_QUICKEST: Final = 350  # milliseconds an entry, on average over a game
_DOZEN: Final = 12
_BURST: Final = 1500  # milliseconds
_EVEN: Final = 0.30  # standard deviation over mean; that of recorded games is 0.53 and more
_SORTED: Final = 0.9  # share of entries that follow an order
_PATH: Final = 15  # entries that could have been others, from which on following a path tells something
_LUCKY: Final = 0.12  # share of entries that were right without a reason; a random order has more, recorded games 0.02
_THOUGHT: Final = 3.2  # deviations above chance from which on the pace of one game shows thought
_BLIND: Final = 2.5  # deviations above chance that choices and pauses of one game have; those of recorded games 7 to 11
_GAMES: Final = 12  # games from which on they are judged together
_BLIND_TOGETHER: Final = 0.5  # deviations above chance, on average; those of recorded games 3.6


class Judgement(NamedTuple):
    """The signs found in a game, in a fixed order, and its measure of `pace` for judging many games together."""

    signs: tuple[str, ...]
    pace: float | None


def judged(game: Game) -> Judgement:
    """What a finished game looks like."""
    played = cut_at_finish(game)
    final, entries = played.board.digits, entries_of(played)
    right = [entry for entry in entries if entry.right]
    if len(right) < _FEWEST:
        return Judgement((), None)
    found = _first_of_each_cell(right)
    own = [entry for entry in found if not entry.hinted]
    lucky = sum(_is_luck(entry, final) for entry in own) - (len(entries) - len(right)) >= _LUCKY * len(found)
    seen = thought(own, final)
    shows = {
        "fast": _is_fast(right),
        "burst": _is_burst(right),
        "even": _is_even(right),
        "order": lucky or _is_sorted(found),
        "pace": _is_blind(seen),
    }
    if not any(shows.values()) and (seen.pace or 0) < _THOUGHT:  # what takes longer to find
        shows["order"] = follows_a_scan(own, final) or _is_program(own, game.puzzle)
    return Judgement(tuple(sign for sign, shown in shows.items() if shown), seen.pace)


def is_thoughtless(paces: Sequence[float]) -> bool:
    """Whether the pace of a player's games, all together, has nothing to do with how hard their entries were.

    >>> is_thoughtless([2.5] * 12), is_thoughtless([0.1] * 12), is_thoughtless([0.1] * 11)
    (False, True, False)
    """
    return len(paces) >= _GAMES and fmean(paces) < _BLIND_TOGETHER


def _first_of_each_cell(entries: list[Entry]) -> list[Entry]:
    """Without what was written again: it was known."""
    first: dict[int, Entry] = {}
    for entry in entries:
        first.setdefault(entry.cell, entry)
    return list(first.values())


def _is_blind(seen: Thought) -> bool:
    return seen.depth is not None and seen.depth < _BLIND


def _is_luck(entry: Entry, final: bytes) -> bool:
    """Whether nothing told the digit though others could be seen: where none can, everybody must think further."""
    return not entry.reason and any(final[cell] == digit for cell, digit in singles(entry.before))


def _is_fast(entries: list[Entry]) -> bool:
    return entries[-1].time - entries[0].time < _QUICKEST * (len(entries) - 1)


def _is_burst(entries: list[Entry]) -> bool:
    return any(b.time - a.time < _BURST for a, b in zip(entries, entries[_DOZEN - 1 :], strict=False))


def _is_even(entries: list[Entry]) -> bool:
    gaps = [b.time - a.time for a, b in pairwise(entries)]
    return pstdev(gaps) <= _EVEN * fmean(gaps)


def _is_sorted(entries: list[Entry]) -> bool:
    steps = list(pairwise(entries))
    return any(sum(key(a) < key(b) for a, b in steps) >= _SORTED * len(steps) for key in _ORDERS)


def _is_program(entries: list[Entry], puzzle: Puzzle) -> bool:
    """Whether entries follow the order of a program where others were possible."""
    possible = [[cell for cell, _ in singles(entry.before)] for entry in entries]
    choices = [(entry.cell, cells) for entry, cells in zip(entries, possible, strict=True) if len(cells) > 1]
    return any(_follows(choices, order) for order in program_orders(puzzle))


def _follows(choices: list[tuple[int, list[int]]], order: list[int]) -> bool:
    turns = {cell: turn for turn, cell in enumerate(order)}
    first = [
        turns[chosen] <= min(turns[cell] for cell in (chosen, *cells) if cell in turns)
        for chosen, cells in choices
        if chosen in turns
    ]
    return len(first) >= _PATH and sum(first) >= _SORTED * len(first)


_ORDERS: Final[tuple[Callable[[Entry], tuple[int, int]], ...]] = (
    lambda entry: (entry.cell, 0),
    lambda entry: (-entry.cell, 0),
    lambda entry: (entry.cell % 9, entry.cell),
    lambda entry: (entry.cell // 9, entry.cell if entry.cell // 9 % 2 == 0 else -entry.cell),  # to and fro
)
