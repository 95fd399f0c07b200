"""A pool of worker processes that run one job at a time, each job with a time limit.

The event loop only waits for answers, so a costly request never stalls the others. Clients take turns, and the number
of waiting jobs is bounded; beyond it, requests are rejected at once instead of timing out later. A job that exceeds its
time limit is stopped by killing its process, which is replaced when the next job needs it. Streamed output is kept in
memory until the client has read it, so that a slow reader does not occupy a process.

`concurrent.futures.ProcessPoolExecutor` would not do: it can neither stop a running job nor stream its output.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final, Protocol, TypeVar

from shudu.server.errors import ApiError
from shudu.server.workers.fair_queue import FairQueue
from shudu.server.workers.process import DEFECT, ERROR, HEAD, PIECE, RESULT

T = TypeVar("T")
_START_SECONDS: Final = 60.0
_RETRY_SECONDS: Final = 1
_NICENESS: Final = 5
_CHUNK: Final = 65_536  # bytes of a body written at once
_LONG_SECONDS: Final = 10.0  # a job with a higher time limit is a long one
_MOST_BUFFERED: Final = 32 * 1024 * 1024  # bytes of all streams together that no client has read yet
_MOST_PER_CLIENT: Final = 16 * 1024 * 1024  # of the streams of one client
_READ_SECONDS: Final = 60.0  # for a client to read a stream, beyond the time limit of its job
CLIENT: Final = ContextVar("client", default="")  # whose request is being answered; clients take turns


class WaitObserver(Protocol):
    """Records how many seconds jobs waited, such as a Prometheus histogram."""

    def observe(self, amount: float, /) -> None:
        """Record one job."""


class JobTimeout(ApiError):
    """The job took longer than its time limit."""


class WorkerFailed(RuntimeError):
    """The worker process hit a defect."""


class WorkerDied(ApiError, WorkerFailed):
    """The worker process did not start or ended on the way, for instance because the system ran out of memory."""


class Pool:
    """A fixed number of worker processes with a bounded, fair queue in front of them.

    Args:
        processes: The number of worker processes. Each starts when it is first needed.
        waiting: The number of jobs that may wait for a process.
        niceness: Added to the scheduling niceness of the processes, on POSIX, so that they yield to the event loop.
        waits: Records how long each job waited for a process.
    """

    def __init__(
        self, processes: int, waiting: int, niceness: int = _NICENESS, waits: WaitObserver | None = None
    ) -> None:
        self._workers = [_Worker(niceness) for _ in range(processes)]
        self._queue = FairQueue(self._workers, waiting)
        self._waits = waits
        self._buffered: Counter[str] = Counter()  # bytes by client
        self._room = asyncio.Event()

    @property
    def load(self) -> int:
        """The number of jobs running or waiting."""
        return self.running + self.waiting

    @property
    def running(self) -> int:
        """The number of jobs running."""
        return self._queue.running

    @property
    def waiting(self) -> int:
        """The number of jobs waiting for a process."""
        return self._queue.waiting

    @property
    def buffered(self) -> int:
        """The number of bytes of streams that clients have not read yet."""
        return self._buffered.total()

    async def warm(self) -> None:
        """Start all processes now instead of with their first job."""
        await asyncio.gather(*(worker.start() for worker in self._queue.idle))

    async def run(self, job: str, seconds: float, /, **arguments: Any) -> Any:
        """Run a job and return its result.

        Args:
            job: The name of the job, a key of `JOBS`.
            seconds: The time limit.
            **arguments: The arguments of the job: JSON data.

        Raises:
            ShuduError: If the job raised it.
            JobTimeout: If the job exceeded its time limit.
            QueueFull: If too many jobs are waiting.
            WorkerFailed: If the worker process failed.
        """
        async with self._worker(seconds) as worker:
            await worker.begin(job, arguments, None, seconds)
            while True:
                kind, content = await worker.receive()
                if kind == RESULT:
                    return json.loads(content)

    async def stream(
        self, job: str, seconds: float, body: bytes | None = None, /, **arguments: Any
    ) -> AsyncIterator[bytes]:
        """Run a job that yields bytes, and yield them as they come. Other arguments and the errors are those of `run`.

        `body` is passed to the job's parameter of that name without going through JSON.
        The job runs on while the reader is slow, and fails with JobTimeout if the reader is slower still than a minute
        beyond the time limit of the job.
        """
        loop = asyncio.get_running_loop()
        client = CLIENT.get()
        pieces: asyncio.Queue[bytes | None] = asyncio.Queue()
        filling = loop.create_task(self._fill(client, pieces, job, seconds, body, arguments))
        latest = None  # counts from the first piece: waiting for a process is not the reader's fault
        try:
            while (piece := await pieces.get()) is not None:
                self._count(client, -len(piece))
                yield piece
                latest = latest or loop.time() + seconds + _READ_SECONDS
                if loop.time() > latest:
                    raise JobTimeout("server.time-limit", job=job)
            await filling
        finally:
            filling.cancel()
            with suppress(Exception, asyncio.CancelledError):
                await filling
            while not pieces.empty():
                self._count(client, -len(pieces.get_nowait() or b""))

    async def close(self) -> None:
        """Kill all idle processes and wait for their end."""
        for worker in self._queue.idle:
            await worker.end()

    async def _fill(
        self,
        client: str,
        pieces: asyncio.Queue[bytes | None],
        job: str,
        seconds: float,
        body: bytes | None,
        arguments: Any,
    ) -> None:
        """Put the pieces of a stream into a queue, then None. If too much is unread, wait up to the time limit."""
        try:
            async with self._worker(seconds) as worker:
                await worker.begin(job, arguments, body, seconds)
                while True:
                    kind, content = await worker.receive()
                    if kind == RESULT:
                        return
                    await worker.wait_for(self._wait_for_room(client))
                    self._count(client, len(content))
                    pieces.put_nowait(content)
        finally:
            pieces.put_nowait(None)

    async def _wait_for_room(self, client: str) -> None:
        while self.buffered > _MOST_BUFFERED or self._buffered[client] > _MOST_PER_CLIENT:
            self._room.clear()
            await self._room.wait()

    def _count(self, client: str, size: int) -> None:
        self._buffered[client] += size
        if not self._buffered[client]:
            del self._buffered[client]
        if size < 0:
            self._room.set()

    @asynccontextmanager
    async def _worker(self, seconds: float) -> AsyncIterator[_Worker]:
        client, is_long = CLIENT.get(), seconds > _LONG_SECONDS
        start = time.perf_counter()
        worker = await self._queue.acquire(client, is_long)
        if self._waits:
            self._waits.observe(time.perf_counter() - start)
        try:
            yield worker
        finally:
            worker.release()
            self._queue.release(client, is_long, worker)


class _Worker:
    """One process, started on demand and restarted after it was killed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []  # and perhaps not ended yet
        self._job = ""  # the name of the running job, if any
        self._deadline = 0.0
        self._starting = asyncio.Lock()  # a job may arrive while the process is still being started in advance

    async def begin(self, job: str, arguments: dict[str, Any], body: bytes | None, seconds: float) -> None:
        """Send a job to the process."""
        process = await self.start()
        self._job, self._deadline = job, asyncio.get_running_loop().time() + seconds
        line = json.dumps([job, arguments, body is not None]).encode() + b"\n"
        await _send(process, line, body or b"")

    async def receive(self) -> tuple[bytes, bytes]:
        """Return the kind and content of the next message of the running job; raise the error it ended with."""
        assert self._process is not None
        try:
            kind, content = await self.wait_for(_receive(self._process))
        except asyncio.IncompleteReadError:
            raise WorkerDied("server.worker-died", job=self._job, retry_after=_RETRY_SECONDS) from None
        if kind == PIECE:
            return kind, content
        job, self._job = self._job, ""
        if kind == ERROR:
            raise pickle.loads(content)
        if kind == DEFECT:
            raise WorkerFailed(f"the job {job} failed: {content.decode()}")
        return kind, content

    async def wait_for(self, work: Awaitable[T]) -> T:
        """Return the result of work within the time limit of the running job."""
        try:
            async with asyncio.timeout_at(self._deadline):
                return await work
        except TimeoutError:
            raise JobTimeout("server.time-limit", job=self._job) from None

    def release(self) -> None:
        """Prepare for the next job. A job that still runs has no reader any more: kill its process."""
        if self._job:
            self._job = ""
            self._kill()

    async def start(self) -> asyncio.subprocess.Process:
        """Return the running process; start it if there is none."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "shudu.server.workers.process",
                    str(self._niceness),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    start_new_session=os.name == "posix",  # Ctrl+C goes to the server only, which ends its workers
                )
                await self._wait_until_ready(self._process)
            return self._process

    async def _wait_until_ready(self, process: asyncio.subprocess.Process) -> None:
        try:
            async with asyncio.timeout(_START_SECONDS):
                await _receive(process)
        except BaseException as error:
            self._kill()
            if isinstance(error, TimeoutError | asyncio.IncompleteReadError):
                raise WorkerDied("server.worker-died", job=self._job, retry_after=_RETRY_SECONDS) from None
            raise

    async def end(self) -> None:
        """Kill the process and wait for its end, and for the end of processes killed before."""
        self._kill()
        for process in self._killed:
            await process.wait()
        self._killed.clear()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            process._transport.close()  # type: ignore[attr-defined]  # a pipe full of unread output would stay open otherwise
            self._killed = [each for each in self._killed if each.returncode is None] + [process]


async def _send(process: asyncio.subprocess.Process, line: bytes, body: bytes) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):  # a dead process is reported by the read that follows
        process.stdin.write(HEAD.pack(b"j", len(line) + len(body)) + line)
        await process.stdin.drain()
        for start in range(0, len(body), _CHUNK):
            process.stdin.write(body[start : start + _CHUNK])
            await process.stdin.drain()


async def _receive(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    assert process.stdout is not None
    kind, length = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    return kind, await process.stdout.readexactly(length)
