"""Draws the board of a terminal game, large with notes inside the cells or small, and finds the cell under the mouse.

Colour never stands alone: givens are bold, wrong entries underlined, eliminated candidates struck out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from shudu.cli.terminal.game_session import GameSession
from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, cell_name, house_name
from shudu.core.sets import CellSet


class Layout(NamedTuple):
    """The size of a cell in characters, how many notes stand in a line of it, and what separates them."""

    width: int
    height: int
    notes: int = 0
    gap: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole board, with lines around the boxes."""
        return 9 * self.width + 4, 9 * self.height + 4


LARGE: Final = Layout(7, 3, 3, " ")
MEDIUM: Final = Layout(6, 2, 5)  # fits a terminal of 80 columns and 24 lines
SMALL: Final = Layout(3, 1)  # a dot stands for notes


class Palette(NamedTuple):
    """The colours of the board."""

    line: str
    given: str
    entry: str
    note: str
    error: str
    selected: str
    peer: str
    same: str
    cause: str
    removed: str
    plain: str


LIGHT: Final = Palette(
    line="#16181d",
    given="#16181d",
    entry="#1a55ad",
    note="#4e5663",
    error="#b3261e",
    selected="#ffe08a",
    peer="#eef2f8",
    same="#cfe0fa",
    cause="#bfe3d6",
    removed="#f9d2b8",
    plain="#ffffff",
)
DARK: Final = Palette(
    line="#8b94a3",
    given="#f2f4f8",
    entry="#9cc4ff",
    note="#b8c0cc",
    error="#ff9a90",
    selected="#2f5c9e",
    peer="#1f2530",
    same="#22395e",
    cause="#134536",
    removed="#57300f",
    plain="#171b21",
)


def draw_board(session: GameSession, layout: Layout, palette: Palette) -> Text:
    """Draw the board; while the game is paused, its digits are hidden."""
    painter = _Painter(session, layout, palette)
    frame = Style(color=palette.line, bgcolor=palette.plain)
    text = Text(no_wrap=True)
    for row in range(9):
        if row % 3 == 0:
            text.append(_rule(layout, "┏┳┓" if row == 0 else "┣╋┫"), frame)
        for line in range(layout.height):
            for column in range(9):
                if column % 3 == 0:
                    text.append("┃", frame)
                painter.draw_line(text, 9 * row + column, line)
            text.append("┃\n", frame)
    text.append(_rule(layout, "┗┻┛").rstrip("\n"), frame)
    return text


def find_cell(x: int, y: int, layout: Layout) -> int | None:
    """Return the cell at a character of the board, or None on a line or outside.

    >>> find_cell(1, 1, SMALL), find_cell(0, 0, SMALL), find_cell(11, 1, SMALL), find_cell(99, 1, SMALL)
    (0, None, 3, None)
    """
    column, row = _index(x, layout.width), _index(y, layout.height)
    return None if column is None or row is None else 9 * row + column


def _index(position: int, size: int) -> int | None:
    """Return the row or column at a position, or None on a line or outside."""
    box, inside = divmod(position, 3 * size + 1)
    return 3 * box + (inside - 1) // size if 0 <= box < 3 and inside else None


def _rule(layout: Layout, corners: str) -> str:
    return corners[0] + corners[1].join(["━" * 3 * layout.width] * 3) + corners[2] + "\n"


class _Painter:
    """Draws cells with what is the same for all of them at hand."""

    def __init__(self, session: GameSession, layout: Layout, palette: Palette) -> None:
        self.board = session.game.board
        self.layout = layout
        self.palette = palette
        self.hidden = session.game.paused
        self.selected = session.cell
        self.wrong = session.wrong
        self.notes = {kind: self.board.marks(kind) for kind in ("centre", "corner")}
        revealed = session.disclosure
        self.region = CellSet() if revealed is None else _region(revealed.region)
        self.pattern = CellSet() if revealed is None else CellSet(revealed.cells)
        self.removed = set() if revealed is None else {(cell, digit) for digit, cell in revealed.removes}
        self.placed = {} if revealed is None else {cell: digit for digit, cell in revealed.places}

    def draw_line(self, text: Text, cell: int, line: int) -> None:
        """Draw one line of a cell."""
        digit = self.board.digits[cell]
        ground = Style(bgcolor=self._ground(cell))
        middle = (self.layout.height - 1) // 2
        if self.hidden:
            text.append(" " * self.layout.width, ground)
        elif digit:
            shown = str(digit) if line == middle else ""
            text.append(shown.center(self.layout.width), ground + self._ink(cell))
        elif cell in self.placed and line == middle:
            text.append(
                str(self.placed[cell]).center(self.layout.width), ground + Style(color=self.palette.entry, bold=True)
            )
        elif self.layout.notes:
            self._draw_notes(text, cell, line, ground)
        else:
            text.append(("·" if self._digits(cell) else " ").center(self.layout.width), ground + Style(dim=True))

    def _draw_notes(self, text: Text, cell: int, line: int, ground: Style) -> None:
        """Draw one line of candidates in their fixed places; corner notes without a centre note are dim."""
        centre, noted, layout = self.notes["centre"].get(cell_name(cell), ""), self._digits(cell), self.layout
        start = len(text)
        text.append(" ", ground)
        for digit in range(line * layout.notes + 1, min((line + 1) * layout.notes, 9) + 1):
            struck = (cell, digit) in self.removed
            style = Style(color=self.palette.error if struck else self.palette.note, strike=struck)
            shown = str(digit) if struck or str(digit) in noted else " "
            text.append(shown, ground + style + Style(dim=not struck and str(digit) not in centre))
            text.append(layout.gap, ground)
        text.append(" " * (layout.width - (len(text) - start)), ground)

    def _digits(self, cell: int) -> str:
        name = cell_name(cell)
        return self.notes["centre"].get(name, "") + self.notes["corner"].get(name, "")

    def _ink(self, cell: int) -> Style:
        if cell in self.wrong:
            return Style(color=self.palette.error, underline=True, bold=True)
        if self.board.givens >> cell & 1:
            return Style(color=self.palette.given, bold=True)
        return Style(color=self.palette.entry)

    def _ground(self, cell: int) -> str:
        palette, digit = self.palette, self.board.digits[self.selected]
        if cell == self.selected:
            return palette.selected
        if any(removed == cell for removed, _ in self.removed):
            return palette.removed
        if cell in self.pattern or (cell in self.region and not self.pattern):
            return palette.cause
        if digit and self.board.digits[cell] == digit and not self.hidden:
            return palette.same
        return palette.peer if PEER_MASKS[self.selected] >> cell & 1 else palette.plain


def _region(houses: tuple[str, ...]) -> CellSet:
    mask = 0
    for house, cells in enumerate(HOUSE_MASKS):
        if house_name(house) in houses:
            mask |= cells
    return CellSet.from_mask(mask)
