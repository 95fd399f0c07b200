"""The register of techniques: each is a small pure lazy finder with an id, a place in the order, and ratings.

A finder takes a grid, the id it is registered under, and the arguments of its registration, and yields steps:
`next()` of it is a hint, `list()` is all there is. Decorators are stacked where one idea serves several techniques.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from shudu.core.errors import ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.step import Step

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Finder = Callable[..., Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique.

    `order` is its place in HoDoKu's search order, `code` HoDoKu's number (empty if HoDoKu lacks it), `on` whether it is
    used unless asked otherwise, `unique` whether it relies on the puzzle having one solution.
    """

    id: str
    family: str
    order: int
    level: Level
    score: int
    code: str
    se: float | None
    on: bool
    unique: bool
    aliases: tuple[str, ...]
    finder: Finder
    arguments: dict[str, Any]

    def find(self, grid: Grid, **options: Any) -> Iterator[Step]:
        """Every step of this technique in a position, lazily. `options` change the arguments of its registration."""
        return self.finder(grid, self.id, **{**self.arguments, **options})


_REGISTER: Final[dict[str, Technique]] = {}


def technique(
    id: str,
    *,
    family: str,
    order: int,
    level: Level,
    score: int,
    code: str = "",
    se: float | None = None,
    on: bool = True,
    unique: bool = False,
    aliases: tuple[str, ...] = (),
    **arguments: Any,
) -> Callable[[Finder], Finder]:
    """Registers a finder under an id; what is not named here is handed to the finder at each call."""

    def register(finder: Finder) -> Finder:
        _REGISTER[id] = Technique(id, family, order, level, score, code, se, on, unique, aliases, finder, arguments)
        return finder

    return register


def registered() -> list[Technique]:
    """All techniques whose families have been imported, in search order."""
    return sorted(_REGISTER.values(), key=lambda known: known.order)


def lookup(name: str) -> Technique:
    """The technique with this id, alias or HoDoKu code.

    Raises ShuduError if there is none.
    """
    wanted = name.strip().lower()
    for known in registered():
        if wanted in (known.id, known.code, *(alias.lower() for alias in known.aliases)):
            return known
    raise ShuduError(f"{quote(name)} is not a technique; `shudu techniques` lists them")
