"""All methods of making final grids, one grid or many, and the trace of its making."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int
from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.randomness import check_seed
from shudu.grids.methods.backtrack import backtrack
from shudu.grids.methods.base import Method
from shudu.grids.methods.diagonal import diagonal
from shudu.grids.methods.digits import digits
from shudu.grids.methods.first_fit import first_fit
from shudu.grids.methods.graded import seeds
from shudu.grids.methods.template import template
from shudu.grids.methods.uniform import uniform
from shudu.search.trace.event import Event, Header
from shudu.search.trace.trace import Trace

METHODS: Final = {each.id: each for each in (template, backtrack, first_fit, digits, seeds, diagonal, uniform)}


def find_method(name: str) -> Method:
    """The method with an id. Raises ShuduError with all ids if there is none."""
    if name not in METHODS:
        raise ShuduError(f"{name!r} is not a way to make grids; use one of {', '.join(METHODS)}")
    return METHODS[name]


def full_grid(method: str = "uniform", seed: int | None = None) -> Grid:
    """A final grid.

    >>> full_grid("template", seed=1).is_solved(), full_grid(seed=1) == full_grid(seed=1)
    (True, True)

    Without a seed every call gives another. Raises ShuduError for an unknown method.
    """
    return Grid.from_masks(full_grids(1, method, check_seed(seed))[0].tobytes(), givens=0)


def full_grids(n: int, method: str = "uniform", seed: int | None = None, first: int = 0) -> NDArray[np.uint8]:
    """Grids `first`, `first + 1`, … of a seed, as an (n, 81) array.

    >>> full_grids(2, "backtrack", seed=5, first=1)[1].tolist() == full_grids(3, "backtrack", seed=5)[2].tolist()
    True
    """
    chosen, seed = find_method(method), check_seed(seed)
    n, first = check_int(n, "n", 0), check_int(first, "first", 0)
    if method == "uniform":
        from shudu.kernel.grids import sample_grids

        return sample_grids(seed, first, n)
    grids = b"".join(_outcome(chosen.make(seed, first + index)) for index in range(n))
    return np.frombuffer(grids, np.uint8).reshape(-1, 81).copy()


def trace_making(method: str = "uniform", seed: int | None = None) -> Trace:
    """The making of `full_grid(method, seed)` as a trace.

    >>> run = trace_making("digits", seed=3)
    >>> run.solutions[0].digits == full_grid("digits", seed=3).digits, run.reason
    (True, 'solutions')
    """
    seed = check_seed(seed)
    return Trace(Header("." * 81, method, seed=seed), find_method(method).make(seed, 0))


def _outcome(events: Iterable[Event]) -> bytes:
    """The position at the end, without a record of how it came."""
    digits, levels = bytearray(81), bytearray(81)
    for kind, depth, cell, digit, _ in events:
        if kind == "retract":
            for old in range(81):
                if levels[old] >= depth:
                    digits[old] = levels[old] = 0
        elif cell is not None and kind != "conflict":
            digits[cell], levels[cell] = (0, 0) if kind == "remove" else (digit, depth)
    return bytes(digits)
