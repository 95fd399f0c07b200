"""Start the real server and a headless browser."""

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

# The last four keep the browser from contacting its vendor's servers.
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
def start_server(folder: Path) -> Iterator[str]:
    """Run `shudu serve` on a free port and yield its address.

    If SHUDU_ADDRESS is set, yield that address and start nothing.

    Args:
        folder: Where to create the database.
    """
    if running := os.environ.get("SHUDU_ADDRESS"):
        yield running
        return
    command = [sys.executable, "-c", "from shudu.cli import main; main()"]
    options = ["serve", "--port", "0", "--database", str(folder / "games.sqlite")]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=_environment()) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, f"the server printed no address: {line!r}"
        try:
            _wait_for_answer(address[0])
            yield address[0]
        finally:
            server.terminate()


def _environment() -> dict[str, str]:
    """Return an environment without rate limits, since all tests share one address, and with a stock that is soon full."""
    kinds = ("COSTLY", "ADDRESS", "PLAYERS", "CLAIMS", "CHANGES", "STOCK")
    return {**os.environ, "SHUDU_STOCK": "20", **{f"SHUDU_LIMIT_{kind}": "1000000/minute" for kind in kinds}}


def _wait_for_answer(address: str) -> None:
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
def start_browser() -> Iterator[Browser]:
    """Run the browser named by SHUDU_CHROMIUM, or the system's Chromium."""
    with sync_playwright() as playwright:
        path = os.environ.get("SHUDU_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()
