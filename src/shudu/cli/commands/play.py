"""`shudu play`: play in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.language import usage_error
from shudu.cli.options import refuse
from shudu.core.errors import MissingExtra
from shudu.puzzles.difficulty import DIFFICULTY_NAMES

if TYPE_CHECKING:
    from shudu.cli.terminal.game_session import GameSession


@new_command("play")
@click.argument("puzzle", required=False, metavar="[PUZZLE | FILE]")
@option("--new", "difficulty", type=click.Choice(DIFFICULTY_NAMES, case_sensitive=False))
@option("--choose", is_flag=True)
@click.pass_context
def command(context: click.Context, puzzle: str | None, difficulty: str | None, choose: bool) -> None:
    """Play in the terminal."""
    if puzzle is not None:
        refuse(context, ["difficulty", "choose"], "errors.not-with", other="PUZZLE")
    try:
        from shudu.cli.terminal.game import TerminalGame
    except ModuleNotFoundError as error:
        raise MissingExtra("cli.no-tui", package=(error.name or "").partition(".")[0]) from error
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise usage_error("play.no-terminal")
    TerminalGame(None if choose else _open_session(puzzle, difficulty)).run()


def _open_session(puzzle: str | None, difficulty: str | None) -> GameSession | None:
    """Return the game to play: the one asked for, or the last unfinished one, or None to ask."""
    from shudu.cli.terminal.game import read_puzzle
    from shudu.cli.terminal.game_session import GameSession, unfinished_games
    from shudu.puzzles.api import generate

    if puzzle is not None:
        return GameSession.start(read_puzzle(puzzle))
    if difficulty is not None:
        return GameSession.start(generate(difficulty=difficulty, method="graded"))
    return next((GameSession(game, file) for file, game in unfinished_games()), None)
