"""The player: its place on the time line, how keys and time change it, and the loop that plays runs on a terminal.

>>> player = Playback(delay=0.1)
>>> player.tick(last=50)
>>> player.press("right", last=50)
>>> player.moment, player.paused
(2, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

    from shudu.cli.player.view import Run

FRAME: Final = 1 / 30  # seconds; faster changes cannot be seen
DELAYS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
_STEPS: Final = {"right": 1, "left": -1, "down": 100, "up": -100}
_END: Final = 1 << 62


@dataclass(slots=True)
class Playback:
    """The moment on display and how time goes on from there; it knows nothing of terminals.

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

    from shudu.cli.player.keys import keyboard
    from shudu.cli.player.view import screen

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
