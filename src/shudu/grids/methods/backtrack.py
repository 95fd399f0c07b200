"""Backtracking with limited recursion 回溯法（有限递推）: a random first row, then random digits that fit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from shudu.grids.methods.base import ALL_GRIDS, CODES, method, search_rest, shuffled_digits
from shudu.search.algorithms.random import random_digits
from shudu.search.trace.event import Event

CODE: Final = CODES["backtrack"]


@method(CODE, reach=ALL_GRIDS)
def backtrack(random: Random) -> Iterator[Event]:
    """Fill the first row at random and the rest cell by cell."""
    row = shuffled_digits(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, CODE.why("row"))
    yield from search_rest(random_digits, bytes(row) + bytes(72), random, CODE)
