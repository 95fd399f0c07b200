"""The number of essentially different grids, by Burnside's lemma: the mean number of grids a symmetry fixes."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final

from shudu.kernel.burnside import WHOLE, ProgressCounter, class_sizes, fixed_grids
from shudu.kernel.load import Switch

_POLL: Final = 0.2  # seconds between progress reports, and between checks for Ctrl-C

# Seconds the longest classes took on one core, where all others together take one. They are started first, so that none
# runs alone at the end, and progress is measured by work instead of classes. The result does not depend on them.
_LONG: Final = {61: 90.0, 104: 63.0, 45: 13.5, 253: 9.9, 47: 3.2, 190: 1.9, 50: 1.1, 199: 0.9, 54: 0.5, 192: 0.4}


def count_essentially_different(report: Callable[[float], object] | None = None, threads: int | None = None) -> int:
    """Count the final grids up to symmetry. This takes minutes.

    Args:
        report: Called now and then with the share of the work that is done; the last value is 1.
        threads: Number of threads; None for one per core.
    """
    sizes, switch = class_sizes(), Switch()
    work = [_LONG.get(number, 1 / len(sizes)) for number in range(len(sizes))]
    progress = [ProgressCounter() for _ in sizes]
    order = sorted(range(len(sizes)), key=lambda number: -work[number])
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        parts = {number: pool.submit(fixed_grids, number, switch, progress[number]) for number in order}
        try:
            pending = set(parts.values())
            while pending:
                pending = wait(pending, _POLL).not_done
                if report:
                    done = sum(each.value / WHOLE * weight for each, weight in zip(progress, work, strict=True))
                    report(done / sum(work))
            total = sum(sizes[number] * part.result() for number, part in parts.items())
        except BaseException:
            switch.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return total // sum(sizes)
