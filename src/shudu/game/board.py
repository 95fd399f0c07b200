"""The board of a game: everything undo restores, and the pure function that applies a move to it.

Marks and crossed-out candidates have the form of a grid's candidates: one 81-bit set of cells per digit. Colours are one bit
set per colour: of cells, and of candidates (bit 81 · (digit − 1) + cell).

>>> board = GameBoard.start(Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
>>> board.apply(Move.from_text("r1c3,r1c4~4")).marks("centre")
{'r1c3': '4', 'r1c4': '4'}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from shudu.core.errors import quote
from shudu.core.geometry import ALL_CELLS, DIGITS, PEER_MASKS, cell_name, cells_of, nine
from shudu.core.grid import DigitMasks, Grid, filled_mask, masks_by_rules
from shudu.core.puzzle import Puzzle
from shudu.core.sets import Candidate
from shudu.core.text import write_line
from shudu.formats.io.marks import COLOURS, NO_MARKS, marks_by_name
from shudu.game.move import BadMove, Move

MarkKind = Literal["centre", "corner", "crossed"]
_NO_COLOURS: Final = (0,) * len(COLOURS)


@dataclass(frozen=True, slots=True)
class GameBoard:
    """The board of a game.

    Attributes:
        digits: The 81 digits, 0 for empty cells.
        givens: The bit set of the given cells.
        centre: The centre marks.
        corner: The corner marks.
        crossed: The crossed-out candidates.
        cell_colours: The coloured cells, per colour.
        candidate_colours: The coloured candidates, per colour.
        auto: Whether the centre marks follow the digits.
        noted: Whether notes were filled in at least once.
    """

    digits: bytes
    givens: int
    centre: DigitMasks = NO_MARKS
    corner: DigitMasks = NO_MARKS
    crossed: DigitMasks = NO_MARKS
    cell_colours: tuple[int, ...] = _NO_COLOURS
    candidate_colours: tuple[int, ...] = _NO_COLOURS
    auto: bool = False
    noted: bool = False

    @classmethod
    def start(cls, puzzle: Puzzle) -> GameBoard:
        """Return the board at the start of a game."""
        return cls(puzzle.digits, puzzle.givens.mask)

    @property
    def line(self) -> str:
        """The digits as 81 characters, `.` for empty cells."""
        return write_line(self.digits)

    @property
    def given_digits(self) -> bytes:
        """The 81 digits of the puzzle."""
        return bytes(digit if self.givens >> cell & 1 else 0 for cell, digit in enumerate(self.digits))

    @property
    def empty(self) -> int:
        """The bit set of the empty cells."""
        return ALL_CELLS & ~filled_mask(self.digits)

    @property
    def candidates(self) -> DigitMasks:
        """The digits of the empty cells that no peer holds and the player has not crossed out."""
        return _combine(masks_by_rules(self.digits), self.crossed, lambda possible, crossed: possible & ~crossed)

    @property
    def grid(self) -> Grid:
        """The position for solvers and hints."""
        return Grid.from_masks(self.digits, self.givens, self.candidates)

    @property
    def state(self) -> dict[str, Any]:
        """The board as plain data: cells and candidates by name, digits of a cell ascending."""
        return {
            "digits": self.line,
            "centre": self.marks("centre"),
            "corner": self.marks("corner"),
            "crossed": self.marks("crossed"),
            "colours": self.colours(),
            "auto": self.auto,
            "noted": self.noted,
        }

    def is_solved(self) -> bool:
        """Return whether every cell is filled and no house has a digit twice."""
        return 0 not in self.digits and Grid(self.digits).is_solved()

    def marks(self, kind: MarkKind) -> dict[str, str]:
        """Return the marks of one kind, or the crossed-out digits, by cell: `{"r1c3": "124"}`."""
        return marks_by_name(getattr(self, kind))

    def colours(self) -> dict[str, str]:
        """Return the colours of cells and candidates: `{"r1c1": "A", "7r3c5": "B"}`."""
        colour_of = {
            cell_name(cell): c for c, cells in zip(COLOURS, self.cell_colours, strict=True) for cell in cells_of(cells)
        }
        for colour, bits in zip(COLOURS, self.candidate_colours, strict=True):
            colour_of |= {str(Candidate(bit // 81 + 1, bit % 81)): colour for bit in cells_of(bits)}
        return colour_of

    def apply(self, move: Move) -> GameBoard:
        """Return the board after a move.

        Args:
            move: A move whose action is in `BOARD_ACTIONS`.

        Raises:
            BadMove: If the move cannot be played or would change nothing.
        """
        board = _ACTIONS[move.action](self, move)
        if board.auto:
            board = _fill_notes(board)
        if board == self:
            raise BadMove("game.same", move=quote(str(move)))
        return board


def _place(board: GameBoard, move: Move) -> GameBoard:
    (cell,) = move.cells
    if board.givens >> cell & 1:
        raise BadMove("game.given", move=quote(str(move)), cell=cell_name(cell))
    return replace(
        board,
        digits=board.digits[:cell] + bytes((move.digit,)) + board.digits[cell + 1 :],
        centre=_update(board.centre, move.digit, lambda cells: cells & ~PEER_MASKS[cell]),
        corner=_update(board.corner, move.digit, lambda cells: cells & ~PEER_MASKS[cell]),
    )


def _mark_centre(board: GameBoard, move: Move) -> GameBoard:
    cells = _empty_cells(board, move)
    if board.auto:
        cells &= masks_by_rules(board.digits)[move.digit - 1]
        if not cells:
            raise BadMove("game.seen", move=quote(str(move)))
    if cells & ~board.centre[move.digit - 1]:
        return replace(
            board,
            centre=_update(board.centre, move.digit, lambda marked: marked | cells),
            crossed=_update(board.crossed, move.digit, lambda crossed: crossed & ~cells),
        )
    crossed = _update(board.crossed, move.digit, lambda crossed: crossed | cells) if board.noted else board.crossed
    return replace(board, centre=_update(board.centre, move.digit, lambda marked: marked & ~cells), crossed=crossed)


def _mark_corner(board: GameBoard, move: Move) -> GameBoard:
    cells = _empty_cells(board, move)
    missing = cells & ~board.corner[move.digit - 1]
    return replace(
        board, corner=_update(board.corner, move.digit, lambda marked: marked | cells if missing else marked & ~cells)
    )


def _clear(board: GameBoard, move: Move) -> GameBoard:
    cells = move.mask
    entries = cells & ~board.givens & ~board.empty
    if entries:
        digits = bytes(0 if entries >> cell & 1 else digit for cell, digit in enumerate(board.digits))
        return replace(board, digits=digits)
    unmarked = _clear_marks(board, cells & board.empty)
    return unmarked if unmarked != board else _clear_colours(board, cells)


def _clear_marks(board: GameBoard, cells: int) -> GameBoard:
    """Clear the marks of cells, except centre marks that automatic notes would write again at once."""
    return replace(
        board,
        centre=board.centre if board.auto else _remove_cells(board.centre, cells),
        corner=_remove_cells(board.corner, cells),
        crossed=_remove_cells(board.crossed, cells),
    )


def _clear_colours(board: GameBoard, cells: int) -> GameBoard:
    their_candidates = sum(cells << 81 * i for i in range(9))
    return replace(
        board,
        cell_colours=tuple(coloured & ~cells for coloured in board.cell_colours),
        candidate_colours=tuple(coloured & ~their_candidates for coloured in board.candidate_colours),
    )


def _colour_cells(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, cell_colours=_toggle_colour(board.cell_colours, move.argument, move.mask))


def _colour_candidates(board: GameBoard, move: Move) -> GameBoard:
    bits = sum(1 << 81 * (digit - 1) + cell for digit, cell in _empty_candidates(board, move))
    return replace(board, candidate_colours=_toggle_colour(board.candidate_colours, move.argument, bits))


def _cross_out(board: GameBoard, move: Move) -> GameBoard:
    masks = list(NO_MARKS)
    for digit, cell in _empty_candidates(board, move):
        masks[digit - 1] |= 1 << cell
    return replace(
        board,
        centre=_combine(board.centre, masks, lambda marked, out: marked & ~out),
        corner=_combine(board.corner, masks, lambda marked, out: marked & ~out),
        crossed=_combine(board.crossed, masks, lambda crossed, out: crossed | out),
    )


def _remove_colours(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, cell_colours=_NO_COLOURS, candidate_colours=_NO_COLOURS)


def _fill_notes(board: GameBoard) -> GameBoard:
    empty = board.empty
    return replace(board, centre=_combine(board.centre, board.candidates, lambda old, new: old & ~empty | new))


def _fill_notes_once(board: GameBoard, move: Move) -> GameBoard:
    return replace(_fill_notes(board), noted=True)


def _start_auto_notes(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, auto=True, noted=True)


def _stop_auto_notes(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, auto=False)


def _restart(board: GameBoard, move: Move) -> GameBoard:
    return GameBoard(board.given_digits, board.givens)


_ACTIONS: Final[dict[str, Callable[[GameBoard, Move], GameBoard]]] = {
    "place": _place,
    "centre": _mark_centre,
    "corner": _mark_corner,
    "clear": _clear,
    "colour": _colour_cells,
    "paint": _colour_candidates,
    "cross": _cross_out,
    "uncolour": _remove_colours,
    "notes:fill": _fill_notes_once,
    "notes:auto": _start_auto_notes,
    "notes:hand": _stop_auto_notes,
    "restart": _restart,
}
BOARD_ACTIONS: Final = frozenset(_ACTIONS)


def _empty_cells(board: GameBoard, move: Move) -> int:
    cells = move.mask & board.empty
    if not cells:
        raise BadMove("game.filled", move=quote(str(move)))
    return cells


def _empty_candidates(board: GameBoard, move: Move) -> list[Candidate]:
    candidates = [candidate for candidate in move.candidates if not board.digits[candidate.cell]]
    if not candidates:
        raise BadMove("game.filled", move=quote(str(move)))
    return candidates


def _toggle_colour(colours: tuple[int, ...], name: str, bits: int) -> tuple[int, ...]:
    """Give all bits the colour, instead of their own; if all have it already, remove it."""
    index = COLOURS.index(name)
    missing = bits & ~colours[index]
    return tuple(before & ~bits | (bits if missing and i == index else 0) for i, before in enumerate(colours))


def _update(masks: DigitMasks, digit: int, change: Callable[[int], int]) -> DigitMasks:
    return nine(change(cells) if d == digit else cells for d, cells in zip(DIGITS, masks, strict=True))


def _remove_cells(masks: DigitMasks, cells: int) -> DigitMasks:
    return nine(marked & ~cells & ALL_CELLS for marked in masks)


def _combine(masks: DigitMasks, others: Iterable[int], change: Callable[[int, int], int]) -> DigitMasks:
    return nine(change(cells, other) for cells, other in zip(masks, others, strict=True))
