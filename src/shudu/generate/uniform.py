"""Uniform: a random number below the exact count, and the grid that has it. All grids are equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shudu.generate.method import CODES, method
from shudu.search.event import Event

WRITE, DONE = CODES["uniform"].whys("write", "done")


@method("uniform")
def uniform(random: Random) -> Iterator[Event]:
    """Draws a number and writes its grid."""
    from shudu.kernel.grids import count_grids, unrank_many

    many = count_grids()
    rank = random.getrandbits(many.bit_length())
    while rank >= many:
        rank = random.getrandbits(many.bit_length())
    for cell, digit in enumerate(unrank_many([rank])[0].tolist()):
        yield Event("place", 0, cell, digit, WRITE)
    yield Event("solution", 0, None, 0, DONE)
