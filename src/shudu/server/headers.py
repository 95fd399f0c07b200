"""Security headers on every answer, and a refusal for what other sites try to send."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
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

        if scope["method"] not in _HARMLESS and is_foreign(Headers(scope=scope)):
            refusal = problem(403, "cross-site", "this request comes from another site")
            await refusal(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)


def is_foreign(headers: Headers) -> bool:
    """Whether a browser says that another site made this request.

    >>> is_foreign(Headers({"host": "a.org", "origin": "https://a.org"})), is_foreign(Headers({"origin": "null"}))
    (False, True)
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")
