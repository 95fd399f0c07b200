"""The queue in front of the worker processes: clients take turns, so one with many jobs does not delay the others."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from shudu.server.errors import ApiError

W = TypeVar("W")
RUNNING_PER_CLIENT: Final = 2
WAITING_PER_CLIENT: Final = 16
QUEUE_SECONDS: Final = 20.0  # a job that has waited this long is rejected
_RETRY_SECONDS: Final = 2


class QueueFull(ApiError):
    """Too many jobs are waiting already, all together or of this client, or the job has waited too long."""


@dataclass(eq=False)
class _Ticket(Generic[W]):
    """A waiting job."""

    is_long: bool
    worker: asyncio.Future[W] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue(Generic[W]):
    """Hands workers out to the jobs of clients in turn.

    A client has at most two jobs running. Long jobs never occupy all workers: if there are several, one is left to the
    short jobs, so that a hint waits for seconds at most while others watch traces. When the queue is full, a job of the
    client with the most waiting jobs is rejected, so that a few clients cannot keep others out of it.

    Args:
        workers: The workers to hand out.
        waiting: The number of jobs that may wait.
    """

    def __init__(self, workers: list[W], waiting: int) -> None:
        self._idle = list(workers)
        self._waiting_limit = waiting
        self._long_limit = max(1, len(workers) - 1)
        self._tickets: dict[str, deque[_Ticket[W]]] = {}  # by client; the next to be served first
        self._running: Counter[str] = Counter()
        self._long = 0

    @property
    def running(self) -> int:
        """The number of jobs that have a worker."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return sum(map(len, self._tickets.values()))

    @property
    def idle(self) -> list[W]:
        """The workers without a job."""
        return list(self._idle)

    async def acquire(self, client: str, is_long: bool) -> W:
        """Wait for a worker; call `release` with it when the job is done.

        Args:
            client: Who asks; clients are served in turn.
            is_long: Whether the job may take so long that short jobs must not wait for it.

        Raises:
            QueueFull: If too many jobs are waiting, or this one has waited too long.
        """
        ticket: _Ticket[W] = _Ticket(is_long)
        self._tickets.setdefault(client, deque()).append(ticket)
        self._dispatch()
        if not ticket.worker.done():
            self._check_lengths(client, ticket)
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                return await ticket.worker
        except BaseException as error:
            self._withdraw(client, ticket)
            if isinstance(error, TimeoutError):
                raise QueueFull("server.busy", retry_after=_RETRY_SECONDS) from None
            raise

    def release(self, client: str, is_long: bool, worker: W) -> None:
        """Return a worker; the next job gets it."""
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        self._long -= is_long
        self._idle.append(worker)
        self._dispatch()

    def _check_lengths(self, client: str, ticket: _Ticket[W]) -> None:
        if len(self._tickets[client]) > WAITING_PER_CLIENT:
            self._withdraw(client, ticket)
            raise QueueFull("server.too-many-jobs", retry_after=_RETRY_SECONDS)
        if self.waiting > self._waiting_limit:
            busiest = max(self._tickets, key=lambda each: (len(self._tickets[each]), each == client))
            rejected = self._tickets[busiest][-1]
            self._remove(busiest, rejected)
            if not rejected.worker.cancelled():
                rejected.worker.set_exception(QueueFull("server.busy", retry_after=_RETRY_SECONDS))

    def _withdraw(self, client: str, ticket: _Ticket[W]) -> None:
        """Take a job out of the queue; if it has just been given a worker, pass that on."""
        if ticket.worker.done() and not ticket.worker.cancelled():
            if not ticket.worker.exception():
                self.release(client, ticket.is_long, ticket.worker.result())
            return
        ticket.worker.cancel()
        with suppress(KeyError, ValueError):
            self._remove(client, ticket)

    def _remove(self, client: str, ticket: _Ticket[W]) -> None:
        self._tickets[client].remove(ticket)
        if not self._tickets[client]:
            del self._tickets[client]

    def _dispatch(self) -> None:
        """Give idle workers to waiting jobs."""
        while self._idle and (turn := self._find_next()):
            client, ticket = turn
            self._remove(client, ticket)
            if client in self._tickets:  # the others are served before the client's next job
                self._tickets[client] = self._tickets.pop(client)
            self._running[client] += 1
            self._long += ticket.is_long
            ticket.worker.set_result(self._idle.pop())

    def _find_next(self) -> tuple[str, _Ticket[W]] | None:
        for client, tickets in self._tickets.items():
            if self._running[client] < RUNNING_PER_CLIENT:
                for ticket in tickets:
                    has_room = not ticket.is_long or self._long < self._long_limit
                    if has_room and not ticket.worker.cancelled():  # else it leaves the queue in a moment
                        return client, ticket
        return None
