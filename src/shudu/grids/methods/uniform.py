"""Uniform: a random number below the exact count, and the grid that has it. All grids are equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shudu.grids.methods.base import CODES, Method
from shudu.search.trace.event import Event

WRITE, DONE = CODES["uniform"].whys("write", "done")
PARTS: Final = {
    "partition": 280,
    "columns": 216,
    "rows": 216,
    "exchange": 2,
}  # of a number, the least significant first


def _make(seed: int, index: int) -> Iterator[Event]:
    from shudu.kernel.grids import rank_many, sample_grids

    grid = sample_grids(seed, index, 1)
    number = rank_many(grid)[0]
    why = WRITE._replace(transformation=f"number {number}", counters=tuple(_parts(number).items()))
    for cell, digit in enumerate(grid[0].tolist()):
        yield Event("place", 0, cell, digit, why)
    yield Event("solution", 0, None, 0, DONE)


def _parts(number: int) -> dict[str, int]:
    """A number in its mixed radix: what each part chooses stands in `number.h`.

    >>> _parts(281 + 280 * 216)
    {'partition': 1, 'columns': 1, 'rows': 1, 'exchange': 0, 'rest': 0}
    """
    parts: dict[str, int] = {}
    for name, size in PARTS.items():
        number, parts[name] = divmod(number, size)
    return {**parts, "rest": number}


uniform: Final = Method(CODES["uniform"], _make)
