"""The stock of puzzles generated in the background, so that a new game starts at once."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict, deque
from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple

from shudu.core.errors import ShuduError
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.puzzles.stored import needed_puzzles
from shudu.server.background import cancel
from shudu.server.monitoring import LOG, Metrics
from shudu.server.settings import Settings
from shudu.server.workers.pool import Pool
from shudu.store.database import Database
from shudu.store.errors import StorageError
from shudu.store.games import GameRow, start_from_stock
from shudu.store.puzzles import (
    KINDS,
    PuzzleRecord,
    StoredPuzzle,
    add_to_stock,
    count_stock,
    offer_from_stock,
    take_from_stock,
)

_CHECK_SECONDS: Final = 30.0
_BACKOFF_SECONDS: Final = 60.0  # after a kind of puzzle could not be generated
_DEMAND_SECONDS: Final = 3600.0
_MOST_TAKEN: Final = 1_000  # times to remember per kind
_MOST_TIMES: Final = 10  # the stock grows to this multiple of what it is without demand
_TECHNIQUE_SHARE: Final = 6  # of a technique there are this many times fewer puzzles than of a difficulty
_SLOW_SECONDS: Final = 0.02  # of puzzles that take this long or longer to make, more are kept
_SLOW_SHARE: Final = 4  # how many times as many
_QUICK_SHARE: Final = 3  # up to this fraction of its target a stock is filled with images of stored puzzles
_BATCH: Final = 16  # puzzles made at once
_BATCH_SECONDS: Final = 0.25
_NEAREST: Final = 3  # techniques named where one has no puzzles


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

    target = technique(technique_id)
    others = [technique(name) for name in techniques_with_puzzles()]
    others.sort(key=lambda each: (each.family != target.family, abs(each.order - target.order)))
    return tuple(each.id for each in others[:_NEAREST])


class Kind(NamedTuple):
    """What the puzzles of one stock have in common: a difficulty, level or technique."""

    name: str  # one of KINDS
    value: str

    @property
    def request(self) -> dict[str, str]:
        """The arguments of `shudu.generate` that ask for such a puzzle."""
        return {"needs" if self.name == "technique" else self.name: self.value}


class Shortage(NamedTuple):
    """Puzzles that a stock lacks: how many to make at once, and whether it is nearly empty."""

    kind: Kind
    most: int
    is_urgent: bool


class PuzzleStock:
    """Keeps unseen puzzles of every difficulty, level and technique in the database.

    How many depends on how many were taken lately and on how long one takes to make. A process of low priority makes them,
    using half of a processor at most unless a stock is nearly empty, and nothing once all are full.
    """

    def __init__(self, database: Database, settings: Settings, metrics: Metrics) -> None:
        self._database = database
        self._target = settings.stock
        self._seconds = settings.make_seconds
        self._metrics = metrics
        self._pool = Pool(1, 1, niceness=10)
        self._wake = asyncio.Event()
        values = {"difficulty": DIFFICULTIES, "level": LEVELS, "technique": sorted(techniques_with_puzzles())}
        self._kinds = [Kind(name, value) for name in KINDS for value in values[name]]
        self._backoff: dict[Kind, float] = {}  # the kinds that failed, and until when to skip them
        self._demand: defaultdict[Kind, deque[float]] = defaultdict(lambda: deque(maxlen=_MOST_TAKEN))
        self._cost: dict[Kind, float] = {}  # seconds that the last puzzles took each
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
        """Take an unseen puzzle; return None if there is none left."""
        self._note_demand(kind, value)
        return await take_from_stock(self._database, kind, value)

    async def offer(self, player_id: str, kind: str, value: str, may_take: bool) -> StoredPuzzle | None:
        """Offer an unseen puzzle to a player, see `offer_from_stock`; return None if there is none left."""
        self._note_demand(kind, value)
        return await offer_from_stock(self._database, player_id, kind, value, may_take)

    async def start_game(
        self, player_id: str, kind: str, value: str, origin: str, most_games: int
    ) -> tuple[GameRow, StoredPuzzle] | None:
        """Start a game of an unseen puzzle, see `start_from_stock`; return None if there is none left."""
        self._note_demand(kind, value)
        return await start_from_stock(self._database, player_id, kind, value, origin=origin, most_games=most_games)

    def _note_demand(self, kind: str, value: str) -> None:
        self._demand[Kind(kind, value)].append(time.monotonic())
        self._wake.set()

    def _find_target(self, kind: Kind) -> int:
        """Return how many puzzles of a kind to keep: as many as were taken in the last hour, within bounds."""
        taken = self._demand[kind]
        while taken and taken[0] < time.monotonic() - _DEMAND_SECONDS:
            taken.popleft()
        least = -(-self._target // _TECHNIQUE_SHARE) if kind.name == "technique" else self._target
        if self._cost.get(kind, 0) >= _SLOW_SECONDS:
            least *= _SLOW_SHARE
        return max(least, min(len(taken), _MOST_TIMES * least))

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                while scarcest := await self._find_scarcest():
                    seconds = await self._add(scarcest)
                    await asyncio.sleep(0 if scarcest.is_urgent else seconds)
            except StorageError as error:
                LOG.error("stock", extra={"facts": {"error": str(error)}})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _CHECK_SECONDS)

    async def _find_scarcest(self) -> Shortage | None:
        """Return what the stock lacks most, if anything."""
        counts = dict.fromkeys(self._kinds, 0)
        for name in KINDS:
            values = [kind.value for kind in self._kinds if kind.name == name]
            stock = await count_stock(self._database, name, values)
            counts |= {Kind(name, value): count for value, count in stock.items()}
        for kind, count in counts.items():
            self._metrics.stock.labels(f"{kind.name} {kind.value}").set(count)
        targets = {kind: self._find_target(kind) for kind in self._kinds}
        moment = time.monotonic()
        scarce = [kind for kind in self._kinds if counts[kind] < targets[kind] and self._backoff.get(kind, 0) <= moment]
        if not scarce:
            return None
        kind = min(scarce, key=lambda each: counts[each] / targets[each])
        urgent = math.ceil(targets[kind] / _QUICK_SHARE) - counts[kind]
        missing = urgent if urgent > 0 else targets[kind] - counts[kind]
        return Shortage(kind, min(missing, _BATCH), urgent > 0)

    async def _add(self, shortage: Shortage) -> float:
        """Generate puzzles for the stock; where they are urgent or need a technique, as images of stored ones.

        Returns:
            The seconds it took to generate them.
        """
        kind, most, is_urgent = shortage
        is_image = is_urgent or kind.name == "technique"
        request = kind.request | ({"method": "graded"} if is_image else {})
        start, seconds = time.monotonic(), 0.0
        try:
            batch: list[dict[str, Any]] = await self._pool.run(
                "stock", self._seconds, request=request, most=most, seconds=_BATCH_SECONDS
            )
            # A puzzle of another value would count for another kind, and this one would never be full.
            fitting = [PuzzleRecord(**puzzle) for puzzle in batch if puzzle[kind.name] == kind.value]
            seconds = time.monotonic() - start
            self._cost[kind] = seconds / len(batch)
            if not fitting:
                raise RuntimeError(f"puzzles of another {kind.name}: {batch[0][kind.name] or 'none'}")
        except (ShuduError, RuntimeError) as error:
            LOG.warning("stock", extra={"facts": {"puzzle": f"{kind.name} {kind.value}", "error": str(error)}})
            self._backoff[kind] = time.monotonic() + _BACKOFF_SECONDS
        else:
            await add_to_stock(self._database, kind.name, *fitting)
        return seconds
