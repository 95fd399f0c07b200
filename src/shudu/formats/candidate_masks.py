"""Candidates of many positions at once: a mask of nine bits a cell, bit 0 for digit 1.

>>> import numpy as np
>>> digits = np.zeros((1, 81), np.uint8)
>>> digits[0, 0] = 3
>>> [int(mask) for mask in by_rules(digits)[0, :2]]
[4, 507]
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

import numpy as np
import numpy.typing as npt

Digits = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint16]

_BIT_OF: Final = np.array([0] + [1 << bit for bit in range(9)], np.uint16)
_DIGIT_OF: Final = np.array([mask.bit_length() if mask and not mask & mask - 1 else 0 for mask in range(512)], np.uint8)
_BITS: Final = np.array([1 << bit for bit in range(9)], np.float32)  # of this kind matrices are multiplied quickly


def by_rules(digits: Digits) -> Masks:
    """What the rules leave in each cell of positions, one a row; in a filled cell its digit."""
    bits = _BIT_OF.take(digits)
    square = bits.reshape(-1, 9, 9)
    rows: Masks = reduce(or_, (square[:, :, n] for n in range(9)))
    columns: Masks = reduce(or_, (square[:, n] for n in range(9)))
    triples: Masks = reduce(or_, (square[:, n::3] for n in range(3)))  # the three rows of a band, column by column
    boxes: Masks = reduce(or_, (triples[:, :, n::3] for n in range(3)))
    crossing = columns[:, None, :] | np.repeat(boxes, 3, axis=2)  # what cells see but their row, band by band
    seen = (rows.reshape(-1, 3, 3, 1) | crossing[:, :, None, :]).reshape(-1, 81)
    left: Masks = np.where(bits != 0, bits, seen ^ np.uint16(511))
    return left


def digits_of(masks: Masks) -> Digits:
    """The digit of each cell that has one candidate, 0 for the others."""
    return _DIGIT_OF.take(masks)


def masks_of(flags: npt.NDArray[np.bool_]) -> Masks:
    """The masks of flags, nine a cell."""
    return (flags.astype(np.float32) @ _BITS).astype(np.uint16)
