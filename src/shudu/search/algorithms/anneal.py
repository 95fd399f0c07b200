"""Simulated annealing: fill every box at random, then swap pairs inside boxes until rows and columns are complete.

A swap that makes things worse is accepted with probability exp(-harm / temperature). The temperature falls by a fixed
factor after each chain of swaps; a run that ends without a solution is restarted a few times. The algorithm looks for
one solution; if it gives up, that proves nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from shudu.core.geometry import BOXES, COLUMNS, DIGITS, ROWS
from shudu.search.algorithms import PSEUDOCODE, SearchTask, algorithm, write_solution
from shudu.search.trace.event import Event, Why

FILL, SWAP, DONE, GIVE_UP = PSEUDOCODE["anneal"].whys("fill", "swap", "done", "give-up")
HOTTEST: Final = 0.9
COLDEST: Final = 0.12
COOLING: Final = 0.985
CHAIN: Final = 1500
RUNS: Final = 10


@algorithm("anneal")
def anneal(task: SearchTask) -> Iterator[Event]:
    """Fill and cool until there is a solution or all runs are used up."""
    task.counters["iterations"] = 0
    current = task.digits
    for _ in range(RUNS):
        digits = _fill_boxes(task.digits, task.random)
        yield from write_solution(current, bytes(digits), _with_counters(FILL, task))
        harm = yield from _cool(task, digits)
        if not harm:
            yield Event("solution", 0, None, 0, _with_counters(DONE, task))
            break
        if task.seconds_left() <= 0:
            yield Event("stop", 0, None, 0, SWAP._replace(reason="seconds"))
            return
        current = bytes(digits)
    yield Event("stop", 0, None, 0, GIVE_UP._replace(reason="gave-up"))


def _with_counters(why: Why, task: SearchTask) -> Why:
    """Add the number of swaps proposed so far, since rejected swaps are not events.

    It is recorded once per chain, which keeps the side table small.
    """
    return why._replace(counters=tuple(task.counters.items()))


def _fill_boxes(givens: bytes, random: Random) -> bytearray:
    """Return the givens, with the missing digits of each box in random order in its blanks."""
    digits = bytearray(givens)
    for box in BOXES:
        missing = [digit for digit in DIGITS if all(givens[cell] != digit for cell in box)]
        random.shuffle(missing)
        for cell in box:
            if not givens[cell]:
                digits[cell] = missing.pop()
    return digits


def _cool(task: SearchTask, digits: bytearray) -> Generator[Event, None, int]:
    """Swap at falling temperatures; return how many digits rows and columns still miss."""
    random, filling = task.random, _Filling(digits)
    pairs = [pair for box in BOXES for pair in combinations([cell for cell in box if not task.digits[cell]], 2)]
    temperature = HOTTEST if pairs else 0.0
    # The clock is read here because few swaps are events when it is cold.
    while filling.missing and temperature > COLDEST and task.seconds_left() > 0:
        why = _with_counters(SWAP._replace(temperature=round(temperature, 4)), task)
        for _ in range(CHAIN):
            task.counters["iterations"] += 1
            one, other = random.choice(pairs)
            harm = filling.harm(one, other)
            if harm <= 0 or random.random() < exp(-harm / temperature):
                filling.swap(one, other, harm)
                yield Event("place", 0, one, digits[one], why)
                yield Event("place", 0, other, digits[other], why)
                if not filling.missing:
                    break
        temperature *= COOLING
    return filling.missing


class _Filling:
    """A filled board: how often each digit occurs in each row and column, and how many digits they miss in total."""

    __slots__ = ("_columns", "_digits", "_rows", "missing")

    def __init__(self, digits: bytearray) -> None:
        self._digits = digits
        self._rows = [[sum(digits[cell] == digit for cell in row) for digit in range(10)] for row in ROWS]
        self._columns = [[sum(digits[cell] == digit for cell in column) for digit in range(10)] for column in COLUMNS]
        self.missing = sum(counts[1:].count(0) for counts in self._rows + self._columns)

    def harm(self, one: int, other: int) -> int:
        """Return how many more digits rows and columns would miss if two cells were swapped."""
        a, b = self._digits[one], self._digits[other]
        harm = 0
        for left, right in self._lines(one, other):
            harm += (left[a] == 1) - (left[b] == 0) + (right[b] == 1) - (right[a] == 0)
        return harm

    def swap(self, one: int, other: int, harm: int) -> None:
        """Swap two cells, given the harm that does."""
        a, b = self._digits[one], self._digits[other]
        for left, right in self._lines(one, other):
            left[a] -= 1
            left[b] += 1
            right[b] -= 1
            right[a] += 1
        self._digits[one], self._digits[other] = b, a
        self.missing += harm

    def _lines(self, one: int, other: int) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the counts of the rows and of the columns of two cells, unless they share them."""
        if one // 9 != other // 9:
            yield self._rows[one // 9], self._rows[other // 9]
        if one % 9 != other % 9:
            yield self._columns[one % 9], self._columns[other % 9]
