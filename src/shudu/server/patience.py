"""Connections whose request does not come are closed: a slow client must not keep its place for ever."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS: Final = (
    10.0  # for the head of a request, from the first byte (of a new connection: from the start) to the last
)


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which of two classes depends on the machine
    """HTTP/1.1 as uvicorn speaks it, with a limit on the time a head may take."""

    _waiting: asyncio.TimerHandle | None = None

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
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._waiting = self.loop.call_later(SECONDS, self.transport.close)

    def _relax(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
