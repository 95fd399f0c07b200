"""Single keys from the terminal: termios on Unix, msvcrt on Windows, none without a keyboard."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

Wait = Callable[[float], str | None]  # waits up to that many seconds for a key

_UNIX: Final = {
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\x1b[A": "up",
    b"\x1bOA": "up",
    b"\x1b[B": "down",
    b"\x1bOB": "down",
    b"\x1b[H": "home",
    b"\x1b[1~": "home",
    b"\x1bOH": "home",
    b"\x1b[F": "end",
    b"\x1b[4~": "end",
    b"\x1bOF": "end",
}
_WINDOWS: Final = {"M": "right", "K": "left", "H": "up", "P": "down", "G": "home", "O": "end"}


@contextmanager
def keyboard() -> Iterator[tuple[Wait, bool]]:
    """Yield a function that waits for a key and returns its name, and whether there is a keyboard at all."""
    if not sys.stdin.isatty():
        yield _no_key, False
    elif sys.platform == "win32":
        import msvcrt

        yield windows_keyboard(msvcrt), True
    else:
        with _unix_keyboard() as wait:
            yield wait, True


def _no_key(seconds: float) -> None:
    time.sleep(seconds)


class WindowsConsole(Protocol):
    """The part of the Windows module msvcrt that is used here."""

    def kbhit(self) -> bool:
        """Return whether a key is waiting."""

    def getwch(self) -> str:
        """Return the next character."""


def windows_keyboard(console: WindowsConsole) -> Wait:
    """Return a function that waits for a key; special keys arrive as two characters."""

    def wait(seconds: float) -> str | None:
        end = time.monotonic() + seconds
        while not console.kbhit():
            if time.monotonic() >= end:
                return None
            time.sleep(0.005)
        key = console.getwch()
        return _WINDOWS.get(console.getwch()) if key in "\x00\xe0" else key

    return wait


if sys.platform != "win32":
    import select
    import termios
    import tty

    @contextmanager
    def _unix_keyboard() -> Iterator[Wait]:
        """Make the terminal deliver each key at once without echo, and restore it afterwards."""
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal)
        waiting = bytearray()
        try:
            yield lambda seconds: _unix_key(terminal, waiting, seconds)
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    def _unix_key(terminal: int, waiting: bytearray, seconds: float) -> str | None:
        if not waiting:
            if not select.select([terminal], [], [], seconds)[0]:
                return None
            waiting += os.read(terminal, 1024)
        return first_key(waiting) if waiting else "q"  # end of input: the terminal is gone


def first_key(waiting: bytearray) -> str:
    r"""Remove the first key from the bytes that a Unix terminal sent, and return its name.

    >>> sent = bytearray(b"\x1b[Cq")
    >>> first_key(sent), first_key(sent), sent
    ('right', 'q', bytearray(b''))
    """
    for sequence, name in _UNIX.items():
        if waiting.startswith(sequence):
            del waiting[: len(sequence)]
            return name
    return chr(waiting.pop(0))
