"""Deadly patterns: cells whose digits could be swapped without breaking a rule.

A puzzle with one solution cannot contain one. So at least one of the extra candidates, which keep a pattern from being
deadly, is true. What follows depends only on where these are:

- type 1: all in one cell: it holds none of the pattern's digits
- type 2: all of one digit: candidates that see them all are removed
- type 3: in cells of one house, with digits that form a naked subset with other cells of it: the remaining cells lose
  these digits
- type 4: in two cells of a house that are its only places for a digit of the pattern: they lose the pattern's other
  digits

Roles: `type` the number of the type; `digits` the digits of the pattern; `cells` its cells; `extras` the extra
candidates; `house` the house of types 3 and 4 as text; `subset` the other cells of the subset (type 3); `locked` the
candidates of the digit that the two cells must hold (type 4). Links: the strong link between these (type 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, cells_of, common_peers, house_name
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.step_parts import candidates


@dataclass(frozen=True, slots=True)
class DeadlyPattern:
    """A deadly pattern.

    Attributes:
        cells: The cells of the pattern.
        own: For each cell with extra candidates, the digits of the pattern.
        extra: For each cell with extra candidates, these.
    """

    cells: int
    own: dict[int, int]
    extra: dict[int, int]

    @property
    def extra_digits(self) -> int:
        """The digits of the extra candidates."""
        union = 0
        for mask in self.extra.values():
            union |= mask
        return union

    @property
    def extra_cells(self) -> int:
        """The cells with extra candidates."""
        return sum(1 << cell for cell in self.extra)


def find_deadly_steps(
    grid: Grid, id: str, pattern: DeadlyPattern, types: tuple[int, ...] = (1, 2, 3, 4)
) -> Iterator[Step]:
    """Yield what follows from a pattern by some of the types."""
    finders = {1: _type_1, 2: _type_2, 3: _type_3, 4: _type_4}
    digits = 0
    for mask in pattern.own.values():
        digits |= mask
    for number in types:
        for removes, more, links in finders[number](grid, pattern):
            roles: Roles = {
                "type": (number,),
                "digits": tuple(bit + 1 for bit in cells_of(digits)),
                "cells": tuple(cells_of(pattern.cells)),
                "extras": tuple(
                    Candidate(bit + 1, cell) for cell, mask in pattern.extra.items() for bit in cells_of(mask)
                ),
            }
            if removes:
                yield Step(id, removes=removes, roles=roles | more, links=links)


Consequence = tuple[tuple[Candidate, ...], Roles, tuple[Link, ...]]  # removed candidates, further roles, links


def _type_1(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) == 1:
        (cell,) = pattern.extra
        yield tuple(Candidate(bit + 1, cell) for bit in cells_of(pattern.own[cell] & grid.cell_masks[cell])), {}, ()


def _type_2(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) > 1 and pattern.extra_digits.bit_count() == 1:
        digit = pattern.extra_digits.bit_length()
        yield candidates(digit, grid.digit_masks[digit - 1] & common_peers(pattern.extra_cells)), {}, ()


def _type_3(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) > 1 and pattern.extra_digits.bit_count() > 1:
        for house in _shared_houses(pattern.extra_cells):
            others = [c for c in cells_of(HOUSE_MASKS[house] & ~pattern.extra_cells) if grid.cell_masks[c]]
            for size in range(pattern.extra_digits.bit_count() - 1, len(others)):
                for subset in combinations(others, size):
                    yield from _subset_consequences(grid, pattern, house, subset)


def _subset_consequences(
    grid: Grid, pattern: DeadlyPattern, house: int, subset: tuple[int, ...]
) -> Iterator[Consequence]:
    union = pattern.extra_digits
    for cell in subset:
        union |= grid.cell_masks[cell]
    if union.bit_count() == len(subset) + 1:
        rest = HOUSE_MASKS[house] & ~pattern.extra_cells & ~sum(1 << cell for cell in subset)
        removes = tuple(c for bit in cells_of(union) for c in candidates(bit + 1, grid.digit_masks[bit] & rest))
        yield removes, {"house": (house_name(house),), "subset": subset}, ()


def _type_4(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) == 2:
        one, other = pattern.extra
        for house in _shared_houses(pattern.extra_cells):
            for bit in cells_of(pattern.own[one] & pattern.own[other] & ~pattern.extra_digits):
                if grid.digit_masks[bit] & HOUSE_MASKS[house] == pattern.extra_cells:
                    removes = tuple(
                        Candidate(lost + 1, cell)
                        for cell in (one, other)
                        for lost in cells_of(pattern.own[cell] & grid.cell_masks[cell] & ~(1 << bit))
                    )
                    locked = (Candidate(bit + 1, one), Candidate(bit + 1, other))
                    name = house_name(house)
                    yield removes, {"house": (name,), "locked": locked}, (Link(locked[:1], locked[1:], True, name),)


def _shared_houses(cells: int) -> list[int]:
    return [house for house, mask in enumerate(HOUSE_MASKS) if not cells & ~mask]
