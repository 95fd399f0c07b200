"""The digits a player wrote, each with what was there to be seen when it was written."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from shudu.core.candidate import Candidate
from shudu.core.errors import ConflictingGivens
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.game.board import GameBoard
from shudu.game.eye import Place
from shudu.game.game import Game
from shudu.game.singles import alone
from shudu.logic.hint import hint
from shudu.logic.technique import registered


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
    taken = Notes()
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
                    reason=taken.marked >> cell & 1 == 1 or _is_forced(before.board, cell, digit),
                    hinted=before.hints.open > 0 and _is_hinted(before.board, cell, digit),
                    before=before.board.digits,
                    shown=taken.shown(before.board),
                )
            )
            taken = taken.after(before.board)
    return entries


class Notes(NamedTuple):
    """What notes a player had taken by the entry before: a note that comes just before its entry is the entry itself.

    `marked` are cells with marks or crossings-out by hand, `several` those that had more than one centre mark. The game's own
    notes prepare nothing, but they show.
    """

    marked: int = 0
    several: int = 0

    def shown(self, board: GameBoard) -> frozenset[Place]:
        """The places whose digit is the only centre mark of a bare cell, and was not noted as such."""
        last = alone(board.centre) & board.bare & (-1 if board.noted else self.several)
        return frozenset(
            (cell, digit) for digit, marks in enumerate(board.centre, 1) for cell in cells_of(marks & last)
        )

    def after(self, board: GameBoard) -> Notes:
        """With those of a board."""
        by_hand = (*board.corner, *board.crossed, *(() if board.noted else board.centre))
        any_marks = reduce(or_, board.centre)
        return Notes(self.marked | reduce(or_, by_hand), self.several | any_marks & ~alone(board.centre))


def _is_hinted(board: GameBoard, cell: int, digit: int) -> bool:
    """Whether the next step that the game told was this entry; what takes long to find is not looked for."""
    quick = [known for known in registered() if known.on and known.level in ("easy", "medium", "hard")]
    try:
        step = hint(board.grid, quick).step
    except ConflictingGivens:
        return False
    return step is not None and Candidate(digit, cell) in step.places


def _is_forced(board: GameBoard, cell: int, digit: int) -> bool:
    """Whether the digit is the last for the cell, or the cell the last for the digit in a house, of what is not crossed out."""
    bare = replace(board, digits=board.digits[:cell] + b"\0" + board.digits[cell + 1 :])
    digit_masks = bare.candidates()
    naked = all(not open_ >> cell & 1 for d, open_ in enumerate(digit_masks, 1) if d != digit)
    return naked or any(digit_masks[digit - 1] & HOUSE_MASKS[house] == 1 << cell for house in HOUSES_OF[cell])
