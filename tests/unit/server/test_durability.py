"""kill −9 at a random moment of play: every acknowledged move is there afterwards, and every game opens."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import httpx
import pytest

from .conftest import MEDIUM, append, new_game
from .served_process import Process

PLAYERS = 8


class Hand(threading.Thread):
    """Plays without pause and notes what was acknowledged, until the server is gone."""

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
    """Plays, kills, starts again and compares; how many moves were acknowledged."""
    chance = random.Random(seed)
    people: list[tuple[httpx.Cookies, dict[str, object], int]] = []
    for number in range(rounds):
        server = Process("--database", str(database))
        hands = []
        for index in range(PLAYERS):
            client = httpx.Client(base_url=server.url, timeout=30)
            if number == 0:
                game = new_game(client, line=MEDIUM)
                people.append((client.cookies, game, 0))
            cookies, game, before = people[index]
            client.cookies = cookies
            stored = client.get(f"/api/v1/games/{game['id']}").json()["length"]
            assert before <= stored <= before + 1, "an acknowledged move is gone, or one came from nowhere"
            hand = Hand(client, game)
            hand.acknowledged = stored
            hands.append(hand)
        for hand in hands:
            hand.start()
        threading.Event().wait(chance.uniform(0.2, 1.0))
        server.kill()
        for index, hand in enumerate(hands):
            hand.join()
            people[index] = (hand.client.cookies, people[index][1], hand.acknowledged)
            hand.client.close()
    return sum(acknowledged for _, _, acknowledged in people)


def test_a_few_kills(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path / "shudu.db", rounds=3, seed=1) > 0


@pytest.mark.soak
def test_fifty_kills(tmp_path: Path) -> None:
    moves = play_and_kill(tmp_path / "shudu.db", rounds=50, seed=2)
    print(f"50 kills, {moves} acknowledged moves, none lost")
