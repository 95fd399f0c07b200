"""SK loop (domino loop): sixteen cells in a ring of eight pairs, with exactly sixteen digits between them.

Two rows and two columns cross in four boxes. In each box, leave out the crossing cell: the row and the column keep two
cells each. These eight pairs form a ring in which neighbours share a house, in turn a line and a box.

Give each candidate of the ring to one of the two houses that its pair shares with a neighbour, so that the houses have as few
digits as possible. A house holds each of its digits once, so sixteen cells need at least sixteen digits. If there are no
more, each house has all its digits in its two pairs, and its other cells lose them.

Roles: `cells` the cells of the ring, pair by pair; `houses` the houses between neighbours; `shared-digits` the digits of
each house, as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Final

from shudu.core.geometry import BOX_OF, HOUSE_MASKS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.logic.registry import register

_PAIRS: Final = 8
_CELLS: Final = 2 * _PAIRS


@register("sk-loop", family="sk loops", order=8430, level="extreme", score=470, on=False, case_codes=("2029",))
def find_sk_loops(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the loops, those in the top rows first."""
    seen: set[tuple[Candidate, ...]] = set()
    for pairs, houses in _rings():
        if all(grid.cell_masks[cell] for pair in pairs for cell in cells_of(pair)):
            for shares in _find_shares(grid, pairs):
                removes = _removes(grid, pairs, houses, shares)
                if removes and removes not in seen:
                    seen.add(removes)
                    yield Step(
                        id,
                        removes=removes,
                        roles={
                            "cells": tuple(cell for pair in pairs for cell in cells_of(pair)),
                            "houses": (*map(house_name, houses),),
                            "shared-digits": tuple("".join(map(str, digits)) for digits in shares),
                        },
                    )


@cache
def _rings() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the pairs of each ring in order, and the house that each pair shares with the next."""
    rings = []
    for (top, bottom), (left, right) in product(combinations(range(9), 2), repeat=2):
        if top // 3 == bottom // 3 or left // 3 == right // 3:
            continue
        corners = [9 * row + column for row, column in ((top, left), (top, right), (bottom, right), (bottom, left))]
        lines = (top, 9 + right, bottom, 9 + left)
        pairs, houses = [], []
        for number, line in enumerate(lines):
            for corner in (corners[number], corners[(number + 1) % 4]):
                box = 18 + BOX_OF[corner]
                pairs.append(HOUSE_MASKS[line] & HOUSE_MASKS[box] & ~(1 << corner))
            houses += [line, box]
        rings.append((tuple(pairs), tuple(houses)))
    return rings


@cache
def _partitions(pairs: int) -> list[int]:
    """Return the smallest sets of houses, as masks, of which each of some pairs touches exactly one.

    House `n` lies between pair `n` and the next; both pairs and houses are numbered round the ring.
    """
    fitting = [
        houses
        for houses in range(1 << _PAIRS)
        if all((houses >> pair & 1) + (houses >> (pair - 1) % _PAIRS & 1) == 1 for pair in cells_of(pairs))
    ]
    least = min(map(int.bit_count, fitting))
    return [houses for houses in fitting if houses.bit_count() == least]


def _find_shares(grid: Grid, pairs: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the digits of each house of a ring, in every way that needs one digit for each cell."""
    choices = [
        _partitions(sum(1 << number for number, pair in enumerate(pairs) if pair & places))
        for places in grid.digit_masks
    ]
    if sum(partitions[0].bit_count() for partitions in choices) == _CELLS:
        for chosen in product(*choices):
            shares = tuple(
                tuple(digit for digit, houses in enumerate(chosen, 1) if houses >> number & 1)
                for number in range(_PAIRS)
            )
            if all(shares):
                yield shares


def _removes(
    grid: Grid, pairs: tuple[int, ...], houses: tuple[int, ...], shares: tuple[tuple[int, ...], ...]
) -> tuple[Candidate, ...]:
    removes: set[Candidate] = set()
    for number, (house, digits) in enumerate(zip(houses, shares, strict=True)):
        outside = HOUSE_MASKS[house] & ~pairs[number] & ~pairs[(number + 1) % _PAIRS]
        for digit in digits:
            removes |= {Candidate(digit, cell) for cell in cells_of(outside & grid.digit_masks[digit - 1])}
    return tuple(sorted(removes))
