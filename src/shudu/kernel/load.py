"""Loading of the native library, and the memory its functions work in.

The library for the best instruction set of this machine is chosen at the first call. The environment variable
SHUDU_KERNEL overrides the choice with the name of an instruction set (`x86-64`, `x86-64-v3`, `x86-64-v4`, `aarch64` …)
or with the path of a library.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import c_int32, c_size_t, c_uint64, c_void_p
from functools import cache, cached_property
from pathlib import Path
from threading import Lock, local
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent / "lib"
_SUFFIX: Final = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")

STOPPED: Final = 1
BAD_INPUT: Final = 2


def _pointers(count: int) -> tuple[type[c_void_p], ...]:
    return (c_void_p,) * count


# For each function of kernel.h the type of its result, then those of its arguments. A test compares them with the header.
SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    "shudu_cpu_level": (c_int32,),
    "shudu_solve_workspace": (c_size_t,),
    "shudu_solve": (c_int32, c_void_p, c_size_t, c_uint64, *_pointers(5)),
    "shudu_enumerate_workspace": (c_size_t,),
    "shudu_enumerate_begin": (c_int32, c_void_p, c_void_p),
    "shudu_enumerate_next": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
    "shudu_run_peer": (None, c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p),
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
    "shudu_canonical_all": (c_int32, *_pointers(4), c_size_t, c_void_p),
    "shudu_canonical_puzzles": (c_int32, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p),
    "shudu_band_classes": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p),
    "shudu_band_class_weights": (c_size_t, *_pointers(4), c_size_t),
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
    "shudu_se_workspace": (c_size_t,),
    "shudu_se": (c_int32, c_void_p, c_size_t, c_uint64, *_pointers(3)),
    "shudu_path_workspace": (c_size_t,),
    "shudu_path_start": (c_int32, c_void_p, c_size_t, *_pointers(2)),
    "shudu_path_apply": (c_int32, c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p),
    "shudu_path_follow": (c_int32, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t, *_pointers(3)),
}


class KernelMissing(RuntimeError):
    """The package was installed without a library for this machine."""


class KernelStopped(Exception):
    """A call was ended by its switch."""


class Switch:
    """Ends running calls from another thread."""

    def __init__(self) -> None:
        self._value = ctypes.c_int32(0)
        self.address: int = ctypes.addressof(self._value)

    def stop(self) -> None:
        """End every call that was given this switch, now or later."""
        self._value.value = 1

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return bool(self._value.value)


@cache
def instruction_sets() -> tuple[str, ...]:
    """Return the instruction sets that libraries are installed for, the most basic one first."""
    return tuple(sorted(path.stem.removeprefix("shudu-") for path in _FOLDER.glob(f"shudu-*{_SUFFIX}")))


@cache
def supported_instruction_sets() -> tuple[str, ...]:
    """Return the installed instruction sets that this machine can run, the most basic one first."""
    installed = instruction_sets()
    if len(installed) < 2:
        return installed
    level = open_library(installed[0]).shudu_cpu_level()
    return tuple(name for name in installed if not name.startswith("x86-64-v") or int(name[-1]) <= level)


@cache
def library() -> ctypes.CDLL:
    """Return the library in use, loading it at the first call."""
    choice = os.environ.get("SHUDU_KERNEL", "")
    return _open(_find_path(choice) if choice else _find_best())


@cache
def single_library() -> ctypes.CDLL:
    """Return the library for calls on one puzzle.

    A pass over 32 lanes takes about 1.6 times as long as one over 16, and a single puzzle uses few of them.
    """
    supported = supported_instruction_sets()
    if os.environ.get("SHUDU_KERNEL") or "x86-64-v3" not in supported:
        return library()
    return open_library("x86-64-v3")


def open_library(instructions: str) -> ctypes.CDLL:
    """Return the library for an instruction set."""
    return _open(_find_path(instructions))


def workspace(size: int) -> tuple[ctypes.Array[ctypes.c_char], int]:
    """Return memory for one call at a time, and its first address on a 64-byte boundary."""
    buffer = ctypes.create_string_buffer(size + 63)
    return buffer, (ctypes.addressof(buffer) + 63) & ~63


class ThreadWorkspaces(local):
    """The workspaces of a thread, by the name of the function that uses them: `workspaces["dig"]`."""

    def __init__(self) -> None:
        self._workspaces: dict[str, tuple[object, int]] = {}

    def __getitem__(self, name: str) -> int:
        """Return the address of a workspace, which is allocated at the first call."""
        if name not in self._workspaces:
            self._workspaces[name] = workspace(getattr(library(), f"shudu_{name}_workspace")())
        return self._workspaces[name][1]


class SharedTables:
    """Tables of the kernel that are filled once per process and then only read, by all threads."""

    def __init__(self, name: str) -> None:
        """Describe the tables of the functions `shudu_<name>_workspace` and `shudu_<name>_tables`."""
        self._name = name
        self._lock = Lock()

    @property
    def address(self) -> int:
        """The address of the tables, which are filled when it is first read."""
        with self._lock:
            return self._filled[1]

    @cached_property
    def _filled(self) -> tuple[object, int]:
        memory, address = workspace(getattr(library(), f"shudu_{self._name}_workspace")())
        check_status(getattr(library(), f"shudu_{self._name}_tables")(address))
        return memory, address


def check_status(status: int) -> None:
    """Raise an exception for any status but success.

    Raises:
        KernelStopped: If the call was ended by its switch.
        RuntimeError: If the kernel reports an error, which is a defect because arguments are checked before the call.
    """
    if status == STOPPED:
        raise KernelStopped
    if status:
        raise RuntimeError(f"the kernel returned status {status}; this is a bug, please report it with the input")


def _find_best() -> Path:
    """Return the library for the best instruction set that this machine can run."""
    supported = supported_instruction_sets()
    if not supported:
        raise KernelMissing(f"no kernel library in {_FOLDER}; install shudu again with `pip install .` or a wheel")
    return _find_path(supported[-1])


def _find_path(choice: str) -> Path:
    if os.sep in choice or choice.endswith(_SUFFIX):
        return Path(choice).resolve()
    if choice not in instruction_sets():
        installed = ", ".join(instruction_sets()) or "none"
        raise KernelMissing(f"SHUDU_KERNEL={choice!r} is not installed; installed instruction sets: {installed}")
    return _FOLDER / f"shudu-{choice}{_SUFFIX}"


def _open(path: Path) -> ctypes.CDLL:
    try:
        opened = ctypes.CDLL(str(path))
    except OSError as error:
        raise KernelMissing(f"the kernel library {path} cannot be loaded: {error}") from error
    for name, (result, *arguments) in SIGNATURES.items():
        if function := getattr(opened, name, None):  # a library in a working tree may be older than the sources
            function.restype, function.argtypes = result, arguments
    return opened
