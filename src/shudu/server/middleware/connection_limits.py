"""Limits for each connection, as a uvicorn protocol: the size of request heads, and the time to send and to read.

Without the time limits, a client that stops midway would occupy its connection forever. Without the limit on heads, one
endless header would fill the memory and stall the event loop: the parser joins its pieces again for every read.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS: Final = 10.0  # for the head of a request, counted from its first byte or from the start of the connection
READ_SECONDS: Final = 30.0  # for a client that has stopped reading to continue
HEAD_BYTES: Final = 64 * 1024  # of a request without its body: address, headers, trailers, framing of chunks
_CHUNK_FRAME: Final = 16  # bytes around a chunk of a body that do not count


class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two classes, chosen at run time
    """uvicorn's HTTP/1.1 protocol with limits on the client.

    The size of heads is counted by the callbacks of httptools. The other parser, h11, has such a limit of its own.
    """

    _is_counted = hasattr(AutoHTTPProtocol, "on_message_begin")
    _head_bytes = 0
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Expect the first request."""
        super().connection_made(transport)
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Stop the timer once the head is complete; otherwise keep expecting the rest, up to a limit."""
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > HEAD_BYTES and self._is_counted:
            self.transport.close()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_head_timer()
        elif self._head_timer is None:
            self._start_head_timer()

    def on_message_begin(self) -> None:
        """Count from the next read on; what this one contains is less than the size of a read."""
        self._head_bytes = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Leave the body and the framing of its chunks out of the count."""
        self._head_bytes = max(0, self._head_bytes - len(body) - _CHUNK_FRAME)
        super().on_body(body)

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
