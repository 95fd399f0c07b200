"""Connections whose request does not come, or whose answer is not taken, are closed.

A slow client must not keep its place for ever, nor the process that works for it.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS: Final = (
    10.0  # for the head of a request, from the first byte (of a new connection: from the start) to the last
)

TAKING: Final = 30.0  # seconds in which a client that has stopped reading must go on


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which of two classes depends on the machine
    """HTTP/1.1 as uvicorn speaks it, with a limit on the time a head may take, and a client may not read."""

    _waiting: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client has come: its request must follow."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: either the request is complete, or its rest must follow."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._relax()
        elif self._waiting is None:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._relax()
        self._flow()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not take what is sent: it must go on soon."""
        super().pause_writing()
        self._stuck = self._stuck or self.loop.call_later(TAKING, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        self._flow()
        super().resume_writing()

    def _expect(self) -> None:
        self._waiting = self.loop.call_later(SECONDS, self.transport.close)

    def _relax(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _flow(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
