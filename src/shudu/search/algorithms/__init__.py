"""What all search algorithms share: their pseudocode, the task they are given, the record that describes them, a board.

The texts of the pseudocode are in the catalogue, in the table `pseudocode` of an area. Each line has an id, so that
events can refer to it.

>>> code = load_pseudocode("search")["mrv"]
>>> code.name["en"], code.why("write").line, code.lines[0]["en"]
('Fewest candidates first', 4, 'list the blank cells row by row (FindZero)')

The board holds the digits, and which of them each house holds. It is mutable.

>>> board = SearchBoard(bytes(81))
>>> board.write(0, 5)
>>> board.candidates(1), board.choices(1), board.erase(0)
((1, 2, 3, 4, 6, 7, 8, 9), 8, 5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import inf
from random import Random
from typing import Any, Final

from shudu.core.geometry import CELLS, DIGITS, HOUSES_OF
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


# In masks, bit d stands for digit d. These tables are indexed by the mask of the digits in the three houses of a cell.
_CANDIDATES: Final = tuple(tuple(d for d in DIGITS if not held >> d & 1) for held in range(1024))
_CHOICES: Final = tuple(map(len, _CANDIDATES))
_NEXT: Final = tuple(tuple(next((d for d in free if d > last), 0) for last in range(10)) for free in _CANDIDATES)


class SearchBoard:
    """The 81 digits, and for each of the 27 houses the mask of the digits it holds."""

    __slots__ = ("digits", "held")

    def __init__(self, digits: bytes) -> None:
        self.digits: bytearray = bytearray(81)
        self.held: list[int] = [0] * 27
        for cell, digit in enumerate(digits):
            if digit:
                self.write(cell, digit)

    def copy(self) -> SearchBoard:
        """Return an independent copy."""
        new = SearchBoard.__new__(SearchBoard)
        new.digits, new.held = self.digits[:], self.held[:]
        return new

    def blanks(self) -> list[int]:
        """Return the empty cells, row by row."""
        return [cell for cell in CELLS if not self.digits[cell]]

    def write(self, cell: int, digit: int) -> None:
        """Write a digit that fits into an empty cell."""
        row, column, box = HOUSES_OF[cell]
        held, bit = self.held, 1 << digit
        held[row] |= bit
        held[column] |= bit
        held[box] |= bit
        self.digits[cell] = digit

    def erase(self, cell: int) -> int:
        """Clear a cell and return the digit it held."""
        digit = self.digits[cell]
        row, column, box = HOUSES_OF[cell]
        held, rest = self.held, ~(1 << digit)
        held[row] &= rest
        held[column] &= rest
        held[box] &= rest
        self.digits[cell] = 0
        return digit

    def free(self, cell: int) -> int:
        """Return the mask of the digits that fit an empty cell."""
        row, column, box = HOUSES_OF[cell]
        return ~(self.held[row] | self.held[column] | self.held[box]) & 0x3FE

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the digits that fit an empty cell, in ascending order."""
        row, column, box = HOUSES_OF[cell]
        return _CANDIDATES[self.held[row] | self.held[column] | self.held[box]]

    def choices(self, cell: int) -> int:
        """Return how many digits fit an empty cell."""
        row, column, box = HOUSES_OF[cell]
        return _CHOICES[self.held[row] | self.held[column] | self.held[box]]

    def fewest(self, cells: list[int]) -> int:
        """Return the empty cell with the fewest candidates, the first on a tie."""
        held = self.held
        best, least = -1, 10
        for cell in cells:
            row, column, box = HOUSES_OF[cell]
            choices = _CHOICES[held[row] | held[column] | held[box]]
            if choices < least:
                best, least = cell, choices
                if not choices:
                    break
        return best

    def next_fitting(self, cell: int, last: int) -> int:
        """Return the smallest digit above `last` that fits an empty cell, or 0."""
        row, column, box = HOUSES_OF[cell]
        return _NEXT[self.held[row] | self.held[column] | self.held[box]][last]
