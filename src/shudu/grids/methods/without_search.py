"""Methods that need no search: a template, the solution of a graded puzzle, and the grid with a random number."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from random import Random
from typing import Final

from shudu.core.symmetry import Symmetry
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.grids.methods import ALL_GRIDS, CODES, build_method, method, shuffled_digits
from shudu.search.trace.event import Event, Why

TEMPLATE: Final = CODES["template"]
TEMPLATE_WRITE, TEMPLATE_DONE = TEMPLATE.whys("write", "done")

PATTERN: Final = "ABCDEFGHIDEFGHIABCGHIABCDEFBCDEFGHIAEFGHIABCDHIABCDEFGCDEFGHIABFGHIABCDEIABCDEFGH"


@method(TEMPLATE, reach=factorial(9))
def template(random: Random) -> Iterator[Event]:
    """Template 模板法: a fixed pattern of nine letters, replaced by random digits one letter after the other."""
    for letter, digit in zip("ABCDEFGHI", shuffled_digits(random), strict=True):
        for cell in range(81):
            if PATTERN[cell] == letter:
                yield Event("place", 0, cell, digit, TEMPLATE_WRITE)
    yield Event("solution", 0, None, 0, TEMPLATE_DONE)


GRADED: Final = CODES["graded"]
SYMMETRIES_OF_A_GRID: Final = 2 * 6**8 * factorial(9)


# The random stream has the old name of the method: another one would change the grids of every random seed.
@method(GRADED, reach=len(graded_puzzles()) * SYMMETRIES_OF_A_GRID, stream="seeds")
def graded(random: Random) -> Iterator[Event]:
    """From graded puzzles 题库变换: the solution of a stored puzzle under a random symmetry.

    The stored solution is written first, then the grid after each part of the symmetry.
    """
    from shudu.kernel.solve import solve

    puzzles = graded_puzzles()
    number = random.randrange(len(puzzles))
    puzzle = puzzles[number]
    symmetry = Symmetry.random(random)
    grid = solve(puzzle.line).digits
    yield from _write_grid(grid, GRADED.why("puzzle")._replace(transformation=f"puzzle {puzzle.level} {number}"))
    parts = {
        "turn": Symmetry(transpose=symmetry.transpose),
        "digits": Symmetry(digits=symmetry.digits),
        "rows": Symmetry(rows=symmetry.rows),
        "columns": Symmetry(columns=symmetry.columns),
    }
    for line, part in parts.items():
        grid = part.apply(grid)
        yield from _write_grid(
            grid, GRADED.why(line)._replace(transformation=f"{line} {_describe_part(line, symmetry)}")
        )
    yield Event("solution", 0, None, 0, GRADED.why("done"))


def _describe_part(line: str, symmetry: Symmetry) -> str:
    """Return what a part does: whether it transposes, where each line comes from, or what each digit becomes."""
    if line == "turn":
        return "yes" if symmetry.transpose else "no"
    numbers = symmetry.digits if line == "digits" else [old + 1 for old in getattr(symmetry, line)]
    return "".join(map(str, numbers))


def _write_grid(grid: bytes, why: Why) -> Iterator[Event]:
    return (Event("place", 0, cell, digit, why) for cell, digit in enumerate(grid))


UNIFORM: Final = CODES["uniform"]
UNIFORM_WRITE, UNIFORM_DONE = UNIFORM.whys("write", "done")

# The mixed radix of a number, least significant part first.
PARTS: Final = {"partition": 280, "columns": 216, "rows": 216, "exchange": 2}


def _make_uniform(seed: int, index: int) -> Iterator[Event]:
    from shudu.kernel.grids import rank_many, sample_grids

    grid = sample_grids(seed, index, 1)
    number = rank_many(grid)[0]
    why = UNIFORM_WRITE._replace(transformation=f"number {number}", counters=tuple(split_number(number).items()))
    for cell, digit in enumerate(grid[0].tolist()):
        yield Event("place", 0, cell, digit, why)
    yield Event("solution", 0, None, 0, UNIFORM_DONE)


def split_number(number: int) -> dict[str, int]:
    """Return the parts of a grid's number; `number.h` of the kernel describes what each chooses.

    >>> split_number(281 + 280 * 216)
    {'partition': 1, 'columns': 1, 'rows': 1, 'exchange': 0, 'rest': 0}
    """
    parts: dict[str, int] = {}
    for name, size in PARTS.items():
        number, parts[name] = divmod(number, size)
    return {**parts, "rest": number}


uniform: Final = build_method(UNIFORM, ALL_GRIDS, _make_uniform)
