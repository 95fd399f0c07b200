"""Deadly patterns: cells whose digits could be swapped without anybody noticing.

In a puzzle with one solution they cannot end so. Hence at least one of the extra candidates, which keep the pattern
from being deadly, is true. What follows depends only on where these are:

- type 1: all in one cell: it holds none of the pattern's digits
- type 2: all of one digit: what sees them all is removed
- type 3: in cells of one house, with digits that make a naked subset with other cells of it: the other cells lose
  them
- type 4: in two cells of a house that alone can hold one digit of the pattern there: they lose the pattern's other
  digits

Roles: `type` the number of the type; `digits` the digits of the pattern; `cells` its cells; `extras` the extra
candidates; `house` the house of types 3 and 4 as text; `subset` the other cells of the subset (type 3); `locked` the
candidates of the digit that the two cells must hold (type 4). Links: type 4 has the strong link between the latter.
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
    """A pattern: its cells, and for each cell that has extra candidates its own digits and the extra ones, as masks."""

    cells: int
    own: dict[int, int]
    extra: dict[int, int]

    @property
    def guests(self) -> int:
        """The digits of the extra candidates."""
        union = 0
        for mask in self.extra.values():
            union |= mask
        return union

    @property
    def rich(self) -> int:
        """The cells with extra candidates."""
        return sum(1 << cell for cell in self.extra)


def find_deadly_steps(
    grid: Grid, id: str, pattern: DeadlyPattern, types: tuple[int, ...] = (1, 2, 3, 4)
) -> Iterator[Step]:
    """What follows from a pattern."""
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


Found = tuple[tuple[Candidate, ...], Roles, tuple[Link, ...]]


def _type_1(grid: Grid, pattern: DeadlyPattern) -> Iterator[Found]:
    if len(pattern.extra) == 1:
        (cell,) = pattern.extra
        yield tuple(Candidate(bit + 1, cell) for bit in cells_of(pattern.own[cell] & grid.cell_masks[cell])), {}, ()


def _type_2(grid: Grid, pattern: DeadlyPattern) -> Iterator[Found]:
    if len(pattern.extra) > 1 and pattern.guests.bit_count() == 1:
        digit = pattern.guests.bit_length()
        yield candidates(digit, grid.digit_masks[digit - 1] & common_peers(pattern.rich)), {}, ()


def _type_3(grid: Grid, pattern: DeadlyPattern) -> Iterator[Found]:
    if len(pattern.extra) > 1 and pattern.guests.bit_count() > 1:
        for house in _shared_houses(pattern.rich):
            others = [c for c in cells_of(HOUSE_MASKS[house] & ~pattern.rich) if grid.cell_masks[c]]
            for size in range(pattern.guests.bit_count() - 1, len(others)):
                for subset in combinations(others, size):
                    yield from _with_subset(grid, pattern, house, subset)


def _with_subset(grid: Grid, pattern: DeadlyPattern, house: int, subset: tuple[int, ...]) -> Iterator[Found]:
    union = pattern.guests
    for cell in subset:
        union |= grid.cell_masks[cell]
    if union.bit_count() == len(subset) + 1:
        rest = HOUSE_MASKS[house] & ~pattern.rich & ~sum(1 << cell for cell in subset)
        removes = tuple(c for bit in cells_of(union) for c in candidates(bit + 1, grid.digit_masks[bit] & rest))
        yield removes, {"house": (house_name(house),), "subset": subset}, ()


def _type_4(grid: Grid, pattern: DeadlyPattern) -> Iterator[Found]:
    if len(pattern.extra) == 2:
        one, other = pattern.extra
        for house in _shared_houses(pattern.rich):
            for bit in cells_of(pattern.own[one] & pattern.own[other] & ~pattern.guests):
                if grid.digit_masks[bit] & HOUSE_MASKS[house] == pattern.rich:
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
