"""The real server and a real browser, started for tests and pictures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

# Headless, and silent: without these a browser asks its maker's servers for this and that.
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Runs `shudu serve` on a free port with a database of its own; gives its address.

    SHUDU_ADDRESS names one that runs already, to test that instead.
    """
    if running := os.environ.get("SHUDU_ADDRESS"):
        yield running
        return
    command = [sys.executable, "-c", "from shudu.cli import main; main()"]
    options = ["serve", "--port", "0", "--database", str(folder / "games.sqlite")]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=_unlimited()) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        found = re.search(r"http://\S+", told)
        assert found, f"the server did not tell its address: {told!r}"
        try:
            _wait_until_it_answers(found[0])
            yield found[0]
        finally:
            server.terminate()


def _unlimited() -> dict[str, str]:
    """All tests come from one address, as new players each: no limit on that."""
    kinds = ("COSTLY", "ADDRESS", "PLAYERS", "CLAIMS", "CHANGES")
    return {**os.environ, **{f"SHUDU_LIMIT_{kind}": "1000000/minute" for kind in kinds}}


def _wait_until_it_answers(address: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            with urlopen(f"{address}healthz", timeout=60):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Runs the browser that SHUDU_CHROMIUM names, or the system's."""
    with sync_playwright() as playwright:
        path = os.environ.get("SHUDU_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()
