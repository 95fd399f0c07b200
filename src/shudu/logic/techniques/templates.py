"""Templates: all ways to put a digit into nine cells, one in each row, column and box.

A candidate in no template that fits the position is removed; a cell in every one is placed. A template that takes a
cell which is certain for another digit does not fit.

Roles: `digit` the digit; `template` the candidates that some fitting template uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.candidate import Candidate
from shudu.core.geometry import COLUMN_OF, DIGITS, HOUSE_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.registry import register

State = tuple[int, int]


@register("template-set", family="templates", order=8700, level="extreme", score=10000, code="1201", on=False)
def find_template_set(grid: Grid, id: str) -> Iterator[Step]:
    """The cells that every template of a digit uses."""
    for digit, board, used in zip(DIGITS, grid.digit_masks, fitting(grid), strict=True):
        if placed := _candidates(digit, _certain(used) & board):
            yield Step(id, places=placed, roles={"digit": (digit,), "template": _candidates(digit, used & board)})


@register("template-delete", family="templates", order=8800, level="extreme", score=10000, code="1202", on=False)
def find_template_delete(grid: Grid, id: str) -> Iterator[Step]:
    """The candidates that no template of a digit uses."""
    for digit, board, used in zip(DIGITS, grid.digit_masks, fitting(grid), strict=True):
        if removed := _candidates(digit, board & ~used):
            yield Step(id, removes=removed, roles={"digit": (digit,), "template": _candidates(digit, used & board)})


def fitting(grid: Grid) -> list[int]:
    """For each digit the cells of all its templates that fit."""
    placed = [sum(1 << cell for cell, held in enumerate(grid.digits) if held == digit) for digit in DIGITS]
    used = [in_templates(board | own) for board, own in zip(grid.digit_masks, placed, strict=True)]
    while True:
        rooms = [room & ~_certain_elsewhere(used, i) for i, room in enumerate(used)]
        if rooms == used:
            return used
        used = [in_templates(room) for room in rooms]


def _certain(used: int) -> int:
    """The cells that all templates share, which together use these cells: those that are alone in their row."""
    return sum(own for row in HOUSE_MASKS[:9] if (own := used & row) & (own - 1) == 0)


def _certain_elsewhere(used: list[int], i: int) -> int:
    cells = 0
    for j, other in enumerate(used):
        if j != i:
            cells |= _certain(other)
    return cells


def in_templates(room: int) -> int:
    """The cells of all templates that fit into some cells.

    Row by row, from the top and then back: what was taken so far matters only by its columns and its boxes in the band.

    >>> in_templates((1 << 81) - 1) == (1 << 81) - 1, in_templates((1 << 80) - 1) >> 72 == 0b11111111
    (True, True)
    """
    states: list[set[State]] = [{(0, 0)}]
    for row in range(9):
        states.append({after for state in states[row] for _, after in _choices(room, row, state)})
    used = 0
    alive = states[9]
    for row in range(8, -1, -1):
        ways = [(state, cell) for state in states[row] for cell, after in _choices(room, row, state) if after in alive]
        used |= sum(1 << cell for cell in {cell for _, cell in ways})
        alive = {state for state, _ in ways}
    return used


def _choices(room: int, row: int, state: State) -> Iterator[tuple[int, State]]:
    """The cells a row may take after some columns and boxes of the band are taken, and what is taken then."""
    columns, boxes = state
    for cell in cells_of(room & HOUSE_MASKS[row]):
        column, box = 1 << COLUMN_OF[cell], 1 << COLUMN_OF[cell] // 3
        if not columns & column and not boxes & box:
            yield cell, (columns | column, boxes | box if row % 3 < 2 else 0)


def _candidates(digit: int, cells: int) -> tuple[Candidate, ...]:
    return tuple(Candidate(digit, cell) for cell in cells_of(cells))
