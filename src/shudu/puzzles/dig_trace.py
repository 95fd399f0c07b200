"""Digging 挖洞 as a trace: which digits are removed, which must stay, and two solutions as the reason.

The kernel digs the same grids in the same order (`dig.cc`), many at a time; this is its readable twin.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from shudu.core.randomness import check_seed
from shudu.core.text import write_line
from shudu.grids.full_grids import full_grids
from shudu.kernel.random import DIGGING, KernelRandom
from shudu.kernel.solve import solutions
from shudu.puzzles.clues import check_clues, orbits_of
from shudu.search.algorithms.pseudocode import load_pseudocode
from shudu.search.trace.event import Event, Header
from shudu.search.trace.trace import Trace

CODE: Final = load_pseudocode("puzzles")["dig"]
DEFAULT_CLUES: Final = 28
DIG, REFUSED, BACK, DONE = CODE.whys("dig", "refused", "back", "done")


def trace_digging(
    clues: int = DEFAULT_CLUES, *, symmetry: str = "none", seed: int | None = None, grid: str = "uniform"
) -> Trace:
    """Return the trace of digging a puzzle out of the final grid `full_grid(grid, seed)`.

    A digit that must stay is a `conflict` event with two solutions in `why.witnesses`.

    >>> trace = trace_digging(30, seed=1)
    >>> sum(map(bool, trace.seek(len(trace)).digits)), trace.reason
    (30, 'made')

    Args:
        clues: Where to stop; digging ends earlier if no digit can be removed.
        symmetry: Symmetry of the cells of the clues, as for `shudu.generate`.
        seed: Random seed from 0 to 2**64 - 1. None for a different puzzle on each call.
        grid: Method that makes the final grid, as for `shudu.full_grid`.

    Raises:
        ImpossibleRequest: If no puzzle has that many clues.
        ShuduError: If there is no such symmetry or method.
    """
    check_clues(clues, symmetry)
    seed = check_seed(seed)
    full = full_grids(1, grid, seed)[0].tobytes()
    header = Header(write_line(full), "dig", None, seed=seed, rounds=("remove",), clues=clues, symmetry=symmetry)
    return Trace(header, _dig(full, _shuffled_orbits(symmetry, seed), clues))


def _shuffled_orbits(symmetry: str, seed: int) -> list[list[int]]:
    """Return the groups of cells that are removed together, in the order in which they are tried."""
    orbits = orbits_of(symmetry).tolist()
    groups = [[cell for cell in range(81) if orbits[cell] == name] for name in sorted(set(orbits))]
    return KernelRandom(seed, DIGGING, 0).shuffle(groups)


def _dig(full: bytes, groups: list[list[int]], goal: int) -> Iterator[Event]:
    digits = bytearray(full)
    holes = 0
    for cells in groups:
        if len(cells) > 81 - holes - goal:
            continue
        for cell in cells:
            digits[cell] = 0
            holes += 1
            yield Event("remove", holes, cell, full[cell], DIG)
        two = [grid.line for grid in islice(solutions(write_line(bytes(digits)), limit=2), 2)]
        if len(two) < 2:
            continue
        yield Event("conflict", holes, cells[0], full[cells[0]], REFUSED._replace(witnesses=tuple(two)))
        for cell in reversed(cells):
            digits[cell] = full[cell]
            holes -= 1
            yield Event("place", holes, cell, full[cell], BACK)
    yield Event("stop", holes, None, 0, DONE._replace(reason="made"))
