"""The files of the web app, security headers on every answer, and rejection of requests from other sites.

The pages of the app are in the fragment of its address; any other address is not found.

Other sites can make browsers send requests. A site can also reach a server in a private network under its own name (DNS
rebinding); `is_allowed_host` prevents that.
"""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import os
import re
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from fastapi.responses import PlainTextResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shudu.core.errors import quote
from shudu.server.errors import ApiError, error_response

STATIC: Final = Path(__file__).parent / "static"
_CACHE_FOREVER: Final = "public, max-age=31536000, immutable"  # names under assets/ contain a hash of the content
_REVALIDATE: Final = "no-cache"
_NO_WEIGHT: Final = re.compile(r"\s*q=0(\.0*)?\s*")
_COMPRESSED: Final = {"br": ".br", "gzip": ".gz"}  # the build writes these beside the files; the smallest first


class WebApp(StaticFiles):
    """Serves the built web app, compressed where the browser accepts it.

    Args:
        folder: The folder with index.html and assets/.
    """

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False, html=True)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or a page that says that the address is unknown."""
        if not (self._folder / "index.html").is_file():
            return PlainTextResponse("The web app is not built; `python3 dev.py run` builds and serves it.\n", 404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                raise
            response = FileResponse(self._folder / "404.html", status_code=404)
        response.headers["cache-control"] = _CACHE_FOREVER if path.startswith("assets/") else _REVALIDATE
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return the file, or its compressed copy if there is one the browser accepts."""
        headers = Headers(scope=scope)
        accepted = _accepted_encodings(headers.get("accept-encoding", ""))
        for encoding, suffix in _COMPRESSED.items():
            copy = Path(f"{os.fspath(full_path)}{suffix}")
            if encoding in accepted and "range" not in headers and copy.is_file():
                return self._compressed_response(copy, encoding, mimetypes.guess_type(full_path)[0], headers)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["vary"] = "accept-encoding"
        return response

    def _compressed_response(self, copy: Path, encoding: str, media_type: str | None, headers: Headers) -> Response:
        response = FileResponse(copy, stat_result=copy.stat(), media_type=media_type)
        response.headers.update({"content-encoding": encoding, "vary": "accept-encoding"})
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, headers) else response


def _accepted_encodings(header: str) -> set[str]:
    """Return the encodings that an `Accept-Encoding` header accepts; a weight of 0 rejects one.

    >>> sorted(_accepted_encodings("gzip;q=0.5, br; q=0, deflate"))
    ['deflate', 'gzip']
    """
    parts = (part.partition(";") for part in header.split(","))
    return {name.strip() for name, _, weight in parts if not _NO_WEIGHT.fullmatch(weight)}


def content_security_policy(page: str) -> str:
    """Return the policy: nothing from other sites, and no inline code but that of the page itself, allowed by hash.

    Args:
        page: The content of index.html.

    >>> content_security_policy("<style>p {}</style>").split("; ")[2]
    "style-src 'self' 'sha256-SNJDlN1Iy2mnt7DOjQIyDb2LQE6O5PQiSZomcdzawQ4='"
    """
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{_hashes('script', page)}; "
        f"style-src 'self'{_hashes('style', page)}; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _hashes(tag: str, page: str) -> str:
    """Return the hashes of all inline elements with a tag, each after a space."""
    texts = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return "".join(f" 'sha256-{digest}'" for digest in digests)


_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_ENCODED: Final = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
_ORIGIN_HEADERS: Final = frozenset((b"host", b"origin", b"sec-fetch-site"))
_NO_STORE: Final = (b"cache-control", b"no-store")  # answers of the API are private, or change with every move
_PRIVATE_SUFFIXES: Final = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")
_SAFE_METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class SecurityHeaders:
    """Middleware that adds the headers and answers 403 to cross-site requests that could change something.

    Args:
        app: The application.
        hosts: The public names of the server, see `is_allowed_host`.
        page: The page whose inline code is allowed.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], page: Path = STATIC / "index.html") -> None:
        self.app = app
        policy = content_security_policy(page.read_text("utf-8") if page.is_file() else "")
        self._headers = [*_ENCODED, (b"content-security-policy", policy.encode())]
        self._hosts = frozenset(name.lower() for name in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        extra = [*self._headers, _NO_STORE] if scope["path"].startswith("/api/") else self._headers

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if not is_allowed_host(host, self._hosts):
            error = ApiError("server.unknown-host", host=quote(host, 80))
            await error_response(error)(scope, receive, send_with_headers)
        elif scope["method"] not in _SAFE_METHODS and is_cross_site(scope["headers"]):
            await error_response(ApiError("server.cross-site"))(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)


def is_allowed_host(host: str, names: frozenset[str]) -> bool:
    """Return whether a request may address the server by this host.

    Addresses, `localhost`, names without a dot and names for private networks are always allowed: another site cannot
    have them. Other names must be configured.

    >>> [is_allowed_host(host, frozenset(["a.org"])) for host in ("A.org:8000", "[::1]:80", "192.0.2.7", "nas", "tv.local")]
    [True, True, True, True, True]
    >>> is_allowed_host("evil.example", frozenset(["a.org"]))
    False
    """
    name = host.lower().rstrip(".")
    if not name.endswith("]"):
        name = name.rpartition(":")[0] or name if name.rpartition(":")[2].isdigit() else name
    if name in names or "." not in name or name.endswith(_PRIVATE_SUFFIXES):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


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
