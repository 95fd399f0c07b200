"""Final grids by any method: one, many, or the trace of making one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int, check_text
from shudu.core.errors import ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.randomness import check_seed
from shudu.grids import METHOD_IDS
from shudu.grids.methods import METHODS, TRACEABLE, Method, uniform
from shudu.kernel.grids import sample_grids
from shudu.search.trace.event import Event, Header
from shudu.search.trace.trace import Trace


def find_method(name: str) -> Method:
    """Return the method with an id.

    Raises:
        TypeError: If the id is not text.
        ShuduError: If there is none.
    """
    if check_text(name, "method") not in METHODS:
        raise ShuduError("grids.unknown-method", method=quote(name), methods=METHOD_IDS)
    return METHODS[name]


def full_grid(method: str = "uniform", seed: int | None = None) -> Grid:
    """Return a random final grid.

    >>> full_grid("template", seed=1).is_solved(), full_grid(seed=1) == full_grid(seed=1)
    (True, True)

    Args:
        method: How it is made: `uniform` (all grids equally likely), `template`, `backtrack`, `search`, `digits`,
            `graded` or `diagonal`; docs/fairness.md compares them.
        seed: Random seed from 0 to 2**64 - 1. None for a different grid on each call.

    Returns:
        The grid; none of its digits is a given.

    Raises:
        ShuduError: If there is no such method, or the seed is out of range.
    """
    return Grid.from_masks(full_grids(1, method, check_seed(seed))[0].tobytes(), givens=0)


def full_grids(n: int, method: str = "uniform", seed: int | None = None, first: int = 0) -> NDArray[np.uint8]:
    """Return random final grids as an array. Grid number i of a random seed does not depend on the other arguments.

    >>> full_grids(2, "backtrack", seed=5, first=1)[1].tolist() == full_grids(3, "backtrack", seed=5)[2].tolist()
    True

    Args:
        n: Number of grids.
        method: How they are made, as for `full_grid`.
        seed: Random seed from 0 to 2**64 - 1. None for different grids on each call.
        first: Number of the first grid.

    Returns:
        The digits, shape (n, 81).

    Raises:
        ShuduError: If there is no such method, or a number is out of range.
    """
    maker, seed = find_method(method), check_seed(seed)
    n, first = check_int(n, "n", 0), check_int(first, "first", 0)
    if maker is uniform:
        return sample_grids(seed, first, n)
    grids = b"".join(_final_digits(maker.make(seed, first + index)) for index in range(n))
    return np.frombuffer(grids, np.uint8).reshape(-1, 81).copy()


def trace_making(method: str = "uniform", seed: int | None = None) -> Trace:
    """Return the trace of making `full_grid(method, seed)`.

    >>> trace = trace_making("digits", seed=3)
    >>> trace.solutions[0].digits == full_grid("digits", seed=3).digits, trace.reason
    (True, 'solutions')

    Args:
        method: How the grid is made, as for `full_grid`, or `backtrack-recursive`.
        seed: Random seed from 0 to 2**64 - 1. None for a different grid on each call.

    Returns:
        A trace that starts from a blank grid.

    Raises:
        ShuduError: If there is no such method, or the seed is out of range.
    """
    seed = check_seed(seed)
    maker = TRACEABLE.get(check_text(method, "method")) or find_method(method)
    header = Header("." * 81, method, seed=seed, rounds=("place", "guess"))  # one iteration per digit written
    return Trace(header, maker.make(seed, 0))


def _final_digits(events: Iterable[Event]) -> bytes:
    """Return the position after the last event. A trace would give the same, but records every event."""
    digits, depths = bytearray(81), bytearray(81)
    for kind, depth, cell, digit, _ in events:
        if kind == "retract":
            for old in range(81):
                if depths[old] >= depth:
                    digits[old] = depths[old] = 0
        elif cell is not None and kind != "conflict":
            digits[cell], depths[cell] = (0, 0) if kind == "remove" else (digit, depth)
    return bytes(digits)
