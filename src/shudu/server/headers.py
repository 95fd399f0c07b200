"""Security headers on every answer, and a refusal for what other sites try to send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shudu.server.problems import problem

CSP: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_ALWAYS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_RAW: Final = [(name.encode(), value.encode()) for name, value in _ALWAYS.items()]
_TELLING: Final = frozenset((b"host", b"origin", b"sec-fetch-site"))
_HARMLESS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class SecurityHeaders:
    """Adds the headers; answers 403 to a changing request that comes from another site."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_RAW]
            await send(message)

        if scope["method"] not in _HARMLESS and is_foreign(scope["headers"]):
            refusal = problem(403, "cross-site", "this request comes from another site")
            await refusal(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)


def is_foreign(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a browser says that another site made this request.

    >>> is_foreign([(b"host", b"a.org"), (b"origin", b"https://a.org")]), is_foreign([(b"origin", b"null")])
    (False, True)
    """
    told = {name: value for name, value in headers if name in _TELLING}
    if told.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
        return True
    origin = told.get(b"origin")
    return origin is not None and origin.partition(b"://")[2] != told.get(b"host")
