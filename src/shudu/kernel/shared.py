"""Tables that are filled once a process and then only read, by all threads."""

from __future__ import annotations

from functools import cached_property
from threading import Lock

from shudu.kernel.load import library, workspace


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
