"""The number of essentially different grids by Burnside's lemma: the mean number of grids that a symmetry fixes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

from shudu.kernel.burnside import class_sizes, fixed_grids
from shudu.kernel.dig import Switch

Watch = Callable[[Iterable["Future[int]"], int], Iterable["Future[int]"]]


def count_essentially_different(watch: Watch | None = None, threads: int | None = None) -> int:
    """How many final grids there are up to symmetry, worked out anew; minutes of work.

    `watch` is given the parts as they are finished and their number, and passes them on.
    """
    sizes, switch = class_sizes(), Switch()
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        parts = {pool.submit(fixed_grids, number, switch): size for number, size in enumerate(sizes)}
        try:
            done: Iterable[Future[int]] = as_completed(parts)
            total = sum(parts[part] * part.result() for part in (watch(done, len(parts)) if watch else done))
        except BaseException:
            switch.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return total // sum(sizes)
