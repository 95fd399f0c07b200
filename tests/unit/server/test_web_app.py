"""The files of the web app: compression and caching."""

from __future__ import annotations

import base64
import gzip
import hashlib
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from shudu.server.web_app import SecurityHeaders, WebApp

SCRIPT = "const answer = 42;\n" * 100


@pytest.fixture
def client(tmp_path: Path) -> httpx.Client:
    """Return a client of a small app with a compressed script."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>app</p>")
    (tmp_path / "404.html").write_text("<p>not found</p>")
    (tmp_path / "assets/app.js").write_text(SCRIPT)
    (tmp_path / "assets/app.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    app = Starlette()
    app.mount("/", WebApp(tmp_path))
    return TestClient(app)


def test_the_compressed_copy_is_served_if_accepted(client: httpx.Client) -> None:
    packed = client.get("/assets/app.js", headers={"accept-encoding": "gzip, deflate, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 200
    assert packed.headers["content-type"].startswith("text/javascript")
    assert packed.text == SCRIPT
    assert packed.headers["vary"] == "accept-encoding"
    assert "immutable" in packed.headers["cache-control"]


@pytest.mark.parametrize(
    "headers", [{"accept-encoding": "identity"}, {"accept-encoding": "gzip", "range": "bytes=0-9"}]
)
def test_the_plain_file_is_served_otherwise(client: httpx.Client, headers: dict[str, str]) -> None:
    plain = client.get("/assets/app.js", headers=headers)
    assert "content-encoding" not in plain.headers
    assert SCRIPT.startswith(plain.text)


def test_an_unchanged_file_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/assets/app.js", headers={"accept-encoding": "gzip"})
    again = client.get("/assets/app.js", headers={"accept-encoding": "gzip", "if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert client.get(
        "/assets/app.js", headers={"if-none-match": first.headers["etag"], "accept-encoding": "identity"}
    ).text


def test_unknown_addresses_are_not_found(client: httpx.Client) -> None:
    assert client.get("/").text == "<p>app</p>"
    unknown = client.get("/nothing/here")
    assert (unknown.status_code, unknown.text) == (404, "<p>not found</p>")
    assert unknown.headers["content-type"].startswith("text/html")
    assert client.get("/missing.js").status_code == 404


def test_only_the_inline_code_of_the_page_is_allowed(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<style>p {}</style><script>let one;</script><script src='a.js'></script>")
    app = SecurityHeaders(WebApp(tmp_path), hosts=(), page=page)
    policy = TestClient(app).get("/").headers["content-security-policy"].split("; ")
    hashes = [base64.b64encode(hashlib.sha256(text).digest()).decode() for text in (b"let one;", b"p {}")]
    assert policy[1:3] == [
        f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{hashes[0]}'",
        f"style-src 'self' 'sha256-{hashes[1]}'",
    ]
