"""Traces of making puzzles: digging 挖洞, with or without a test, and transforming a graded puzzle 种子变换.

`dig` tests after each hole that one solution remains; the kernel digs the same grids in the same order (`dig.cc`), many
at a time, and this is its readable twin. `dig-blind` covers cells without a test, as the founding paper does, so the
puzzle may have several solutions. `graded-puzzle` turns, renumbers and shuffles a stored puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from shudu.core.randomness import check_seed, derive_seed
from shudu.core.symmetry import Symmetry
from shudu.core.text import read_line, write_line
from shudu.grids.full_grids import full_grids
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.kernel.solve import solutions
from shudu.puzzles.clues import check_clues
from shudu.puzzles.dig import shuffled_orbits
from shudu.search.algorithms import load_pseudocode
from shudu.search.trace.event import Event, Header, Why
from shudu.search.trace.trace import Trace

CODES: Final = load_pseudocode("puzzles")  # by the id of the method: `dig`, `dig-blind` and `graded-puzzle`
DEFAULT_CLUES: Final = 28
DIG, REFUSED, BACK, DONE = CODES["dig"].whys("dig", "refused", "back", "done")
COVER, COVERED = CODES["dig-blind"].whys("cover", "done")


def trace_digging(
    clues: int = DEFAULT_CLUES,
    *,
    symmetry: str = "none",
    seed: int | None = None,
    grid: str = "uniform",
    test: bool = True,
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
        test: Whether every hole must leave exactly one solution; False for the method `dig-blind`.

    Raises:
        ImpossibleRequest: If no puzzle has that many clues.
        ShuduError: If there is no such symmetry or method.
    """
    check_clues(clues, symmetry)
    seed = check_seed(seed)
    full = full_grids(1, grid, seed)[0].tobytes()
    header = Header(
        write_line(full),
        "dig" if test else "dig-blind",
        None,
        seed=seed,
        rounds=("remove",),
        clues=clues,
        symmetry=symmetry,
        grid=None if grid == "uniform" else grid,
    )
    groups = shuffled_orbits(symmetry, seed)
    return Trace(header, _dig(full, groups, clues) if test else _cover(full, groups, clues))


def trace_graded(difficulty: str | None = None, *, seed: int | None = None) -> Trace:
    """Return the trace of transforming a graded puzzle: quarter turns, new digits, shuffled rows and columns.

    >>> trace = trace_graded(seed=1)
    >>> sum(map(bool, trace.seek(len(trace)).digits)) >= 17, trace.reason
    (True, 'made')

    Args:
        difficulty: Difficulty of the stored puzzle; None for any puzzle.
        seed: Random seed from 0 to 2**64 - 1. None for a different puzzle on each call.

    Raises:
        ImpossibleRequest: If there are no puzzles of that difficulty.
    """
    seed = check_seed(seed)
    header = Header("." * 81, "graded-puzzle", None, seed=seed, rounds=("place",))
    return Trace(header, _transform(difficulty, Random(derive_seed(seed, "graded-puzzle"))))


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
        two = [grid.line for grid in solutions(bytes(digits), limit=2)]
        if len(two) < 2:
            continue
        yield Event("conflict", holes, cells[0], full[cells[0]], REFUSED._replace(witnesses=tuple(two)))
        for cell in reversed(cells):
            digits[cell] = full[cell]
            holes -= 1
            yield Event("place", holes, cell, full[cell], BACK)
    yield Event("stop", holes, None, 0, DONE._replace(reason="made"))


def _cover(full: bytes, groups: list[list[int]], goal: int) -> Iterator[Event]:
    holes = 0
    for cells in groups:
        if len(cells) > 81 - holes - goal:
            continue
        for cell in cells:
            holes += 1
            yield Event("remove", holes, cell, full[cell], COVER)
    yield Event("stop", holes, None, 0, COVERED._replace(reason="made"))


def _transform(difficulty: str | None, random: Random) -> Iterator[Event]:
    code, puzzles = CODES["graded-puzzle"], graded_puzzles(difficulty)
    number = random.randrange(len(puzzles))
    puzzle = puzzles[number]
    turns = random.randrange(4)
    digits = random.sample(range(1, 10), 9)
    rows, columns = (_shuffle_within_threes(random) for _ in range(2))
    steps = [("turn", f"turn {number + 1} {turns}", Symmetry.rotate90()) for number in range(turns)]
    steps += [
        ("digits", f"digits {_join(digits)}", Symmetry.relabel(digits)),
        ("rows", f"rows {_join(row + 1 for row in rows)}", Symmetry(rows=rows)),
        ("columns", f"columns {_join(column + 1 for column in columns)}", Symmetry(columns=columns)),
    ]
    grid = read_line(puzzle.line)
    first = code.why("puzzle")._replace(transformation=f"puzzle {puzzle.level} {number}")
    yield from _rewrite(bytes(81), grid, first)
    for line, transformation, symmetry in steps:
        image = symmetry.apply(grid)
        yield from _rewrite(grid, image, code.why(line)._replace(transformation=transformation))
        grid = image
    yield Event("stop", 0, None, 0, code.why("done")._replace(reason="made"))


def _rewrite(old: bytes, new: bytes, why: Why) -> Iterator[Event]:
    """Yield the events that turn one position into another; a digit that stays is written again."""
    for cell in range(81):
        if new[cell]:
            yield Event("place", 0, cell, new[cell], why)
        elif old[cell]:
            yield Event("remove", 0, cell, old[cell], why)


def _shuffle_within_threes(random: Random) -> tuple[int, int, int, int, int, int, int, int, int]:
    a, b, c = (random.sample(range(first, first + 3), 3) for first in (0, 3, 6))
    return (a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2])


def _join(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))
