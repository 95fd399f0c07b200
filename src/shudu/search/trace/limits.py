"""Limits on solutions, events and time. A run that reaches one ends with a `stop` event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from time import perf_counter
from typing import Final

from shudu.search.trace.event import NO_DETAILS, Event, Header, Why

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

    def stop(reason: str, why: Why = NO_DETAILS) -> Event:
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
