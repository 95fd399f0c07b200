"""Processes for costly work, each job with a time limit after which its process is ended and replaced.

The event loop only waits for them, so one hard request never stalls the others; and no more requests wait than can be
served in a sensible time.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from shudu.server.worker import HEAD

_START_SECONDS: Final = 60.0  # a process that has not begun by then never will
_PIECE: Final = 65_536  # bytes of a body sent at once


class TooLong(Exception):
    """The job took longer than it may."""


class TooBusy(Exception):
    """Too many jobs wait already."""


class JobRefused(Exception):
    """The job ended with a ShuduError: its kind, its words and what belongs to it."""

    def __init__(self, kind: str, message: str, detail: dict[str, Any]) -> None:
        super().__init__(message)
        self.kind = kind
        self.detail = detail


class Pool:
    """A fixed number of processes and a bounded line before them."""

    def __init__(self, processes: int, waiting: int, niceness: int = 0) -> None:
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for _ in range(processes):
            self._idle.put_nowait(_Worker(niceness))
        self._room = processes + waiting
        self._inside = 0
        self._size = processes

    @property
    def load(self) -> int:
        """Jobs running or waiting."""
        return self._inside

    async def warm(self) -> None:
        """Starts all processes now rather than with the first job."""
        workers: list[_Worker] = []
        while not self._idle.empty():  # one that is not idle starts for its job
            workers.append(self._idle.get_nowait())
        try:
            await asyncio.gather(*(worker.ready() for worker in workers))
        finally:
            for worker in workers:
                self._idle.put_nowait(worker)

    async def run(self, job: str, within: float, body: bytes | None = None, **arguments: Any) -> Any:
        """What a job returns `within` that many seconds; `body` reaches it unread. Raises JobRefused, TooLong, TooBusy."""
        async with self._worker() as worker:
            await worker.begin(job, arguments, body, within)
            while True:
                kind, body = await worker.next()
                if kind == b"r":
                    return json.loads(body)

    async def stream(
        self, job: str, within: float, body: bytes | None = None, **arguments: Any
    ) -> AsyncIterator[bytes]:
        """The pieces a job makes, as it makes them. Raises JobRefused, TooLong, TooBusy."""
        async with self._worker() as worker:
            await worker.begin(job, arguments, body, within)
            while True:
                kind, body = await worker.next()
                if kind == b"r":
                    return
                yield body

    async def close(self) -> None:
        """Ends all processes."""
        for _ in range(self._size):
            with suppress(asyncio.QueueEmpty):
                await self._idle.get_nowait().end()

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[_Worker]:
        if self._inside >= self._room:
            raise TooBusy("too many requests wait already")
        self._inside += 1
        try:
            worker = await self._idle.get()
            try:
                yield worker
            finally:
                worker.leave()
                self._idle.put_nowait(worker)
        finally:
            self._inside -= 1


class _Worker:
    """One process, started when it is first needed and again after it was ended."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._job = ""  # what it works on
        self._until = 0.0

    async def begin(self, job: str, arguments: dict[str, Any], body: bytes | None, within: float) -> None:
        """Gives it a job."""
        process = await self.ready()
        self._job, self._until = job, asyncio.get_running_loop().time() + within
        await _send(process, json.dumps([job, arguments, body is not None]).encode() + b"\n", body or b"")

    async def next(self) -> tuple[bytes, bytes]:
        """The next piece, or the answer. Raises JobRefused, TooLong."""
        process = await self.ready()
        try:
            async with asyncio.timeout_at(self._until):
                kind, body = await _receive(process)
        except TimeoutError:
            raise TooLong(f"{self._job} takes longer than it may") from None
        except asyncio.IncompleteReadError:
            raise RuntimeError(f"the process that worked on {self._job} has ended") from None
        if kind != b"p":
            self._job = ""
        if kind == b"e":
            raise _refused(json.loads(body))
        return kind, body

    def leave(self) -> None:
        """Makes it ready for the next job: if it is still busy with what nobody waits for any more, by its end."""
        if self._job:
            self._job = ""
            self._kill()

    async def ready(self) -> asyncio.subprocess.Process:
        """The running process."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "shudu.server.worker",
                str(self._niceness),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=os.name == "posix",  # Ctrl+C is for the server; it ends its workers
            )
            await self._started(self._process)
        return self._process

    async def _started(self, process: asyncio.subprocess.Process) -> None:
        try:
            async with asyncio.timeout(_START_SECONDS):
                await _receive(process)
        except BaseException as error:
            self._kill()
            if isinstance(error, TimeoutError | asyncio.IncompleteReadError):
                raise RuntimeError("a process for costly work does not start") from None
            raise

    async def end(self) -> None:
        """Ends the process."""
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
    with suppress(ConnectionError):  # the reader that follows tells that the process is gone
        process.stdin.write(HEAD.pack(b"j", len(line) + len(body)) + line)
        await process.stdin.drain()
        for start in range(0, len(body), _PIECE):
            process.stdin.write(body[start : start + _PIECE])
            await process.stdin.drain()


async def _receive(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    assert process.stdout is not None
    kind, length = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    return kind, await process.stdout.readexactly(length)


def _refused(told: dict[str, Any]) -> JobRefused:
    return JobRefused(told["kind"], told["message"], told["detail"])
