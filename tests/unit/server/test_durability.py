"""Kill the server at random moments of play: no acknowledged move is lost, and every game opens."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import httpx
import pytest

from .conftest import MEDIUM, append, new_game
from .served_process import ServeProcess

PLAYERS = 8


class PlayerThread(threading.Thread):
    """A player that sends moves and counts acknowledgements until the server dies."""

    def __init__(self, client: httpx.Client, game: dict[str, object]) -> None:
        super().__init__()
        self.client = client
        self.game = game
        self.acknowledged = 0

    def run(self) -> None:
        while True:
            number = self.acknowledged + 1
            try:
                answer = append(self.client, self.game, number, f"r1c3={number % 9 + 1}")
            except httpx.TransportError:
                return
            assert answer.status_code == 200, answer.text
            self.acknowledged = answer.json()["length"]


def play_and_kill(database: Path, rounds: int, seed: int) -> int:
    """Play, kill the server, restart it on its port and compare; return the number of acknowledged moves."""
    chance = random.Random(seed)
    log, port = database.with_name("log"), "0"
    people: list[tuple[httpx.Cookies, dict[str, object], int]] = []
    for number in range(rounds):
        server = ServeProcess("--database", str(database), "--port", port, log=log)
        assert server.url, "the server did not restart on its port"
        port = server.url.rsplit(":", 1)[1]
        httpx.post(server.url + "/api/v1/solve", json={"puzzle": MEDIUM}, timeout=30)  # starts a worker process
        players = []
        for index in range(PLAYERS):
            client = httpx.Client(base_url=server.url, timeout=30)
            if number == 0:
                game = new_game(client, line=MEDIUM)
                people.append((client.cookies, game, 0))
            cookies, game, before = people[index]
            client.cookies = cookies
            stored = client.get(f"/api/v1/games/{game['id']}").json()["length"]
            assert before <= stored <= before + 1, "an acknowledged move is lost, or a move was never sent"
            player = PlayerThread(client, game)
            player.acknowledged = stored
            players.append(player)
        for player in players:
            player.start()
        threading.Event().wait(chance.uniform(0.2, 1.0))
        server.kill()
        for index, player in enumerate(players):
            player.join()
            people[index] = (player.client.cookies, people[index][1], player.acknowledged)
            player.client.close()
    lines = log.read_text()
    assert "Fatal" not in lines and "Traceback" not in lines
    return sum(acknowledged for _, _, acknowledged in people)


def test_acknowledged_moves_survive_kills(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path / "shudu.db", rounds=3, seed=1) > 0


@pytest.mark.soak
@pytest.mark.timeout(1200)  # a start takes ten seconds on a busy machine
def test_acknowledged_moves_survive_thirty_kills(tmp_path: Path) -> None:
    moves = play_and_kill(tmp_path / "shudu.db", rounds=31, seed=2)
    print(f"31 kills, 30 restarts on the same port, {moves} acknowledged moves, none lost")
