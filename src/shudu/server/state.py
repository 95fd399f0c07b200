"""The state of the running server, and the FastAPI dependencies that give routes access to it and to the player."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final
from weakref import WeakValueDictionary

from cachetools import TTLCache
from fastapi import Depends, Request, Response, Security
from fastapi.security import APIKeyCookie
from sqlalchemy import Table

from shudu.core.errors import ShuduError
from shudu.core.text import read_grid, write_line
from shudu.server.background import Cleaner, Judges
from shudu.server.errors import ApiError
from shudu.server.limits import RateLimits, subscriber
from shudu.server.live_games import LiveGames
from shudu.server.monitoring import Metrics
from shudu.server.puzzle_stock import PuzzleStock
from shudu.server.settings import Settings
from shudu.server.workers.pool import CLIENT, Pool
from shudu.store import players
from shudu.store.backup import load_key
from shudu.store.database import Database
from shudu.store.lookups import Lookup, mark_lookup
from shudu.store.players import Player, count_owned, create_player, delete_player

COOKIE: Final = "shudu_player"
_COOKIE_SECONDS: Final = 5 * 365 * 86_400
_CACHE_SECONDS: Final = 10.0  # a session ended through another process stays valid this long
_CACHE_SIZE: Final = 10_000
_CHANGE_BYTES: Final = 1_000  # a new game with its puzzle and the entries in the indexes, about
_MOVES_PER_READ: Final = 250
_ROWS_PER_READ: Final = 1_000
_LONGEST_SECRET: Final = 64  # characters


class Sessions:
    """Looks players up by the secret of their session, with a short-lived cache to spare the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cache: TTLCache[str, Player] = TTLCache(_CACHE_SIZE, _CACHE_SECONDS)

    async def find(self, secret: str | None) -> Player | None:
        """Return the player with this secret, or None."""
        if not secret or len(secret) > _LONGEST_SECRET:
            return None
        player = self._cache.get(secret)
        if player is None:
            player = await players.find_player(self._database, secret)
            if player is not None:
                self._cache[secret] = player
        return player

    def forget(self, player_id: str) -> None:
        """Drop a player from the cache, because their name or sessions have changed."""
        for secret in [secret for secret, player in self._cache.items() if player.id == player_id]:
            del self._cache[secret]


class State:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings, database: Database, metrics: Metrics, key: bytes) -> None:
        self.settings = settings
        self._key = key  # signs backups, and hides addresses in the database
        self.database = database
        self.metrics = metrics
        self.pool: Pool = Pool(settings.processes, settings.waiting, waits=metrics.waits)
        self.rate_limits: RateLimits = RateLimits(settings)
        self.sessions: Sessions = Sessions(database)
        self.judges: Judges = Judges(database)
        self.live_games: LiveGames = LiveGames(database, self.judges.wake, partial(count_long_game, self.rate_limits))
        self.stock: PuzzleStock = PuzzleStock(database, settings, metrics)
        self.cleaner: Cleaner = Cleaner(database, settings)
        self.backing_up: set[str] = set()  # players whose backups are being made
        # By day and difficulty; held while a puzzle of a new day is chosen.
        self.daily_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def warm_up(self) -> None:
        """Start the worker processes and load the techniques, so that the first hint comes at once."""
        with suppress(ShuduError, RuntimeError):  # if a process does not start now, its first job tries again
            await self.pool.warm()
            await asyncio.gather(
                *(self.pool.run("warm", self.settings.make_seconds) for _ in range(self.settings.processes))
            )

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

    def hash_address(self, address: str) -> str:
        """Return what the database stores in place of a client's address."""
        digest = hmac.new(self._key, address.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:16]).decode().rstrip("=")

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, metrics: Metrics) -> AsyncIterator[State]:
        """Open the database and start the background work; stop and close them in the end."""
        database = await Database.open(settings.database)
        state = cls(settings, database, metrics, await load_key(database))
        state.stock.start()
        state.judges.start()
        state.cleaner.start()
        warming = asyncio.create_task(state.warm_up(), name="warm up") if settings.stock else None
        try:
            yield state
        finally:
            if warming:
                warming.cancel()
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


