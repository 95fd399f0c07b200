"""A real server on the loopback interface, and clients that play on it."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn

from shudu.cli.commands.serve import make_config
from shudu.core.geometry import cell_name
from shudu.kernel.solve import solve
from shudu.server.app import create_app
from shudu.server.settings import Settings
from shudu.store.database import Database
from shudu.store.puzzles import PuzzleRecord, add_to_stock

EASY = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
MEDIUM = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."  # takes long to rate
FREE = "100000/minute"
UNLIMITED = Settings(
    stock=0,
    processes=2,
    make_seconds=30,
    limit_costly=FREE,
    limit_address=FREE,
    limit_players=FREE,
    limit_claims=FREE,
    limit_changes=FREE,
    limit_moves=FREE,
    limit_reads=FREE,
    limit_stock=FREE,
    limit_storage="1000000000/minute",
    log="error",
)


@dataclass(frozen=True)
class Served:
    """A running server."""

    url: str
    app: Any

    def visitor(self) -> httpx.Client:
        """Return a client without cookies."""
        return httpx.Client(base_url=self.url, timeout=30)


@contextmanager
def serve(settings: Settings) -> Iterator[Served]:
    """Run a server in a thread, configured as `shudu serve` does."""
    app = create_app(settings)
    config = make_config()
    config.app, config.factory, config.port = app, False, 0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert server.started, "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Served(f"http://127.0.0.1:{port}", app)
    finally:
        server.should_exit = True
        thread.join(30)


def fill_stock(address: str) -> None:
    """Add puzzles to the stock, so that no test waits for the generator."""

    async def fill() -> None:
        database = await Database.open(address)
        chance = Random(1)
        for _ in range(40):
            line = MEDIUM.translate(str.maketrans("123456789", "".join(chance.sample("123456789", 9))))
            await add_to_stock(database, "difficulty", PuzzleRecord(line, 30, "medium", "easy", 200, "hidden-single"))
        await add_to_stock(database, "level", PuzzleRecord(EASY, 41, "easy", "hard", 900, "xy-wing"))
        await database.close()

    asyncio.run(fill())


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    address = str(tmp_path_factory.mktemp("server") / "shudu.db")
    fill_stock(address)
    with serve(UNLIMITED.model_copy(update={"database": address})) as running:
        yield running


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Return a function that starts a server with changed settings."""
    with ExitStack() as stack:

        def starter(**changes: Any) -> Served:
            settings = UNLIMITED.model_copy(update={"database": str(tmp_path / "shudu.db"), **changes})
            return stack.enter_context(serve(settings))

        yield starter


@pytest.fixture
def player(served: Served) -> Iterator[httpx.Client]:
    with served.visitor() as client:
        assert client.post("/api/v1/player").status_code == 200
        yield client


def entries(line: str) -> list[str]:
    """Return the moves that solve a puzzle."""
    solution = solve(line).line
    return [f"{cell_name(cell)}={solution[cell]}" for cell in range(81) if line[cell] == "."]


def new_game(client: httpx.Client, **body: Any) -> dict[str, Any]:
    """Start a game and return it."""
    answer = client.post("/api/v1/games", json=body or {"line": MEDIUM})
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def append(client: httpx.Client, game: dict[str, Any], seq: int, *moves: str, **more: Any) -> httpx.Response:
    """Send moves."""
    sent = [{"move": move, **more} for move in moves]
    return client.post(f"/api/v1/games/{game['id']}/moves", json={"seq": seq, "moves": sent})


def wait_for_result(client: httpx.Client, game: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a finished game once it has been judged."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        result: dict[str, Any] = client.get(f"/api/v1/games/{game['id']}").json()["result"]
        if not result["pending"]:
            return result
        time.sleep(0.02)
    raise AssertionError("the result is still pending")


def problem_of(answer: httpx.Response, status: int) -> str:
    """Return the code of a problem after checking that the answer is one with this status."""
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"code", "message", "fields", "detail"}
    assert re.fullmatch(r"[a-z]+\.[a-z0-9-]+", answer.json()["code"])
    code: str = answer.json()["code"]
    return code


def make_older(served: Served, game: dict[str, Any], minutes: float) -> None:
    """Move the start of a game in play into the past."""
    live = served.app.state.shudu.live_games.peek(game["id"])
    by = round(60_000 * minutes)
    live.row = replace(live.row, started=live.row.started - by, seen=live.row.seen - by)
