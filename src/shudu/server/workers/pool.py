"""A pool of worker processes that run one job at a time, each job with a time limit.

The event loop only waits for answers, so a costly request never stalls the others. The number of waiting jobs is
bounded; beyond it, requests are rejected at once instead of timing out later. A job that exceeds its time limit is
stopped by killing its process, which is replaced when the next job needs it.

`concurrent.futures.ProcessPoolExecutor` would not do: it can neither stop a running job nor stream its output.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from shudu.server.errors import ApiError
from shudu.server.workers.process import DEFECT, ERROR, HEAD, PIECE, RESULT

_START_SECONDS: Final = 60.0
_CHUNK: Final = 65_536  # bytes of a body written at once
_RETRY_SECONDS: Final = 2


class JobTimeout(ApiError):
    """The job took longer than its time limit."""


class PoolBusy(ApiError):
    """Too many jobs are waiting already."""


class WorkerFailed(RuntimeError):
    """The worker process died, did not start, or hit a defect."""


class Pool:
    """A fixed number of worker processes with a bounded queue in front of them.

    Args:
        processes: The number of worker processes. Each starts when it is first needed.
        waiting: The number of jobs that may wait for a process.
        niceness: Added to the scheduling niceness of the processes, on POSIX.
    """

    def __init__(self, processes: int, waiting: int, niceness: int = 0) -> None:
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for _ in range(processes):
            self._idle.put_nowait(_Worker(niceness))
        self._size = processes
        self._capacity = processes + waiting
        self._load = 0

    @property
    def load(self) -> int:
        """The number of jobs running or waiting."""
        return self._load

    async def warm(self) -> None:
        """Start all idle processes now instead of with their first job."""
        workers: list[_Worker] = []
        while not self._idle.empty():
            workers.append(self._idle.get_nowait())
        try:
            await asyncio.gather(*(worker.start() for worker in workers))
        finally:
            for worker in workers:
                self._idle.put_nowait(worker)

    async def run(self, job: str, seconds: float, body: bytes | None = None, /, **arguments: Any) -> Any:
        """Run a job and return its result.

        Args:
            job: The name of the job, a key of `JOBS`.
            seconds: The time limit.
            body: Bytes passed to the job's parameter `body` without going through JSON.
            **arguments: The other arguments of the job: JSON data.

        Raises:
            ShuduError: If the job raised it.
            JobTimeout: If the job exceeded its time limit.
            PoolBusy: If too many jobs are waiting.
            WorkerFailed: If the worker process failed.
        """
        async with self._worker() as worker:
            await worker.begin(job, arguments, body, seconds)
            while True:
                kind, content = await worker.receive()
                if kind == RESULT:
                    return json.loads(content)

    async def stream(
        self, job: str, seconds: float, body: bytes | None = None, /, **arguments: Any
    ) -> AsyncIterator[bytes]:
        """Run a job that yields bytes, and yield them as they come. Arguments and errors are those of `run`."""
        async with self._worker() as worker:
            await worker.begin(job, arguments, body, seconds)
            while True:
                kind, content = await worker.receive()
                if kind == RESULT:
                    return
                yield content

    async def close(self) -> None:
        """Kill all idle processes and wait for their end."""
        for _ in range(self._size):
            with suppress(asyncio.QueueEmpty):
                await self._idle.get_nowait().end()

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[_Worker]:
        if self._load >= self._capacity:
            raise PoolBusy("server.busy", retry_after=_RETRY_SECONDS)
        self._load += 1
        try:
            worker = await self._idle.get()
            try:
                yield worker
            finally:
                worker.release()
                self._idle.put_nowait(worker)
        finally:
            self._load -= 1


class _Worker:
    """One process, started on demand and restarted after it was killed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._job = ""  # the name of the running job, if any
        self._deadline = 0.0

    async def begin(self, job: str, arguments: dict[str, Any], body: bytes | None, seconds: float) -> None:
        """Send a job to the process."""
        process = await self.start()
        self._job, self._deadline = job, asyncio.get_running_loop().time() + seconds
        line = json.dumps([job, arguments, body is not None]).encode() + b"\n"
        await _send(process, line, body or b"")

    async def receive(self) -> tuple[bytes, bytes]:
        """Return the kind and content of the next message of the running job; raise the error it ended with."""
        process = await self.start()
        try:
            async with asyncio.timeout_at(self._deadline):
                kind, content = await _receive(process)
        except TimeoutError:
            raise JobTimeout("server.time-limit", job=self._job) from None
        except asyncio.IncompleteReadError:
            raise WorkerFailed(f"the worker process died while running the job {self._job}") from None
        if kind == PIECE:
            return kind, content
        job, self._job = self._job, ""
        if kind == ERROR:
            raise pickle.loads(content)
        if kind == DEFECT:
            raise WorkerFailed(f"the job {job} failed: {content.decode()}")
        return kind, content

    def release(self) -> None:
        """Prepare for the next job. A job that still runs has no reader any more: kill its process."""
        if self._job:
            self._job = ""
            self._kill()

    async def start(self) -> asyncio.subprocess.Process:
        """Return the running process; start it if there is none."""
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
                raise WorkerFailed("a worker process does not start") from None
            raise

    async def end(self) -> None:
        """Kill the process and wait for its end."""
        process = self._process
        self._kill()
        if process is not None:
            await process.wait()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()


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
