"""Counting final grids up to symmetry: the classes of symmetries, and how many grids each fixes."""

from __future__ import annotations

import ctypes
from typing import Final

from shudu.kernel.dig import Stopped, Switch
from shudu.kernel.grids import TABLES
from shudu.kernel.load import STOPPED, library, workspace


def class_sizes() -> list[int]:
    """How many symmetries of the cells are in each class; class 0 is the identity.

    >>> sizes = class_sizes()
    >>> len(sizes), sum(sizes) == 2 * 6**8
    (275, True)
    """
    many = library().shudu_burnside_classes(None, 0)
    sizes = (ctypes.c_uint64 * many)()
    library().shudu_burnside_classes(sizes, many)
    return list(sizes)


WHOLE: Final = 1 << 32  # where the progress of a call ends


class Progress:
    """How far a call is, from 0 to WHOLE; another thread may look."""

    def __init__(self) -> None:
        self._value = ctypes.c_uint64(0)
        self.address = ctypes.addressof(self._value)

    @property
    def value(self) -> int:
        """How far it is now."""
        return self._value.value


def fixed_grids(number: int, switch: Switch, progress: Progress | None = None) -> int:
    """How many grids, up to renaming digits, a symmetry of the class fixes.

    >>> from shudu.kernel.grids import count_grids
    >>> fixed_grids(0, Switch()) * 362880 == count_grids()
    True
    """
    native = library()
    keep, work = workspace(native.shudu_burnside_workspace())
    fixed = ctypes.c_uint64()
    watch = progress.address if progress else None
    status = native.shudu_burnside_fixed(TABLES.address, number, ctypes.byref(fixed), watch, work, switch.address)
    del keep  # lives as long as the call
    if status == STOPPED:
        raise Stopped
    if status:
        raise RuntimeError(f"the kernel ended with status {status}: a defect, please report it")
    return fixed.value
