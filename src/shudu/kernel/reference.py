"""The readable twin of the kernel: solving, counting and enumerating, written for clarity.

The native kernel is tested against these functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from shudu.core.geometry import PEERS
from shudu.core.grid import find_conflicts


def solutions(puzzle: bytes) -> Iterator[bytes]:
    """Yield every solution of 81 digits (0 for blank), in any order.

    The cell with the fewest possible digits is filled with each of them in turn.

    >>> solution = next(solutions(bytes(81)))
    >>> list(solutions(bytes(9) + solution[9:])) == [solution]
    True
    """
    if not find_conflicts(puzzle):
        yield from _completions(puzzle)


def count(puzzle: bytes, limit: int) -> int:
    """Return the number of solutions, up to a limit."""
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
