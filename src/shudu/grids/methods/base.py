"""What a method of making final grids is: a generator of events, with its pseudocode, reach and bias."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import factorial
from pathlib import Path
from random import Random
from typing import Any, Final

from shudu.core.randomness import derive_seed
from shudu.search.algorithms.pseudocode import Pseudocode, Text, read_pseudocode
from shudu.search.trace.event import Event

Making = Callable[[Random], Iterator[Event]]
Numbered = Callable[[int, int], Iterator[Event]]  # grid number `index` of a seed

_FILE: Final = Path(__file__).with_name("methods.toml")
CODES: Final = read_pseudocode(_FILE)
_TABLES: Final[dict[str, dict[str, Any]]] = tomllib.loads(_FILE.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Method:
    """A way to make final grids that can be watched. `make` ends with the event `solution`."""

    code: Pseudocode
    make: Numbered

    @property
    def id(self) -> str:
        """How the method is asked for: `method="uniform"`."""
        return self.code.id

    @property
    def bias(self) -> Text:
        """How far the grids are from equally likely, in words."""
        bias: Text = _TABLES[self.id]["bias"]
        return bias

    @property
    def reach(self) -> int:
        """How many grids it can make at most.

        >>> from shudu.grids.full_grids import METHODS
        >>> METHODS["template"].reach, METHODS["uniform"].reach
        (362880, 6670903752021072936960)
        """
        formula: str = _TABLES[self.id]["reach"]
        if formula == "all":
            from shudu.kernel.grids import count_grids

            return count_grids()
        from shudu.grids.graded_puzzles import SEEDS

        known = {"factorial": factorial, "SEEDS": SEEDS, "len": len, "__builtins__": {}}
        value: int = eval(formula, known)
        return value


def method(name: str) -> Callable[[Making], Method]:
    """Makes a method of a generator; methods.toml describes it under the same id."""

    def build(make: Making) -> Method:
        return Method(CODES[name], lambda seed, index: make(Random(derive_seed(seed, name, index))))

    return build


def first_row(random: Random) -> list[int]:
    """A random order of 1 to 9."""
    return random.sample(range(1, 10), 9)
