"""Limits on request bodies: the size of each, the size of all together, and the time one may take to arrive."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shudu.server.errors import ApiError, error_response

DEFAULT_LIMIT: Final = 256 * 1024  # bytes
_LIMITS: Final = {
    "/api/v1/player/restore": 32 * 1024 * 1024,
    "/api/v1/exchange/read": 4 * 1024 * 1024,
    "/api/v1/exchange/write": 2 * 1024 * 1024,
    "/api/v1/print": 4 * 1024 * 1024,
}
TOTAL_LIMIT: Final = 128 * 1024 * 1024  # bytes of all bodies in memory; those up to DEFAULT_LIMIT are always accepted
SECONDS: Final = 15.0
_RETRY_SECONDS: Final = 2


class BodyLimits:
    """Middleware that reads the whole body before passing a request on.

    It answers 413 if the body is too large, 408 if it arrives too slowly, and 503 while too many large bodies are in
    memory.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._total = 0  # bytes of all bodies in memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        limit = _LIMITS.get(scope["path"], DEFAULT_LIMIT)
        try:
            if _content_length(scope) > limit:
                raise ApiError("server.body-too-large", limit=limit)
            async with asyncio.timeout(SECONDS):
                body = await self._read(receive, limit)
        except ApiError as error:
            await error_response(error)(scope, receive, send)
        except TimeoutError:
            await error_response(ApiError("server.body-too-slow", seconds=SECONDS))(scope, receive, send)
        except _Disconnected:
            return
        else:
            try:
                await self.app(scope, _replay(body, receive), send)
            finally:
                self._total -= len(body)

    async def _read(self, receive: Receive, limit: int) -> bytes:
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
                self._total += len(pieces[-1])
                if size > limit:
                    raise ApiError("server.body-too-large", limit=limit)
                if size > DEFAULT_LIMIT and self._total > TOTAL_LIMIT:
                    raise ApiError("server.busy-with-bodies", retry_after=_RETRY_SECONDS)
                if not message.get("more_body", False):
                    return b"".join(pieces)
        except BaseException:
            self._total -= size
            raise


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
