"""Sessions: which player a request's cookie belongs to."""

from __future__ import annotations

from typing import Final

from cachetools import TTLCache
from fastapi import Request, Response

from shudu.store.database import Database
from shudu.store.players import Player, find_player

COOKIE: Final = "shudu_player"
_COOKIE_SECONDS: Final = 5 * 365 * 86_400
_CACHE_SECONDS: Final = 10.0  # a session ended through another process stays valid this long
_CACHE_SIZE: Final = 10_000
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
            player = await find_player(self._database, secret)
            if player is not None:
                self._cache[secret] = player
        return player

    def forget(self, player_id: str) -> None:
        """Drop a player from the cache, because their name or sessions have changed."""
        for secret in [secret for secret, player in self._cache.items() if player.id == player_id]:
            del self._cache[secret]


def set_session_cookie(request: Request, response: Response, secret: str) -> None:
    """Give a session to the browser, in a cookie that scripts cannot read and other sites cannot use."""
    secure = request.url.scheme == "https" or request.app.state.shudu.settings.secure_cookie
    response.set_cookie(
        COOKIE, secret, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure, path="/"
    )
