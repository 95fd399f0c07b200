"""Uniform 均匀: a random number below the exact count, and the grid with that number. All grids are equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shudu.grids.methods.base import ALL_GRIDS, CODES, build_method
from shudu.search.trace.event import Event

CODE: Final = CODES["uniform"]
WRITE, DONE = CODE.whys("write", "done")

# The mixed radix of a number, least significant part first.
PARTS: Final = {"partition": 280, "columns": 216, "rows": 216, "exchange": 2}


def _make(seed: int, index: int) -> Iterator[Event]:
    from shudu.kernel.grids import rank_many, sample_grids

    grid = sample_grids(seed, index, 1)
    number = rank_many(grid)[0]
    why = WRITE._replace(transformation=f"number {number}", counters=tuple(split_number(number).items()))
    for cell, digit in enumerate(grid[0].tolist()):
        yield Event("place", 0, cell, digit, why)
    yield Event("solution", 0, None, 0, DONE)


def split_number(number: int) -> dict[str, int]:
    """Return the parts of a grid's number; `number.h` of the kernel describes what each chooses.

    >>> split_number(281 + 280 * 216)
    {'partition': 1, 'columns': 1, 'rows': 1, 'exchange': 0, 'rest': 0}
    """
    parts: dict[str, int] = {}
    for name, size in PARTS.items():
        number, parts[name] = divmod(number, size)
    return {**parts, "rest": number}


uniform: Final = build_method(CODE, ALL_GRIDS, _make)
