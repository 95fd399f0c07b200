"""Traces: the events of one run, recorded as they are read, four bytes each.

A run that reaches a limit on solutions, events or time ends with a `stop` event.

>>> from shudu.search.run import trace
>>> run = trace("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", by="mrv")
>>> next(iter(run)).kind, len(run), run.stats.iterations, run.reason
('place', 53, 51, 'solutions')
>>> run.seek(len(run)).digits == run.solutions[0].digits
True
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from time import perf_counter
from typing import Final, overload

import numpy as np

from shudu.core.grid import Grid
from shudu.core.text import read_line
from shudu.search.trace.event import (
    KINDS,
    NO_DETAILS,
    SOLUTION,
    Event,
    Header,
    Position,
    SideTable,
    StopReason,
    Why,
    Words,
    fold,
    pack,
    unpack,
)

_EVENTS_BETWEEN_CLOCKS: Final = 64


class Stopwatch:
    """Measures the time spent inside `with` blocks."""

    def __init__(self, spent: float = 0.0) -> None:
        self._spent = spent
        self._since: float | None = None

    def __enter__(self) -> Stopwatch:
        self._since = perf_counter()
        return self

    def __exit__(self, *error: object) -> None:
        self._spent, self._since = self.seconds, None

    @property
    def seconds(self) -> float:
        """The seconds measured so far."""
        return self._spent + (0.0 if self._since is None else perf_counter() - self._since)


def apply_limits(
    source: Iterable[Event],
    header: Header,
    clock: Callable[[], float],
    end: Why = NO_DETAILS,
    counters: Mapping[str, int] | None = None,
) -> Iterator[Event]:
    """Yield events up to the first limit reached, then one `stop`.

    >>> done = Event("solution", 0, None, 0, NO_DETAILS)
    >>> [event.kind for event in apply_limits([done, done], Header("." * 81, "rows", limit=1), lambda: 0.0)]
    ['solution', 'stop']

    Args:
        source: The events of a search.
        header: The limits.
        clock: Returns the seconds spent so far.
        end: The details of the `stop` after a complete search.
        counters: Counters to store in the `stop`; they are read when the run ends.
    """

    def stop(reason: StopReason, why: Why = NO_DETAILS) -> Event:
        return Event("stop", 0, None, 0, why._replace(reason=reason, counters=tuple((counters or {}).items()) or None))

    limit, most, seconds = header.limit, header.events, header.seconds
    solutions = 0
    for number, event in enumerate(source):
        if number == most:
            yield stop("events")
            return
        if event.kind == "stop":
            yield stop(event.why.reason or "exhausted", event.why)
            return
        yield event
        if event.kind == "solution":
            solutions += 1
            if solutions == limit:
                yield stop("solutions", event.why)
                return
        if seconds is not None and number % _EVENTS_BETWEEN_CLOCKS == 0 and clock() >= seconds:
            yield stop("seconds")
            return
    yield stop("exhausted", end)


STRETCH: Final = 1024  # events recorded at once
CHECKPOINT: Final = 8192  # events between two stored positions


@dataclass(frozen=True, slots=True)
class Stats:
    """The statistics of a run, up to a moment.

    Attributes:
        events: The number of events.
        iterations: The rounds of the algorithm's main loop.
        placements: The number of digits written.
        retractions: The number of `remove` and `retract` events.
        guesses: The number of guesses.
        conflicts: The number of dead ends.
        solutions: The number of solutions.
        deepest: The greatest depth.
        nodes: The size of the search tree: its root and one node for each guess.
        seconds: The time spent on the whole run.
        counters: The counters of the last event, from solvers that do not report their steps.
    """

    events: int
    iterations: int
    placements: int
    retractions: int
    guesses: int
    conflicts: int
    solutions: int
    deepest: int
    nodes: int
    seconds: float
    counters: dict[str, int]

    def to_dict(self) -> dict[str, int | float | dict[str, int]]:
        """Return the statistics by name."""
        return asdict(self)


class Trace:
    """The events of one run: a sequence that runs the search as far as it is read, and nothing twice.

    Args:
        header: The request, with the limits.
        source: The events of the search.
        end: The details of the `stop` event after a complete search.
        counters: Counters for the `stop` event; they are read when the run ends.
        watch: A stopwatch shared with the source, if that reads the time itself.
    """

    def __init__(
        self,
        header: Header,
        source: Iterable[Event],
        end: Why = NO_DETAILS,
        counters: Mapping[str, int] | None = None,
        watch: Stopwatch | None = None,
    ) -> None:
        self.header = header
        self.table: SideTable = SideTable()
        self._watch = spent = watch or Stopwatch()
        self._source = apply_limits(source, header, lambda: spent.seconds, end, counters)
        self._words = array("I")
        self._checkpoints = [Position(0, read_line(header.puzzle))]

    @classmethod
    def from_words(cls, header: Header, table: Iterable[Why], words: array[int], seconds: float = 0.0) -> Trace:
        """Return a finished trace.

        Args:
            header: The request.
            table: The entries of the side table.
            words: The packed events.
            seconds: The time the run took, if known.
        """
        trace = cls(header, ())
        trace.table = SideTable(table)
        trace._source = iter(())
        trace._words = words
        trace._watch = Stopwatch(seconds)
        return trace

    def record_until(self, moment: int | None = None) -> int:
        """Run the search until some number of events is recorded, and return how many there are.

        Args:
            moment: The number of events; None for all.
        """
        while (moment is None or len(self._words) < moment) and self._record_stretch():
            pass
        return len(self._words)

    def __iter__(self) -> Iterator[Event]:
        moment = 0
        while moment < len(self._words) or self._record_stretch():
            yield unpack(self._words[moment], self.table.entries)
            moment += 1

    def __len__(self) -> int:
        return self.record_until()

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            self._record_slice(index)
            return [unpack(word, self.table.entries) for word in self._words[index]]
        while not 0 <= index < len(self._words) and self._record_stretch():
            pass
        return unpack(self._words[index], self.table.entries)

    def _record_slice(self, events: slice) -> None:
        """Run the search as far as a slice needs it; one that counts from the end needs all events."""
        from_start = (
            events.stop is not None and events.stop >= 0 and (events.start or 0) >= 0 and (events.step or 1) > 0
        )
        self.record_until(events.stop if from_start else None)

    def words(self, start: int = 0, end: int | None = None) -> Words:
        """Return packed events.

        Args:
            start: The index of the first event.
            end: The index after the last event; None for the end of the run.
        """
        self.record_until(end)
        return np.array(self._words[start:end], dtype=np.uint32)

    def seek(self, moment: int) -> Position:
        """Return the position after some events.

        Args:
            moment: The number of events; if there are fewer, the final position is returned.
        """
        moment = max(0, min(moment, self.record_until(moment)))
        while len(self._checkpoints) * CHECKPOINT <= moment:
            self._checkpoints.append(self._fold_on(self._checkpoints[-1], len(self._checkpoints) * CHECKPOINT))
        return self._fold_on(self._checkpoints[moment // CHECKPOINT], moment)

    @property
    def reason(self) -> StopReason | None:
        """Why the run stopped: `solutions`, `exhausted`, `events`, `seconds`, `made` or `gave-up`."""
        return self[-1].why.reason if len(self) else None

    @property
    def solutions(self) -> list[Grid]:
        """The solutions, in the order in which they were found."""
        givens = Grid(self._checkpoints[0].digits).givens.mask
        return [Grid.from_masks(self.seek(moment).digits, givens) for moment in self._moments(SOLUTION)]

    @property
    def stats(self) -> Stats:
        """The statistics of the whole run."""
        return self.stats_at(len(self))

    def stats_at(self, moment: int) -> Stats:
        """Return the statistics up to a moment. The time is that of the whole run.

        Args:
            moment: The number of events.
        """
        position = self.seek(moment)
        place, remove, guess, conflict, retract, solution, _ = position.tallies
        counters = self._counters(position)
        rounds = sum(count for kind, count in zip(KINDS, position.tallies, strict=True) if kind in self.header.rounds)
        return Stats(
            events=position.moment,
            iterations=counters.get("iterations", rounds),
            placements=place + guess,
            retractions=remove + retract,
            guesses=counters.get("guesses", guess),
            conflicts=counters.get("conflicts", conflict),
            solutions=solution,
            deepest=position.deepest,
            nodes=1 + counters.get("guesses", guess),
            seconds=self._watch.seconds,
            counters=counters,
        )

    def __repr__(self) -> str:
        state = f"{len(self._words)} events recorded" if self._is_running else f"{len(self)} events, {self.reason}"
        return f"<Trace of {self.header.puzzle} by {self.header.by}: {state}>"

    @property
    def _is_running(self) -> bool:
        return not self._words or unpack(self._words[-1], self.table.entries).kind != "stop"

    def _counters(self, position: Position) -> dict[str, int]:
        """Return the counters of the last event."""
        return dict(self[position.moment - 1].why.counters or ()) if position.moment else {}

    def _moments(self, code: int) -> Iterator[int]:
        """Yield the moments just after each event of one kind."""
        for start in range(0, len(self), CHECKPOINT):
            indices = np.flatnonzero((self.words(start, start + CHECKPOINT) & 7) == code)
            yield from (start + int(index) + 1 for index in indices)

    def _record_stretch(self) -> bool:
        """Record the next events. Return False if there are none."""
        before, append, table = len(self._words), self._words.append, self.table
        with self._watch:
            for event in islice(self._source, STRETCH):
                append(pack(event, table))
        return len(self._words) > before

    def _fold_on(self, position: Position, moment: int) -> Position:
        return fold(position, self.words(position.moment, moment))
