"""Random seeds: validation, fresh seeds, and independent seeds derived from one."""

from __future__ import annotations

import secrets
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int
from shudu.core.errors import ShuduError


def check_seed(seed: int | None) -> int:
    """Return a random seed, or a fresh one for None.

    >>> check_seed(42)
    42

    Raises:
        TypeError: If the seed is neither a whole number nor None.
        ShuduError: If it does not fit into 64 bits.
    """
    if seed is None:
        return secrets.randbits(48)  # short enough to read out or type
    if not 0 <= check_int(seed, "seed", none_means="random") < 1 << 64:
        raise ShuduError("core.seed-range", seed=seed)
    return seed


def derive_seed(seed: int, *labels: object) -> int:
    """Return an independent seed for a part of a job, determined by the seed and the labels.

    >>> derive_seed(1, "digits", 0) == derive_seed(1, "digits", 0) != derive_seed(1, "digits", 1)
    True
    """
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def draw_indices(seed: int, first: int, n: int, count: int) -> NDArray[np.int64]:
    """Return `n` random numbers below `count`, those with the indices `first`, `first + 1`, … of a seed.

    >>> draw_indices(1, 2, 2, 100).tolist() == draw_indices(1, 0, 4, 100).tolist()[2:]
    True
    """
    x = (np.arange(first, first + n, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)  # SplitMix64 (Steele, Lea, Flood 2014)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return ((x >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)).astype(np.int64)
