"""From seeds 种子变换: the solution of a stored puzzle, turned, renamed and shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shudu.core.symmetry import Symmetry
from shudu.grids.graded_puzzles import SEEDS
from shudu.grids.methods.base import CODES, method
from shudu.search.trace.event import Event, Why

CODE = CODES["seeds"]


@method("seeds")
def seeds(random: Random) -> Iterator[Event]:
    """Shows each part of a random symmetry after the other."""
    from shudu.kernel.solve import solve

    seed = SEEDS[random.randrange(len(SEEDS))]
    whole = Symmetry.random(random)
    grid = solve(seed.line).digits
    yield from _write(grid, CODE.why("seed")._replace(transformation=f"seed {seed.grade} {seed.number}"))
    parts = {
        "turn": Symmetry(transpose=whole.transpose),
        "digits": Symmetry(digits=whole.digits),
        "rows": Symmetry(rows=whole.rows),
        "columns": Symmetry(columns=whole.columns),
    }
    for line, part in parts.items():
        grid = part.apply(grid)
        yield from _write(grid, CODE.why(line)._replace(transformation=f"{line} {_told(line, whole)}"))
    yield Event("solution", 0, None, 0, CODE.why("done"))


def _told(line: str, whole: Symmetry) -> str:
    """What a part does: whether it transposes, where each line comes from, what each digit becomes."""
    if line == "turn":
        return "yes" if whole.transpose else "no"
    numbers = whole.digits if line == "digits" else [old + 1 for old in getattr(whole, line)]
    return "".join(map(str, numbers))


def _write(grid: bytes, why: Why) -> Iterator[Event]:
    return (Event("place", 0, cell, digit, why) for cell, digit in enumerate(grid))
