"""The digits a player wrote, each with what was there to be seen when it was written."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.game.board import Board
from shudu.game.eye import Place
from shudu.game.game import Game
from shudu.game.singles import alone


class Entry(NamedTuple):
    """A digit written: when (pauses taken out), where, which; whether it stood in the end, had a reason, and followed a hint.

    `before` are the digits it found, `shown` the places that notes showed as the last of their cells.
    """

    time: int
    cell: int
    digit: int
    right: bool
    reason: bool
    hinted: bool
    before: bytes
    shown: frozenset[Place]

    @property
    def place(self) -> Place:
        """Where and which."""
        return self.cell, self.digit


def entries_of(game: Game) -> list[Entry]:
    """The entries of a finished game, in the order they were written."""
    final = game.board.digits
    entries: list[Entry] = []
    replay = Game(game.puzzle)
    for at, move in game.moves:
        before, replay = replay, replay.play(move, at)
        if move.action == "place":
            cell, digit = move.cells[0], move.digit
            entries.append(
                Entry(
                    time=at - before.paused_for,
                    cell=cell,
                    digit=digit,
                    right=final[cell] == digit,
                    reason=_has_reason(before.board, cell, digit),
                    hinted=before.hints.open > 0,
                    before=before.board.digits,
                    shown=_shown_by_notes(before.board),
                )
            )
    return entries


def _has_reason(board: Board, cell: int, digit: int) -> bool:
    """Whether a single forced the digit, or the player had taken notes in the cell: the game's own notes prepare nothing."""
    by_hand = (board.corner, board.crossed) if board.noted else (board.centre, board.corner, board.crossed)
    return any(marks[d] >> cell & 1 for marks in by_hand for d in range(9)) or _is_forced(board, cell, digit)


def _is_forced(board: Board, cell: int, digit: int) -> bool:
    """Whether the digit is the last for the cell, or the cell the last for the digit in a house, of what is not crossed out."""
    bare = replace(board, digits=board.digits[:cell] + b"\0" + board.digits[cell + 1 :])
    boards = bare.candidates()
    naked = all(not open_ >> cell & 1 for d, open_ in enumerate(boards, 1) if d != digit)
    return naked or any(boards[digit - 1] & HOUSE_MASKS[house] == 1 << cell for house in HOUSES_OF[cell])


def _shown_by_notes(board: Board) -> frozenset[Place]:
    """The places whose digit is the only centre mark of a bare cell."""
    last = alone(board.centre) & board.bare
    return frozenset((cell, digit) for digit, marks in enumerate(board.centre, 1) for cell in cells_of(marks & last))
