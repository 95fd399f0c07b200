"""What the server does in the background: judge finished games, and delete abandoned data once an hour.

The move that finishes a game is acknowledged at once, with a pending result. A worker process then applies the rules of
`shudu.fairplay`, usually within milliseconds; short games come first, so that a few very long ones do not delay the others.
A game that cannot be judged in time gets the flag `unchecked`. Results that are pending when the server stops are judged
after the next start.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import Final

from shudu.core.errors import ShuduError
from shudu.server.monitoring import LOG
from shudu.server.settings import Settings
from shudu.server.workers.pool import JobTimeout, Pool, WorkerFailed
from shudu.store.database import Database
from shudu.store.errors import StorageError, WriteConflict
from shudu.store.games import load_text
from shudu.store.maintenance import prune
from shudu.store.results import find_pending, settle_result
from shudu.store.tables import now

_JUDGE_SECONDS: Final = 10.0  # for one game; replaying the longest, 10,000 moves, takes one or two
_ATTEMPTS: Final = 3  # if the process dies
UNCHECKED: Final = ("unchecked",)
_BATCH: Final = 100  # results
_LOOK_AGAIN: Final = 30.0  # seconds; finds what another server process left behind
_CLEAN_SECONDS: Final = 3600.0


async def cancel(task: asyncio.Task[None] | None) -> None:
    """Cancel a task, if there is one, and wait until it has ended."""
    if task:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


class Judges:
    """Judges pending results, one after the other, in a process of their own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pool = Pool(1, 1)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task."""
        self._task = asyncio.create_task(self._run(), name="judges")

    async def stop(self) -> None:
        """Stop the task and its process; what is pending stays so until the next start."""
        await cancel(self._task)
        await self._pool.close()

    def wake(self) -> None:
        """Look for pending results now; call this when a result was stored."""
        self._wake.set()

    async def judge_pending(self) -> None:
        """Judge all pending results.

        Raises:
            StorageError: If the database cannot be used.
        """
        while pending := await find_pending(self._database, _BATCH):
            for game_id in pending:
                stored = await load_text(self._database, game_id)
                if stored is not None:  # else deleted meanwhile, and its result with it
                    await settle_result(self._database, game_id, await self._judge(*stored))

    async def _run(self) -> None:
        with suppress(RuntimeError):  # if the process does not start now, the first game tries again
            await self._pool.warm()
        while True:
            self._wake.clear()
            try:
                await self.judge_pending()
            except StorageError as error:
                LOG.error("judging", extra={"facts": {"error": str(error)}})
            except WriteConflict:  # another server judges the same results, or their player was just deleted
                pass
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _LOOK_AGAIN)

    async def _judge(self, text: str, level: str | None) -> tuple[str, ...]:
        """Return the flags of a game."""
        for _ in range(_ATTEMPTS):
            try:
                report = await self._pool.run("judge", _JUDGE_SECONDS, text=text, level=level)
                return tuple(report["flags"])
            except WorkerFailed as error:
                LOG.error("judging", extra={"facts": {"error": str(error)}})
            except JobTimeout:
                break
            except ShuduError as error:  # stored moves that can no longer be replayed: not the player's fault
                LOG.error("judging", extra={"facts": {"error": str(error)}})
                return ()
        return UNCHECKED


class Cleaner:
    """The background task that deletes abandoned data."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task; it waits an hour first, so that a server that restarts often does nothing else."""
        self._task = asyncio.create_task(self._run(), name="cleaner")

    async def stop(self) -> None:
        """Stop the task."""
        await cancel(self._task)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_CLEAN_SECONDS)
            try:
                report = await prune(self._database, now(), self._settings.keep_players, self._settings.keep_games)
                LOG.info("pruned", extra={"facts": asdict(report)})
            except StorageError as error:
                LOG.error("pruning", extra={"facts": {"error": str(error)}})
