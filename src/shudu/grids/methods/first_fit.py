"""Search and pruning 搜索+剪枝: a random first row, then 1 to 9 in order at each cell; the first solution wins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shudu.grids.methods.base import CODES, first_row, method
from shudu.grids.methods.relabel import told
from shudu.search.algorithms.rows import rows
from shudu.search.trace.event import Event

CODE = CODES["search"]


@method("search")
def first_fit(random: Random) -> Iterator[Event]:
    """Fills the first row at random, the rest by the first digits that work."""
    row = first_row(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, CODE.why("row"))
    yield from told(rows, bytes(row) + bytes(72), random, CODE)
