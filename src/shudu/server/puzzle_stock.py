"""The stock of puzzles generated in the background, so that a new game starts at once."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from contextlib import suppress
from functools import cache
from typing import Any, Final

from shudu.core.errors import ShuduError
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.puzzles.by_difficulty import needed_puzzles
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.server.background import cancel
from shudu.server.monitoring import LOG, Metrics
from shudu.server.settings import Settings
from shudu.server.workers.pool import Pool
from shudu.store.database import Database
from shudu.store.errors import StorageError
from shudu.store.games import GameRow, start_from_stock
from shudu.store.puzzles import (
    PuzzleRecord,
    StoredPuzzle,
    add_to_stock,
    count_stock,
    drop_offers,
    offer_from_stock,
    take_from_stock,
)
from shudu.store.tables import now

_CHECK_SECONDS: Final = 30.0
_BACKOFF_SECONDS: Final = 60.0  # after a kind of puzzle could not be generated
_DEMAND_SECONDS: Final = 3600.0
_MOST_TAKEN: Final = 1_000  # times to remember per kind
_MOST_TIMES: Final = 10  # the stock grows to this multiple of the setting
_QUICK_SHARE: Final = 4  # up to this fraction of its target a stock is filled with images of stored puzzles
_NEAREST: Final = 3  # techniques named where one has no puzzles
_OFFER_MILLISECONDS: Final = 7 * 86_400_000  # how long an offered puzzle stays reserved


@cache
def techniques_with_puzzles() -> frozenset[str]:
    """Return the techniques that some stored puzzle needs, and nothing harder."""
    return frozenset(puzzle.hardest for puzzle in graded_puzzles()) | needed_puzzles().keys()


def find_nearest_techniques(technique_id: str) -> tuple[str, ...]:
    """Return the techniques with puzzles that are nearest to one without: of its family if possible, and as hard.

    Raises:
        ShuduError: If there is no such technique.
    """
    from shudu.logic.registry import technique  # loads the techniques

    wanted = technique(technique_id)
    known = [technique(name) for name in techniques_with_puzzles()]
    known.sort(key=lambda each: (each.family != wanted.family, abs(each.order - wanted.order)))
    return tuple(each.id for each in known[:_NEAREST])


class PuzzleStock:
    """Keeps unseen puzzles of every difficulty and level in the database.

    A puzzle that needs a technique is made on request: an image of a stored one takes milliseconds.
    """

    def __init__(self, database: Database, settings: Settings, metrics: Metrics) -> None:
        self._database = database
        self._target = settings.stock
        self._seconds = settings.make_seconds
        self._metrics = metrics
        self._pool = Pool(1, 1, niceness=10)
        self._wake = asyncio.Event()
        self._kinds = [("difficulty", name) for name in DIFFICULTIES] + [("level", name) for name in LEVELS]
        self._backoff: dict[tuple[str, str], float] = {}  # the kinds that failed, and until when to skip them
        self._demand: defaultdict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=_MOST_TAKEN))
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start filling the stock."""
        if self._target:
            self._task = asyncio.create_task(self._run(), name="puzzle stock")

    async def stop(self) -> None:
        """Stop filling the stock and end the worker process."""
        await cancel(self._task)
        await self._pool.close()

    async def take(self, kind: str, value: str) -> StoredPuzzle | None:
        """Take a puzzle nobody has seen; return None if there is none left."""
        self._note_demand(kind, value)
        return await take_from_stock(self._database, kind, value)

    async def offer(self, player_id: str, kind: str, value: str) -> StoredPuzzle | None:
        """Offer a puzzle nobody has seen to a player; return None if there is none left."""
        self._note_demand(kind, value)
        return await offer_from_stock(self._database, player_id, kind, value)

    async def start_game(
        self, player_id: str, kind: str, value: str, origin: str, most_games: int
    ) -> tuple[GameRow, StoredPuzzle] | None:
        """Start a game of a puzzle nobody has seen, see `start_from_stock`; return None if there is none left."""
        self._note_demand(kind, value)
        return await start_from_stock(self._database, player_id, kind, value, origin=origin, most_games=most_games)

    def _note_demand(self, kind: str, value: str) -> None:
        self._demand[kind, value].append(time.monotonic())
        self._wake.set()

    def _find_target(self, kind: str, value: str) -> int:
        """Return how many puzzles of a kind to keep: as many as were taken in the last hour, within bounds."""
        taken = self._demand[kind, value]
        while taken and taken[0] < time.monotonic() - _DEMAND_SECONDS:
            taken.popleft()
        return max(self._target, min(len(taken), _MOST_TIMES * self._target))

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await drop_offers(self._database, now() - _OFFER_MILLISECONDS)
                while scarcest := await self._find_scarcest():
                    await self._add(*scarcest)
            except StorageError as error:
                LOG.error("stock", extra={"facts": {"error": str(error)}})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _CHECK_SECONDS)

    async def _find_scarcest(self) -> tuple[str, str, bool] | None:
        """Return the kind of puzzle whose stock is furthest below its target, if any, and whether it must come soon."""
        counts: dict[tuple[str, str], int] = dict.fromkeys(self._kinds, 0)
        for kind in ("difficulty", "level"):
            counts |= {(kind, name): count for name, count in (await count_stock(self._database, kind)).items()}
        for (kind, name), count in counts.items():
            self._metrics.stock.labels(f"{kind} {name}").set(count)
        moment = time.monotonic()
        shares = {each: counts[each] / self._find_target(*each) for each in self._kinds}
        scarce = [each for each in self._kinds if shares[each] < 1 and self._backoff.get(each, 0) <= moment]
        if not scarce:
            return None
        kind, value = min(scarce, key=lambda each: shares[each])
        return kind, value, shares[kind, value] < 1 / _QUICK_SHARE

    async def _add(self, kind: str, value: str, soon: bool) -> None:
        """Generate a puzzle for the stock; where it must come soon, as an image of a stored one."""
        request = {kind: value} | ({"method": "graded"} if soon else {})
        try:
            puzzle: dict[str, Any] = await self._pool.run("make", self._seconds, request=request)
            if puzzle[kind] != value:  # it would count for another kind, and this one would never be full
                raise RuntimeError(f"the puzzle is {puzzle[kind] or 'of none'}")
        except (ShuduError, RuntimeError) as error:
            LOG.warning("stock", extra={"facts": {"puzzle": f"{kind} {value}", "error": str(error)}})
            self._backoff[kind, value] = time.monotonic() + _BACKOFF_SECONDS
        else:
            await add_to_stock(self._database, PuzzleRecord(**puzzle), kind)
