"""Limits: how often a client may ask for what is costly or creates data, and what one request may send.

A request is limited in its head, its body, and the time that sending and reading may take. `LimitedProtocol` is a
uvicorn protocol that watches the connection. Without its time limits, a client that stops midway would occupy its
connection forever. Without the limit on heads, one endless header would fill the memory and stall the event loop: the
parser joins its pieces again for every read. One read can hold thousands of tiny requests, header lines or chunks, so these
have limits too. `BodyLimits` is the middleware that reads bodies.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final, Literal, get_args

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from shudu.server.errors import ApiError, error_response
from shudu.server.settings import Settings

LimitKind = Literal[
    "costly", "address", "players", "claims", "changes", "moves", "reads", "stock", "storage", "player_storage"
]
LIMIT_KINDS: Final[tuple[LimitKind, ...]] = get_args(LimitKind)
_LONGEST_HOST: Final = 64  # characters of a name that a proxy passes on in place of an address


def subscriber(host: str) -> str:
    """Return what an address counts as: itself, or the /64 network of an IPv6 address, which belongs to one subscriber.

    >>> subscriber("192.0.2.7"), subscriber("::ffff:c000:207"), subscriber("2001:db8:1:2:3:4:5:6"), subscriber("unknown")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', 'unknown')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host[:_LONGEST_HOST]
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


HEAD_SECONDS: Final = 10.0  # for the head of a request, counted from its first byte or from the start of the connection
READ_SECONDS: Final = 30.0  # for a client that has stopped reading to continue
HEAD_BYTES: Final = 64 * 1024  # of a request without its body: address, headers, trailers, framing of chunks
HEAD_LINES: Final = 100  # header lines of a request
MOST_QUEUED: Final = 8  # requests sent on one connection before the answer to the first; browsers send one at a time
_CHUNK_FRAME: Final = 16  # bytes around a chunk of a body that do not count
_SMALL_PIECE: Final = 64  # bytes of a body
MOST_SMALL_PIECES: Final = 5_000  # of a body; one read can hold tens of thousands of chunks with a byte each
DEFAULT_LIMIT: Final = 256 * 1024  # bytes of a body
_LIMITS: Final = {
    "/api/v1/player/restore": 32 * 1024 * 1024,
    "/api/v1/exchange/read": 4 * 1024 * 1024,
    "/api/v1/exchange/write": 2 * 1024 * 1024,
    "/api/v1/print": 4 * 1024 * 1024,
    "/api/v1/learn/assessment": 1024 * 1024,
}
TOTAL_LIMIT: Final = 64 * 1024 * 1024  # bytes of all bodies in memory; those up to DEFAULT_LIMIT are always accepted
_CLIENT_LIMIT: Final = 32 * 1024 * 1024  # of those of one client
BODY_SECONDS: Final = 15.0
_RETRY_SECONDS: Final = 2


class TooMuch(Exception):
    """A connection exceeds a limit."""


class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two classes, chosen at run time
    """uvicorn's HTTP/1.1 protocol with limits on the client.

    The size of heads is counted by the callbacks of httptools. The other parser, h11, has its own limit.
    """

    _is_counted = hasattr(AutoHTTPProtocol, "on_message_begin")
    _head_bytes = 0
    _small_pieces = 0
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Expect the first request."""
        super().connection_made(transport)
        self._cycles: deque[Any] = deque(maxlen=MOST_QUEUED + 2)  # the latest requests
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Stop the timer once the head is complete; otherwise keep expecting the rest, up to a limit."""
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > HEAD_BYTES and self._is_counted:
            self.transport.close()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_head_timer()
        elif self._head_timer is None:
            self._start_head_timer()

    def on_message_begin(self) -> None:
        """Count from the next read on; what this one contains is less than the size of a read."""
        self._head_bytes = self._small_pieces = 0
        if len(self.pipeline) >= MOST_QUEUED:
            raise TooMuch  # ends the parser, which closes the connection
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Limit the number of lines, which cost more than their bytes."""
        if len(self.headers) >= HEAD_LINES:
            raise TooMuch
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Remember the request."""
        super().on_headers_complete()
        self._cycles.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Leave the body and the framing of its chunks out of the count, and limit the number of tiny chunks."""
        self._small_pieces += len(body) < _SMALL_PIECE
        if self._small_pieces > MOST_SMALL_PIECES:
            raise TooMuch
        self._head_bytes = max(0, self._head_bytes - len(body) - _CHUNK_FRAME)
        super().on_body(body)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers, and let no request write an answer; uvicorn sees to the latest request only."""
        for cycle in self._cycles:
            cycle.disconnected = True
        self._stop_head_timer()
        self._stop_read_timer()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the timer: the client does not read what is sent."""
        super().pause_writing()
        self._read_timer = self._read_timer or self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads again."""
        self._stop_read_timer()
        super().resume_writing()

    def _start_head_timer(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None


class BodyLimits:
    """Middleware that reads the whole body before passing a request on.

    It answers 413 if the body is too large, 408 if it arrives too slowly, and 503 while too many large bodies are in
    memory.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._total = 0  # bytes of all bodies in memory
        self._by_client: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        limit = _LIMITS.get(scope["path"], DEFAULT_LIMIT)
        client = subscriber(scope["client"][0]) if scope["client"] else ""
        try:
            if _content_length(scope) > limit:
                raise ApiError("server.body-too-large", limit=limit)
            async with asyncio.timeout(BODY_SECONDS):
                body = await self._read(receive, limit, client)
        except ApiError as error:
            await error_response(error)(scope, receive, send)
        except TimeoutError:
            await error_response(ApiError("server.body-too-slow", seconds=BODY_SECONDS))(scope, receive, send)
        except _Disconnected:
            return
        else:
            try:
                await self.app(scope, _replay(body, receive), send)
            finally:
                self._count(client, -len(body))

    async def _read(self, receive: Receive, limit: int, client: str) -> bytes:
        """Return the body, which counts towards the total until the request is done."""
        pieces: list[bytes] = []
        size = 0
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Disconnected
                pieces.append(message.get("body", b""))
                size += len(pieces[-1])
                self._count(client, len(pieces[-1]))
                if size > limit:
                    raise ApiError("server.body-too-large", limit=limit)
                is_full = self._total > TOTAL_LIMIT or self._by_client[client] > _CLIENT_LIMIT + DEFAULT_LIMIT
                if size > DEFAULT_LIMIT and is_full:
                    raise ApiError("server.busy-with-bodies", retry_after=_RETRY_SECONDS)
                if not message.get("more_body", False):
                    return b"".join(pieces)
        except BaseException:
            self._count(client, -size)
            raise

    def _count(self, client: str, size: int) -> None:
        self._total += size
        self._by_client[client] += size
        if not self._by_client[client]:
            del self._by_client[client]


class _Disconnected(Exception):
    """The client closed the connection before its body was complete."""


def _content_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 20 else DEFAULT_LIMIT**2
    return 0


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that yields the body once and then the connection's own messages."""
    pending = True

    async def replay() -> Message:
        nonlocal pending
        if pending:
            pending = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay
