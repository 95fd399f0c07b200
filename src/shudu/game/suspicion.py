"""Signs that no hand played a game. They flag a result; they never refuse it.

Each sign looks only at entries (digits written) and when they were made, pauses taken out; a client that kept some back tells
when, and is believed for the few seconds in which a network may be away:

- `fast`: all entries together took less than hands need.
- `burst`: a dozen entries came within a second and a half.
- `even`: the pace hardly varies; people think now and then.
- `order`: entries follow the rows or columns; or each is the first or the next single of its kind in a scan of the grid; or
  all follow the path of our own logic, which anybody can ask for; or too many were right though nothing forced them, no note
  of the player's own prepared them, and no wrong guess stands against them: as if read off a solution.
- `pace`: neither what was entered next nor the pause before it has anything to do with what catches the eye (`thinking`).

The limits leave room for the quickest people: speed solvers need about a second an entry, and none of 84 games that a player
recorded and published (`eye`) is near any of them. A script that picks blindly among what is right, and pauses blindly, shows in
one game, whatever it draws its pauses from: one in two hundred passes by chance. A script that picks as people do but pauses
blindly shows over a dozen games of a player (`is_thoughtless`). One that picks *and* pauses as people do is a person as far as
entries can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.game.board import Board
from shudu.game.eye import Place
from shudu.game.game import Game
from shudu.game.score import until_finish
from shudu.game.singles import singles
from shudu.game.thinking import Thought, Written, thought
from shudu.logic.solver import solve_by_logic

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
_BLIND_TOGETHER: Final = 0.5  # deviations above chance, on average; those of recorded games 3.7


class Entry(NamedTuple):
    """A digit written: when (pauses taken out), where, which, whether it stood in the end and had a reason, and what was there."""

    time: int
    cell: int
    digit: int
    right: bool
    reason: bool
    shown: frozenset[Place]  # what notes showed as the last of their cells
    before: bytes


class Judgement(NamedTuple):
    """The signs found in a game, in a fixed order, and its measure of `pace` for judging many games together."""

    signs: tuple[str, ...]
    pace: float | None


def judged(game: Game) -> Judgement:
    """What a finished game looks like."""
    played = until_finish(game)
    final, entries = played.board.digits, entries_of(played)
    right = [entry for entry in entries if entry.right]
    if len(right) < _FEWEST:
        return Judgement((), None)
    lucky = sum(_is_luck(entry, final) for entry in right) - (len(entries) - len(right)) >= _LUCKY * len(right)
    seen = thought([Written(each.time, each.cell, each.digit, each.before, each.shown) for each in right], final)
    shows = {
        "fast": _is_fast(right),
        "burst": _is_burst(right),
        "even": _is_even(right),
        "order": lucky or _is_sorted(right) or _is_scan(seen) or _is_path(right, game),
        "pace": _is_blind(seen),
    }
    return Judgement(tuple(sign for sign, found in shows.items() if found), seen.pace)


def is_thoughtless(paces: Sequence[float]) -> bool:
    """Whether the pace of a player's games, all together, has nothing to do with how hard their entries were.

    >>> is_thoughtless([2.5] * 12), is_thoughtless([0.1] * 12), is_thoughtless([0.1] * 11)
    (False, True, False)
    """
    return len(paces) >= _GAMES and fmean(paces) < _BLIND_TOGETHER


def _is_blind(seen: Thought) -> bool:
    return seen.depth is not None and seen.depth < _BLIND


def _is_scan(seen: Thought) -> bool:
    return seen.scan and (seen.pace or 0) < _THOUGHT


def entries_of(game: Game) -> list[Entry]:
    """The entries of a finished game, in the order they were written."""
    final = game.board.digits
    entries: list[Entry] = []
    replay = Game(game.puzzle)
    for at, move in game.moves:
        before, replay = replay, replay.play(move, at)
        if move.action == "place":
            cell, digit = move.cells[0], move.digit
            right = final[cell] == digit
            reason, shown = _has_reason(before.board, cell, digit), _shown_by_notes(before.board)
            entries.append(Entry(at - before.paused_for, cell, digit, right, reason, shown, before.board.digits))
    return entries


def _has_reason(board: Board, cell: int, digit: int) -> bool:
    """Whether a single forced the digit, or the player had taken notes in the cell: the game's own notes prepare nothing."""
    by_hand = (board.corner, board.crossed) if board.noted else (board.centre, board.corner, board.crossed)
    return any(marks[d] >> cell & 1 for marks in by_hand for d in range(9)) or _is_forced(board, cell, digit)


def _shown_by_notes(board: Board) -> frozenset[Place]:
    """The places whose digit is the only centre mark of a bare cell."""
    once = twice = 0
    for marks in board.centre:
        twice |= once & marks
        once |= marks
    alone = once & ~twice & board.bare
    return frozenset((cell, digit) for digit, marks in enumerate(board.centre, 1) for cell in cells_of(marks & alone))


def _is_luck(entry: Entry, final: bytes) -> bool:
    """Whether nothing told the digit though others could be seen: where none can, everybody must think further."""
    return not entry.reason and any(final[cell] == digit for cell, digit in singles(entry.before))


def _is_forced(board: Board, cell: int, digit: int) -> bool:
    """Whether the digit is the last for the cell, or the cell the last for the digit in a house, of what is not crossed out."""
    bare = replace(board, digits=board.digits[:cell] + b"\0" + board.digits[cell + 1 :])
    boards = bare.candidates()
    naked = all(not open_ >> cell & 1 for d, open_ in enumerate(boards, 1) if d != digit)
    return naked or any(boards[digit - 1] & HOUSE_MASKS[house] == 1 << cell for house in HOUSES_OF[cell])


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


def _is_path(entries: list[Entry], game: Game) -> bool:
    """Whether entries follow the path that our own logic takes where others were possible, and nobody asked it for steps."""
    path = solve_by_logic(game.puzzle, _SINGLES) if game.help != "step" else None
    places = [place.cell for step in path.steps for place in step.places] if path else []
    turns = {cell: turn for turn, cell in enumerate(places)}
    first: list[bool] = []
    for entry in entries:
        possible = [turns[cell] for cell, _ in singles(entry.before) if cell in turns]
        if entry.cell in turns and len(possible) > 1:
            first.append(turns[entry.cell] <= min(possible))
    return len(first) >= _PATH and sum(first) >= _SORTED * len(first)


_SINGLES: Final = ("full-house", "naked-single", "hidden-single")  # beyond them a path may take seconds
_ORDERS: Final[tuple[Callable[[Entry], tuple[int, int]], ...]] = (
    lambda entry: (entry.cell, 0),
    lambda entry: (-entry.cell, 0),
    lambda entry: (entry.cell % 9, entry.cell),
    lambda entry: (entry.cell // 9, entry.cell if entry.cell // 9 % 2 == 0 else -entry.cell),  # to and fro
)
