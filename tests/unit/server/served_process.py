"""`shudu serve` in its own process, as a user starts it."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx

from shudu.server.limits import LIMIT_KINDS

COMMAND = [sys.executable, "-c", "from shudu.cli import main; main()", "serve", "--lang", "en"]
ROOT = Path(__file__).resolve().parents[3]


class ServeProcess:
    """A running `shudu serve` on a free port.

    Args:
        *options: More options of the command.
        log: The file that gets its standard error.
        before: A command line that runs the server, such as `unshare`.
        **environment: More environment variables.
    """

    def __init__(
        self, *options: str, log: Path | None = None, before: tuple[str, ...] = (), **environment: str
    ) -> None:
        unlimited = {f"SHUDU_LIMIT_{kind.upper()}": "1000000000/minute" for kind in LIMIT_KINDS}
        source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        variables = {"PYTHONPATH": source, "SHUDU_STOCK": "0", "SHUDU_LOG": "error", **unlimited, **environment}
        self.process = subprocess.Popen(
            [*before, *COMMAND, "--port", "0", *options],
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
            stderr=log.open("ab") if log else subprocess.DEVNULL,
            text=True,
        )
        atexit.register(self.process.kill)  # a failing test leaves no process behind
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()
        self.url = self.first_line.split(" at ")[-1].split()[0].rstrip("/") if "http" in self.first_line else ""
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + 60
        while self.url and time.monotonic() < deadline:
            try:
                httpx.get(self.url + "/healthz", timeout=5)
                return
            except httpx.TransportError:
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill it without a chance to clean up."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop and return its exit code."""
        self.process.terminate()
        return self.process.wait(30)
