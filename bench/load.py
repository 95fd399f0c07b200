"""Players at play: real HTTP on loopback against `shudu serve`, and a table of what was reached.

    python bench/load.py                          200 players for a minute on SQLite, then as fast as it goes
    python bench/load.py --database postgres      the same on a throw-away PostgreSQL
    python bench/load.py --seconds 600            also tells how memory grew from the first minute to the last

Players arrive within ten seconds and then each appends a move a second from a real solution, so games finish and new ones
start; some ask for hints and read leaderboards. The table counts every request from the first arrival on. The client speaks
plain HTTP/1.1 over sockets, to leave the machine to the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from asyncio import Runner
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import uvloop

from shudu.core.geometry import cell_name
from shudu.core.puzzle import Puzzle
from shudu.core.symmetry import Symmetry
from shudu.core.text import write_line
from shudu.kernel.solve import solve
from shudu.store.database import Database
from shudu.store.puzzles import PuzzleRecord, add_to_stock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for tests.databases
SEED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FREE = "1000000/minute"


class Client(asyncio.Protocol):
    """One browser: one connection, one cookie, one request at a time."""

    def __init__(self, url: str, times: dict[str, list[float]]) -> None:
        where = urlsplit(url)
        self.host, self.port = where.hostname or "", where.port or 80
        self.cookie = ""
        self.times = times
        self.transport: asyncio.Transport | None = None
        self.waiting: asyncio.Future[bytes]
        self.received = b""
        self.needed = 0

    async def call(self, kind: str, method: str, path: str, body: Any = None, expected: int = 200) -> Any:
        """Sends a request, notes the time under `kind`, and returns the answer."""
        loop = asyncio.get_running_loop()
        if self.transport is None:
            await loop.create_connection(lambda: self, self.host, self.port)
        assert self.transport is not None
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Length: {len(data)}\r\n"
        if data:
            head += "Content-Type: application/json\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        self.waiting = loop.create_future()
        start = time.perf_counter()
        self.transport.write(head.encode() + b"\r\n" + data)
        answer = await self.waiting
        self.times[kind].append(time.perf_counter() - start)
        head_bytes, _, content = answer.partition(b"\r\n\r\n")
        if (found := head_bytes.find(b"set-cookie: ")) > 0:
            self.cookie = head_bytes[found + 12 :].split(b";", 1)[0].decode()
        if head_bytes[9:12] != str(expected).encode():
            raise RuntimeError(f"{method} {path}: {head_bytes[:40]!r} {content[:200]!r}")
        return json.loads(content)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Gathers an answer: its head tells how long it is."""
        self.received += data
        if not self.needed and (end := self.received.find(b"\r\n\r\n")) > 0:
            at = self.received.lower().find(b"content-length: ", 0, end)
            self.needed = end + 4 + int(self.received[at + 16 :].split(b"\r", 1)[0])
        if self.needed and len(self.received) >= self.needed:
            answer, self.received, self.needed = self.received, b"", 0
            self.waiting.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server hung up: whoever waits is told."""
        if hasattr(self, "waiting") and not self.waiting.done():
            self.waiting.set_exception(ConnectionError("the server hung up"))


async def player(client: Client, arrival: float, until: float, chance: random.Random) -> None:
    """Arrives, and plays a move a second until the end."""
    await asyncio.sleep(arrival)
    game, moves = await new_game(client)
    number = 0
    while time.monotonic() < until:
        tick = time.monotonic()
        if number == len(moves):
            await client.call("finish", "POST", f"/games/{game}/finish")
            game, moves = await new_game(client)
            number = 0
        number = await move(client, game, number, moves)
        lot = chance.random()
        if lot < 0.01:
            number = await hint(client, game, number, moves)
        elif lot < 0.03:
            await client.call("board", "GET", "/leaderboards/week?difficulty=medium&flagged=true")
        elif lot < 0.035:
            game, moves = await new_game(client)
            number = 0
        await asyncio.sleep(max(0, 1 - (time.monotonic() - tick)))


async def move(client: Client, game: str, number: int, moves: list[str]) -> int:
    """Appends the next move."""
    body = {"seq": number + 1, "moves": [{"move": moves[number]}]}
    await client.call("move", "POST", f"/games/{game}/moves", body)
    return number + 1


async def hint(client: Client, game: str, number: int, moves: list[str]) -> int:
    """Asks for the candidates of a cell that is still empty; the hint is a move of its own."""
    if number == len(moves):
        return number
    await client.call("hint", "POST", f"/games/{game}/hint", {"cell": moves[number].split("=")[0]})
    moves.insert(number, "hint")
    return number + 1


async def new_game(client: Client) -> tuple[str, list[str]]:
    """Starts a game and solves it aside."""
    game = await client.call("new game", "POST", "/games", {"difficulty": "medium"}, expected=201)
    line = game["puzzle"]
    solution = solve(line).line
    cells = [cell for cell in range(81) if line[cell] == "."]
    random.shuffle(cells)
    return game["id"], [f"{cell_name(cell)}={solution[cell]}" for cell in cells]


async def flood(client: Client, game: str, until: float) -> int:
    """Appends moves one by one as fast as they are acknowledged."""
    number = 0
    while time.monotonic() < until and number < 9_000:
        body = {"seq": number + 1, "moves": [{"move": f"r{number % 9 + 1}c{number // 9 % 9 + 1}#A"}]}
        await client.call("flood", "POST", f"/games/{game}/moves", body)
        number += 1
    return number


def percentile(times: list[float], share: float) -> float:
    """The time that this share of the requests stayed within, in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


def memory(process: int) -> float:
    """The resident memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def processor(process: int) -> float:
    """The processor time a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen() -> float:
    """Seconds that the host of a virtual machine has kept its processors waiting."""
    return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")


