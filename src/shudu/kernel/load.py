"""Finds and loads the native library: the best instruction set this machine has.

The environment variable SHUDU_KERNEL overrides the choice with the name of a level (`x86-64`, `x86-64-v3`, `aarch64`) or
with the path of a library.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import c_int32, c_size_t, c_uint64, c_void_p
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent / "lib"
_SUFFIX: Final = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


def _pointers(count: int) -> tuple[type[c_void_p], ...]:
    return (c_void_p,) * count


# Result, then arguments.
_SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    "shudu_cpu_level": (c_int32,),
    "shudu_solve_workspace": (c_size_t,),
    "shudu_solve": (c_int32, c_void_p, c_size_t, c_uint64, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
    "shudu_enumerate_workspace": (c_size_t,),
    "shudu_enumerate_begin": (c_int32, c_void_p, c_void_p),
    "shudu_enumerate_next": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
    "shudu_grids_workspace": (c_size_t,),
    "shudu_grids_tables": (c_int32, c_void_p),
    "shudu_grids_count": (None, c_void_p, c_void_p),
    "shudu_grids_classes": (c_size_t, c_void_p, c_void_p, c_size_t),
    "shudu_unrank": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p),
    "shudu_rank": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p),
    "shudu_sample_grids": (c_int32, c_void_p, c_uint64, c_uint64, c_size_t, c_void_p, c_void_p),
    "shudu_canonical_workspace": (c_size_t,),
    "shudu_canonical_tables": (c_int32, c_void_p),
    "shudu_canonical": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p),
    "shudu_canonical_all": (c_int32, c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p),
    "shudu_canonical_puzzles": (c_int32, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p),
    "shudu_band_classes": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p),
    "shudu_band_class_weights": (c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, c_size_t),
    "shudu_unavoidable4": (c_int32, c_void_p, c_size_t, c_void_p),
    "shudu_isomorphs": (c_int32, c_void_p, c_size_t, c_uint64, c_uint64, c_void_p, c_void_p),
    "shudu_burnside_classes": (c_size_t, c_void_p, c_size_t),
    "shudu_burnside_workspace": (c_size_t,),
    "shudu_burnside_fixed": (c_int32, c_void_p, c_size_t, *_pointers(4)),
    "shudu_dig_workspace": (c_size_t,),
    "shudu_dig": (c_int32, c_void_p, c_size_t, c_void_p, c_int32, c_uint64, c_uint64, *_pointers(5)),
    "shudu_lowclue_workspace": (c_size_t,),
    "shudu_lowclue": (c_int32, c_void_p, c_size_t, c_uint64, c_uint64, c_int32, c_int32, *_pointers(6)),
    "shudu_unbiased_workspace": (c_size_t,),
    "shudu_unbiased": (
        *(c_int32, c_void_p, c_size_t, c_uint64, c_uint64, c_uint64, c_void_p, c_void_p, c_size_t),
        *_pointers(4),
    ),
}

STOPPED: Final = 1
BAD_INPUT: Final = 2


class KernelMissing(RuntimeError):
    """The package was installed without a library for this machine."""


@cache
def levels() -> tuple[str, ...]:
    """The instruction sets a library is installed for, plainest first."""
    return tuple(sorted(path.stem.removeprefix("shudu-") for path in _FOLDER.glob(f"shudu-*{_SUFFIX}")))


@cache
def library() -> ctypes.CDLL:
    """The library in use."""
    wish = os.environ.get("SHUDU_KERNEL", "")
    return _open(_path(wish)) if wish else _open(_best())


def level() -> str:
    """The instruction set in use: the name the library was built under."""
    return Path(library()._name).stem.removeprefix("shudu-")


def _best() -> Path:
    installed = levels()
    if not installed:
        raise KernelMissing(f"no kernel library in {_FOLDER}; install shudu again with `pip install .` or a wheel")
    plain = _open(_path(installed[0]))
    if "x86-64-v3" in installed and plain.shudu_cpu_level() >= 3:
        return _path("x86-64-v3")
    return _path(installed[0])


def _path(wish: str) -> Path:
    if os.sep in wish or wish.endswith(_SUFFIX):
        return Path(wish).resolve()
    if wish not in levels():
        raise KernelMissing(f"SHUDU_KERNEL={wish!r} is not installed; there are {', '.join(levels()) or 'none'}")
    return _FOLDER / f"shudu-{wish}{_SUFFIX}"


def _open(path: Path) -> ctypes.CDLL:
    try:
        opened = ctypes.CDLL(str(path))
    except OSError as error:
        raise KernelMissing(f"the kernel library {path} cannot be loaded: {error}") from error
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(opened, name)
        function.restype, function.argtypes = result, arguments
    return opened


def workspace(size: int) -> tuple[ctypes.Array[ctypes.c_char], int]:
    """Memory for one call at a time, and its address on a 64-byte boundary."""
    buffer = ctypes.create_string_buffer(size + 63)
    return buffer, (ctypes.addressof(buffer) + 63) & ~63


class Shared:
    """A workspace of the kernel that holds tables, filled when it is first asked for."""

    def __init__(self, size: str, fill: str) -> None:
        """Tables by the names of the functions that tell their size and fill them."""
        self._size = size
        self._fill = fill
        self._lock = Lock()

    @property
    def address(self) -> int:
        """Where the tables are."""
        with self._lock:
            return self._filled[1]

    @cached_property
    def _filled(self) -> tuple[object, int]:
        keep, address = workspace(getattr(library(), self._size)())
        status = getattr(library(), self._fill)(address)
        if status:
            raise RuntimeError(f"{self._fill} ended with status {status}: a defect, please report it")
        return keep, address
