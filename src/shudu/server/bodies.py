"""Bodies are bounded in size, each and all together, and in the time they may take to arrive."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shudu.server.problems import problem

LARGEST: Final = 256 * 1024
_LARGER: Final = {
    "/api/v1/player/restore": 32 * 1024 * 1024,
    "/api/v1/exchange/read": 4 * 1024 * 1024,
    "/api/v1/exchange/write": 2 * 1024 * 1024,
    "/api/v1/print": 4 * 1024 * 1024,
}
TOGETHER: Final = 128 * 1024 * 1024  # what all bodies may have at once; those of up to LARGEST are always taken
SECONDS: Final = 15.0


class BoundedBodies:
    """Answers 413 to a body that is too large, 408 to one that does not come, and 503 while too many large ones are here."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._held = 0  # bytes of all bodies that are here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reads the whole body, then passes the request on."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        largest = _LARGER.get(scope["path"], LARGEST)
        try:
            if _announced(scope) > largest:
                raise _TooLarge
            async with asyncio.timeout(SECONDS):
                body = await self._whole(receive, largest)
        except _TooLarge:
            await problem(413, "too-large", f"a body has at most {largest} bytes")(scope, receive, send)
        except TimeoutError:
            await problem(408, "too-slow", f"a body comes within {SECONDS:g} s")(scope, receive, send)
        except _Crowded:
            words = "too many large bodies are here already; try again soon"
            await problem(503, "busy", words, headers={"retry-after": "2"})(scope, receive, send)
        except _Gone:
            return
        else:
            try:
                await self.app(scope, _replayed(body, receive), send)
            finally:
                self._held -= len(body)

    async def _whole(self, receive: Receive, largest: int) -> bytes:
        """The body, which counts as held until it is let go."""
        pieces: list[bytes] = []
        size = 0
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Gone
                pieces.append(message.get("body", b""))
                size += len(pieces[-1])
                self._held += len(pieces[-1])
                if size > largest:
                    raise _TooLarge
                if size > LARGEST and self._held > TOGETHER:
                    raise _Crowded
                if not message.get("more_body", False):
                    return b"".join(pieces)
        except BaseException:
            self._held -= size
            raise


class _TooLarge(Exception):
    pass


class _Crowded(Exception):
    pass


class _Gone(Exception):
    pass


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 20 else LARGEST**2
    return 0


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Hands the body out once, then what the server says next: that the client has gone."""
    waiting = True

    async def again() -> Message:
        nonlocal waiting
        if waiting:
            waiting = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again
