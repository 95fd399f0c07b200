"""The board of a game: everything undo brings back, and the one function that applies a move to it.

Marks and crossed-out candidates are kept like a grid's candidates: one 81-bit set of cells per digit. Colours are one
set per colour: of cells, and of candidates (bit 81 · (digit − 1) + cell).

>>> board = GameBoard.of(Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
>>> board.apply(Move.parse("r1c3,r1c4~4")).marks("centre")
{'r1c3': '4', 'r1c4': '4'}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import ALL_CELLS, DIGITS, PEER_MASKS, cell_name, cells_of
from shudu.core.grid import DigitMasks, Grid, masks_by_rules
from shudu.core.puzzle import Puzzle
from shudu.core.text import write_line
from shudu.game.move import BadMove, Move

COLOURS: Final = "ABCDEFGH"
_NONE: Final[DigitMasks] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
_PLAIN: Final = (0,) * len(COLOURS)


@dataclass(frozen=True, slots=True)
class GameBoard:
    """Digits, marks, crossings-out and colours. Immutable."""

    digits: bytes
    givens: int
    centre: DigitMasks = _NONE
    corner: DigitMasks = _NONE
    crossed: DigitMasks = _NONE
    cell_colours: tuple[int, ...] = _PLAIN
    candidate_colours: tuple[int, ...] = _PLAIN
    auto: bool = False
    noted: bool = False

    @classmethod
    def of(cls, puzzle: Puzzle) -> GameBoard:
        """The board at the start."""
        return cls(puzzle.digits, puzzle.givens.mask)

    @property
    def line(self) -> str:
        """The digits as a line, `.` for none."""
        return write_line(self.digits)

    @property
    def start(self) -> bytes:
        """The givens alone."""
        return bytes(digit if self.givens >> cell & 1 else 0 for cell, digit in enumerate(self.digits))

    @property
    def bare(self) -> int:
        """The set of cells without a digit."""
        return sum(1 << cell for cell in range(81) if not self.digits[cell])

    @property
    def grid(self) -> Grid:
        """The position for solvers and hints: candidates by the rules, less those crossed out."""
        return Grid.from_masks(self.digits, self.givens, self.candidates())

    @property
    def state(self) -> dict[str, Any]:
        """The board as plain data; cells and candidates by name, digits of a cell ascending."""
        return {
            "digits": self.line,
            "centre": self.marks("centre"),
            "corner": self.marks("corner"),
            "crossed": self.marks("crossed"),
            "colours": self.colours(),
            "auto": self.auto,
            "noted": self.noted,
        }

    def candidates(self) -> DigitMasks:
        """What no peer holds and the player did not cross out, in bare cells."""
        return _each(masks_by_rules(self.digits), self.crossed, lambda open_, crossed: open_ & ~crossed)

    def filled(self) -> GameBoard:
        """The board with the candidates as centre marks in every bare cell."""
        bare = self.bare
        return replace(self, centre=_each(self.centre, self.candidates(), lambda old, new: old & ~bare | new))

    def is_solved(self) -> bool:
        """Whether every cell is filled and no digit stands twice in a house: by the rules alone."""
        return 0 not in self.digits and Grid(self.digits).is_solved()

    def marks(self, kind: str) -> dict[str, str]:
        """The digits marked in each cell: `kind` is centre, corner or crossed."""
        found: dict[int, str] = {}
        for digit, cells in zip(DIGITS, getattr(self, kind), strict=True):
            for cell in cells_of(cells):
                found[cell] = found.get(cell, "") + str(digit)
        return {cell_name(cell): digits for cell, digits in sorted(found.items())}

    def colours(self) -> dict[str, str]:
        """The colours of cells and candidates, by name: `{"r1c1": "A", "7r3c5": "B"}`."""
        named = {
            cell_name(cell): c for c, cells in zip(COLOURS, self.cell_colours, strict=True) for cell in cells_of(cells)
        }
        for colour, bits in zip(COLOURS, self.candidate_colours, strict=True):
            named |= {str(Candidate(bit // 81 + 1, bit % 81)): colour for bit in cells_of(bits)}
        return named

    def apply(self, move: Move) -> GameBoard:
        """The board after a move that changes the board. Raises BadMove if it cannot be played or changes nothing."""
        changed = _DEEDS[move.action](self, move)
        if changed.auto:
            changed = changed.filled()
        if changed == self:
            raise BadMove("same", f"{move} changes nothing")
        return changed


def _place(board: GameBoard, move: Move) -> GameBoard:
    (cell,) = move.cells
    if board.givens >> cell & 1:
        raise BadMove("given", f"{move} is not possible: {cell_name(cell)} is given")
    digits = board.digits[:cell] + bytes((move.digit,)) + board.digits[cell + 1 :]
    return replace(
        board,
        digits=digits,
        centre=_with(board.centre, move.digit, lambda cells: cells & ~PEER_MASKS[cell]),
        corner=_with(board.corner, move.digit, lambda cells: cells & ~PEER_MASKS[cell]),
    )


def _centre(board: GameBoard, move: Move) -> GameBoard:
    cells = _bare_cells(board, move)
    if board.auto:
        cells &= masks_by_rules(board.digits)[move.digit - 1]
        if not cells:
            raise BadMove("seen", f"{move} is not possible: auto-notes leave out digits the cells see")
    if cells & ~board.centre[move.digit - 1]:
        return replace(
            board,
            centre=_with(board.centre, move.digit, lambda marked: marked | cells),
            crossed=_with(board.crossed, move.digit, lambda crossed: crossed & ~cells),
        )
    crossed = _with(board.crossed, move.digit, lambda crossed: crossed | cells) if board.noted else board.crossed
    return replace(board, centre=_with(board.centre, move.digit, lambda marked: marked & ~cells), crossed=crossed)


def _corner(board: GameBoard, move: Move) -> GameBoard:
    cells = _bare_cells(board, move)
    missing = cells & ~board.corner[move.digit - 1]
    return replace(
        board, corner=_with(board.corner, move.digit, lambda marked: marked | cells if missing else marked & ~cells)
    )


def _clear(board: GameBoard, move: Move) -> GameBoard:
    cells = move.mask
    entries = cells & ~board.givens & ~board.bare
    if entries:
        digits = bytes(0 if entries >> cell & 1 else digit for cell, digit in enumerate(board.digits))
        return replace(board, digits=digits)
    marked = _clear_marks(board, cells & board.bare)
    return marked if marked != board else _clear_colours(board, cells)


def _clear_marks(board: GameBoard, cells: int) -> GameBoard:
    """Centre marks that auto-notes would write again at once are left alone."""
    return replace(
        board,
        centre=board.centre if board.auto else _without(board.centre, cells),
        corner=_without(board.corner, cells),
        crossed=_without(board.crossed, cells),
    )


def _clear_colours(board: GameBoard, cells: int) -> GameBoard:
    spread = sum(cells << 81 * i for i in range(9))
    return replace(
        board,
        cell_colours=tuple(coloured & ~cells for coloured in board.cell_colours),
        candidate_colours=tuple(coloured & ~spread for coloured in board.candidate_colours),
    )


def _colour(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, cell_colours=_recoloured(board.cell_colours, move.argument, move.mask))


def _paint(board: GameBoard, move: Move) -> GameBoard:
    bits = sum(1 << 81 * (digit - 1) + cell for digit, cell in _bare_candidates(board, move))
    return replace(board, candidate_colours=_recoloured(board.candidate_colours, move.argument, bits))


def _cross(board: GameBoard, move: Move) -> GameBoard:
    named = list(_NONE)
    for digit, cell in _bare_candidates(board, move):
        named[digit - 1] |= 1 << cell
    return replace(
        board,
        centre=_each(board.centre, named, lambda marked, out: marked & ~out),
        corner=_each(board.corner, named, lambda marked, out: marked & ~out),
        crossed=_each(board.crossed, named, lambda crossed, out: crossed | out),
    )


def _uncolour(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, cell_colours=_PLAIN, candidate_colours=_PLAIN)


def _fill(board: GameBoard, move: Move) -> GameBoard:
    return replace(board.filled(), noted=True)


def _auto(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, auto=True, noted=True)


def _hand(board: GameBoard, move: Move) -> GameBoard:
    return replace(board, auto=False)


def _restart(board: GameBoard, move: Move) -> GameBoard:
    return GameBoard(board.start, board.givens)


_DEEDS: Final[dict[str, Callable[[GameBoard, Move], GameBoard]]] = {
    "place": _place,
    "centre": _centre,
    "corner": _corner,
    "clear": _clear,
    "colour": _colour,
    "paint": _paint,
    "cross": _cross,
    "uncolour": _uncolour,
    "notes:fill": _fill,
    "notes:auto": _auto,
    "notes:hand": _hand,
    "restart": _restart,
}
BOARD_ACTIONS: Final = frozenset(_DEEDS)


def _bare_cells(board: GameBoard, move: Move) -> int:
    cells = move.mask & board.bare
    if not cells:
        raise BadMove("filled", f"{move} is not possible: every cell named holds a digit")
    return cells


def _bare_candidates(board: GameBoard, move: Move) -> list[Candidate]:
    found = [candidate for candidate in move.candidates if not board.digits[candidate.cell]]
    if not found:
        raise BadMove("filled", f"{move} is not possible: every cell named holds a digit")
    return found


def _recoloured(colours: tuple[int, ...], name: str, bits: int) -> tuple[int, ...]:
    """All bits get the colour in place of any other; if all have it already, all lose it."""
    wanted = COLOURS.index(name)
    missing = bits & ~colours[wanted]
    return tuple(had & ~bits | (bits if missing and i == wanted else 0) for i, had in enumerate(colours))


def _with(digit_masks: DigitMasks, digit: int, change: Callable[[int], int]) -> DigitMasks:
    return _nine(change(cells) if d == digit else cells for d, cells in zip(DIGITS, digit_masks, strict=True))


def _without(digit_masks: DigitMasks, cells: int) -> DigitMasks:
    return _nine(marked & ~cells & ALL_CELLS for marked in digit_masks)


def _each(digit_masks: DigitMasks, others: Iterable[int], change: Callable[[int, int], int]) -> DigitMasks:
    return _nine(change(cells, other) for cells, other in zip(digit_masks, others, strict=True))


def _nine(digit_masks: Iterable[int]) -> DigitMasks:
    a, b, c, d, e, f, g, h, i = digit_masks
    return (a, b, c, d, e, f, g, h, i)
