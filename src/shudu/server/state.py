"""What lives as long as the server: database, processes, games in play, limits, figures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, Request, Response

from shudu.server.judging import Judges
from shudu.server.limiting import Limits, subscriber
from shudu.server.live import LiveGames
from shudu.server.observing import Metrics
from shudu.server.pool import Pool
from shudu.server.sessions import COOKIE, Sessions, no_player, set_cookie
from shudu.server.settings import Settings
from shudu.server.stock import Stock
from shudu.store.database import Database
from shudu.store.players import Player, create_player


class State:
    """Everything a request may need."""

    def __init__(self, settings: Settings, database: Database, metrics: Metrics) -> None:
        self.settings = settings
        self.database = database
        self.metrics = metrics
        self.pool = Pool(settings.processes, settings.waiting)
        self.limits = Limits(settings)
        self.sessions = Sessions(database)
        self.judges = Judges()
        self.live = LiveGames(database, self.judges.judge)
        self.stock = Stock(database, settings, metrics)
        self.new_day = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: Settings, metrics: Metrics) -> AsyncIterator[State]:
        """The state while the server runs."""
        state = cls(settings, await Database.open(settings.database), metrics)
        state.stock.start()
        state.judges.start()
        try:
            yield state
        finally:
            await state.stock.stop()
            await state.judges.stop()
            await state.pool.close()
            await state.database.close()


async def get_state(request: Request) -> State:
    """The state of the running server."""
    state: State = request.app.state.shudu
    return state


Now = Annotated[State, Depends(get_state)]


def client_of(request: Request) -> str:
    """Where a request comes from."""
    return subscriber(request.client.host) if request.client else "unknown"


async def optional_player(request: Request, state: Now) -> Player | None:
    """Who asks, if they are known."""
    return await state.sessions.find(request.cookies.get(COOKIE))


MaybePlayer = Annotated[Player | None, Depends(optional_player)]


async def known_player(player: MaybePlayer) -> Player:
    """Who asks. Raises Refusal 401."""
    if player is None:
        raise no_player()
    return player


KnownPlayer = Annotated[Player, Depends(known_player)]


async def any_player(request: Request, response: Response, state: Now, player: MaybePlayer) -> Player:
    """Who asks; a visitor becomes a player at once."""
    if player is not None:
        return player
    await state.limits.take("players", client_of(request))
    player, secret = await create_player(state.database)
    set_cookie(request, response, secret)
    return player


AnyPlayer = Annotated[Player, Depends(any_player)]


async def costly(request: Request, state: Now, player: MaybePlayer) -> None:
    """Counts a costly request of a client."""
    await state.limits.take("costly", player.id if player else client_of(request))
    await state.limits.take("address", client_of(request))


async def changing(request: Request, state: Now, player: MaybePlayer) -> None:
    """Counts a request that starts or changes something."""
    await state.limits.take("changes", player.id if player else client_of(request))
