"""Where the player stands, and what keys and time do to it. It knows nothing of terminals.

>>> player = Player(delay=0.1)
>>> player.tick(last=50)
>>> player.press("right", last=50)
>>> player.moment, player.paused
(2, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FRAME: Final = 1 / 30  # seconds: what changes faster is not seen
DELAYS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
_STEPS: Final = {"right": 1, "left": -1, "down": 100, "up": -100}
_FAR: Final = 1 << 62


@dataclass(slots=True)
class Player:
    """The moment shown, the delay between two events, whether it is paused, whether it is to be left."""

    delay: float
    moment: int = 0
    paused: bool = False
    left: bool = False

    @property
    def frame(self) -> float:
        """Seconds until the next frame."""
        return max(self.delay, FRAME)

    @property
    def ahead(self) -> int:
        """The moment that the next frame shows."""
        return self.moment if self.paused else self.moment + max(1, round(self.frame / self.delay))

    def tick(self, last: int) -> None:
        """Time for a frame has passed; `last` is the last moment there is."""
        self.moment = min(self.ahead, last)

    def press(self, key: str, last: int) -> None:
        """A key was pressed."""
        if key in "qQ\x1b\x03":
            self.left = True
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

    def wanted(self, key: str) -> int:
        """The moment up to which the run must be known before that key is obeyed."""
        return _FAR if key == "end" else self.moment + max(_STEPS.get(key, 0), 0)

    def _change_delay(self, slower: bool) -> None:
        if slower:
            self.delay = next((delay for delay in DELAYS if delay > self.delay), DELAYS[-1])
        else:
            self.delay = next((delay for delay in reversed(DELAYS) if delay < self.delay), DELAYS[0])
