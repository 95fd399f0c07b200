"""The result of a finished game: its time, its class, and the counts a player wants to see."""

from __future__ import annotations

from dataclasses import dataclass

from shudu.core.errors import ShuduError
from shudu.game.game import Game, Help


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game.

    Attributes:
        time: Milliseconds played, pauses excluded.
        help: The class of the result: the most help used before the finish.
        hints: Hints taken, both next steps and candidates of cells.
        mistakes: Digits placed that differ from the digit the cell had at the finish.
        moves: Moves up to the finish.
        pauses: How often the game was paused.
    """

    time: int
    help: Help
    hints: int
    mistakes: int
    moves: int
    pauses: int


def compute_result(game: Game) -> Result:
    """Return the result of a game. Moves after the finish do not count.

    Raises:
        ShuduError: If the game is not finished.
    """
    if game.finished is None:
        raise ShuduError("game.unfinished")
    played = cut_at_finish(game)
    final = played.board.digits
    placed = [(move.cells[0], move.digit) for _, move in played.moves if move.action == "place"]
    return Result(
        time=played.time(),
        help=played.help,
        hints=played.hints.steps + played.hints.candidates,
        mistakes=sum(final[cell] != digit for cell, digit in placed),
        moves=len(played.moves),
        pauses=sum(move.action == "pause" for _, move in played.moves),
    )


def cut_at_finish(game: Game) -> Game:
    """Return the game as it was at its finish, by replaying its moves unless the last one finished it."""
    if game.finish_length == len(game.moves):
        return game
    played = Game(game.puzzle)
    for at, move in game.moves[: game.finish_length]:
        played = played.play(move, at)
    return played