def set_session_cookie(request: Request, response: Response, secret: str) -> None:
    """Give a session to the browser, in a cookie that scripts cannot read and other sites cannot use."""
    secure = request.url.scheme == "https" or request.app.state.shudu.settings.secure_cookie
    response.set_cookie(
        COOKIE, secret, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure, path="/"
    )


async def find_player(request: Request, state: CurrentState) -> Player | None:
    """Return the player who sent the request, or None for a visitor."""
    return await state.sessions.find(request.cookies.get(COOKIE))


OptionalPlayer = Annotated[Player | None, Depends(find_player)]


class Client:
    """Who sends a request: an address, and a player unless it is a visitor."""

    def __init__(self, state: State, address: str, player: Player | None) -> None:
        self._state = state
        self._address = address
        self._player_id = player.id if player else None

    async def record_lookup(
        self, kind: Lookup, *texts: str, other_than: str | None = None, but_givens: bool = False
    ) -> None:
        """Record that the client posts puzzles to a solver or asks hints about them, see `mark_lookup`."""
        lines = []
        for text in texts:
            with suppress(ShuduError):  # the job itself reports what is wrong with it
                lines.append(write_line(read_grid(text)))
        if lines:
            who: Any = {"player_id": self._player_id, "origin": self._state.hash_address(self._address)}
            await mark_lookup(self._state.database, kind, lines, **who, other_than=other_than, but_givens=but_givens)


async def get_client(request: Request, state: CurrentState, player: OptionalPlayer) -> Client:
    """Return who sent the request."""
    return Client(state, client_address(request), player)


CurrentClient = Annotated[Client, Depends(get_client)]


_SCHEME: Final = APIKeyCookie(
    name=COOKIE, scheme_name="session", auto_error=False, description="The cookie that the server gives to new players."
)


async def require_player(player: OptionalPlayer, cookie: Annotated[str | None, Security(_SCHEME)] = None) -> Player:
    """Return the player who sent the request.

    Raises:
        ApiError: 401 for a visitor.
    """
    if player is None:
        raise ApiError("server.not-signed-in")
    return player


CurrentPlayer = Annotated[Player, Depends(require_player)]
SESSION_REQUIRED: Final[dict[str, Any]] = {"security": [{_SCHEME.scheme_name: []}]}  # for a route without dependencies


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
    except BaseException:  # the browser gets no cookie, so the player would be unreachable
        await delete_player(state.database, player.id)
        raise


NewOrCurrentPlayer = Annotated[Player, Depends(find_or_create_player)]


async def limit_costly(request: Request, state: CurrentState, player: OptionalPlayer) -> None:
    """Count a costly request against the limits of its player and address."""
    address = client_address(request)
    await count_costly(state, player.id if player else address, address)


async def count_costly(state: State, player_id: str, address: str) -> None:
    """Count a costly request against the limits of its player and address."""
    await state.rate_limits.count("costly", player_id)
    await state.rate_limits.count("address", address)


async def limit_changes(request: Request, state: CurrentState, player: OptionalPlayer) -> None:
    """Count a request that creates or changes something against the limit of its player, and the rows it adds."""
    client = player.id if player else client_address(request)
    await state.rate_limits.count("changes", client)
    await count_storage(state, client_address(request), client, _CHANGE_BYTES)


async def count_long_game(limits: RateLimits, player_id: str, moves: int) -> None:
    """Count the loading or sending of a game with this many moves, if they are many, as several reads."""
    if moves >= _MOVES_PER_READ:
        await limits.count("reads", player_id, moves // _MOVES_PER_READ)


async def count_many_rows(state: State, table: Table, player_id: str) -> None:
    """Count the reading of all rows of a player in a table, if they are many, as several reads."""
    number = await count_owned(state.database, table, player_id)
    if number >= _ROWS_PER_READ:
        await state.rate_limits.count("reads", player_id, number // _ROWS_PER_READ)


async def count_storage(state: State, address: str, player_id: str, size: int) -> None:
    """Count bytes that a request stores against the limits of its address and player."""
    await state.rate_limits.count("storage", address, size)
    await state.rate_limits.count("player_storage", player_id, size)


async def limit_reads(request: Request, state: CurrentState, player: OptionalPlayer) -> None:
    """Count a request that reads many rows against the limit of its player."""
    await state.rate_limits.count("reads", player.id if player else client_address(request))
