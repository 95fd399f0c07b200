"""Diagonal boxes 对角宫法: three boxes that do not affect each other are filled at random, then the rest is solved."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from random import Random
from typing import Final

from shudu.core.geometry import BOXES
from shudu.grids.methods.base import CODES, method, search_rest, shuffled_digits
from shudu.search.algorithms.mrv import mrv
from shudu.search.trace.event import Event

CODE: Final = CODES["diagonal"]


@method(CODE, reach=factorial(9) ** 3)
def diagonal(random: Random) -> Iterator[Event]:
    """Fill boxes 1, 5 and 9 at random and take the first solution of the rest."""
    start = bytearray(81)
    for box in (0, 4, 8):
        for cell, digit in zip(BOXES[box], shuffled_digits(random), strict=True):
            start[cell] = digit
            yield Event("place", 0, cell, digit, CODE.why("box"))
    yield from search_rest(mrv, bytes(start), random, CODE)
