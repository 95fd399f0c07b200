"""The state of the running server, and the FastAPI dependencies that give routes access to it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request, Response

from shudu.server.cleaning import Cleaner
from shudu.server.errors import ApiError
from shudu.server.judging import Judges
from shudu.server.live_games import LiveGames
from shudu.server.middleware.monitoring import Metrics
from shudu.server.middleware.rate_limits import RateLimits, subscriber
from shudu.server.puzzle_stock import PuzzleStock
from shudu.server.sessions import COOKIE, Sessions, set_session_cookie
from shudu.server.settings import Settings
from shudu.server.workers.pool import CLIENT, Pool
from shudu.store.database import Database
from shudu.store.players import Player, create_player, delete_player


class State:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings, database: Database, metrics: Metrics) -> None:
        self.settings = settings
        self.database = database
        self.metrics = metrics
        self.pool = Pool(settings.processes, settings.waiting, waits=metrics.waits)
        self.rate_limits = RateLimits(settings)
        self.sessions = Sessions(database)
        self.judges = Judges(database)
        self.live_games = LiveGames(database, self.judges.wake)
        self.stock = PuzzleStock(database, settings, metrics)
        self.cleaner = Cleaner(database, settings)
        self.daily_lock = asyncio.Lock()  # held while the puzzle of a new day is generated

    def measure(self) -> dict[str, int]:
        """Return the amounts that operators watch: queues, buffers, memory and open files."""
        return {
            "jobs_running": self.pool.running,
            "jobs_waiting": self.pool.waiting,
            "stream_bytes": self.pool.buffered,
            "changes_waiting": self.database.writer.waiting,
            "games_in_memory": len(self.live_games),
            **_measure_process(),
        }

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, metrics: Metrics) -> AsyncIterator[State]:
        """Open the database and start the background work; stop and close them in the end."""
        state = cls(settings, await Database.open(settings.database), metrics)
        state.stock.start()
        state.judges.start()
        state.cleaner.start()
        try:
            yield state
        finally:
            await state.stock.stop()
            await state.judges.stop()
            await state.cleaner.stop()
            await state.pool.close()
            await state.database.close()


def _measure_process() -> dict[str, int]:
    """Return the memory and the open files of this process, where the system reports them in /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return {
            "memory_bytes": pages * os.sysconf("SC_PAGE_SIZE"),
            "open_files": sum(1 for _ in Path("/proc/self/fd").iterdir()),
        }
    except OSError:
        return {}


async def get_state(request: Request) -> State:
    """Return the state of the running server, and note whose request is being answered."""
    CLIENT.set(client_address(request))
    state: State = request.app.state.shudu
    return state


CurrentState = Annotated[State, Depends(get_state)]


def client_address(request: Request) -> str:
    """Return the address a request counts for in rate limits."""
    return subscriber(request.client.host) if request.client else "unknown"


async def find_player(request: Request, state: CurrentState) -> Player | None:
    """Return the player who sent the request, or None for a visitor."""
    return await state.sessions.find(request.cookies.get(COOKIE))


OptionalPlayer = Annotated[Player | None, Depends(find_player)]


async def require_player(player: OptionalPlayer) -> Player:
    """Return the player who sent the request.

    Raises:
        ApiError: 401 for a visitor.
    """
    if player is None:
        raise ApiError("server.not-signed-in")
    return player


CurrentPlayer = Annotated[Player, Depends(require_player)]


async def find_or_create_player(
    request: Request, response: Response, state: CurrentState, player: OptionalPlayer
) -> AsyncIterator[Player]:
    """Yield the player who sent the request; turn a visitor into a new player, unless the request fails."""
    if player is not None:
        yield player
        return
    await state.rate_limits.count("players", client_address(request))
    player, secret = await create_player(state.database)
    set_session_cookie(request, response, secret)
    try:
        yield player
    except BaseException:  # the browser gets no cookie, so nobody would own the player
        await delete_player(state.database, player.id)
        raise


NewOrCurrentPlayer = Annotated[Player, Depends(find_or_create_player)]


async def limit_costly(request: Request, state: CurrentState, player: OptionalPlayer) -> None:
    """Count a costly request against the limits of its player and address."""
    await state.rate_limits.count("costly", player.id if player else client_address(request))
    await state.rate_limits.count("address", client_address(request))


async def limit_changes(request: Request, state: CurrentState, player: OptionalPlayer) -> None:
    """Count a request that creates or changes something against the limit of its player."""
    await state.rate_limits.count("changes", player.id if player else client_address(request))
