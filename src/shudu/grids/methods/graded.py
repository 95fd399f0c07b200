"""From graded puzzles 题库变换: the solution of a stored puzzle under a random symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from random import Random
from typing import Final

from shudu.core.symmetry import Symmetry
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.grids.methods.base import CODES, method
from shudu.search.trace.event import Event, Why

CODE: Final = CODES["graded"]
SYMMETRIES_OF_A_GRID: Final = 2 * 6**8 * factorial(9)


# The random stream has the old name of the method: another one would change the grids of every random seed.
@method(CODE, reach=len(graded_puzzles()) * SYMMETRIES_OF_A_GRID, stream="seeds")
def graded(random: Random) -> Iterator[Event]:
    """Write a stored solution, then the grid after each part of a random symmetry."""
    from shudu.kernel.solve import solve

    puzzles = graded_puzzles()
    puzzle = puzzles[random.randrange(len(puzzles))]
    symmetry = Symmetry.random(random)
    grid = solve(puzzle.line).digits
    yield from _write(grid, CODE.why("puzzle")._replace(transformation=f"puzzle {puzzle.grade} {puzzle.number}"))
    parts = {
        "turn": Symmetry(transpose=symmetry.transpose),
        "digits": Symmetry(digits=symmetry.digits),
        "rows": Symmetry(rows=symmetry.rows),
        "columns": Symmetry(columns=symmetry.columns),
    }
    for line, part in parts.items():
        grid = part.apply(grid)
        yield from _write(grid, CODE.why(line)._replace(transformation=f"{line} {_describe(line, symmetry)}"))
    yield Event("solution", 0, None, 0, CODE.why("done"))


def _describe(line: str, symmetry: Symmetry) -> str:
    """Return what a part does: whether it transposes, where each line comes from, or what each digit becomes."""
    if line == "turn":
        return "yes" if symmetry.transpose else "no"
    numbers = symmetry.digits if line == "digits" else [old + 1 for old in getattr(symmetry, line)]
    return "".join(map(str, numbers))


def _write(grid: bytes, why: Why) -> Iterator[Event]:
    return (Event("place", 0, cell, digit, why) for cell, digit in enumerate(grid))
