"""How far the pace and the order of entries look like thought.

People need longer where less can be found, and go on near where they just were. Scripts draw their pauses from a table and
their cells from a list. Two measures tell the difference, each a number that has mean 0 and deviation 1 for a script whose
pauses, or whose cells, have nothing to do with the position:

- `pace`: how well the pauses follow the difficulty of the entries (Spearman's rank correlation times √(n − 1));
- `near`: how often an entry shares a house or the digit with the one before, against a blind choice among the singles.

`first` is the largest share of entries that were the first of all singles of their kind in some reading order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from math import log, sqrt
from statistics import correlation, pstdev
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSES_OF
from shudu.game.singles import Ease, singles

Place = tuple[int, int]  # a cell and a digit
_WEIGHTS: Final = {Ease.LAST: 0.0, Ease.BOX: 1.0, Ease.LINE: 1.6, Ease.NAKED: 2.2, Ease.HIDDEN: 4.0}
_CHOICES: Final = 3  # singles of a kind from which on it tells something which was taken first
_FEWEST: Final = 20  # entries below which nothing can be told
_HOUSES: Final = [frozenset(HOUSES_OF[cell]) for cell in range(81)]


class Written(NamedTuple):
    """A right entry: when, where and what, and the digits before it."""

    time: int
    cell: int
    digit: int
    before: bytes


class Thought(NamedTuple):
    """The measures of a game; none where it has too few entries to tell."""

    pace: float | None
    near: float | None
    first: float | None


class _Choice(NamedTuple):
    """An entry and what could have been entered instead."""

    place: Place
    options: dict[Place, Ease]
    near: bool
    gap: int

    @property
    def ease(self) -> Ease:
        return self.options.get(self.place, Ease.HIDDEN)


def thought(entries: Sequence[Written], final: bytes) -> Thought:
    """How far a game's right entries, in their order, look like thought; `final` are the digits in the end."""
    if len(entries) < _FEWEST:
        return Thought(None, None, None)
    choices = list(_choices(entries, final))
    return Thought(_pace(choices), _near(choices, entries), _first(choices))


def _choices(entries: Sequence[Written], final: bytes) -> Iterator[_Choice]:
    for last, entry in pairwise(entries):
        options = {place: ease for place, ease in singles(entry.before).items() if final[place[0]] == place[1]}
        place = entry.cell, entry.digit
        yield _Choice(place, options, _is_near((last.cell, last.digit), place), entry.time - last.time)


def _pace(choices: list[_Choice]) -> float | None:
    gaps = _ranks([choice.gap for choice in choices])
    costs = _ranks([_cost(choice) for choice in choices])
    if not pstdev(gaps) or not pstdev(costs):
        return None
    return correlation(gaps, costs) * sqrt(len(choices) - 1)


def _cost(choice: _Choice) -> float:
    """How long a person would look for it, up to scale."""
    return _WEIGHTS[choice.ease] - 0.6 * log(max(1, len(choice.options))) - 0.8 * choice.near


def _near(choices: list[_Choice], entries: Sequence[Written]) -> float | None:
    hits = expected = variance = 0.0
    for last, choice in zip(entries, choices, strict=False):
        if len(choice.options) < 2 or choice.place not in choice.options:
            continue
        chance = sum(_is_near((last.cell, last.digit), place) for place in choice.options) / len(choice.options)
        hits += choice.near
        expected += chance
        variance += chance * (1 - chance)
    return (hits - expected) / sqrt(variance) if variance > 1 else None


def _first(choices: list[_Choice]) -> float | None:
    """The share for the order and the kinds that fit best."""
    shares = [share for kind in _KINDS for share in _shares(choices, kind)]
    return max(shares, default=None)


def _shares(choices: list[_Choice], kind: Callable[[Ease], int]) -> list[float]:
    """The share for each order; nothing where too few entries tell."""
    counted, taken = 0, [0] * len(_ORDERS)
    for choice in choices:
        own = kind(choice.ease)
        alike = [place for place, ease in choice.options.items() if kind(ease) == own]
        if len(alike) >= _CHOICES and choice.place in choice.options:
            counted += 1
            for number, order in enumerate(_ORDERS):
                taken[number] += min(alike, key=order.__getitem__) == choice.place
    return [share / counted for share in taken] if counted >= _FEWEST // 2 else []


def _is_near(one: Place, other: Place) -> bool:
    return one[1] == other[1] or not _HOUSES[one[0]].isdisjoint(_HOUSES[other[0]])


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal values share the middle of theirs.

    >>> _ranks([3, 1, 1])
    [2.0, 0.5, 0.5]
    """
    ranks = [0.0] * len(values)
    start = 0
    for _, group in groupby(sorted(range(len(values)), key=values.__getitem__), key=values.__getitem__):
        members = list(group)
        for index in members:
            ranks[index] = start + (len(members) - 1) / 2
        start += len(members)
    return ranks


_KINDS: Final[tuple[Callable[[Ease], int], ...]] = (lambda ease: 0, lambda ease: ease is Ease.NAKED, lambda ease: ease)
_PLACES: Final[list[Place]] = [(cell, digit) for cell in range(81) for digit in range(1, 10)]
_ORDERS: Final[tuple[dict[Place, Place], ...]] = (
    {(cell, digit): (cell, digit) for cell, digit in _PLACES},
    {(cell, digit): (-cell, -digit) for cell, digit in _PLACES},
    {(cell, digit): (cell % 9, cell) for cell, digit in _PLACES},
    {(cell, digit): (-(cell % 9), -cell) for cell, digit in _PLACES},
    {(cell, digit): (cell // 27 * 3 + cell % 9 // 3, cell) for cell, digit in _PLACES},
    {(cell, digit): (digit, cell) for cell, digit in _PLACES},
    {(cell, digit): (-digit, cell) for cell, digit in _PLACES},
)
