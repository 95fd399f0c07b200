"""What a search tells: events. A trace is a list of them, and nothing else is needed to show the run.

>>> Event("guess", 3, 22, 7, Why(line=4))
Event(kind='guess', depth=3, cell=22, digit=7, why=Why(line=4))

    place     `digit` is written in `cell`: nothing else was left, or nothing was chosen
    guess     `digit` is written in `cell`: one of several
    remove    `cell`, which held `digit`, is emptied
    retract   the guess at `depth` is taken back, and every write of its level and deeper ones: the position is
              exactly what it was before the guess
    conflict  a dead end: `cell` has no candidate, or `digit` no place in `why.house`
    solution  the position is a solution
    stop      the run is over, and `why.reason` says why; every trace ends in exactly one

Each write gives its cell the level `depth`; givens have level 0. A write in a filled cell replaces its digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Kind = Literal["place", "remove", "guess", "conflict", "retract", "solution", "stop"]

KINDS: Final[tuple[Kind, ...]] = ("place", "remove", "guess", "conflict", "retract", "solution", "stop")

STOP_REASONS: Final = {
    "solutions": "as many solutions as asked for were found",
    "exhausted": "everything was searched: there are no more solutions",
    "events": "the limit on events was reached",
    "seconds": "the limit on time was reached",
    "made": "what was to be made is made",
    "gave-up": "the method gave up; this proves nothing",
}


class Why(NamedTuple):
    """What does not fit into an event's four bytes: kept once in the side table of a trace."""

    line: int = 0  # of the pseudocode, from 1; 0: none
    reason: str | None = None
    house: int | None = None
    temperature: float | None = None
    transformation: str | None = None
    witnesses: tuple[str, ...] | None = None
    counters: tuple[tuple[str, int], ...] | None = None

    def __repr__(self) -> str:
        told = (f"{name}={value!r}" for name, value in self._asdict().items() if value is not None)
        return f"Why({', '.join(told)})"


class Event(NamedTuple):
    """One thing that happened. `depth` 0–127, `cell` None for no cell, `digit` 0 for no digit."""

    kind: Kind
    depth: int
    cell: int | None
    digit: int
    why: Why


UNSAID: Final = Why()


@dataclass(frozen=True, slots=True)
class Header:
    """What was asked for: it makes the same trace again (but for the limit on time)."""

    puzzle: str  # the 81 characters of the position at the start
    by: str
    limit: int | None = 1
    events: int | None = None
    seconds: float | None = None
    seed: int = 0
    rounds: tuple[Kind, ...] = ()  # the kinds of event that count as one iteration each
    clues: int | None = None  # asked for, where a puzzle is dug
    symmetry: str | None = None
