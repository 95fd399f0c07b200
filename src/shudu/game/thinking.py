"""How far the pace and the order of entries look like thought.

People write what catches the eye (`eye`), and need the longer the less it does. Scripts draw their pauses from a table and
their cells from a list. Two measures tell the difference, each a number that has mean 0 and deviation 1 for a script that is
blind to what it looks at:

- `choice`: how much more the entries caught the eye than a blind choice among the singles would have; for who takes notes, or
  lets the game take them, what the notes of a cell show is among them;
- `pace`: how well the pauses follow what catches the eye, and how many singles there were (Spearman's rank correlation times
  √(n − 1)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from shudu.game.entries import Entry
from shudu.game.eye import Place, catch
from shudu.game.ranking import alike
from shudu.game.scanning import found, is_scan
from shudu.game.singles import Ease, singles

_FEWEST: Final = 25  # entries below which nothing can be told
_FEWEST_CHOICES: Final = 20  # entries that had rivals, likewise
_MANY: Final = 0.8  # weight of the logarithm of how many singles there were


class Thought(NamedTuple):
    """What is seen in a game; no measure where there is too little to tell."""

    choice: float | None
    pace: float | None

    @property
    def depth(self) -> float | None:
        """Both measures together, again in deviations above chance; people's choices tell twice as much as their pauses."""
        if self.choice is None or self.pace is None:
            return None
        return (2 * self.choice + self.pace) / sqrt(5)


class _Choice(NamedTuple):
    """An entry, the one before it, and what could be seen, each with how easily."""

    last: Entry
    entry: Entry
    eases: dict[Place, Ease]

    @property
    def gap(self) -> int:
        return self.entry.time - self.last.time

    @property
    def cost(self) -> float:
        """How long a person would look for it, up to scale."""
        ease = self.eases.get(self.entry.place, Ease.HIDDEN)
        return -catch(self.last.place, self.entry.place, ease) - _MANY * log(max(1, len(self.eases)))


def thought(entries: Sequence[Entry], final: bytes) -> Thought:
    """How far a game's right entries, in their order, look like thought; `final` are the digits in the end."""
    if len(entries) < _FEWEST:
        return Thought(None, None)
    choices = list(_choices(entries, final))
    pace = alike([choice.gap for choice in choices], [choice.cost for choice in choices])
    return Thought(_preference(choices), pace)


def follows_a_scan(entries: Sequence[Entry], final: bytes) -> bool:
    """Whether a scan of the grid came first to nearly all of a game's right entries (`scanning`)."""
    if len(entries) < _FEWEST:
        return False
    gaps = [entries[0].time, *(entry.time - last.time for last, entry in pairwise(entries))]
    taken = [(entry, _right_singles(entry, final), gap) for entry, gap in zip(entries, gaps, strict=True)]
    return is_scan(
        [found(entry.place, forced, entry.before, gap) for entry, forced, gap in taken if entry.place in forced]
    )


def _choices(entries: Sequence[Entry], final: bytes) -> Iterator[_Choice]:
    for last, entry in pairwise(entries):
        shown = {place: Ease.SHOWN for place in entry.shown if final[place[0]] == place[1]}
        yield _Choice(last, entry, _right_singles(entry, final) | shown)


def _right_singles(entry: Entry, final: bytes) -> dict[Place, Ease]:
    return {place: ease for place, ease in singles(entry.before).items() if final[place[0]] == place[1]}


def _preference(choices: Sequence[_Choice]) -> float | None:
    """How far what was chosen caught the eye more than a blind choice would have."""
    above = variance = 0.0
    telling = 0
    for last, entry, eases in choices:
        if entry.place not in eases or len(eases) < 2:
            continue
        catches = {place: catch(last.place, place, ease) for place, ease in eases.items()}
        mean = fmean(catches.values())
        above += catches[entry.place] - mean
        variance += fmean([(each - mean) ** 2 for each in catches.values()])
        telling += 1
    return above / sqrt(variance) if telling >= _FEWEST_CHOICES and variance else None
