"""The signature: a number over a fixed set of puzzles that changes only if the kernel's behaviour does.

It is a hash of every first solution, every count and the counters of the search. It depends neither on the machine nor
on the instruction set nor on the number of threads.
"""

from __future__ import annotations

import hashlib
from itertools import chain

from shudu.bench.puzzle_sets import bundled_sets
from shudu.kernel.solve import Counters, solve_counted


def compute_signature() -> int:
    """Return the signature, for commits and for comparing machines."""
    digest = hashlib.sha256()
    total = Counters(0, 0, 0)
    for limit in (1, 2, 50):
        batch, counters = solve_counted(list(chain.from_iterable(bundled_sets().values())), limit)
        digest.update(batch.solutions.tobytes())
        digest.update(batch.counts.astype("<u8").tobytes())
        total = Counters(*(a + b for a, b in zip(total, counters, strict=True)))
    digest.update(repr(tuple(total)).encode())
    return int.from_bytes(digest.digest()[:4]) % 10_000_000
