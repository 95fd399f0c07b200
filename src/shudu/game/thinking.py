"""How far the pace and the order of entries look like thought.

People need longer where less can be found, and go on near where they just were. Scripts draw their pauses from a table and
their cells from a list. Two measures tell the difference, each a number that has mean 0 and deviation 1 for a script whose
pauses, or whose cells, have nothing to do with the position:

- `pace`: how well the pauses follow the difficulty of the entries (Spearman's rank correlation times √(n − 1)); for who takes
  notes, or lets the game take them, what the notes of a cell show is easy, however hard it were without;
- `near`: how often an entry shares a house or the digit with the one before, against a blind choice among the singles.

`scan` tells whether a scan of the grid came first to nearly all entries (`scanning`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSES_OF
from shudu.game.ranking import alike
from shudu.game.scanning import found, is_scan
from shudu.game.singles import Ease, singles

Place = tuple[int, int]  # a cell and a digit
_SHOWN: Final = 0.3  # weight of what the notes of a cell show, whatever else forces it
_WEIGHTS: Final = {Ease.LAST: 0.0, Ease.BOX: 1.0, Ease.LINE: 1.6, Ease.NAKED: 2.2, Ease.HIDDEN: 4.0}
_FEWEST: Final = 20  # entries below which nothing can be told
_HOUSES: Final = [frozenset(HOUSES_OF[cell]) for cell in range(81)]


class Written(NamedTuple):
    """A right entry: when, where and what, the digits before it, and whether the notes of its cell showed nothing else."""

    time: int
    cell: int
    digit: int
    before: bytes
    shown: bool


class Thought(NamedTuple):
    """What is seen in a game; no measures where it has too few entries to tell."""

    pace: float | None
    near: float | None
    scan: bool


class _Choice(NamedTuple):
    """An entry and what could have been entered instead."""

    place: Place
    options: dict[Place, Ease]
    near: bool
    gap: int
    written: Written

    @property
    def ease(self) -> Ease:
        return self.options.get(self.place, Ease.HIDDEN)


def thought(entries: Sequence[Written], final: bytes) -> Thought:
    """How far a game's right entries, in their order, look like thought; `final` are the digits in the end."""
    if len(entries) < _FEWEST:
        return Thought(None, None, scan=False)
    choices = list(_choices(entries, final))
    return Thought(_pace(choices), _near(choices, entries), _scan(choices, entries[0], final))


def _choices(entries: Sequence[Written], final: bytes) -> Iterator[_Choice]:
    for last, entry in pairwise(entries):
        options = _options(entry, final)
        place = entry.cell, entry.digit
        yield _Choice(place, options, _is_near((last.cell, last.digit), place), entry.time - last.time, entry)


def _options(entry: Written, final: bytes) -> dict[Place, Ease]:
    return {place: ease for place, ease in singles(entry.before).items() if final[place[0]] == place[1]}


def _pace(choices: list[_Choice]) -> float | None:
    return alike([choice.gap for choice in choices], [_cost(choice) for choice in choices])


def _cost(choice: _Choice) -> float:
    """How long a person would look for it, up to scale."""
    weight = min(_SHOWN, _WEIGHTS[choice.ease]) if choice.written.shown else _WEIGHTS[choice.ease]
    return weight - 0.6 * log(max(1, len(choice.options))) - 0.8 * choice.near


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


def _scan(choices: list[_Choice], first: Written, final: bytes) -> bool:
    taken = [(first, _options(first, final), first.time)]
    taken += [(choice.written, choice.options, choice.gap) for choice in choices]
    forced = [each for each in taken if (each[0].cell, each[0].digit) in each[1]]
    return is_scan(
        [found((written.cell, written.digit), options, written.before, gap) for written, options, gap in forced]
    )


def _is_near(one: Place, other: Place) -> bool:
    return one[1] == other[1] or not _HOUSES[one[0]].isdisjoint(_HOUSES[other[0]])
