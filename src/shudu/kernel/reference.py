"""The readable twin of the kernel: what solving, counting and enumerating mean, without a thought for speed.

The fast kernel is tested against these functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from shudu.core.geometry import PEERS
from shudu.core.grid import find_conflicts


def solutions(puzzle: bytes) -> Iterator[bytes]:
    """Every solution of 81 digits (0: blank), in no promised order.

    The cell with the fewest fitting digits is filled with each of them in turn.

    >>> len(list(solutions(bytes((0, 2, 3, 4, 5, 6, 7, 8, 9)) + bytes((4, 5, 6, 7, 8, 9, 1, 2, 3)) + bytes((7, 8, 9, 1, 2, 3,
    ... 4, 5, 6)) + bytes((2, 3, 1, 6, 7, 4, 8, 9, 5)) + bytes((8, 7, 5, 9, 1, 2, 3, 6, 4)) + bytes((6, 9, 4, 5, 3, 8, 2, 1,
    ... 7)) + bytes((3, 1, 7, 2, 6, 5, 9, 4, 8)) + bytes((5, 4, 2, 8, 9, 7, 6, 3, 1)) + bytes((9, 6, 8, 3, 4, 1, 5, 7, 2)))))
    1
    """
    if not find_conflicts(puzzle):
        yield from _completions(puzzle)


def count(puzzle: bytes, limit: int) -> int:
    """The number of solutions, counted up to a limit."""
    return sum(1 for _ in islice(solutions(puzzle), limit))


def _completions(digits: bytes) -> Iterator[bytes]:
    blanks = [cell for cell in range(81) if not digits[cell]]
    if not blanks:
        yield digits
        return
    fitting = {cell: _fitting(digits, cell) for cell in blanks}
    cell = min(blanks, key=lambda blank: len(fitting[blank]))
    for digit in fitting[cell]:
        yield from _completions(digits[:cell] + bytes((digit,)) + digits[cell + 1 :])


def _fitting(digits: bytes, cell: int) -> list[int]:
    used = {digits[peer] for peer in PEERS[cell]}
    return [digit for digit in range(1, 10) if digit not in used]
