"""A game: a puzzle and timed moves. Everything else follows from them.

A game is immutable: each move gives a new one. Saving is writing the moves down, replaying and verifying is playing
them again, so they are the same code.

>>> game = Game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> game = game.play("r1c3=4").play("r1c4~2").undo()
>>> game.board.digits[2], game.board.marks("centre"), [str(move) for move in game.moves]
(4, {}, ['0 r1c3=4', '0 r1c4~2', '0 undo'])
>>> Game.parse(game.text) == game
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from shudu.core.errors import MalformedGrid, ShuduError, quote
from shudu.core.puzzle import Puzzle
from shudu.game.board import BOARD_ACTIONS, GameBoard
from shudu.game.move import BadMove, Move

CheckMode = Literal["end", "rules", "solution"]
Help = Literal["none", "candidates", "check", "step"]
HELPS: Final[tuple[Help, ...]] = ("none", "candidates", "check", "step")
_CHECKPOINTS: Final = 99
_LATEST: Final = 2**53 - 1  # milliseconds; the largest whole number that JavaScript holds exactly

_HELP_OF: Final[dict[str, Help]] = {
    "notes:fill": "candidates",
    "notes:auto": "candidates",
    "check:rules": "check",
    "check:solution": "check",
    "check:now": "check",
    "back": "check",
}


class TimedMove(NamedTuple):
    """A move and when it was made: milliseconds since the start, pauses included. Written `1520 r1c1=7`."""

    at: int
    move: Move

    def __str__(self) -> str:
        return f"{self.at} {self.move}"


@dataclass(frozen=True, slots=True)
class Hints:
    """What was asked: how often candidates of a cell, how often the next step, and which level of it is open now."""

    candidates: int = 0
    steps: int = 0
    open: int = 0


@dataclass(frozen=True, slots=True, init=False)
class Game:
    """A puzzle being played. `finished` is when the grid first obeyed the rules; it stays."""

    puzzle: Puzzle
    board: GameBoard
    moves: tuple[TimedMove, ...] = ()
    past: tuple[GameBoard, ...] = ()
    future: tuple[GameBoard, ...] = ()
    check: CheckMode = "end"
    hints: Hints = field(default_factory=Hints)
    help: Help = "none"
    checkpoints: tuple[tuple[str, GameBoard], ...] = ()
    paused_since: int | None = None
    paused_for: int = 0
    finished: int | None = None

    def __init__(self, puzzle: Puzzle | str) -> None:
        """A game at its start. Whether the puzzle has a solution is asked before, by `count`.

        Raises MalformedGrid, ConflictingGivens, or ShuduError if there is nothing to fill in.
        """
        self._set("puzzle", puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle))
        self._set("board", GameBoard.of(self.puzzle))
        for name, value in _START.items():
            self._set(name, value)
        if 0 not in self.board.digits:
            raise ShuduError(f"{self.puzzle.line} has no cell to fill in")

    @classmethod
    def parse(cls, text: str) -> Game:
        """Plays a game again from its text.

        Raises MalformedGrid or ConflictingGivens for the puzzle, BadMove for a move that cannot be played.
        """
        line, *moves = text.splitlines() or [""]
        if len(line) != 81:
            raise MalformedGrid(f"{quote(line)} is not a puzzle; the first line of a game is one of 81 characters")
        game = cls(line)
        for written in moves:
            at, _, move = written.partition(" ")
            if not (at.isascii() and at.isdigit() and len(at) <= 16):
                raise BadMove("malformed", f"{quote(written)} is not a timed move; they look like 1520 r1c1=7")
            game = game.play(move, int(at))
        return game

    @property
    def text(self) -> str:
        """The game as text: the puzzle's line, then one timed move a line."""
        return "\n".join([self.puzzle.line, *map(str, self.moves)])

    @property
    def at(self) -> int:
        """When the last move was made."""
        return self.moves[-1].at if self.moves else 0

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return self.paused_since is not None

    @property
    def state(self) -> dict[str, Any]:
        """The game as plain data, without its moves: what the API sends and what both reducers are tested against."""
        return {
            "puzzle": self.puzzle.line,
            "board": self.board.state,
            "length": len(self.moves),
            "at": self.at,
            "time": self.time(),
            "paused": self.paused,
            "check": self.check,
            "hints": {"candidates": self.hints.candidates, "steps": self.hints.steps, "open": self.hints.open},
            "help": self.help,
            "checkpoints": [name for name, _ in self.checkpoints],
            "undo": len(self.past),
            "redo": len(self.future),
            "finished": self.finished,
        }

    def time(self, now: int | None = None) -> int:
        """Milliseconds played until `now` (until the last move), without pauses; it ends with the finish.

        >>> game = Game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> game.play("r1c3=4", 5000).play("pause", 6000).play("resume", 9000).time(10_000)
        7000
        """
        if self.finished is not None:
            return self.finished - self.paused_for
        until = self.paused_since if self.paused_since is not None else self.at if now is None else now
        return until - self.paused_for

    def play(self, move: Move | str, at: int | None = None) -> Game:
        """The game after one more move. Raises BadMove, and then nothing has changed."""
        move = Move.parse(move) if isinstance(move, str) else move
        if not isinstance(move, Move):
            raise TypeError(f"a move is text like r1c1=7, or a Move, not {type(move).__name__}")
        at = self.at if at is None else at
        if not self.at <= at <= _LATEST:
            raise BadMove("time", f"{move} at {at}: the last move was at {self.at}, and time does not run back")
        if self.paused and move.action != "resume":
            raise BadMove("paused", f"{move} is not possible while the game is paused; resume first")
        return self._after(move, at)._noted(move, at, self)

    def undo(self) -> Game:
        """The game one step back."""
        return self.play("undo")

    def redo(self) -> Game:
        """The game one step forward again."""
        return self.play("redo")

    def _after(self, move: Move, at: int) -> Game:
        if move.action in BOARD_ACTIONS:
            return self._changed(self.board.apply(move))
        return _WORDS[move.action](self, move, at)

    def _noted(self, move: Move, at: int, before: Game) -> Game:
        """What every move leaves behind: its line in the log, help used, closed hints, the finish."""
        hints = self.hints
        if (self.board.digits, self.board.crossed) != (before.board.digits, before.board.crossed):
            hints = replace(hints, open=0)
        finished = at if before.finished is None and self.board.is_solved() else before.finished
        most = max(before.help, _help(move), key=HELPS.index) if before.finished is None else before.help
        return self._with(moves=(*before.moves, TimedMove(at, move)), hints=hints, finished=finished, help=most)

    def _changed(self, board: GameBoard) -> Game:
        return self._with(board=board, past=(*self.past, self.board), future=())

    def _with(self, **changes: object) -> Game:
        new = object.__new__(Game)
        for name in _FIELDS:
            new._set(name, changes[name] if name in changes else getattr(self, name))
        return new

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


