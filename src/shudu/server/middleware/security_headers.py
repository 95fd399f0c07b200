"""Security headers on every answer, and rejection of requests that other sites make browsers send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shudu.server.errors import ApiError, error_response

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_ENCODED: Final = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
_ORIGIN_HEADERS: Final = frozenset((b"host", b"origin", b"sec-fetch-site"))
_SAFE_METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class SecurityHeaders:
    """Middleware that adds the headers and answers 403 to cross-site requests that could change something."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_ENCODED]
            await send(message)

        if scope["method"] not in _SAFE_METHODS and is_cross_site(scope["headers"]):
            await error_response(ApiError("server.cross-site"))(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)


def is_cross_site(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether the headers of a request show that another site made the browser send it.

    >>> is_cross_site([(b"host", b"a.org"), (b"origin", b"https://a.org")]), is_cross_site([(b"origin", b"null")])
    (False, True)
    """
    values = {name: value for name, value in headers if name in _ORIGIN_HEADERS}
    if values.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
        return True
    origin = values.get(b"origin")
    return origin is not None and origin.partition(b"://")[2] != values.get(b"host")
