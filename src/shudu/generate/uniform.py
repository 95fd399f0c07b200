"""Uniform: a random number below the exact count, and the grid that has it. All grids are equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shudu.generate.method import CODES, Method
from shudu.search.event import Event

WRITE, DONE = CODES["uniform"].whys("write", "done")


def _make(seed: int, index: int) -> Iterator[Event]:
    from shudu.kernel.grids import sample_grids

    for cell, digit in enumerate(sample_grids(seed, index, 1)[0].tolist()):
        yield Event("place", 0, cell, digit, WRITE)
    yield Event("solution", 0, None, 0, DONE)


uniform: Final = Method(CODES["uniform"], _make)
