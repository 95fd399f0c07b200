"""Seeds: checked, drawn where none is given, and split into independent ones."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from shudu.core.errors import ShuduError


def checked_seed(seed: int | None) -> int:
    """The seed, or a fresh one. Raises ShuduError if it is not a whole number of 64 bits.

    >>> checked_seed(42)
    42
    """
    if seed is None:
        return secrets.randbits(48)  # short enough to be read aloud
    if not 0 <= seed < 1 << 64:
        raise ShuduError(f"the seed {seed} is not a whole number from 0 to 2**64 - 1")
    return seed


def derive(seed: int, *labels: object) -> int:
    """An independent seed for a part of a job: a function of the seed and the labels alone.

    >>> derive(1, "digits", 0) == derive(1, "digits", 0) != derive(1, "digits", 1)
    True
    """
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
