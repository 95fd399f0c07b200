"""Logs and metrics for operators: one line of JSON per request, and figures for Prometheus."""

from __future__ import annotations

import asyncio
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
_CLIENT_CLOSED: Final = 499  # the client left before the answer began
_LONGEST_PATH: Final = 200  # characters of a path in the log; a client can send 64 kB of them
_BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The Prometheus metrics of this process."""

    def __init__(self) -> None:
        self.registry: CollectorRegistry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.seconds: Histogram = Histogram(
            "shudu_request_seconds", "Time to answer a request.", labels, buckets=_BUCKETS, registry=self.registry
        )
        self.moves: Counter = Counter("shudu_moves_total", "Moves stored.", registry=self.registry)
        self.games: Counter = Counter("shudu_games_started_total", "Games started.", registry=self.registry)
        self.finished: Counter = Counter("shudu_games_finished_total", "Games finished.", registry=self.registry)
        self.waits: Histogram = Histogram(
            "shudu_job_wait_seconds",
            "Time a costly job waited for a process.",
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self.jobs: Gauge = Gauge(
            "shudu_jobs", "Costly jobs running or waiting.", registry=self.registry, multiprocess_mode="sum"
        )
        self.levels: Gauge = Gauge(
            "shudu_level", "Present amounts, by kind.", ("kind",), registry=self.registry, multiprocess_mode="sum"
        )
        self.stock: Gauge = Gauge(
            "shudu_stock", "Unseen puzzles in stock.", ("kind",), registry=self.registry, multiprocess_mode="max"
        )

    def render(self) -> bytes:
        """Return the metrics in Prometheus's text format, summed over all workers if there are several."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        combined = CollectorRegistry()
        MultiProcessCollector(combined)  # type: ignore[no-untyped-call]
        return generate_latest(combined)


class Monitoring:
    """Middleware that measures and logs every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._histogram = cache(metrics.seconds.labels)  # looking labels up costs more than the measurement

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = _CLIENT_CLOSED
        start = time.perf_counter()

        async def send_and_note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note_status)
        except Exception:
            status = 500
            raise
        finally:
            seconds = time.perf_counter() - start
            self._histogram(_method(scope), _route(scope), status).observe(seconds)
            if LOG.isEnabledFor(logging.INFO):
                facts = {
                    "method": scope["method"],
                    "path": scope["path"][:_LONGEST_PATH],
                    "status": status,
                    "ms": round(1000 * seconds, 2),
                }
                LOG.info("request", extra={"facts": facts})


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, in ASCII: text from clients must not reach a terminal as control characters."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for what uvicorn logs without need: requests cut off by a restart, and advice to install WebSockets."""
    kind = record.exc_info[0] if record.exc_info else None
    was_cut_off = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not (was_cut_off or record.getMessage().startswith("No supported WebSocket library"))


def configure_logging(level: str) -> None:
    """Send the log to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    formatter = JsonFormatter()
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    handler.addFilter(is_worth_logging)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _method(scope: Scope) -> str:
    """Return the method; invented ones count as one, so that clients cannot create metrics without end."""
    return str(scope["method"]) if scope["method"] in _METHODS else "other"


def _route(scope: Scope) -> str:
    """Return the route's template rather than the address: ids would create a metric each."""
    path = getattr(scope.get("route"), "path", None)
    if path:
        return str(path)
    return "/api" if scope["path"].startswith("/api/") else "/"
