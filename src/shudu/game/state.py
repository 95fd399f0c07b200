"""A game's state as plain data: what the API sends and what both reducers are tested against."""

from __future__ import annotations

from typing import Any

from shudu.game.board import Board
from shudu.game.game import Game


def board_state(board: Board) -> dict[str, Any]:
    """The board as plain data; cells and candidates by name, digits of a cell ascending."""
    return {
        "digits": board.line,
        "centre": board.marks("centre"),
        "corner": board.marks("corner"),
        "crossed": board.marks("crossed"),
        "colours": board.colours(),
        "auto": board.auto,
        "noted": board.noted,
    }


def game_state(game: Game) -> dict[str, Any]:
    """The game as plain data, without its moves."""
    return {
        "puzzle": game.puzzle.line,
        "board": board_state(game.board),
        "length": len(game.moves),
        "at": game.at,
        "time": game.time(),
        "paused": game.paused,
        "check": game.check,
        "hints": {"candidates": game.hints.candidates, "steps": game.hints.steps, "open": game.hints.open},
        "help": game.help,
        "checkpoints": [name for name, _ in game.checkpoints],
        "undo": len(game.past),
        "redo": len(game.future),
        "finished": game.finished,
    }