_FIELDS: Final = tuple(Game.__dataclass_fields__)
_START: Final = {
    "moves": (),
    "past": (),
    "future": (),
    "check": "end",
    "hints": Hints(),
    "help": "none",
    "checkpoints": (),
    "paused_since": None,
    "paused_for": 0,
    "finished": None,
}


def _help(move: Move) -> Help:
    if move.action == "hint":
        return "step" if move.argument else "candidates"
    return _HELP_OF.get(move.action, "none")


def _undo(game: Game, move: Move, at: int) -> Game:
    if not game.past:
        raise BadMove("nothing", "there is nothing to undo")
    return game._with(board=game.past[-1], past=game.past[:-1], future=(*game.future, game.board))


def _redo(game: Game, move: Move, at: int) -> Game:
    if not game.future:
        raise BadMove("nothing", "there is nothing to redo")
    return game._with(board=game.future[-1], past=(*game.past, game.board), future=game.future[:-1])


def _back(game: Game, move: Move, at: int) -> Game:
    steps = int(move.argument)
    if len(game.past) < steps:
        raise BadMove("nothing", f"{move} is not possible: there are {len(game.past)} steps to undo")
    *undone, board = (*reversed(game.past[-steps:]),)
    return game._with(board=board, past=game.past[:-steps], future=(*game.future, game.board, *undone))


def _pause(game: Game, move: Move, at: int) -> Game:
    if game.finished is not None:
        raise BadMove("finished", "the game is finished; its clock stands already")
    return game._with(paused_since=at)


def _resume(game: Game, move: Move, at: int) -> Game:
    if game.paused_since is None:
        raise BadMove("same", "the game is not paused")
    return game._with(paused_since=None, paused_for=game.paused_for + at - game.paused_since)


def _mode(game: Game, move: Move, at: int) -> Game:
    mode = move.action.removeprefix("check:")
    if mode == game.check:
        raise BadMove("same", f"{move} changes nothing")
    return game._with(check=mode)


def _check_now(game: Game, move: Move, at: int) -> Game:
    return game


def _hint(game: Game, move: Move, at: int) -> Game:
    return _hint_step(game, int(move.argument)) if move.argument else _hint_candidates(game, move)


def _hint_step(game: Game, level: int) -> Game:
    if level != game.hints.open + 1:
        raise BadMove("level", f"hint:{level} is not possible: level {game.hints.open} is open, levels open one by one")
    return game._with(hints=replace(game.hints, open=level, steps=game.hints.steps + (level == 1)))


def _hint_candidates(game: Game, move: Move) -> Game:
    if game.board.digits[move.cells[0]]:
        raise BadMove("filled", f"{move} is not possible: the cell holds a digit")
    return game._with(hints=replace(game.hints, candidates=game.hints.candidates + 1))


def _checkpoint(game: Game, move: Move, at: int) -> Game:
    kept = dict(game.checkpoints) | {move.argument: game.board}
    if len(kept) > _CHECKPOINTS:
        raise BadMove("many", f"{move} is not possible: there are {_CHECKPOINTS} checkpoints already")
    return game._with(checkpoints=tuple(kept.items()))


def _return(game: Game, move: Move, at: int) -> Game:
    kept = dict(game.checkpoints)
    if move.argument not in kept:
        raise BadMove("unknown", f"{move} is not possible: there is no checkpoint of that name")
    if kept[move.argument] == game.board:
        raise BadMove("same", f"{move} changes nothing")
    return game._changed(kept[move.argument])


_WORDS: Final[dict[str, Callable[[Game, Move, int], Game]]] = {
    "undo": _undo,
    "redo": _redo,
    "back": _back,
    "pause": _pause,
    "resume": _resume,
    "check:end": _mode,
    "check:rules": _mode,
    "check:solution": _mode,
    "check:now": _check_now,
    "hint": _hint,
    "checkpoint": _checkpoint,
    "return": _return,
}
