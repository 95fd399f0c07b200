"""The register of techniques: each is a small pure lazy finder with an id, a place in the order, and ratings.

A finder takes a grid, the id it is registered under, and the arguments of its registration, and yields steps:
`next()` of it is a hint, `list()` is all there is. Decorators are stacked where one idea serves several techniques.
Techniques that share a finder, its arguments and their place in the order are looked for together: the finder then gets
all their ids.

What a step's roles are called, in every family:

- `digits` the digits in play; `cells`, `cell` the cells of the pattern; `house` its house; `base`, `cover` houses
- `ends`, `pincers` of which one is true; `joint`, `bridge` what joins them; `pivot` the cell in the middle
- `fins`, `endofins` candidates that spoil a fish; `body` its other candidates; `floor`, `roof` cells of a rectangle

Each family says more in the docstring of its module. Values are cells or digits (int) as the name says, candidates, or
names of houses (str).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from typing import Any, Final, Literal

from shudu.core.errors import ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.aliases import names, plain

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
        if not isinstance(grid, Grid):
            raise TypeError(f"a technique looks at a Grid, not at {type(grid).__name__}; a puzzle has one: puzzle.grid")
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


@dataclass(frozen=True, slots=True)
class Search:
    """Techniques that are looked for together."""

    techniques: tuple[Technique, ...]

    @property
    def singles(self) -> bool:
        """Whether these are singles, which are taken in the order in which they come up."""
        return self.techniques[0].family == "singles"

    def find(self, grid: Grid) -> Iterator[Step]:
        """Every step of these techniques in a position, the one to take first, lazily."""
        leader = self.techniques[0]
        return leader.finder(grid, *(known.id for known in self.techniques), **leader.arguments)


def searches(techniques: Iterable[Technique], order: Callable[[Technique], float] | None = None) -> list[Search]:
    """Techniques in search order (HoDoKu's, if no other is given), together where they are looked for together."""
    place = order or (lambda known: known.order)
    groups = groupby(sorted(techniques, key=place), key=lambda known: (place(known), known.finder, known.arguments))
    return [Search(tuple(group)) for _, group in groups]


def registered() -> list[Technique]:
    """All techniques whose families have been imported, in search order."""
    return sorted(_REGISTER.values(), key=lambda known: known.order)


def lookup(name: str) -> Technique:
    """The technique with this id, alias, HoDoKu code or name in either language, however it is spaced.

    Raises ShuduError with those that come near if there is none.
    """
    if not isinstance(name, str):
        raise TypeError(f"a technique is asked for by its name, not by {type(name).__name__}")
    wanted = name.strip().lower()
    if wanted in _REGISTER:
        return _REGISTER[wanted]
    for known in registered():
        if (wanted and wanted == known.code) or wanted in map(str.lower, known.aliases):
            return known
    spoken = _spoken()
    if found := spoken.get(plain(name)):
        return found
    near = dict.fromkeys(spoken[one].id for one in get_close_matches(plain(name), spoken, n=5, cutoff=0.7))
    meant = f" (near it: {', '.join(near)})" if near else ""
    raise ShuduError(f"{quote(name)} is not a technique{meant}; `shudu techniques` lists them")


def _spoken() -> dict[str, Technique]:
    """Techniques by their ids, aliases and names, written plainly."""
    return {plain(name): one for one in registered() for name in (one.id, *one.aliases, *names(one.id)) if plain(name)}
