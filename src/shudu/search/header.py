"""What a trace was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from shudu.search.event import Kind


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
