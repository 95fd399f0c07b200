"""What all search algorithms share: their pseudocode, the task they are given, and the record that describes them.

The texts of the pseudocode are in the catalogue, in the table `pseudocode` of an area. Each line has an id, so that
events can refer to it.

>>> code = load_pseudocode("search")["mrv"]
>>> code.name["en"], code.why("write").line, code.lines[0]["en"]
('Fewest candidates first', 4, 'list the blank cells row by row (FindZero)')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import inf
from random import Random
from typing import Any, Final

from shudu.locale.catalogue import LANGUAGES, table
from shudu.search.trace.event import Event, Kind, Why

Text = dict[str, str]  # language → text


@dataclass(frozen=True, slots=True)
class Pseudocode:
    """The texts of one algorithm.

    Attributes:
        id: The id of the algorithm.
        name: Its name in each language.
        about: A sentence about it in each language.
        lines: The lines, each in every language.
        ids: The number of each line, from 1, by its id.
    """

    id: str
    name: Text
    about: Text
    lines: tuple[Text, ...]
    ids: dict[str, int]

    def why(self, line: str) -> Why:
        """Return the reason of events that belong to a line, given by its id."""
        return Why(line=self.ids[line])

    def whys(self, *lines: str) -> tuple[Why, ...]:
        """Return the reasons of events that belong to several lines."""
        return tuple(map(self.why, lines))


def load_pseudocode(area: str) -> dict[str, Pseudocode]:
    """Return the pseudocode of an area of the catalogue, by the id of the algorithm.

    Args:
        area: The name of the catalogue file. In its table `pseudocode.<id>` are `name`, `about` and the table `lines`,
            whose keys are the ids of the lines. All languages have the same keys in the same order.
    """
    tables = {language: table(f"{area}.pseudocode", language) for language in LANGUAGES}
    return {name: _join_languages(name, {at: each[name] for at, each in tables.items()}) for name in tables["en"]}


def _join_languages(name: str, tables: dict[str, dict[str, Any]]) -> Pseudocode:
    ids = list(tables["en"]["lines"])
    return Pseudocode(
        name,
        {language: each["name"] for language, each in tables.items()},
        {language: each["about"] for language, each in tables.items()},
        tuple({language: each["lines"][id] for language, each in tables.items()} for id in ids),
        {id: number for number, id in enumerate(ids, 1)},
    )


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
