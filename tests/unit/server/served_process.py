"""`shudu serve` as a person starts it: a process of its own."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx

COMMAND = [sys.executable, "-c", "from shudu.cli.commands.serve import command; command()"]
ROOT = Path(__file__).resolve().parents[3]


class Process:
    """A running `shudu serve`."""

    def __init__(
        self, *options: str, log: Path | None = None, before: tuple[str, ...] = (), **environment: str
    ) -> None:
        free = {
            f"SHUDU_LIMIT_{kind}": "1000000/minute" for kind in ("COSTLY", "ADDRESS", "PLAYERS", "CLAIMS", "CHANGES")
        }
        source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [*before, *COMMAND, "--port", "0", *options],
            env={**os.environ, "PYTHONPATH": source, "SHUDU_STOCK": "0", "SHUDU_LOG": "error", **free, **environment},
            stdout=subprocess.PIPE,
            stderr=log.open("ab") if log else subprocess.DEVNULL,
            text=True,
        )
        atexit.register(self.process.kill)  # a test that fails leaves nothing behind
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.url = self.said.split("at ")[-1].split()[0].rstrip("/") if "http" in self.said else ""
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while self.url and time.monotonic() < deadline:
            try:
                httpx.get(self.url + "/healthz", timeout=5)
                return
            except httpx.TransportError:
                time.sleep(0.05)

    def kill(self) -> None:
        """Ends it without a chance to say goodbye."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Asks it to stop; its exit code."""
        self.process.terminate()
        return self.process.wait(30)
