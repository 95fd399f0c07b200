"""What a finished game is worth: time, class, and the counts a player wants to see."""

from __future__ import annotations

from dataclasses import dataclass

from shudu.core.errors import ShuduError
from shudu.game.game import Game, Help


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game.

    `time` is in milliseconds without pauses; `help` is the class: the most help ever used until the finish. `mistakes`
    counts digits that were written and differ from the digit that stood there in the end.
    """

    time: int
    help: Help
    hints: int
    mistakes: int
    moves: int
    pauses: int


def compute_result(game: Game) -> Result:
    """The result of a game. What was played after the finish does not count.

    Raises ShuduError if the game is not finished.
    """
    if game.finished is None:
        raise ShuduError("the game is not finished")
    played = cut_at_finish(game)
    final = played.board.digits
    written = [(move.cells[0], move.digit) for _, move in played.moves if move.action == "place"]
    return Result(
        time=played.time(),
        help=played.help,
        hints=played.hints.steps + played.hints.candidates,
        mistakes=sum(final[cell] != digit for cell, digit in written),
        moves=len(played.moves),
        pauses=sum(move.action == "pause" for _, move in played.moves),
    )


def cut_at_finish(game: Game) -> Game:
    """The game as it was at its finish: its moves played again until then, unless the last of them was the finish."""
    if [at for at, _ in game.moves[-2:] if at == game.finished] == [game.at]:
        return game
    played = Game(game.puzzle)
    for at, move in game.moves:
        if played.finished is not None:
            break
        played = played.play(move, at)
    return played
