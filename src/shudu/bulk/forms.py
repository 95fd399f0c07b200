"""Canonical forms packed into six words each, so that millions can be sorted and compared as numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.bulk.cells import Digits

WORDS: Final = 6
Words = NDArray[np.uint64]
_ODD: Final = np.array(
    [
        0x9E3779B97F4A7C15,
        0xBF58476D1CE4E5B9,
        0x94D049BB133111EB,
        0xD6E8FEB86659FD93,
        0xA0761D6478BD642F,
        0xE7037ED1A0B428DB,
    ],
    np.uint64,
)


class Grouped(NamedTuple):
    """For each different form where it came first, and how many there were, in the order of the first ones."""

    first: NDArray[np.int64]
    copies: Words


def pack(forms: Digits) -> Words:
    """Four bits a digit."""
    padded = np.zeros((len(forms), 16 * WORDS), np.uint8)
    padded[:, :81] = forms
    halves: Digits = padded[:, ::2] | padded[:, 1::2] << np.uint8(4)
    return halves.view(np.uint64)


def hashes(words: Words) -> Words:
    """A number of each form that looks like chance."""
    mixed = words ^ (words >> np.uint64(29))
    total: Words = (mixed * _ODD).sum(axis=1, dtype=np.uint64)
    total ^= total >> np.uint64(32)
    total *= _ODD[0]
    return total ^ (total >> np.uint64(29))


def grouped(words: Words, copies: Words) -> Grouped:
    """Puts equal forms together. The copies of equal ones are added up.

    Sorted by hash, which is quick; where forms of one hash differ they are sorted by all words instead.
    """
    if not len(words):
        return Grouped(np.empty(0, np.int64), np.empty(0, np.uint64))
    keys = hashes(words)
    order = np.argsort(keys, kind="stable")
    new = np.concatenate([[True], np.diff(keys[order]) != 0])
    if not _alike(words[order], new):
        order = np.lexsort(words.T[::-1])
        new = np.concatenate([[True], (words[order][1:] != words[order][:-1]).any(axis=1)])
    starts = np.flatnonzero(new)
    first, total = order[starts], np.add.reduceat(copies[order], starts)
    by_place = np.argsort(first)
    return Grouped(first[by_place], total[by_place])


def _alike(words: Words, new: NDArray[np.bool_]) -> bool:
    """Whether each form that does not begin a group is equal to the one before it."""
    same = np.flatnonzero(~new)
    return bool((words[same] == words[same - 1]).all())
