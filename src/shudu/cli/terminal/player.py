"""The player of traces: its place on the time line, how keys and time change it, and the loop that plays runs.

Single keys come from termios on Unix and msvcrt on Windows.

>>> player = Playback(delay=0.1)
>>> player.tick(last=50)
>>> player.press("right", last=50)
>>> player.moment, player.paused
(2, True)
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from rich.console import Console

    from shudu.cli.terminal.player_view import Run

FRAME: Final = 1 / 30  # seconds; faster changes cannot be seen
DELAYS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
_STEPS: Final = {"right": 1, "left": -1, "down": 100, "up": -100}
_END: Final = 1 << 62


@dataclass(slots=True)
class Playback:
    """The moment on display and how time goes on from there, independent of the terminal.

    Attributes:
        delay: Seconds between two events.
        moment: The number of events that have happened.
        paused: Whether time stands still.
        has_quit: Whether the viewer wants to leave.
    """

    delay: float
    moment: int = 0
    paused: bool = False
    has_quit: bool = False

    @property
    def frame(self) -> float:
        """Seconds until the next frame."""
        return max(self.delay, FRAME)

    @property
    def next_moment(self) -> int:
        """The moment that the next frame shows."""
        return self.moment if self.paused else self.moment + max(1, round(self.frame / self.delay))

    def tick(self, last: int) -> None:
        """Advance by one frame, up to the last moment there is."""
        self.moment = min(self.next_moment, last)

    def press(self, key: str, last: int) -> None:
        """Handle a key."""
        if key in "qQ\x1b\x03":
            self.has_quit = True
        elif key == " ":
            self.paused = not self.paused
        elif key in _STEPS:
            self.paused = True
            self.moment = min(max(self.moment + _STEPS[key], 0), last)
        elif key in ("home", "end"):
            self.paused = True
            self.moment = 0 if key == "home" else last
        elif key in ("+", "=", "-", "−", "_"):
            self._change_delay(slower=key in "+=")

    def moment_needed(self, key: str) -> int:
        """Return the moment up to which a run must be recorded before a key can be handled."""
        return _END if key == "end" else self.moment + max(_STEPS.get(key, 0), 0)

    def _change_delay(self, slower: bool) -> None:
        if slower:
            self.delay = next((delay for delay in DELAYS if delay > self.delay), DELAYS[-1])
        else:
            self.delay = next((delay for delay in reversed(DELAYS) if delay < self.delay), DELAYS[0])


def animate(runs: list[Run], delay: float, console: Console) -> bool:
    """Play runs, all on one time line, until they end or the viewer leaves.

    Where there is a keyboard the last frame stays until a key leaves it, so that the viewer can step back.

    Returns:
        Whether the runs were played to their end.
    """
    from rich.live import Live

    from shudu.cli.terminal.player_view import screen

    player = Playback(delay)
    with keyboard() as (wait, can_step), Live(console=console, auto_refresh=False, screen=can_step) as live:
        due = monotonic()
        while not player.has_quit:
            live.update(screen(runs, player, (console.width, console.height)), refresh=True)
            if not can_step and _is_over(runs, player):
                break
            key = wait(max(0.0, due - monotonic()))
            if key is None:
                player.tick(_last_moment(runs, player.next_moment))
                due = max(due + player.frame, monotonic())
            else:
                player.press(key, _last_moment(runs, player.moment_needed(key)))
    return _is_over(runs, player)


def _is_over(runs: list[Run], player: Playback) -> bool:
    return player.moment == _last_moment(runs, player.moment + 1)


def _last_moment(runs: list[Run], moment: int) -> int:
    """Return the last moment there is, up to `moment`."""
    return max(min(moment, run.trace.record_until(moment)) for run in runs)


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
