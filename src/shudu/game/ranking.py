"""How far two lists of numbers rise and fall together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from statistics import correlation, pstdev


def alike(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation in deviations above chance (times √(n − 1)); none if a list does not vary.

    >>> alike([1, 2, 3, 4, 9], [10, 20, 30, 40, 41]), alike([1, 2], [3, 3])
    (2.0, None)
    """
    ranks = _ranks(one), _ranks(other)
    if len(one) < 2 or not all(map(pstdev, ranks)):
        return None
    return round(correlation(*ranks) * sqrt(len(one) - 1), 9)


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal values share the middle of theirs.

    >>> _ranks([3, 1, 1])
    [2.0, 0.5, 0.5]
    """
    ranks = [0.0] * len(values)
    start = 0
    for _, group in groupby(sorted(range(len(values)), key=values.__getitem__), key=values.__getitem__):
        members = list(group)
        for index in members:
            ranks[index] = start + (len(members) - 1) / 2
        start += len(members)
    return ranks
