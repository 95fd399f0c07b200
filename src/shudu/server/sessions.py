"""Who asks: the player behind the cookie. Known sessions are remembered for a few seconds to spare the database."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from fastapi import Request, Response

from shudu.server.problems import Refusal
from shudu.store.database import Database
from shudu.store.players import Player, find_player

COOKIE: Final = "shudu_player"
_YEARS: Final = 5 * 365 * 86_400
_REMEMBERED: Final = 10.0  # seconds; a session ended through another process stays open that long
_KEPT: Final = 10_000
_LONGEST: Final = 64  # characters of a secret


class Sessions:
    """Looks up players by the secret of their session."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, tuple[float, Player]] = OrderedDict()

    async def find(self, secret: str | None) -> Player | None:
        """The player with this secret."""
        if not secret or len(secret) > _LONGEST:
            return None
        found = self._known.get(secret)
        if found and found[0] > time.monotonic():
            return found[1]
        player = await find_player(self._database, secret)
        if player is None:
            self._known.pop(secret, None)
            return None
        self._known[secret] = time.monotonic() + _REMEMBERED, player
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return player

    def forget(self, player_id: str) -> None:
        """Looks a player up anew from now on: name or sessions have changed."""
        for secret in [secret for secret, (_, player) in self._known.items() if player.id == player_id]:
            del self._known[secret]


def set_cookie(request: Request, response: Response, secret: str) -> None:
    """Hands a session to a browser: scripts cannot read it, other sites cannot use it."""
    secure = request.url.scheme == "https" or request.app.state.shudu.settings.secure_cookie
    response.set_cookie(COOKIE, secret, max_age=_YEARS, httponly=True, samesite="strict", secure=secure, path="/")


def no_player() -> Refusal:
    """The refusal for who has no session."""
    return Refusal(401, "no-player", "you are not known here; POST /player makes you a player")
