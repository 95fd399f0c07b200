"""A method that makes final grids: a generator of events, its texts and its reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from shudu.core.randomness import derive_seed
from shudu.locale.catalogue import LANGUAGES, table
from shudu.search.algorithms import Algorithm, Pseudocode, SearchTask, Text, load_pseudocode
from shudu.search.trace.event import Event, Kind, Why

CODES: Final = load_pseudocode("grids")
ALL_GRIDS: Final = 6_670_903_752_021_072_936_960

Generator = Callable[[Random], Iterator[Event]]
NumberedGenerator = Callable[[int, int], Iterator[Event]]  # makes grid number `index` of a random seed

_LINES: Final[dict[Kind, str]] = {
    "place": "write",
    "guess": "write",
    "conflict": "dead-end",
    "remove": "back",
    "retract": "back",
    "solution": "done",
}


@dataclass(frozen=True, slots=True)
class Method:
    """A method that makes final grids.

    Attributes:
        code: Its id, name, description and pseudocode.
        bias: How far the grids are from equally likely, in words.
        reach: The number of grids it can make at most.
        make: Yields the events of making grid number `index` of a random seed; the last one is `solution`.
    """

    code: Pseudocode
    bias: Text
    reach: int
    make: NumberedGenerator

    @property
    def id(self) -> str:
        """The name that selects it: `method="uniform"`."""
        return self.code.id


def build_method(code: Pseudocode, reach: int, make: NumberedGenerator) -> Method:
    """Return a method; the catalogues describe its bias."""
    bias = {language: table(f"grids.pseudocode.{code.id}", language)["bias"] for language in LANGUAGES}
    return Method(code, bias, reach, make)


def method(code: Pseudocode, reach: int, stream: str | None = None) -> Callable[[Generator], Method]:
    """Turn a generator of events into a method.

    Args:
        code: Its pseudocode.
        reach: The number of grids it can make at most.
        stream: Label of its random stream; its id if omitted.
    """
    label = stream or code.id

    def build(generate: Generator) -> Method:
        return build_method(code, reach, lambda seed, index: generate(Random(derive_seed(seed, label, index))))

    return build


def shuffled_digits(random: Random) -> list[int]:
    """Return the digits 1 to 9 in random order."""
    return random.sample(range(1, 10), 9)


def search_rest(algorithm: Algorithm, digits: bytes, random: Random, code: Pseudocode) -> Iterator[Event]:
    """Yield the events of a search up to its first solution, with the lines of another pseudocode.

    Args:
        algorithm: The search.
        digits: The cells that are already filled, 0 for blank.
        random: Source of randomness of the search.
        code: The pseudocode of the method.
    """
    whys: dict[Kind, Why] = {kind: code.why(line) for kind, line in _LINES.items()}
    for event in algorithm.search(SearchTask(digits, random)):
        yield event._replace(why=whys[event.kind])
        if event.kind == "solution":
            return
