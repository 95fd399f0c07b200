"""Golden games: the same files test this code and the game code in TypeScript."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from shudu.game.game import Game
from shudu.game.move import BadMove
from shudu.game.result import compute_result

FOLDER = Path(__file__).resolve().parents[2] / "data" / "games"
FILES = sorted(FOLDER.glob("*.json"))


def play(golden: dict[str, Any]) -> Game:
    game = Game(golden["puzzle"])
    for step in golden["steps"]:
        if "refused" in step:
            with pytest.raises(BadMove) as error:
                game.play(step["move"], step["at"])
            assert error.value.reason == step["refused"], step
            continue
        game = game.play(step["move"], step["at"])
        if "state" in step:
            assert game.state == step["state"], step["move"]
    return game


def test_there_are_golden_games() -> None:
    assert len(FILES) >= 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_game(file: Path) -> None:
    golden = json.loads(file.read_text("utf-8"))
    game = play(golden)
    assert game.state == golden["final"]
    assert game.text == golden["text"]
    assert (asdict(compute_result(game)) if game.finished is not None else None) == golden["result"]
    assert Game.from_text(game.text) == game
