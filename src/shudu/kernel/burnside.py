"""Counting of final grids up to symmetry: the classes of symmetries, and how many grids each of them fixes."""

from __future__ import annotations

import ctypes
from typing import Final

from shudu.kernel.grids import TABLES
from shudu.kernel.load import Switch, check_status, library, workspace

WHOLE: Final = 1 << 32  # the progress of a finished call


class ProgressCounter:
    """The progress of a running call, from 0 to WHOLE, to be read by another thread."""

    def __init__(self) -> None:
        self._value = ctypes.c_uint64(0)
        self.address = ctypes.addressof(self._value)

    @property
    def value(self) -> int:
        """The progress now."""
        return self._value.value


def class_sizes() -> list[int]:
    """Return the number of symmetries of the cells in each conjugacy class; class 0 is the identity.

    >>> sizes = class_sizes()
    >>> len(sizes), sum(sizes) == 2 * 6**8
    (275, True)
    """
    number = library().shudu_burnside_classes(None, 0)
    sizes = (ctypes.c_uint64 * number)()
    library().shudu_burnside_classes(sizes, number)
    return list(sizes)


def fixed_grids(number: int, switch: Switch, progress: ProgressCounter | None = None) -> int:
    """Return how many grids, up to renaming digits, a symmetry of a class fixes.

    >>> from shudu.kernel.grids import count_grids
    >>> fixed_grids(0, Switch()) * 362880 == count_grids()
    True

    Args:
        number: The number of the class.
        switch: Ends the call.
        progress: Follows the call; most classes take no time, some a minute.

    Raises:
        KernelStopped: If the switch was used.
    """
    memory, work = workspace(library().shudu_burnside_workspace())
    fixed = ctypes.c_uint64()
    watch = progress.address if progress else None
    status = library().shudu_burnside_fixed(TABLES.address, number, ctypes.byref(fixed), watch, work, switch.address)
    del memory  # the workspace must live as long as the call
    check_status(status)
    return fixed.value
