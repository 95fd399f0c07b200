"""Brute force: where no technique applies, take the digit of the middle empty cell from the solution.

Role: `guess` the candidate taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.candidate import Candidate
from shudu.core.errors import ManySolutions, NoSolution
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic.registry import register


@register("brute-force", family="brute force", order=8900, level="extreme", score=10000)
def find_brute_force(grid: Grid, id: str) -> Iterator[Step]:
    """Yield one digit of the solution; nothing if there is no solution or more than one.

    >>> grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> [str(candidate) for candidate in next(find_brute_force(grid, "brute-force")).places]
    ['5r5c5']
    """
    empty = list(grid.empty)
    if empty:
        cell = empty[len(empty) // 2]
        try:
            guess = Candidate(solve(Grid(grid.digits)).digits[cell], cell)
        except (NoSolution, ManySolutions):
            return
        yield Step(id, places=(guess,), roles={"guess": (guess,)})
