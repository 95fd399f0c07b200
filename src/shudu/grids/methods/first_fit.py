"""Search and pruning 搜索+剪枝: a random first row, then 1 to 9 in order at each cell; the first solution is taken."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from random import Random
from typing import Final

from shudu.grids.methods.base import CODES, method, search_rest, shuffled_digits
from shudu.search.algorithms.rows import rows
from shudu.search.trace.event import Event

CODE: Final = CODES["search"]


@method(CODE, reach=factorial(9))
def first_fit(random: Random) -> Iterator[Event]:
    """Fill the first row at random and the rest with the first digits that work."""
    row = shuffled_digits(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, CODE.why("row"))
    yield from search_rest(rows, bytes(row) + bytes(72), random, CODE)
