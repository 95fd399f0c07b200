"""Hostile clients for `bench/load.py --hostile`. Each repeats one attack until the end, from an address of its own.

- `headers`: a request whose head never ends
- `judging`: long games of hints, entries and erasures that are costly to judge
- `slow readers`: traces of a million events that nobody reads
- `floods`: whole games and conflicts, as fast as they are answered
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from shudu.core.geometry import cell_name
from shudu.kernel.solve import solve

Statuses = Counter[tuple[str, str]]  # by attack and what the server answered
_PIECE = 64 * 1024
_PATIENCE = 60.0  # seconds to wait for an answer


class Attacker:
    """A hostile client."""

    def __init__(self, url: str, number: int, until: float, statuses: Statuses) -> None:
        address = urlsplit(url)
        self.host, self.port = address.hostname or "", address.port or 80
        self.address = f"10.66.{number}.1"
        self.until = until
        self.statuses = statuses
        self.cookie = ""
        self.game = ""  # the address of its game

    async def run(self, attack: str) -> None:
        """Repeat an attack until the end."""
        while time.monotonic() < self.until:
            try:
                async with asyncio.timeout(_PATIENCE):
                    await _ATTACKS[attack](self)
            except TimeoutError:
                self.statuses[attack, "no answer"] += 1
            except (OSError, asyncio.IncompleteReadError):
                self.statuses[attack, "disconnected"] += 1
            except Rejected:
                await asyncio.sleep(0.05)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        return await asyncio.open_connection(self.host, self.port, limit=_PIECE)

    def head(self, method: str, path: str, size: int) -> bytes:
        """Return the head of a request."""
        lines = [
            f"{method} /api/v1{path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"X-Forwarded-For: {self.address}",
            f"Cookie: {self.cookie}",
            "Content-Type: application/json",
            f"Content-Length: {size}",
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    async def call(self, attack: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request on a connection of its own and return the JSON of its answer."""
        reader, writer = await self.connect()
        try:
            data = b"" if body is None else json.dumps(body).encode()
            writer.write(self.head(method, path, len(data)) + data)
            head = await reader.readuntil(b"\r\n\r\n")
            status = head[9:12].decode()
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r")[0])
            content = await reader.readexactly(length)
            if (found := head.find(b"set-cookie: ")) > 0:
                self.cookie = head[found + 12 :].split(b";", 1)[0].decode()
            self.statuses[attack, status] += 1
            if status[0] != "2":
                raise Rejected
            return json.loads(content)
        finally:
            writer.close()


class Rejected(Exception):
    """The server rejects a request, as it should."""


async def _send_headers(attacker: Attacker) -> None:
    _, writer = await attacker.connect()
    try:
        writer.write(b"GET /api/v1/techniques HTTP/1.1\r\nHost: localhost\r\nX-Endless: ")
        while time.monotonic() < attacker.until:
            writer.write(b"a" * _PIECE)
            await writer.drain()
    finally:
        writer.close()


async def _play_costly_game(attacker: Attacker) -> None:
    game = await attacker.call("judging", "POST", "/games", {"difficulty": "medium"})
    solution = solve(game["puzzle"]).line
    empty = [cell for cell in range(81) if game["puzzle"][cell] == "."]
    moves = []
    for number in range(1500):
        name = cell_name(empty[number % len(empty)])
        moves += [f"hint:{name}", f"{name}={number % 9 + 1}", f"{name}-"]
    moves += [f"{cell_name(cell)}={solution[cell]}" for cell in empty]
    address = f"/games/{game['id']}/moves"
    for start in range(0, len(moves), 500):
        sent = [{"move": move} for move in moves[start : start + 500]]
        with suppress(Rejected):
            await attacker.call("judging", "POST", address, {"seq": start + 1, "moves": sent})


async def _read_slowly(attacker: Attacker) -> None:
    reader, writer = await attacker.connect()
    try:
        body = json.dumps({"puzzle": "." * 81, "by": "rows", "limit": None}).encode()
        writer.write(attacker.head("POST", "/trace", len(body)) + body)
        head = await reader.readuntil(b"\r\n\r\n")
        attacker.statuses["slow readers", head[9:12].decode()] += 1
        while head[9:12] == b"200" and await reader.read(100):
            await asyncio.sleep(1)
        await asyncio.sleep(0.05)
    finally:
        writer.close()


async def _flood(attacker: Attacker) -> None:
    if not attacker.game:
        game = await attacker.call("floods", "POST", "/games", {"difficulty": "medium"})
        attacker.game = f"/games/{game['id']}"
        moves = [{"move": f"r{n % 9 + 1}c{n // 9 % 9 + 1}#{'AB'[n // 81 % 2]}"} for n in range(1900)]
        await attacker.call("floods", "POST", f"/games/{game['id']}/moves", {"seq": 1, "moves": moves})
    with suppress(Rejected):
        await attacker.call("floods", "GET", attacker.game)
    with suppress(Rejected):
        await attacker.call("floods", "POST", f"{attacker.game}/moves", {"seq": 1, "moves": [{"move": "r1c1#C"}]})


_ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "headers": _send_headers,
    "judging": _play_costly_game,
    "slow readers": _read_slowly,
    "floods": _flood,
}


async def attack(url: str, clients: int, until: float, statuses: Statuses) -> None:
    """Run hostile clients, the same number of each kind, until the end."""
    kinds = list(_ATTACKS)
    attackers = [Attacker(url, number, until, statuses) for number in range(clients)]
    await asyncio.gather(*(each.run(kinds[number % len(kinds)]) for number, each in enumerate(attackers)))
