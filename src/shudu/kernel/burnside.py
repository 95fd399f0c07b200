"""Counting final grids up to symmetry: the classes of symmetries, and how many grids each fixes."""

from __future__ import annotations

import ctypes

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


def fixed_grids(number: int, switch: Switch) -> int:
    """How many grids, up to renaming digits, a symmetry of the class fixes.

    >>> from shudu.kernel.grids import count_grids
    >>> fixed_grids(0, Switch()) * 362880 == count_grids()
    True
    """
    native = library()
    keep, work = workspace(native.shudu_burnside_workspace())
    fixed = ctypes.c_uint64()
    status = native.shudu_burnside_fixed(TABLES.address, number, ctypes.byref(fixed), None, work, switch.address)
    del keep  # lives as long as the call
    if status == STOPPED:
        raise Stopped
    if status:
        raise RuntimeError(f"the kernel ended with status {status}: a defect, please report it")
    return fixed.value
