"""A trace: the events of one run, recorded in four bytes each as they are asked for.

>>> from shudu.search.run import trace
>>> run = trace("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", by="mrv")
>>> next(iter(run)).kind, len(run), run.stats.iterations, run.reason
('place', 53, 51, 'solutions')
>>> run.seek(len(run)).digits == run.solutions[0].digits
True
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Final

import numpy as np

from shudu.core.grid import Grid
from shudu.core.text import read_line
from shudu.search.trace.event import KINDS, UNSAID, Event, Header, Why
from shudu.search.trace.limits import Stopwatch, limited
from shudu.search.trace.packing import SOLUTION, SideTable, pack, unpack
from shudu.search.trace.position import Position, Words, fold

STRETCH: Final = 1024  # events recorded at a time
CHECKPOINT: Final = 8192  # events from one kept position to the next


@dataclass(frozen=True, slots=True)
class Stats:
    """What a run took, up to a moment.

    `iterations` are the rounds of the algorithm's own loop, `placements` all digits written, `retractions` all `remove`
    and `retract` events, `nodes` the root of the search tree and one for each guess. `counters` are what the
    last event carries besides: a solver that does not tell its steps tells them at the end.
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

    def as_dict(self) -> dict[str, int | float | dict[str, int]]:
        """The figures by name."""
        return asdict(self)


class Trace:
    """The events of one run. Iterating runs the search as far as needed; nothing is searched twice."""

    def __init__(
        self,
        header: Header,
        source: Iterable[Event],
        end: Why = UNSAID,
        counters: Mapping[str, int] | None = None,
        watch: Stopwatch | None = None,
    ) -> None:
        """A trace that will record `source` within the header's limits; for `end` and `counters` see `limited`.

        `watch` measures the time at work, where the source wants to look at it too.
        """
        self.header = header
        self.table = SideTable()
        self._watch = watch or Stopwatch()
        clock = partial(getattr, self._watch, "seconds")
        self._source = limited(source, header, clock, end, counters)
        self._words = array("I")
        self._checkpoints = [Position(0, read_line(header.puzzle))]

    @classmethod
    def recorded(cls, header: Header, table: Iterable[Why], words: array[int], seconds: float = 0.0) -> Trace:
        """A trace whose events are known already, and perhaps the time they took."""
        trace = cls(header, ())
        trace.table = SideTable(table)
        trace._source = iter(())
        trace._words = words
        trace._watch = Stopwatch(seconds)
        return trace

    def record_until(self, moment: int | None = None) -> int:
        """Searches on until that many events (by default all) are recorded. Tells how many there are."""
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

    def __getitem__(self, index: int) -> Event:
        while not 0 <= index < len(self._words) and self._record_stretch():
            pass
        return unpack(self._words[index], self.table.entries)

    def words(self, start: int = 0, end: int | None = None) -> Words:
        """Packed events from moment `start` to moment `end` (by default to the end of the run)."""
        self.record_until(end)
        return np.array(self._words[start:end], dtype=np.uint32)

    def seek(self, moment: int) -> Position:
        """The position after the first `moment` events; after all of them if there are fewer."""
        moment = max(0, min(moment, self.record_until(moment)))
        while len(self._checkpoints) * CHECKPOINT <= moment:
            self._checkpoints.append(self._fold_on(self._checkpoints[-1], len(self._checkpoints) * CHECKPOINT))
        return self._fold_on(self._checkpoints[moment // CHECKPOINT], moment)

    @property
    def reason(self) -> str | None:
        """Why the run stopped: one of `STOP_REASONS`."""
        return self[-1].why.reason if len(self) else None

    @property
    def solutions(self) -> list[Grid]:
        """The solutions, in the order in which they were found."""
        givens = Grid(self._checkpoints[0].digits).givens.mask
        return [Grid.from_masks(self.seek(moment).digits, givens) for moment in self._moments(SOLUTION)]

    @property
    def stats(self) -> Stats:
        """What the whole run took."""
        return self.stats_at(len(self))

    def stats_at(self, moment: int) -> Stats:
        """What the run took up to a moment; time is known for the whole run only."""
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

    def _counters(self, position: Position) -> dict[str, int]:
        """The counters that the last event carries."""
        return dict(self[position.moment - 1].why.counters or ()) if position.moment else {}

    def _moments(self, code: int) -> Iterator[int]:
        """The moments just after each event of one kind."""
        for start in range(0, len(self), CHECKPOINT):
            found = np.flatnonzero((self.words(start, start + CHECKPOINT) & 7) == code)
            yield from (start + int(index) + 1 for index in found)

    def _record_stretch(self) -> bool:
        """Records the next events. False if there are none."""
        before, append, table = len(self._words), self._words.append, self.table
        with self._watch:
            for event in islice(self._source, STRETCH):
                append(pack(event, table))
        return len(self._words) > before

    def _fold_on(self, position: Position, moment: int) -> Position:
        return fold(position, self.words(position.moment, moment))
