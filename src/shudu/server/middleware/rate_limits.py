"""Rate limits: how often a client may ask for what is costly or creates data."""

from __future__ import annotations

import time
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, Literal, get_args

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from shudu.server.errors import ApiError
from shudu.server.settings import Settings

LimitKind = Literal["costly", "address", "players", "claims", "changes", "moves", "reads", "stock", "storage"]
LIMIT_KINDS: Final[tuple[LimitKind, ...]] = get_args(LimitKind)


def subscriber(host: str) -> str:
    """Return what an address counts as: itself, or the /64 network of an IPv6 address, which belongs to one subscriber.

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


class RateLimits:
    """Counts the requests of each client by kind, in this process."""

    def __init__(self, settings: Settings) -> None:
        self._items: dict[LimitKind, RateLimitItem] = {
            kind: parse(getattr(settings, f"limit_{kind}")) for kind in LIMIT_KINDS
        }
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def allow(self, kind: LimitKind, client: str) -> bool:
        """Count one request of a client; return whether it is within the limit."""
        return await self._limiter.hit(self._items[kind], client)

    async def count(self, kind: LimitKind, client: str, amount: int = 1) -> None:
        """Count one request of a client, or an amount such as its bytes.

        Raises:
            ApiError: 429 if the client has reached its limit.
        """
        item = self._items[kind]
        if not await self._limiter.hit(item, client, cost=amount):
            stats = await self._limiter.get_window_stats(item, client)
            wait = max(1, round(stats.reset_time - time.time()))
            raise ApiError("server.too-many-requests", retry_after=wait)
