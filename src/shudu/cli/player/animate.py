"""Plays runs on a terminal, all on one time line, until they end or the watcher leaves."""

from __future__ import annotations

from time import monotonic

from rich.console import Console
from rich.live import Live

from shudu.cli.player.keys import keyboard
from shudu.cli.player.player import Player
from shudu.cli.player.view import Watched, screen


def animate(runs: list[Watched], delay: float, language: str, console: Console) -> bool:
    """Shows frame after frame. False if the watcher left before the end.

    Where there is a keyboard the last frame stays until a key leaves it, so that one can step back.
    """
    player = Player(delay)
    with keyboard() as (wait, can_step), Live(console=console, auto_refresh=False, screen=can_step) as live:
        due = monotonic()
        while not player.left:
            live.update(screen(runs, player, language, (console.width, console.height)), refresh=True)
            if not can_step and _is_over(runs, player):
                break
            key = wait(max(0.0, due - monotonic()))
            if key is None:
                player.tick(_last(runs, player.ahead))
                due = max(due + player.frame, monotonic())
            else:
                player.press(key, _last(runs, player.wanted(key)))
    return _is_over(runs, player)


def _is_over(runs: list[Watched], player: Player) -> bool:
    return player.moment == _last(runs, player.moment + 1)


def _last(runs: list[Watched], moment: int) -> int:
    """The last moment there is, up to a moment."""
    return max(min(moment, run.trace.record_until(moment)) for run in runs)
