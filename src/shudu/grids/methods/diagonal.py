"""Diagonal boxes 对角宫法: three boxes that do not touch are filled at random, then the rest is solved."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shudu.core.geometry import BOXES
from shudu.grids.methods.base import CODES, first_row, method
from shudu.grids.methods.relabel import told
from shudu.search.algorithms.mrv import mrv
from shudu.search.trace.event import Event

CODE = CODES["diagonal"]


@method("diagonal")
def diagonal(random: Random) -> Iterator[Event]:
    """Fills boxes 1, 5 and 9 at random, the rest by the first solution."""
    start = bytearray(81)
    for box in (0, 4, 8):
        for cell, digit in zip(BOXES[box], first_row(random), strict=True):
            start[cell] = digit
            yield Event("place", 0, cell, digit, CODE.why("box"))
    yield from told(mrv, bytes(start), random, CODE)
