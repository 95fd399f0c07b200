"""The registry of techniques.

A technique is a lazy generator function, the finder, registered under an id with its position in the search order,
level and score:

    @register("xy-wing", family="wings", order=3300, level="hard", score=160, code="0800")
    def find_xy_wings(grid: Grid, id: str) -> Iterator[Step]: ...

`next()` on a finder gives a hint, `list()` gives every step. Stack decorators where one idea serves several
techniques; keyword arguments that `register` does not know are passed to the finder at each call. Techniques that
share finder, arguments and order are searched together: the finder then receives all their ids.

The roles of a step have the same names in every family:

- `digits` the digits in play; `cells`, `cell` the cells of the pattern; `house` its house; `base`, `cover` houses
- `ends`, `pincers` of which at least one is true; `joint`, `bridge` the link between them; `pivot` the middle cell
- `fins`, `endofins` the extra candidates of a fish, `body` its other candidates; `floor`, `roof` cells of a rectangle

The docstring of each module lists the others. Values are ints (cells or digits, according to the name), candidates, or names
of houses (str).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from itertools import groupby
from pkgutil import walk_packages
from typing import Any, Final, Literal

from shudu.core.errors import ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.texts import all_names, normalise_name

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Finder = Callable[..., Iterator[Step]]
COSTLY_ORDER: Final = 5400  # from X-chains on, look for one step: finding all takes long


@dataclass(frozen=True, slots=True, repr=False)
class Technique:
    """A solving technique.

    Attributes:
        id: Its name in programs, such as `xy-wing`.
        family: The group it is listed under, such as `wings`.
        order: Its position in HoDoKu's search order.
        level: HoDoKu's level, from `easy` to `extreme`.
        score: HoDoKu's score for one step.
        code: HoDoKu's number; empty if HoDoKu lacks the technique.
        se: The rating of Sudoku Explainer, if it has one.
        on: Whether the solver uses it by default.
        unique: Whether it relies on the puzzle having exactly one solution.
        case_codes: Further codes that case files use for it (see `shudu.logic.examples`).
        finder: The function that finds its steps.
        options: The arguments passed to the finder.
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
    case_codes: tuple[str, ...]
    finder: Finder
    options: Mapping[str, Any] = field(hash=False)

    def find(self, grid: Grid) -> Iterator[Step]:
        """Yield every step of this technique in a position, lazily.

        Args:
            grid: The position to search.

        Raises:
            TypeError: If `grid` is not a Grid.
        """
        if not isinstance(grid, Grid):
            raise TypeError(f"expected a Grid, got {type(grid).__name__}; a puzzle has one: puzzle.grid")
        return self.finder(grid, self.id, **self.options)

    def configure(self, options: Mapping[str, Any]) -> Technique:
        """Return this technique with some of its options replaced.

        Args:
            options: The new values by the names of the options; the others stay.
        """
        return replace(self, options={**self.options, **options})

    def __repr__(self) -> str:
        return f"<Technique {self.id}>"


_REGISTRY: Final[dict[str, Technique]] = {}


def register(
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
    case_codes: tuple[str, ...] = (),
    **options: Any,
) -> Callable[[Finder], Finder]:
    """Return a decorator that registers a finder as a technique.

    See `Technique` for the named arguments; all others are passed to the finder at each call.
    """

    def add(finder: Finder) -> Finder:
        _REGISTRY[id] = Technique(id, family, order, level, score, code, se, on, unique, case_codes, finder, options)
        return finder

    return add


@cache
def discover() -> None:
    """Import every module of `techniques`, which registers its techniques."""
    package = "shudu.logic.techniques"
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)


def techniques() -> list[Technique]:
    """Return all techniques in search order.

    >>> [each.id for each in techniques()][:3]
    ['full-house', 'naked-single', 'hidden-single']
    """
    discover()
    return sorted(_REGISTRY.values(), key=lambda each: each.order)


def technique(name: str) -> Technique:
    """Return the technique with a name.

    >>> technique("0800") is technique("XY-Wing") is technique("xy-wing") is technique("XY翼")
    True

    Args:
        name: The id, HoDoKu's code, or any name in English or Chinese. Case, spaces and hyphens do not matter.

    Raises:
        ShuduError: If no technique has this name; the message suggests similar ones.
        TypeError: If `name` is not a string.
    """
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a technique, got {type(name).__name__}")
    discover()
    key = name.strip().lower()
    if key in _REGISTRY:
        return _REGISTRY[key]
    for each in techniques():
        if key and key in (each.code, *each.case_codes):
            return each
    return _technique_by_any_name(name)


