"""Simulated annealing: every box is filled at random, then pairs inside a box are swapped until rows and columns agree.

A swap that makes things worse is accepted with probability exp(-harm / temperature). The temperature falls by a fixed
factor after each chain of swaps; a run that ends without a solution starts again, a few times. It looks for one
solution, and when it gives up that proves nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from shudu.core.geometry import BOXES, COLUMNS, DIGITS, ROWS
from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm, show
from shudu.search.trace.event import Event, Why

FILL, SWAP, DONE, GIVE_UP = PSEUDOCODE["anneal"].whys("fill", "swap", "done", "give up")
HOTTEST: Final = 0.9
COLDEST: Final = 0.12
COOLING: Final = 0.985
CHAIN: Final = 1500
RUNS: Final = 10


@algorithm("anneal")
def anneal(task: Task) -> Iterator[Event]:
    """Fills, cools and starts again until there is a solution or the plan is over."""
    task.counters["iterations"] = 0
    shown = task.digits
    for _ in range(RUNS):
        digits = _filled(task.digits, task.random)
        yield from show(shown, bytes(digits), _counted(FILL, task))
        harm = yield from _cool(task, digits)
        if not harm:
            yield Event("solution", 0, None, 0, _counted(DONE, task))
            break
        if task.seconds_left() <= 0:
            yield Event("stop", 0, None, 0, SWAP._replace(reason="seconds"))
            return
        shown = bytes(digits)
    yield Event("stop", 0, None, 0, GIVE_UP._replace(reason="gave-up"))


def _counted(why: Why, task: Task) -> Why:
    """With the swaps proposed so far: those refused are no events. Told once a chain, the side table is small."""
    return why._replace(counters=tuple(task.counters.items()))


def _filled(givens: bytes, random: Random) -> bytearray:
    """The givens, and in the blanks of each box its missing digits in random order."""
    digits = bytearray(givens)
    for box in BOXES:
        missing = [digit for digit in DIGITS if all(givens[cell] != digit for cell in box)]
        random.shuffle(missing)
        for cell in box:
            if not givens[cell]:
                digits[cell] = missing.pop()
    return digits


def _cool(task: Task, digits: bytearray) -> Generator[Event, None, int]:
    """Swaps at falling temperatures; tells how many digits rows and columns still miss."""
    random, table = task.random, Table(digits)
    pairs = [pair for box in BOXES for pair in combinations([cell for cell in box if not task.digits[cell]], 2)]
    temperature = HOTTEST if pairs else 0.0
    while table.missing and temperature > COLDEST and task.seconds_left() > 0:  # when cold, few swaps are events
        why = _counted(SWAP._replace(temperature=round(temperature, 4)), task)
        for _ in range(CHAIN):
            task.counters["iterations"] += 1
            one, other = random.choice(pairs)
            harm = table.harm(one, other)
            if harm <= 0 or random.random() < exp(-harm / temperature):
                table.swap(one, other, harm)
                yield Event("place", 0, one, digits[one], why)
                yield Event("place", 0, other, digits[other], why)
                if not table.missing:
                    break
        temperature *= COOLING
    return table.missing


class Table:
    """Filled digits, how often each stands in each row and column, and how many those miss all together."""

    __slots__ = ("_columns", "_digits", "_rows", "missing")

    def __init__(self, digits: bytearray) -> None:
        self._digits = digits
        self._rows = [[sum(digits[cell] == digit for cell in row) for digit in range(10)] for row in ROWS]
        self._columns = [[sum(digits[cell] == digit for cell in column) for digit in range(10)] for column in COLUMNS]
        self.missing = sum(counts[1:].count(0) for counts in self._rows + self._columns)

    def harm(self, one: int, other: int) -> int:
        """How many more digits rows and columns would miss if two cells were swapped."""
        a, b = self._digits[one], self._digits[other]
        harm = 0
        for left, right in self._lines(one, other):
            harm += (left[a] == 1) - (left[b] == 0) + (right[b] == 1) - (right[a] == 0)
        return harm

    def swap(self, one: int, other: int, harm: int) -> None:
        """Swaps two cells, which does that much harm."""
        a, b = self._digits[one], self._digits[other]
        for left, right in self._lines(one, other):
            left[a] -= 1
            left[b] += 1
            right[b] -= 1
            right[a] += 1
        self._digits[one], self._digits[other] = b, a
        self.missing += harm

    def _lines(self, one: int, other: int) -> Iterator[tuple[list[int], list[int]]]:
        """The rows and the columns of two cells, unless they share them."""
        if one // 9 != other // 9:
            yield self._rows[one // 9], self._rows[other // 9]
        if one % 9 != other % 9:
            yield self._columns[one % 9], self._columns[other % 9]
