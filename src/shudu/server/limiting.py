"""How often a client may ask for what is costly."""

from __future__ import annotations

import time
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from shudu.server.problems import Refusal
from shudu.server.settings import Settings

KINDS: Final = ("costly", "address", "players", "claims", "changes")


def subscriber(host: str) -> str:
    """Whom an address stands for: itself, or the first half of an IPv6 address, since all of the other half is theirs.

    >>> subscriber("192.0.2.7"), subscriber("::ffff:c000:207"), subscriber("2001:db8:1:2:3:4:5:6"), subscriber("unknown")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', 'unknown')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


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
