"""The readable twin of the kernel's random numbers: Philox4x32-10, a function of seed, stream and index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

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
