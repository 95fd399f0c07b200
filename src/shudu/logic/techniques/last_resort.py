"""Templates and brute force: what is left where no technique applies.

A template is one of the ways to place a digit in nine cells, one in each row, column and box. A candidate that no
possible template uses is removed; a cell that every one uses is placed. A template that uses a cell which is certain for
another digit is impossible. Roles: `digit` the digit; `template` the candidates that some possible template uses.

Brute force takes the digit of the middle empty cell from the solution. Role: `guess` the candidate taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.errors import ManySolutions, NoSolution
from shudu.core.geometry import COLUMN_OF, DIGITS, HOUSE_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import register

State = tuple[int, int]  # the columns used, and the boxes of the band used


@register("template-set", family="templates", order=8700, level="extreme", score=10000, code="1201", on=False)
def find_template_set(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the cells that every template of a digit uses."""
    for digit, places, used in zip(DIGITS, grid.digit_masks, cells_of_possible_templates(grid), strict=True):
        if placed := candidates(digit, _certain(used) & places):
            yield Step(id, places=placed, roles={"digit": (digit,), "template": candidates(digit, used & places)})


@register("template-delete", family="templates", order=8800, level="extreme", score=10000, code="1202", on=False)
def find_template_delete(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the candidates that no template of a digit uses."""
    for digit, places, used in zip(DIGITS, grid.digit_masks, cells_of_possible_templates(grid), strict=True):
        if removed := candidates(digit, places & ~used):
            yield Step(id, removes=removed, roles={"digit": (digit,), "template": candidates(digit, used & places)})


def cells_of_possible_templates(grid: Grid) -> list[int]:
    """Return, for each digit, the cells that its possible templates use."""
    placed = [sum(1 << cell for cell, held in enumerate(grid.digits) if held == digit) for digit in DIGITS]
    used = [cells_of_templates(places | own) for places, own in zip(grid.digit_masks, placed, strict=True)]
    while True:
        reduced = [cells & ~_certain_elsewhere(used, i) for i, cells in enumerate(used)]
        if reduced == used:
            return used
        used = [cells_of_templates(cells) for cells in reduced]


def _certain(used: int) -> int:
    """Return the cells that all templates share, given the cells they use: those that are alone in their row."""
    return sum(own for row in HOUSE_MASKS[:9] if (own := used & row) & (own - 1) == 0)


def _certain_elsewhere(used: list[int], i: int) -> int:
    cells = 0
    for j, other in enumerate(used):
        if j != i:
            cells |= _certain(other)
    return cells


def cells_of_templates(cells: int) -> int:
    """Return the cells of all templates within some cells.

    Works row by row, from the top and then back: of the rows above, only the columns used and the boxes used in the
    band matter.

    >>> cells_of_templates((1 << 81) - 1) == (1 << 81) - 1, cells_of_templates((1 << 80) - 1) >> 72 == 0b11111111
    (True, True)
    """
    states: list[set[State]] = [{(0, 0)}]
    for row in range(9):
        states.append({after for state in states[row] for _, after in _choices(cells, row, state)})
    used = 0
    alive = states[9]
    for row in range(8, -1, -1):
        ways = [(state, cell) for state in states[row] for cell, after in _choices(cells, row, state) if after in alive]
        used |= sum(1 << cell for cell in {cell for _, cell in ways})
        alive = {state for state, _ in ways}
    return used


def _choices(cells: int, row: int, state: State) -> Iterator[tuple[int, State]]:
    """Yield the cells that a row may use in a state, each with the state after it."""
    columns, boxes = state
    for cell in cells_of(cells & HOUSE_MASKS[row]):
        column, box = 1 << COLUMN_OF[cell], 1 << COLUMN_OF[cell] // 3
        if not columns & column and not boxes & box:
            yield cell, (columns | column, boxes | box if row % 3 < 2 else 0)


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
