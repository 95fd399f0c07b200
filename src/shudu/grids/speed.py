"""How fast the methods make grids: side by side in one run, so that the ratios hold on other machines too."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count
from typing import Final

from shudu.grids.full_grids import full_grids

_ROUNDS: Final = 9
_SECONDS: Final = 0.1  # of each method in each round
_AT_ONCE: Final = {"uniform": 4096}


def grids_per_second(names: Sequence[str], rounds: int = _ROUNDS, seconds: float = _SECONDS) -> dict[str, float]:
    """The grids each method makes in a second of one core: the best of some rounds in which all take turns.

    >>> sorted(grids_per_second(["template", "uniform"], rounds=1, seconds=0.01))
    ['template', 'uniform']
    """
    best = dict.fromkeys(names, 0.0)
    for number in range(rounds):
        for name in names:
            best[name] = max(best[name], _rate(name, number, seconds))
    return best


def _rate(name: str, seed: int, seconds: float) -> float:
    size = _AT_ONCE.get(name, 1)
    start = time.thread_time()  # what others do on the machine does not count
    for number in count():
        full_grids(size, name, seed, number * size)
        if (spent := time.thread_time() - start) >= seconds:
            return (number + 1) * size / spent
    raise AssertionError
