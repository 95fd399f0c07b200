"""How often a client may ask for what is costly."""

from __future__ import annotations

import time
from typing import Final

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from shudu.server.problems import Refusal
from shudu.server.settings import Settings

KINDS: Final = ("costly", "address", "players", "claims", "changes")


class Limits:
    """Counts what each client asks, per kind. Each process counts for itself."""

    def __init__(self, settings: Settings) -> None:
        self._items: dict[str, RateLimitItem] = {kind: parse(getattr(settings, f"limit_{kind}")) for kind in KINDS}
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def take(self, kind: str, client: str) -> None:
        """Counts one request. Raises Refusal 429 if it is one too many."""
        item = self._items[kind]
        if not await self._limiter.hit(item, client):
            stats = await self._limiter.get_window_stats(item, client)
            wait = max(1, round(stats.reset_time - time.time()))
            raise Refusal(429, "too-often", f"too many requests; try again in {wait} s", {"retry-after": str(wait)})
