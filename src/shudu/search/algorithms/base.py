"""What an algorithm is: a search that yields events, with its pseudocode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import inf
from pathlib import Path
from random import Random
from typing import Final

from shudu.search.algorithms.pseudocode import Pseudocode, read_pseudocode
from shudu.search.trace.event import Event, Kind, Why

PSEUDOCODE: Final = read_pseudocode(Path(__file__).with_name("pseudocode.toml"))


@dataclass(slots=True)
class Task:
    """What a search is given: the digits of a puzzle (0: blank), its source of chance, and a place for its counters.

    It tells every solution it finds and goes on; whoever listens stops it at a limit. Only a search that asks another
    solver needs to know how many solutions (None: all) are wanted, and only one that may be silent for long how many
    seconds are left.
    """

    digits: bytes
    random: Random
    limit: int | None = 1
    counters: dict[str, int] = field(default_factory=dict)
    seconds_left: Callable[[], float] = lambda: inf


Search = Callable[[Task], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A search that can be watched. `rounds` are the kinds of event that count as one iteration each."""

    code: Pseudocode
    search: Search
    rounds: tuple[Kind, ...]
    module: str | None  # an optional dependency, by the name it is imported by; the package's extra is called by `id`

    @property
    def id(self) -> str:
        """How the algorithm is asked for: `by="mrv"`."""
        return self.code.id

    @property
    def is_available(self) -> bool:
        """Whether what it depends on is installed."""
        return self.module is None or find_spec(self.module) is not None


def algorithm(name: str, rounds: tuple[Kind, ...] = (), module: str | None = None) -> Callable[[Search], Algorithm]:
    """Makes an algorithm of a search; pseudocode.toml describes it under the same id."""

    def make(search: Search) -> Algorithm:
        return Algorithm(PSEUDOCODE[name], search, rounds, module)

    return make


def show(shown: bytes, solution: bytes, why: Why) -> Iterator[Event]:
    """Writes the cells in which a solution differs from what is shown."""
    for cell in range(81):
        if shown[cell] != solution[cell]:
            yield Event("place", 0, cell, solution[cell], why)
