"""The worker pool: clients take turns, and slow readers do not occupy a process."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator

import pytest

from shudu.server.workers import fair_queue, pool
from shudu.server.workers.fair_queue import FairQueue, QueueFull
from shudu.server.workers.pool import CLIENT, JobTimeout, Pool, WorkerDied

from .conftest import MEDIUM

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def workers(anyio_backend: str) -> AsyncIterator[Pool]:
    pool = Pool(2, 64)
    yield pool
    await pool.close()


async def start(queue: FairQueue[int], client: str, is_long: bool = False) -> asyncio.Task[int]:
    """Start to wait for a worker."""
    task = asyncio.create_task(queue.acquire(client, is_long))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


async def test_clients_take_turns() -> None:
    queue = FairQueue([1], 64)
    running = await (await start(queue, "greedy"))
    waiting = [await start(queue, "greedy") for _ in range(5)]
    other = await start(queue, "other")
    queue.release("greedy", False, running)
    assert await waiting[0] == 1
    assert not other.done()
    queue.release("greedy", False, 1)
    assert await other == 1
    for task in waiting[1:]:
        task.cancel()


async def test_a_client_runs_two_jobs_at_once() -> None:
    queue = FairQueue([1, 2, 3, 4], 64)
    tasks = [await start(queue, "greedy") for _ in range(4)]
    assert [task.done() for task in tasks] == [True, True, False, False]
    assert (await start(queue, "other")).done()
    assert (queue.running, queue.waiting) == (3, 2)
    for task in tasks:
        task.cancel()


async def test_long_jobs_leave_a_worker_to_short_ones() -> None:
    queue = FairQueue([1, 2], 64)
    tasks = [await start(queue, client, is_long=True) for client in "abc"]
    assert [task.done() for task in tasks] == [True, False, False]
    assert (await start(queue, "d")).done()
    for task in tasks:
        task.cancel()


async def test_the_queue_of_a_client_and_of_all_is_bounded() -> None:
    queue = FairQueue([1], 20)
    tasks = [await start(queue, "greedy") for _ in range(1 + fair_queue.WAITING_PER_CLIENT)]
    with pytest.raises(QueueFull) as error:
        await queue.acquire("greedy", False)
    assert (error.value.code, error.value.status) == ("server.too-many-jobs", 429)
    tasks += [await start(queue, f"other {n}") for n in range(4)]
    tasks.append(await start(queue, "last"))  # in place of a job of the client that has most
    with pytest.raises(QueueFull) as error:
        await tasks[fair_queue.WAITING_PER_CLIENT]
    assert (error.value.code, error.value.status) == ("server.busy", 503)
    assert queue.waiting == 20 and not tasks[-1].done()
    with pytest.raises(QueueFull):
        await queue.acquire("greedy", False)
    assert queue.waiting == 20
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert queue.waiting == 0


async def test_a_job_does_not_wait_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "QUEUE_SECONDS", 0.01)
    queue = FairQueue([1], 20)
    await queue.acquire("a", False)
    with pytest.raises(QueueFull) as error:
        await queue.acquire("b", False)
    assert error.value.code == "server.busy"
    assert (queue.running, queue.waiting) == (1, 0)
    queue.release("a", False, 1)
    assert await queue.acquire("c", False) == 1


async def test_a_job_cancelled_when_its_turn_comes_passes_the_worker_on() -> None:
    queue = FairQueue([1], 20)
    await queue.acquire("a", False)
    cancelled, other = await start(queue, "b"), await start(queue, "c")
    queue.release("a", False, 1)
    cancelled.cancel()  # it has its worker already, but does not know yet
    assert await other == 1


async def test_a_job_cancelled_just_before_its_turn_gets_no_worker() -> None:
    queue = FairQueue([1], 20)
    await queue.acquire("a", False)
    cancelled, other = await start(queue, "b"), await start(queue, "c")
    cancelled.cancel()  # it still stands in the queue
    queue.release("a", False, 1)
    assert await other == 1
    queue.release("c", False, 1)
    assert (queue.running, queue.waiting, queue.idle) == (0, 0, [1])


async def test_a_full_queue_rejects_a_job_that_was_just_cancelled() -> None:
    queue = FairQueue([1], 2)
    await queue.acquire("a", False)
    stays, cancelled = await start(queue, "b"), await start(queue, "b")
    other = asyncio.create_task(queue.acquire("c", False))  # arrives before the other one has left
    cancelled.cancel()
    await asyncio.sleep(0)
    queue.release("a", False, 1)
    assert await stays == 1
    queue.release("b", False, 1)
    assert await other == 1


TRACE = {"puzzle": "." * 81, "by": "rows", "limit": None, "events": 300_000, "seconds": 10.0, "seed": 1}


async def test_slow_readers_do_not_occupy_the_workers(workers: Pool) -> None:
    streams = []
    for number in range(6):  # each reads one piece of its trace and then stops
        CLIENT.set(f"slow {number}")
        stream = workers.stream("trace", 20.0, **TRACE)
        assert await anext(stream)
        streams.append(stream)
    CLIENT.set("player")
    async with asyncio.timeout(20):
        assert (await workers.run("count", 5.0, puzzle=MEDIUM, limit=2))["count"] == 1
    while workers.running:
        await asyncio.sleep(0.01)
    assert workers.buffered > 1_000_000
    for stream in streams:
        await stream.aclose()  # type: ignore[attr-defined]
    assert workers.buffered == 0


@pytest.mark.parametrize("limit", ["_MOST_BUFFERED", "_MOST_PER_CLIENT"])
async def test_unread_output_is_bounded(workers: Pool, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(pool, limit, 200_000)
    stream = workers.stream("trace", 3.0, **TRACE)
    await anext(stream)
    await asyncio.sleep(1)
    assert 200_000 <= workers.buffered < 400_000
    with pytest.raises(JobTimeout):
        await asyncio.sleep(3)  # the job has ended meanwhile
        async for _ in stream:
            pass
    assert (workers.buffered, workers.load) == (0, 0)


async def test_a_reader_has_a_minute_beyond_the_time_limit(workers: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_READ_SECONDS", -9.5)
    stream = workers.stream("trace", 10.0, **TRACE)
    await anext(stream)
    await anext(stream)
    await asyncio.sleep(0.6)
    with pytest.raises(JobTimeout):
        await anext(stream)
    assert workers.buffered == 0


async def test_a_job_waits_for_a_process_that_is_being_started_in_advance(workers: Pool) -> None:
    warming = asyncio.create_task(workers.warm())
    await asyncio.sleep(0)
    results = await asyncio.gather(*(workers.run("playable", 30, puzzle=MEDIUM) for _ in range(2)))
    await warming
    assert all(results)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops processes")
@pytest.mark.parametrize("is_sent", [True, False], ids=["while it works", "before it gets the job"])
async def test_a_job_whose_process_dies_fails_at_once(workers: Pool, is_sent: bool) -> None:
    await workers.warm()
    processes = [worker._process for worker in workers._workers if worker._process is not None]
    for process in processes:
        process.send_signal(signal.SIGSTOP)  # so that the job cannot end before
    job = asyncio.create_task(workers.run("count", 50, puzzle=MEDIUM, limit=2))
    if is_sent:
        await asyncio.sleep(0.05)
    for process in processes:
        process.kill()
    with pytest.raises(WorkerDied) as caught:
        await job
    assert (caught.value.status, caught.value.fields["job"]) == (503, "count")
    assert (await workers.run("count", 50, puzzle=MEDIUM, limit=2))["count"] == 1
