"""Events: the vocabulary of a trace, and the positions they lead to. A trace is a header and a list of events.

>>> Event("guess", 3, 22, 7, Why(line=4))
Event(kind='guess', depth=3, cell=22, digit=7, why=Why(line=4))

    place     write `digit` in `cell`, as the only option or without a choice
    guess     write `digit` in `cell`, one of several options
    remove    clear `cell`, which held `digit`
    retract   undo the guess at `depth` and every digit written at that depth or deeper: the position is exactly what it
              was before the guess
    conflict  a dead end: `cell` has no candidate, or `digit` has no place in `why.house`
    solution  the position is a solution
    stop      the run is over, for the reason `why.reason`; every trace ends with exactly one

Writing a digit gives its cell the level `depth`; givens have level 0. Writing in a filled cell replaces its digit.

An event is packed into four bytes:

    bits 0–2   kind     place 0, remove 1, guess 2, conflict 3, retract 4, solution 5, stop 6
    bits 3–9   depth    0–127
    bits 10–16 cell     0–80; 127: no cell
    bits 17–20 digit    1–9; 0: no digit
    bits 21–31 why      index into the side table of the trace

>>> table = SideTable()
>>> word = pack(Event("guess", 3, 22, 7, Why(line=4)), table)
>>> word, unpack(word, table.entries)
(940058, Event(kind='guess', depth=3, cell=22, digit=7, why=Why(line=4)))

Folding packed events gives the position at a moment. It is simple enough to be written in any language: two arrays of 81
bytes, digits and levels, are updated. `place` and `guess` set both in their cell, `remove` sets both to 0, `retract` at
depth d sets both to 0 in every cell whose level is d or more, and other events change nothing. `fold` processes many events
at once: the digit of a cell at the end was written by the last event that names the cell, unless a later `retract` reaches
its level.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError

Kind = Literal["place", "remove", "guess", "conflict", "retract", "solution", "stop"]

KINDS: Final[tuple[Kind, ...]] = ("place", "remove", "guess", "conflict", "retract", "solution", "stop")

StopReason = Literal[
    "solutions",  # the requested number of solutions was found
    "exhausted",  # everything was searched: there are no more solutions
    "events",  # the limit on events was reached
    "seconds",  # the time limit was reached
    "made",  # the grid or puzzle is complete
    "gave-up",  # the algorithm gave up, which proves nothing
]


class Why(NamedTuple):
    """The part of an event that does not fit into four bytes; equal ones are stored once, in the trace's side table.

    Attributes:
        line: The line of the pseudocode, from 1; 0 for none.
        reason: Why the run stopped: `solutions`, `exhausted`, `events`, `seconds`, `made` or `gave-up`.
        house: The house of a conflict or a hidden single.
        temperature: The temperature of simulated annealing.
        transformation: The transformation of a grid that was just applied.
        witnesses: Two solutions, as lines, that show why a clue cannot be removed.
        counters: Counters of the algorithm, by name.
    """

    line: int = 0
    reason: StopReason | None = None
    house: int | None = None
    temperature: float | None = None
    transformation: str | None = None
    witnesses: tuple[str, ...] | None = None
    counters: tuple[tuple[str, int], ...] | None = None

    def __repr__(self) -> str:
        fields = (f"{name}={value!r}" for name, value in self._asdict().items() if value is not None)
        return f"Why({', '.join(fields)})"


class Event(NamedTuple):
    """One step of a run.

    Attributes:
        kind: What happened, one of `KINDS`.
        depth: The depth of the search, 0 to 127.
        cell: The cell, or None.
        digit: The digit, or 0 for none.
        why: The reason and further details.
    """

    kind: Kind
    depth: int
    cell: int | None
    digit: int
    why: Why


NO_DETAILS: Final = Why()


@dataclass(frozen=True, slots=True)
class Header:
    """The request behind a trace. It reproduces the trace, except for a time limit.

    Attributes:
        puzzle: The starting position as a line.
        by: The id of the algorithm.
        limit: The number of solutions to find; None for all.
        events: The largest number of events; None for no limit.
        seconds: The time limit; None for no limit.
        seed: The random seed.
        rounds: The kinds of event that count as one iteration each.
        clues: The requested number of clues, where a puzzle is dug.
        symmetry: The requested symmetry, where a puzzle is dug.
        grid: The method that made the final grid, where a puzzle is dug; None for `uniform`.
    """

    puzzle: str
    by: str
    limit: int | None = 1
    events: int | None = None
    seconds: float | None = None
    seed: int = 0
    rounds: tuple[Kind, ...] = ()
    clues: int | None = None
    symmetry: str | None = None
    grid: str | None = None


PLACE, REMOVE, GUESS, CONFLICT, RETRACT, SOLUTION, STOP = range(7)
CODES: Final[dict[Kind, int]] = {kind: code for code, kind in enumerate(KINDS)}
DEEPEST: Final = 127
NO_CELL: Final = 127
ROOM: Final = 2048
_NO_RETRACT: Final = DEEPEST + 1

Words = NDArray[np.uint32]  # packed events


class SideTable(dict[Why, int]):
    """The distinct reasons of a trace and their indices. Looking up a new one gives it the next index, up to 2,048.

    >>> table = SideTable()
    >>> table[Why(line=4)], table[Why(line=5)], table[Why(line=4)], table.entries
    (0, 1, 0, [Why(line=4), Why(line=5)])
    """

    __slots__ = ("entries",)

    def __init__(self, entries: Iterable[Why] = ()) -> None:
        super().__init__()
        self.entries: list[Why] = list(entries)
        for index, entry in enumerate(self.entries):
            self.setdefault(entry, index)

    def __missing__(self, why: Why) -> int:
        if len(self.entries) == ROOM:
            raise ShuduError("search.side-table-full", room=ROOM, why=repr(why))
        self[why] = index = len(self.entries)
        self.entries.append(why)
        return index


def pack(event: Event, table: SideTable) -> int:
    """Return an event as an unsigned 32-bit number.

    Raises:
        ShuduError: If a field is out of range.
    """
    kind, depth, cell, digit, why = event
    if cell is None:
        cell = NO_CELL
    elif not 0 <= cell <= 80:
        raise ShuduError("search.cell-range", event=repr(event))
    if not (0 <= depth <= DEEPEST and 0 <= digit <= 9):
        raise ShuduError("search.field-range", event=repr(event), deepest=DEEPEST)
    return CODES[kind] | depth << 3 | cell << 10 | digit << 17 | table[why] << 21


def unpack(word: int, entries: Sequence[Why]) -> Event:
    """Return the event packed in a number, given the entries of the side table."""
    cell = word >> 10 & 127
    return Event(
        KINDS[word & 7], word >> 3 & 127, None if cell == NO_CELL else cell, word >> 17 & 15, entries[word >> 21]
    )


@dataclass(frozen=True, slots=True)
class Position:
    """The state after some events of a trace.

    Attributes:
        moment: The number of events so far.
        digits: The 81 digits, 0 for empty.
        levels: For each cell the depth at which its digit was written.
        tallies: The number of events of each kind.
        deepest: The greatest depth so far.
    """

    moment: int
    digits: bytes
    levels: bytes = bytes(81)
    tallies: tuple[int, ...] = (0,) * 7
    deepest: int = 0


def fold(position: Position, words: Words) -> Position:
    """Return the position after more events.

    >>> start = Position(0, bytes(81))
    >>> after = fold(start, np.array([2 | 1 << 3 | 0 << 10 | 5 << 17], dtype=np.uint32))    # guess, depth 1, r1c1 = 5
    >>> after.digits[0], after.levels[0], after.tallies[2]
    (5, 1, 1)
    """
    if not len(words):
        return position
    kinds: Words = words & np.uint32(7)
    depths: Words = words >> np.uint32(3) & np.uint32(127)
    digits, levels = _last_written(position, words, kinds, depths)
    return Position(
        position.moment + len(words),
        digits.tobytes(),
        levels.tobytes(),
        tuple(int(a + b) for a, b in zip(position.tallies, np.bincount(kinds, minlength=7), strict=True)),
        max(position.deepest, int(depths.max())),
    )


def _last_written(
    position: Position, words: Words, kinds: Words, depths: Words
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the digits and levels after some events."""
    writes = np.flatnonzero(kinds <= GUESS)
    last = np.full(81, -1)
    last[words[writes] >> 10 & 127] = writes  # NumPy keeps the last of several assignments to a cell
    untouched, index = last < 0, np.maximum(last, 0)
    filled = kinds[index] != REMOVE
    digits = np.where(untouched, np.frombuffer(position.digits, np.uint8), (words[index] >> 17 & 15) * filled)
    levels = np.where(untouched, np.frombuffer(position.levels, np.uint8), depths[index] * filled)
    retracts = np.where(kinds == RETRACT, depths, _NO_RETRACT)
    lowest_yet_to_come = np.minimum.accumulate(retracts[::-1])[::-1]
    kept = levels < lowest_yet_to_come[index]
    return (digits * kept).astype(np.uint8), (levels * kept).astype(np.uint8)
