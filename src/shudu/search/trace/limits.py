"""Limits on solutions, events and time: a run that reaches one ends in a `stop` event, never in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from time import perf_counter
from typing import Final

from shudu.search.trace.event import UNSAID, Event, Header, Why

_EVENTS_BETWEEN_CLOCKS: Final = 64


class Stopwatch:
    """Time spent at work: what passes between stretches of work does not count."""

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
        """Seconds at work until now."""
        return self._spent + (0.0 if self._since is None else perf_counter() - self._since)


def limited(
    source: Iterable[Event],
    header: Header,
    clock: Callable[[], float],
    end: Why = UNSAID,
    counters: Mapping[str, int] | None = None,
) -> Iterator[Event]:
    """The events of `source`, then one `stop`: at the limit on solutions, events or seconds, or when all is searched.

    `end` is what a `stop` after everything was searched says besides its reason; `counters` are read when the run ends.

    >>> done = Event("solution", 0, None, 0, UNSAID)
    >>> [event.kind for event in limited([done, done], Header("." * 81, "rows", limit=1), lambda: 0.0)]
    ['solution', 'stop']
    """

    def stop(reason: str, why: Why = UNSAID) -> Event:
        return Event("stop", 0, None, 0, why._replace(reason=reason, counters=tuple((counters or {}).items()) or None))

    limit, most, seconds = header.limit, header.events, header.seconds
    found = 0
    for told, event in enumerate(source):
        if told == most:
            yield stop("events")
            return
        if event.kind == "stop":
            yield stop(event.why.reason or "exhausted", event.why)
            return
        yield event
        if event.kind == "solution":
            found += 1
            if found == limit:
                yield stop("solutions", event.why)
                return
        if seconds is not None and told % _EVENTS_BETWEEN_CLOCKS == 0 and clock() >= seconds:
            yield stop("seconds")
            return
    yield stop("exhausted", end)
