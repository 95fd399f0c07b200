"""Judging finished games in a process of its own: it takes as long as dozens of moves, and play is to go on meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from shudu.core.errors import ShuduError
from shudu.game.game import Game
from shudu.game.suspicion import Judgement, judged
from shudu.server.workers.pool import Pool

_SECONDS: Final = 20.0
_WAITING: Final = 1000  # games


class Judges:
    """Tells what finished games look like."""

    def __init__(self) -> None:
        self._pool = Pool(1, _WAITING)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the process, so that the first game need not wait for it."""
        self._task = asyncio.create_task(self._pool.warm(), name="judges")

    async def judge(self, game: Game) -> Judgement:
        """What a game looks like. If the process fails, a thread does it: no finish is lost over it."""
        try:
            found = await self._pool.run("judge", _SECONDS, text=game.text)
        except (ShuduError, RuntimeError):
            return await asyncio.to_thread(judged, game)
        return Judgement(tuple(found["signs"]), found["pace"])

    async def stop(self) -> None:
        """Ends the process."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError, RuntimeError):
                await self._task
        await self._pool.close()
