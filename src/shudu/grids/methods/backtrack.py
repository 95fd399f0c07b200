"""Backtracking with limited recursion 回溯法（有限递推）: a random first row, then random fitting digits."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shudu.grids.methods.base import CODES, first_row, method
from shudu.grids.methods.relabel import told
from shudu.search.algorithms.random import random_digits
from shudu.search.trace.event import Event

CODE = CODES["backtrack"]


@method("backtrack")
def backtrack(random: Random) -> Iterator[Event]:
    """Fills the first row at random, the rest cell by cell."""
    row = first_row(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, CODE.why("row"))
    yield from told(random_digits, bytes(row) + bytes(72), random, CODE)
