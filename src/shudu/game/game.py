"""A game: a puzzle and timed moves, from which everything else follows.

A game is immutable; each move returns a new one. Saving a game means writing its moves down; loading, replaying and verifying
it means playing them again, so all of these are the same code.

>>> game = Game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> game = game.play("r1c3=4").play("r1c4~2").undo()
>>> game.board.digits[2], game.board.marks("centre"), [str(move) for move in game.moves]
(4, {}, ['0 r1c3=4', '0 r1c4~2', '0 undo'])
>>> Game.from_text(game.text) == game
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, asdict, dataclass, fields, replace
from typing import Any, Final, Literal, NamedTuple

from shudu.core.arguments import check_int
from shudu.core.errors import MalformedGrid, ShuduError, quote
from shudu.core.puzzle import Puzzle
from shudu.core.sets import Candidate
from shudu.game.board import BOARD_ACTIONS, GameBoard
from shudu.game.move import BadMove, Move

CheckMode = Literal["end", "rules", "solution"]
Help = Literal["none", "candidates", "check", "step"]
HELPS: Final[tuple[Help, ...]] = ("none", "candidates", "check", "step")
_MOST_CHECKPOINTS: Final = 99
_LATEST: Final = 2**53 - 1  # milliseconds; the largest integer that JavaScript represents exactly

_HELP_OF: Final[dict[str, Help]] = {
    "notes:fill": "candidates",
    "notes:auto": "candidates",
    "check:rules": "check",
    "check:solution": "check",
    "check:now": "check",
    "back": "check",
}


class TimedMove(NamedTuple):
    """A move and its time. Written `1520 r1c1=7`.

    Attributes:
        at: Milliseconds since the start, pauses included.
        move: The move.
    """

    at: int
    move: Move

    def __str__(self) -> str:
        return f"{self.at} {self.move}"


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints a player took.

    Attributes:
        candidates: How often the candidates of a cell were shown.
        steps: How often a next-step hint was begun.
        open: The stage of the next-step hint that is open; 0 if none is.
    """

    candidates: int = 0
    steps: int = 0
    open: int = 0


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Game:
    """A puzzle being played.

    Attributes:
        puzzle: The puzzle.
        board: The board now.
        moves: All moves, also those undone.
        past: The boards that undo restores; the last one is restored first.
        future: The boards that redo restores, likewise.
        check: The check mode.
        hints: The hints taken.
        help: The most help used before the finish.
        checkpoints: The boards kept under a name, in the order they were first kept.
        paused_since: When the present pause began.
        paused_for: Milliseconds of all earlier pauses.
        finished: When the grid was first solved; later moves do not change it.
        finish_length: The number of moves at that time.
    """

    puzzle: Puzzle
    board: GameBoard
    moves: tuple[TimedMove, ...] = ()
    past: tuple[GameBoard, ...] = ()
    future: tuple[GameBoard, ...] = ()
    check: CheckMode = "end"
    hints: Hints = Hints()
    help: Help = "none"
    checkpoints: tuple[tuple[str, GameBoard], ...] = ()
    paused_since: int | None = None
    paused_for: int = 0
    finished: int | None = None
    finish_length: int | None = None

    def __init__(self, puzzle: Puzzle | str) -> None:
        """Start a game. Whether the puzzle has a solution is not checked.

        Args:
            puzzle: The puzzle, or its 81 characters.

        Raises:
            MalformedGrid: If the text is not a grid.
            ConflictingGivens: If givens conflict.
            ShuduError: If no cell is empty.
        """
        self._set("puzzle", puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle))
        self._set("board", GameBoard.start(self.puzzle))
        for name, value in _START.items():
            self._set(name, value)
        if 0 not in self.board.digits:
            raise ShuduError("game.no-empty-cell", puzzle=self.puzzle.line)

    @classmethod
    def from_text(cls, text: str) -> Game:
        """Replay a game from its text.

        Args:
            text: The puzzle's 81 characters on the first line, then one timed move per line: `1520 r1c1=7`.

        Raises:
            MalformedGrid: If the first line is not a puzzle.
            ConflictingGivens: If givens conflict.
            BadMove: If a move cannot be played.
        """
        line, *moves = text.splitlines() or [""]
        if len(line) != 81:
            raise MalformedGrid("game.first-line", text=quote(line))
        game = cls(line)
        for written in moves:
            at, _, move = written.partition(" ")
            if not (at.isascii() and at.isdigit() and len(at) <= 16):
                raise BadMove("game.malformed-time", text=quote(written))
            game = game.play(move, int(at))
        return game

    @property
    def text(self) -> str:
        """The game as text, see `from_text`."""
        return "\n".join([self.puzzle.line, *map(str, self.moves)])

    @property
    def at(self) -> int:
        """The time of the last move; 0 before the first."""
        return self.moves[-1].at if self.moves else 0

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped by a pause."""
        return self.paused_since is not None

    @property
    def last_entry(self) -> Candidate | None:
        """The digit written last that is still on the board; None if there is none."""
        for _, move in reversed(self.moves):
            if move.action == "place" and self.board.digits[move.cells[0]] == move.digit:
                return Candidate(move.digit, move.cells[0])
        return None

    @property
    def state(self) -> dict[str, Any]:
        """The game as plain data, without its moves. The game code in `web/` is tested against the same data."""
        return {
            "puzzle": self.puzzle.line,
            "board": self.board.state,
            "length": len(self.moves),
            "at": self.at,
            "time": self.time(),
            "paused": self.paused,
            "check": self.check,
            "hints": asdict(self.hints),
            "help": self.help,
            "checkpoints": [name for name, _ in self.checkpoints],
            "undo": len(self.past),
            "redo": len(self.future),
            "finished": self.finished,
        }

    def time(self, now: int | None = None) -> int:
        """Return the milliseconds played, pauses excluded, up to the finish.

        Args:
            now: Until when, in milliseconds since the start; by default until the last move.

        >>> game = Game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> game.play("r1c3=4", 5000).play("pause", 6000).play("resume", 9000).time(10_000)
        7000
        """
        if self.finished is not None:
            return self.finished - self.paused_for
        until = self.paused_since if self.paused_since is not None else self.at if now is None else now
        return until - self.paused_for

    def play(self, move: Move | str, at: int | None = None) -> Game:
        """Return the game after one more move.

        Args:
            move: A move, or its text; `shudu.game.move` defines the grammar.
            at: When it is played, in milliseconds since the start; by default when the last move was.

        Raises:
            BadMove: If the move cannot be played.
            TypeError: If the move or the time is of another type.
        """
        move = Move.from_text(move) if isinstance(move, str) else move
        if not isinstance(move, Move):
            raise TypeError(f"a move is text like r1c1=7, or a Move, not {type(move).__name__}")
        at = self.at if at is None else check_int(at, "at", none_means="last-move")
        if not self.at <= at <= _LATEST:
            raise BadMove("game.time", move=quote(str(move)), at=at, last=self.at)
        if self.paused and move.action != "resume":
            raise BadMove("game.paused", move=quote(str(move)))
        return self._apply(move, at)._record(move, at, self)

    def undo(self) -> Game:
        """Return the game after undoing the last change.

        Raises:
            BadMove: If there is nothing to undo.
        """
        return self.play("undo")

    def redo(self) -> Game:
        """Return the game after redoing the last change that was undone.

        Raises:
            BadMove: If there is nothing to redo.
        """
        return self.play("redo")

    def __repr__(self) -> str:
        return f"<Game {self.board.line}, {len(self.moves)} moves>"

    def _apply(self, move: Move, at: int) -> Game:
        if move.action in BOARD_ACTIONS:
            return self._change_board(self.board.apply(move))
        return _ACTIONS[move.action](self, move, at)

    def _record(self, move: Move, at: int, before: Game) -> Game:
        """Return the game with what every move leaves behind: the log, the help used, closed hints, the finish."""
        hints = self.hints
        if (self.board.digits, self.board.crossed) != (before.board.digits, before.board.crossed):
            hints = replace(hints, open=0)
        recorded = self._replace(moves=(*before.moves, TimedMove(at, move)), hints=hints)
        if before.finished is not None:
            return recorded
        most = max(before.help, _find_help(move), key=HELPS.index)
        if self.board.is_solved():
            return recorded._replace(help=most, finished=at, finish_length=len(recorded.moves))
        return recorded if most == before.help else recorded._replace(help=most)

    def _change_board(self, board: GameBoard) -> Game:
        return self._replace(board=board, past=(*self.past, self.board), future=())

    def _replace(self, **changes: object) -> Game:
        new = object.__new__(Game)
        for name in _FIELDS:
            new._set(name, changes[name] if name in changes else getattr(self, name))
        return new

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


_FIELDS: Final = tuple(each.name for each in fields(Game))
_START: Final = {each.name: each.default for each in fields(Game) if each.default is not MISSING}


def _find_help(move: Move) -> Help:
    if move.action == "hint":
        return "step" if move.argument else "candidates"
    return _HELP_OF.get(move.action, "none")


def _undo(game: Game, move: Move, at: int) -> Game:
    if not game.past:
        raise BadMove("game.nothing-undo")
    return game._replace(board=game.past[-1], past=game.past[:-1], future=(*game.future, game.board))


def _redo(game: Game, move: Move, at: int) -> Game:
    if not game.future:
        raise BadMove("game.nothing-redo")
    return game._replace(board=game.future[-1], past=(*game.past, game.board), future=game.future[:-1])


def _go_back(game: Game, move: Move, at: int) -> Game:
    steps = int(move.argument)
    if len(game.past) < steps:
        raise BadMove("game.nothing-back", move=quote(str(move)), n=len(game.past))
    *undone, board = (*reversed(game.past[-steps:]),)
    return game._replace(board=board, past=game.past[:-steps], future=(*game.future, game.board, *undone))


def _pause(game: Game, move: Move, at: int) -> Game:
    if game.finished is not None:
        raise BadMove("game.finished")
    return game._replace(paused_since=at)


def _resume(game: Game, move: Move, at: int) -> Game:
    if game.paused_since is None:
        raise BadMove("game.same-resume")
    return game._replace(paused_since=None, paused_for=game.paused_for + at - game.paused_since)


def _set_check_mode(game: Game, move: Move, at: int) -> Game:
    mode = move.action.removeprefix("check:")
    if mode == game.check:
        raise BadMove("game.same", move=quote(str(move)))
    return game._replace(check=mode)


def _check_now(game: Game, move: Move, at: int) -> Game:
    return game


def _take_hint(game: Game, move: Move, at: int) -> Game:
    return _open_stage(game, move) if move.argument else _show_candidates(game, move)


def _open_stage(game: Game, move: Move) -> Game:
    stage = int(move.argument)
    if stage != game.hints.open + 1:
        raise BadMove("game.level", move=quote(str(move)), open=game.hints.open)
    return game._replace(hints=replace(game.hints, open=stage, steps=game.hints.steps + (stage == 1)))


def _show_candidates(game: Game, move: Move) -> Game:
    if game.board.digits[move.cells[0]]:
        raise BadMove("game.filled", move=quote(str(move)))
    return game._replace(hints=replace(game.hints, candidates=game.hints.candidates + 1))


def _set_checkpoint(game: Game, move: Move, at: int) -> Game:
    checkpoints = dict(game.checkpoints) | {move.argument: game.board}
    if len(checkpoints) > _MOST_CHECKPOINTS:
        raise BadMove("game.many", move=quote(str(move)), most=_MOST_CHECKPOINTS)
    return game._replace(checkpoints=tuple(checkpoints.items()))


def _return_to_checkpoint(game: Game, move: Move, at: int) -> Game:
    checkpoints = dict(game.checkpoints)
    if move.argument not in checkpoints:
        raise BadMove("game.unknown", move=quote(str(move)))
    if checkpoints[move.argument] == game.board:
        raise BadMove("game.same", move=quote(str(move)))
    return game._change_board(checkpoints[move.argument])


_ACTIONS: Final[dict[str, Callable[[Game, Move, int], Game]]] = {
    "undo": _undo,
    "redo": _redo,
    "back": _go_back,
    "pause": _pause,
    "resume": _resume,
    "check:end": _set_check_mode,
    "check:rules": _set_check_mode,
    "check:solution": _set_check_mode,
    "check:now": _check_now,
    "hint": _take_hint,
    "checkpoint": _set_checkpoint,
    "return": _return_to_checkpoint,
}
