"""Deletes abandoned data once an hour."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import Final

from shudu.server.middleware.monitoring import LOG
from shudu.server.settings import Settings
from shudu.store.database import Database
from shudu.store.errors import StorageError
from shudu.store.retention import prune
from shudu.store.tables import now

_SECONDS: Final = 3600.0


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
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                report = await prune(self._database, now(), self._settings.keep_players, self._settings.keep_games)
                LOG.info("pruned", extra={"facts": asdict(report)})
            except StorageError as error:
                LOG.error("pruning", extra={"facts": {"error": str(error)}})
