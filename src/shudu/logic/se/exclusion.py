"""Aligned pair and triplet exclusion."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from shudu.logic.se.position import PEERS, SeHint, SePosition, choices


def aligned_exclusions(position: SePosition, degree: int) -> Iterator[SeHint]:
    """Yield pairs or triplets of cells with candidates that are part of no possible combination.

    A combination is impossible if two cells that see each other get the same digit, or if a cell that sees all of them
    (an excluder, with two to `degree` candidates) keeps no candidate. Cells that see a naked single are skipped.
    """
    excluders: dict[int, list[int]] = {}
    for cell, digits in enumerate(position.candidates):
        sizes = {peer: len(position.candidates[peer]) for peer in PEERS[cell]}
        able = [peer for peer, size in sizes.items() if 2 <= size <= degree]
        if len(digits) >= 2 and able and 1 not in sizes.values():
            excluders[cell] = able
    for cells in _groups(excluders, degree):
        common = set.intersection(*(set(excluders[cell]) for cell in cells))
        if len(common) < 2:
            continue
        allowed = [
            combination for combination in _combinations(position, cells) if _fits(position, common, combination)
        ]
        removals = {}
        for index, cell in enumerate(cells):
            if gone := position.candidates[cell] - {combination[index] for combination in allowed}:
                removals[cell] = gone
        if removals:
            name = "aligned-pair-exclusion" if degree == 2 else "aligned-triplet-exclusion"
            yield SeHint(6.2 if degree == 2 else 7.5, name, removals)


def _groups(excluders: dict[int, list[int]], degree: int) -> Iterator[tuple[int, ...]]:
    """Yield the pairs; for triplets, each with a third cell among the excluders of the first or the second one."""
    for one, other in choices(list(excluders), 2):
        if degree == 2:
            yield one, other
            continue
        for third in dict.fromkeys([*excluders[one], *excluders[other]]):
            if third in excluders and third not in (one, other):
                yield one, other, third


def _combinations(position: SePosition, cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    pairs = [(i, j) for i in range(len(cells)) for j in range(i) if cells[j] in PEERS[cells[i]]]
    for combination in product(*(position.candidates[cell] for cell in cells)):
        if all(combination[i] != combination[j] for i, j in pairs):
            yield combination


def _fits(position: SePosition, excluders: set[int], combination: tuple[int, ...]) -> bool:
    return all(position.candidates[cell] - set(combination) for cell in excluders)
