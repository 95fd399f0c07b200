"""What an operator sees: one line of JSON a request, and figures for Prometheus."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from functools import cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG: Final = logging.getLogger("shudu.server")
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_GONE: Final = 499  # the client left before there was an answer
_BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.seconds = Histogram(
            "shudu_request_seconds", "Time to answer.", labels, buckets=_BUCKETS, registry=self.registry
        )
        self.moves = Counter("shudu_moves_total", "Moves stored.", registry=self.registry)
        self.games = Counter("shudu_games_started_total", "Games started.", registry=self.registry)
        self.finished = Counter("shudu_games_finished_total", "Games finished.", registry=self.registry)
        self.jobs = Gauge(
            "shudu_jobs", "Costly jobs running or waiting.", registry=self.registry, multiprocess_mode="sum"
        )
        self.stock = Gauge(
            "shudu_stock", "Puzzles that wait.", ("kind",), registry=self.registry, multiprocess_mode="max"
        )

    def text(self) -> bytes:
        """The figures as Prometheus reads them; of all processes if there are several."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


class Observed:
    """Measures and logs every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._figures = cache(metrics.seconds.labels)  # the method, route and status of a request are few

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on and notes what came of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = _GONE
        start = time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception:
            status = 500
            raise
        finally:
            seconds = time.perf_counter() - start
            self._figures(_method(scope), _route(scope), status).observe(seconds)
            if LOG.isEnabledFor(logging.INFO):
                facts = {
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "ms": round(1000 * seconds, 2),
                }
                LOG.info("request", extra={"facts": facts})


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)  # in ASCII: no terminal takes what a client wrote for a command


def start_logging(level: str) -> None:
    """Sends the log to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    formatter = JsonLines()
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _method(scope: Scope) -> str:
    """The method; what no client sends counts as one, so that nobody makes figures without end."""
    return str(scope["method"]) if scope["method"] in _METHODS else "other"


def _route(scope: Scope) -> str:
    """The route, not the address: identifiers would make a figure for each."""
    route = scope.get("route")
    path = getattr(route, "path", None)
    if path:
        return str(path)
    return "/api" if scope["path"].startswith("/api/") else "/"
