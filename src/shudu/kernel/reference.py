"""Readable twins of the native code: solving, counting and enumerating, and the random numbers.

The native kernel is tested against these functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

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


DIGGING: Final = 3  # the stream that gives the order of digging

_MASK: Final = 0xFFFFFFFF
_Item = TypeVar("_Item")


class KernelRandom:
    """The random numbers that the kernel draws for one index of a stream.

    >>> random = KernelRandom(seed=1, stream=DIGGING, index=0)
    >>> random.below(10) < 10, len(random.shuffle(range(5)))
    (True, 5)
    """

    def __init__(self, seed: int, stream: int, index: int) -> None:
        self._seed = seed
        self._counter = [0, stream, index & _MASK, index >> 32]
        self._block: list[int] = []

    def below(self, bound: int) -> int:
        """Return a uniform number below a bound: as many bits as needed, drawn again until the value is in range."""
        mask = (1 << (bound - 1).bit_length()) - 1
        while True:
            value = self._next() & mask
            if value < bound:
                return value

    def shuffle(self, items: Sequence[_Item]) -> list[_Item]:
        """Return the items in random order, chosen from the last position to the first."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def _next(self) -> int:
        if not self._block:
            self._block = _philox(self._counter, self._seed)
            self._counter[0] += 1
        return self._block.pop(0)


def _philox(counter: list[int], key: int) -> list[int]:
    one, two, three, four = counter
    key0, key1 = key & _MASK, key >> 32
    for _ in range(10):
        product0, product1 = 0xD2511F53 * one, 0xCD9E8D57 * three
        one, two, three, four = (
            product1 >> 32 ^ two ^ key0,
            product1 & _MASK,
            product0 >> 32 ^ four ^ key1,
            product0 & _MASK,
        )
        key0, key1 = key0 + 0x9E3779B9 & _MASK, key1 + 0xBB67AE85 & _MASK
    return [one, two, three, four]
