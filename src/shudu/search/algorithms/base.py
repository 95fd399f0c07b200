"""What all search algorithms share: the task they are given, and the record that describes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import inf
from random import Random
from typing import Final

from shudu.search.algorithms.pseudocode import Pseudocode, load_pseudocode
from shudu.search.trace.event import Event, Kind, Why

PSEUDOCODE: Final = load_pseudocode("search")


@dataclass(slots=True)
class SearchTask:
    """The input of a search.

    A search yields an event for every solution and continues; the trace stops it at the limit. Only algorithms that
    call another solver read `limit`, and only those that may work for long between two events read `seconds_left`.

    Attributes:
        digits: The digits of the puzzle, 0 for blank.
        random: The source of random numbers.
        limit: The number of solutions to find; None for all.
        counters: Filled by algorithms that count what their events do not show.
        seconds_left: Returns the time that remains.
    """

    digits: bytes
    random: Random
    limit: int | None = 1
    counters: dict[str, int] = field(default_factory=dict)
    seconds_left: Callable[[], float] = lambda: inf


Search = Callable[[SearchTask], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A search that can be watched.

    Attributes:
        code: Its name and pseudocode.
        search: The generator of events.
        rounds: The kinds of event that count as one iteration each.
        module: The optional dependency it imports, or None. The package's extra has the id of the algorithm.
    """

    code: Pseudocode
    search: Search
    rounds: tuple[Kind, ...]
    module: str | None

    @property
    def id(self) -> str:
        """The name used in `trace(puzzle, by="mrv")`."""
        return self.code.id

    @property
    def is_available(self) -> bool:
        """Whether its dependency is installed."""
        return self.module is None or find_spec(self.module) is not None


def algorithm(name: str, rounds: tuple[Kind, ...] = (), module: str | None = None) -> Callable[[Search], Algorithm]:
    """Return a decorator that turns a search into an Algorithm, with the pseudocode of the same id."""

    def decorate(search: Search) -> Algorithm:
        return Algorithm(PSEUDOCODE[name], search, rounds, module)

    return decorate


def write_solution(current: bytes, solution: bytes, why: Why) -> Iterator[Event]:
    """Yield the events that turn the digits on display into a solution, for solvers that do not report their steps."""
    for cell in range(81):
        if current[cell] != solution[cell]:
            yield Event("place", 0, cell, solution[cell], why)