async def steady(
    url: str, players: int, arrive: float, seconds: float, process: int
) -> tuple[dict[str, list[float]], list[float]]:
    """Players arrive one after the other, then all play; the times of everything, and the memory every second."""
    times: dict[str, list[float]] = defaultdict(list)
    until = time.monotonic() + arrive + seconds
    chance = random.Random(0)
    hands = [
        asyncio.create_task(player(Client(url, times), chance.uniform(0, arrive), until, random.Random(n)))
        for n in range(players)
    ]
    sizes = []
    while time.monotonic() < until:
        sizes.append(memory(process))
        await asyncio.sleep(1)
    await asyncio.gather(*hands)
    return times, sizes


async def saturation(url: str, clients: int, seconds: float, process: int) -> tuple[float, list[float], float]:
    """Every client sends its next move at once: moves acknowledged a second, their times, and what one costs."""
    times: dict[str, list[float]] = defaultdict(list)
    hands = [Client(url, times) for _ in range(clients)]
    games = [(await new_game(client))[0] for client in hands]
    used, start = processor(process), time.monotonic()
    flooding = (flood(client, game, start + seconds) for client, game in zip(hands, games, strict=True))
    done = sum(await asyncio.gather(*flooding))
    return done / (time.monotonic() - start), times["flood"], 1e6 * (processor(process) - used) / done


async def fill(address: str, count: int) -> None:
    """Puts puzzles into the stock: images of one puzzle under random symmetries."""
    database = await Database.open(address)
    chance = random.Random(1)
    digits = Puzzle(SEED).digits
    for _ in range(count):
        line = write_line(Symmetry.random(chance).apply(digits))
        await add_to_stock(database, PuzzleRecord(line, 30, "medium", "easy", 200, "hidden-single"), "difficulty")
    await database.close()


@contextmanager
def server(address: str) -> Iterator[tuple[str, int]]:
    """A running `shudu serve`: its address and process."""
    limits = {f"SHUDU_LIMIT_{kind}": FREE for kind in ("COSTLY", "ADDRESS", "PLAYERS", "CLAIMS", "CHANGES")}
    source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from shudu.cli.commands.serve import command; command()",
            "--port",
            "0",
            "--database",
            address,
        ],
        env={**os.environ, "PYTHONPATH": source, "SHUDU_STOCK": "0", **limits},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # the log is written, as anywhere
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split("at ")[1].split()[0].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def database(kind: str) -> Iterator[str]:
    """The address of an empty database."""
    with ExitStack() as stack:
        if kind == "postgres":
            from tests.databases import postgres_server

            yield stack.enter_context(postgres_server())
        else:
            yield str(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shudu-load-"))) / "shudu.db")


@dataclass(frozen=True)
class Report:
    """What was measured. Times in seconds, memory in MB every second, cost in µs of processor time a move."""

    times: dict[str, list[float]]
    sizes: list[float]
    rate: float
    flood: list[float]
    cost: float
    stolen: float  # seconds of this machine's processors that its host gave to others

    def p99(self, kind: str) -> float:
        """What 99 of 100 requests of a kind stayed within, in milliseconds."""
        return percentile(self.times[kind], 0.99)

    @property
    def growth(self) -> float:
        """How much more memory the last minute took than the first, as a share."""
        return max(self.sizes[-60:]) / max(self.sizes[:60]) - 1


async def measure(url: str, process: int, options: argparse.Namespace) -> Report:
    """Runs both parts."""
    await Client(url, defaultdict(list)).call("start", "GET", "/techniques")  # answers once all is up
    before = stolen()
    times, sizes = await steady(url, options.players, options.arrive, options.seconds, process)
    taken = stolen() - before
    return Report(times, sizes, *await saturation(url, options.clients, options.flood, process), taken)


def tell(report: Report, options: argparse.Namespace) -> None:
    """Prints the table."""
    goal = 50 if options.database == "sqlite" else 100
    print(f"\n{options.players} players for {options.seconds:g} s on {options.database}, no error\n")
    print(f"{'ms':10}{'number':>9}{'median':>10}{'p99':>10}{'worst':>10}   must reach")
    for kind in ("move", "new game", "hint", "board", "finish"):
        if times := report.times[kind]:
            figures = "".join(f"{percentile(times, share):10.1f}" for share in (0.5, 0.99, 1))
            wish = {"move": f"p99 ≤ {goal} ms", "new game": "p99 ≤ 50 ms"}.get(kind, "")
            print(f"{kind:10}{len(times):9}{figures}   {wish}")
    p99 = percentile(report.flood, 0.99)
    print(
        f"\n{report.rate:,.0f} durable moves/s with {options.clients} clients (p99 {p99:.1f} ms)   must reach ≥ 1,000"
    )
    print(f"{report.cost:,.0f} µs of processor time a move in the server; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"{report.stolen:.1f} s of the processors were taken by the host while the players played")
    print(f"memory: {report.sizes[-1]:.0f} MB", end="")
    print(f", {100 * report.growth:+.1f} % from the first minute to the last" if len(report.sizes) >= 120 else "")


def run(options: argparse.Namespace) -> Report:
    """Starts everything and measures."""
    with database(options.database) as address:
        asyncio.run(fill(address, int(options.players * (2 + options.seconds / 30)) + options.clients))
        with server(address) as (url, process), Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(measure(url, process, options))


def main() -> None:
    """Reads the options, starts everything, measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--arrive", type=float, default=10, help="seconds in which the players come")
    parser.add_argument("--clients", type=int, default=64, help="at saturation")
    parser.add_argument("--flood", type=float, default=10, help="seconds of saturation")
    options = parser.parse_args()
    tell(run(options), options)


if __name__ == "__main__":
    main()
