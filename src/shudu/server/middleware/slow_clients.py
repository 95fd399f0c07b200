"""Time limits for slow clients, as a uvicorn protocol: they must send their request and read the answer in time.

Without them, a client that stops midway would occupy its connection, and the worker that serves it, forever.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS: Final = 10.0  # for the head of a request, counted from its first byte or from the start of the connection
READ_SECONDS: Final = 30.0  # for a client that has stopped reading to continue


class TimeLimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two classes, chosen at run time
    """uvicorn's HTTP/1.1 protocol with time limits on the client."""

    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Expect the first request."""
        super().connection_made(transport)
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Stop the timer once the head is complete; otherwise keep expecting the rest."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_head_timer()
        elif self._head_timer is None:
            self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        self._stop_head_timer()
        self._stop_read_timer()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the timer: the client does not read what is sent."""
        super().pause_writing()
        self._read_timer = self._read_timer or self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads again."""
        self._stop_read_timer()
        super().resume_writing()

    def _start_head_timer(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
