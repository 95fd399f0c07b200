"""The stock: graded puzzles made in the background, so that a new game starts at once."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Final

from shudu.puzzles.difficulty import DIFFICULTIES
from shudu.server.observing import Metrics
from shudu.server.pool import JobRefused, Pool, TooLong
from shudu.server.settings import Settings
from shudu.store.database import Database
from shudu.store.errors import StorageError
from shudu.store.games import GameRow, start_from_stock
from shudu.store.puzzles import PuzzleRecord, StoredPuzzle, add_to_stock, count_stock, drop_offers, take_from_stock
from shudu.store.tables import now

LEVELS: Final = ("easy", "medium", "hard", "unfair", "extreme")
_WISHES: Final = [("difficulty", name) for name in DIFFICULTIES] + [("level", name) for name in LEVELS]
_LOG: Final = logging.getLogger("shudu.server")
_LOOK_AGAIN: Final = 30.0  # seconds
_REST: Final = 60.0  # seconds
_OFFERED: Final = 7 * 86_400_000  # milliseconds that a player has to take up an offer


class Stock:
    """Keeps puzzles of every difficulty and level waiting."""

    def __init__(self, database: Database, settings: Settings, metrics: Metrics) -> None:
        self._database = database
        self._wanted = settings.stock
        self._seconds = settings.make_seconds
        self._metrics = metrics
        self._pool = Pool(1, 1, niceness=10)
        self._wake = asyncio.Event()
        self._resting: dict[tuple[str, str], float] = {}  # wishes that failed, and until when they are let be
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to fill."""
        if self._wanted:
            self._task = asyncio.create_task(self._run(), name="stock")

    async def stop(self) -> None:
        """Ends."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._pool.close()

    async def take(self, kind: str, value: str) -> StoredPuzzle | None:
        """A puzzle nobody has seen; None if there is none left."""
        self._wake.set()
        return await take_from_stock(self._database, kind, value)

    async def start_game(self, player_id: str, kind: str, value: str) -> tuple[GameRow, StoredPuzzle] | None:
        """A game of a puzzle nobody has seen; None if there is none left."""
        self._wake.set()
        return await start_from_stock(self._database, player_id, kind, value)

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await drop_offers(self._database, now() - _OFFERED)
                while wish := await self._most_wanted():
                    await self._make(*wish)
            except StorageError as error:
                _LOG.error("stock", extra={"facts": {"error": str(error)}})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _LOOK_AGAIN)

    async def _most_wanted(self) -> tuple[str, str] | None:
        """The kind of puzzle of which the fewest wait, if they are too few."""
        have: dict[tuple[str, str], int] = dict.fromkeys(_WISHES, 0)
        for kind in ("difficulty", "level"):
            have |= {(kind, name): count for name, count in (await count_stock(self._database, kind)).items()}
        for (kind, name), count in have.items():
            self._metrics.stock.labels(f"{kind} {name}").set(count)
        moment = time.monotonic()
        open_wishes = [w for w in _WISHES if have[w] < self._wanted and self._resting.get(w, 0) <= moment]
        return min(open_wishes, key=lambda wish: have[wish], default=None)

    async def _make(self, kind: str, value: str) -> None:
        try:
            made: dict[str, Any] = await self._pool.run("make", self._seconds, request={kind: value})
        except (JobRefused, TooLong, RuntimeError) as error:
            _LOG.warning("stock", extra={"facts": {"wish": f"{kind} {value}", "error": str(error)}})
            self._resting[kind, value] = time.monotonic() + _REST
        else:
            await add_to_stock(self._database, PuzzleRecord(**made), kind)
