"""The position at a moment of a trace, computed from packed events.

The computation is simple enough to be written in any language. It updates two arrays of 81 bytes, digits and levels:

- `place` and `guess` set the digit and the level (the event's depth) of their cell;
- `remove` sets both to 0;
- `retract` at depth d sets both to 0 in every cell whose level is d or more;
- other events change nothing.

Here many events are processed at once: the digit of a cell at the end was written by the last event that names the
cell, unless a later `retract` reaches its level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.search.trace.event import DEEPEST, GUESS, REMOVE, RETRACT

Words = NDArray[np.uint32]
_NO_RETRACT: Final = DEEPEST + 1


@dataclass(frozen=True, slots=True)
class Position:
    """The state after some events of a trace.

    Attributes:
        moment: The number of events so far.
        digits: The 81 digits, 0 for empty.
        levels: For each cell the depth at which its digit was written.
        tallies: The number of events of each kind.
        deepest: The greatest depth so far.
    """

    moment: int
    digits: bytes
    levels: bytes = bytes(81)
    tallies: tuple[int, ...] = (0,) * 7
    deepest: int = 0


def fold(position: Position, words: Words) -> Position:
    """Return the position after more events.

    >>> start = Position(0, bytes(81))
    >>> after = fold(start, np.array([2 | 1 << 3 | 0 << 10 | 5 << 17], dtype=np.uint32))    # guess, depth 1, r1c1 = 5
    >>> after.digits[0], after.levels[0], after.tallies[2]
    (5, 1, 1)
    """
    if not len(words):
        return position
    kinds: Words = words & np.uint32(7)
    depths: Words = words >> np.uint32(3) & np.uint32(127)
    digits, levels = _last_written(position, words, kinds, depths)
    return Position(
        position.moment + len(words),
        digits.tobytes(),
        levels.tobytes(),
        tuple(int(a + b) for a, b in zip(position.tallies, np.bincount(kinds, minlength=7), strict=True)),
        max(position.deepest, int(depths.max())),
    )


def _last_written(
    position: Position, words: Words, kinds: Words, depths: Words
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the digits and levels after some events."""
    writes = np.flatnonzero(kinds <= GUESS)
    last = np.full(81, -1)
    last[words[writes] >> 10 & 127] = writes  # NumPy keeps the last of several assignments to a cell
    untouched, index = last < 0, np.maximum(last, 0)
    filled = kinds[index] != REMOVE
    digits = np.where(untouched, np.frombuffer(position.digits, np.uint8), (words[index] >> 17 & 15) * filled)
    levels = np.where(untouched, np.frombuffer(position.levels, np.uint8), depths[index] * filled)
    retracts = np.where(kinds == RETRACT, depths, _NO_RETRACT)
    lowest_yet_to_come = np.minimum.accumulate(retracts[::-1])[::-1]
    kept = levels < lowest_yet_to_come[index]
    return (digits * kept).astype(np.uint8), (levels * kept).astype(np.uint8)