def _technique_by_any_name(name: str) -> Technique:
    by_name = {
        plain: each
        for each in techniques()
        for alias in (each.id, *all_names(each.id))
        if (plain := normalise_name(alias))
    }
    key = normalise_name(name)
    if key in by_name:
        return by_name[key]
    similar = dict.fromkeys(by_name[match].id for match in get_close_matches(key, by_name, n=5, cutoff=0.7))
    if similar:
        raise ShuduError("logic.misspelled-technique", name=quote(name), similar=tuple(similar))
    raise ShuduError("logic.unknown-technique", name=quote(name))


@dataclass(frozen=True, slots=True)
class TechniqueSearch:
    """Techniques that one finder searches together."""

    techniques: tuple[Technique, ...]

    def find(self, grid: Grid) -> Iterator[Step]:
        """Yield every step of these techniques in a position, best first, lazily."""
        first = self.techniques[0]
        return first.finder(grid, *(each.id for each in self.techniques), **first.options)


Choice = Iterable[str | Technique]  # techniques by name; see `select_techniques`


def select_techniques(
    choice: Choice | None, *, defaults: Iterable[Technique] | None = None, uniqueness: bool = True
) -> list[Technique]:
    """Return a choice of techniques in search order.

    >>> [each.id for each in select_techniques(["xy-wing", "naked single"])]
    ['naked-single', 'xy-wing']
    >>> everything = {each.id for each in select_techniques(None)}
    >>> {each.id for each in select_techniques(["+unique-loop", "-xy-wing"])} ^ everything == {"unique-loop", "xy-wing"}
    True

    Args:
        choice: Names of techniques: these and no others are chosen. Names with a sign change the default choice instead:
            `+unique-loop` adds a technique, `-xy-wing` leaves one out. None for the default choice.
        defaults: The default choice; all techniques that are on if None.
        uniqueness: Whether to keep techniques that rely on the puzzle having exactly one solution.

    Raises:
        ShuduError: If a name is unknown, or only some of the names have a sign.
        TypeError: If `choice` is a string or not iterable.
    """
    usual = [each for each in techniques() if each.on] if defaults is None else list(defaults)
    names = parse_choice(choice)
    selected = {each.id: each for each in usual} if names is None or (names and names[0][0]) else {}
    for sign, each in names or ():
        if sign == "-":
            selected.pop(each.id, None)
        else:
            selected.setdefault(each.id, each)
    return sorted((each for each in selected.values() if uniqueness or not each.unique), key=lambda each: each.order)


def parse_choice(choice: Choice | None) -> list[tuple[str, Technique]] | None:
    """Return the techniques that a choice names, each with its sign: `+`, `-` or empty; None for no choice.

    Raises:
        ShuduError: If a name is unknown, or only some of the names have a sign.
        TypeError: If `choice` is a string or not iterable.
    """
    if choice is None:
        return None
    if isinstance(choice, str) or not isinstance(choice, Iterable):
        raise TypeError(f"techniques is {choice!r}; it must be a list of names")
    named = [("", name) if isinstance(name, Technique) else _split_sign(name) for name in choice]
    if len({bool(sign) for sign, _ in named}) > 1:
        raise ShuduError("logic.mixed-techniques", techniques=tuple(str(name) for _, name in named))
    return [(sign, name if isinstance(name, Technique) else technique(name)) for sign, name in named]


def _split_sign(name: str) -> tuple[str, str]:
    signed = isinstance(name, str) and name.strip()[:1] in ("+", "-")
    return (name.strip()[0], name.strip()[1:]) if signed else ("", name)


def plan_searches(
    techniques: Iterable[Technique], order: Callable[[Technique], float] | None = None
) -> list[TechniqueSearch]:
    """Group techniques into searches, in the order in which to try them.

    Args:
        techniques: The techniques to use.
        order: The position of a technique in the order; HoDoKu's by default.
    """
    position = order or (lambda each: each.order)
    groups = groupby(sorted(techniques, key=position), key=lambda each: (position(each), each.finder, each.options))
    return [TechniqueSearch(tuple(group)) for _, group in groups]
