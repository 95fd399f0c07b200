"""A sheet: all that a file may say about one Sudoku. Every format reads into it and writes from it.

>>> sheet = Sheet.from_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> sheet.givens.bit_count(), sheet.facts
(30, ())
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.errors import ShuduError
from shudu.core.geometry import ALL_CELLS, DIGITS, cell_name, cells_of, parse_cell
from shudu.core.grid import DigitMasks, Grid, masks_by_rules
from shudu.core.text import read_grid

NONE: Final[DigitMasks] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
COLOURS: Final = "ABCDEFGH"
FACTS: Final = (
    "title", "author", "description", "comment", "date", "source", "level", "rating", "url", "solution"
)  # fmt: skip
_NOTHING: Final[frozenset[str]] = frozenset()
ALL_PARTS: Final = frozenset(
    ("entries", "candidates", "centre", "corner", "colours", "candidate-colours", "history", *FACTS)
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One Sudoku as a file tells it. Immutable.

    `digits` are the 81 digits (0: empty) and `entries` the cells whose digits the player wrote; the others are givens.
    `candidates` are those of the empty cells where they are not just what the rules leave (then None). `centre` and
    `corner` are marks in empty cells; like candidates, one set of cells a digit. `colours` are pairs of a cell (`r1c1`)
    or a candidate (`7r3c5`) and a letter A to H. `facts` are pairs of a name and a text. `history` is the moves of our
    own games, one a line. `dropped` names what the reader had to leave out, `line` is where the sheet began.
    """

    digits: bytes
    entries: int = 0
    candidates: DigitMasks | None = None
    centre: DigitMasks = NONE
    corner: DigitMasks = NONE
    colours: tuple[tuple[str, str], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    history: str = ""
    dropped: tuple[str, ...] = field(default=(), compare=False)
    line: int = field(default=1, compare=False)

    @classmethod
    def from_text(cls, line: str) -> Sheet:
        """The sheet of a line of 81, or of nine rows. Raises MalformedGrid."""
        return cls(read_grid(line))

    @classmethod
    def from_grid(cls, grid: Grid) -> Sheet:
        """The sheet of a position."""
        entries = filled(grid.digits) & ~grid.givens.mask
        return cls(grid.digits, entries, tidy_candidates(grid.digits, grid.digit_masks))

    @property
    def grid(self) -> Grid:
        """The position: digits, givens and candidates."""
        return Grid.from_masks(self.digits, self.givens, self.candidates)

    @property
    def givens(self) -> int:
        """The set of cells whose digits are given."""
        return filled(self.digits) & ~self.entries

    @property
    def puzzle(self) -> bytes:
        """The givens alone, as 81 digits."""
        if not self.entries:
            return self.digits
        return bytes(0 if self.entries >> cell & 1 else digit for cell, digit in enumerate(self.digits))

    @property
    def digit_masks(self) -> DigitMasks:
        """The candidates, by the rules if the sheet does not tell them."""
        return masks_by_rules(self.digits) if self.candidates is None else self.candidates

    def fact(self, name: str) -> str:
        """A fact by its name; empty if it is not told."""
        return dict(self.facts).get(name, "") if self.facts else ""

    def is_plain(self) -> bool:
        """Whether there is nothing but digits, all given."""
        return (
            not (self.entries or self.facts or self.colours or self.history or self.candidates)
            and self.centre == self.corner == NONE
        )

    def parts(self) -> frozenset[str]:
        """The names of what this sheet tells besides its digits: of those in ALL_PARTS the ones that are there."""
        if self.is_plain():
            return _NOTHING
        found = {name for name, _ in self.facts}
        found |= {"candidate-colours" if len(named) == 5 else "colours" for named, _ in self.colours}
        told = {"entries": self.entries, "candidates": self.candidates, "history": self.history}
        found |= {name for name, value in told.items() if value}
        found |= {name for name, digit_masks in (("centre", self.centre), ("corner", self.corner)) if any(digit_masks)}
        return frozenset(found)


def filled(digits: bytes) -> int:
    """The set of cells that hold a digit."""
    return sum(1 << cell for cell, digit in enumerate(digits) if digit)


def tidy_candidates(digits: bytes, digit_masks: Iterable[int]) -> DigitMasks | None:
    """Candidates of empty cells alone, and None if they are what the rules leave."""
    tidied = only_empty(digits, digit_masks)
    return None if tidied == masks_by_rules(digits) else tidied


def only_empty(digits: bytes, digit_masks: Iterable[int]) -> DigitMasks:
    """The part of digit_masks that lies in empty cells."""
    empty = ALL_CELLS & ~filled(digits)
    return nine(board & empty for board in digit_masks)


def nine(digit_masks: Iterable[int]) -> DigitMasks:
    """Nine digit_masks as a tuple."""
    a, b, c, d, e, f, g, h, i = digit_masks
    return (a, b, c, d, e, f, g, h, i)


def masks_of(groups: Mapping[int, Iterable[int]] | Iterable[tuple[int, Iterable[int]]]) -> DigitMasks:
    """DigitMasks from the digits of each cell.

    >>> masks_of({0: (1, 2)})[:3]
    (1, 1, 0)
    """
    digit_masks = [0] * 9
    for cell, digits in groups.items() if isinstance(groups, Mapping) else groups:
        for digit in digits:
            digit_masks[digit - 1] |= 1 << cell
    return nine(digit_masks)


def digits_in(digit_masks: DigitMasks, cell: int) -> str:
    """The digits of one cell, ascending.

    >>> digits_in(masks_of({5: (9, 2)}), 5)
    '29'
    """
    return "".join(str(digit) for digit in DIGITS if digit_masks[digit - 1] >> cell & 1)


def named_marks(digit_masks: DigitMasks) -> dict[str, str]:
    """The digits of each cell that has any, by the name of the cell."""
    cells = 0
    for board in digit_masks:
        cells |= board
    return {cell_name(cell): digits_in(digit_masks, cell) for cell in cells_of(cells)}


def tidy_colours(colours: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Colours in order: cells, then candidates by cell. Raises ShuduError for what is not a cell, candidate or colour."""
    found = sorted((_place(named), named, colour) for named, colour in colours.items())
    for _, named, colour in found:
        if len(colour) != 1 or colour not in COLOURS:
            raise ShuduError(f"{colour!r} is not a colour of {named}; colours are A to H")
    return tuple((named, colour) for _, named, colour in found)


def cell_colours(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """The coloured cells."""
    return ((parse_cell(named), colour) for named, colour in sheet.colours if len(named) == 4)


def tidy_facts(facts: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Facts in the order of FACTS, those without text left out."""
    return tuple((name, facts[name]) for name in FACTS if facts.get(name))


def _place(named: str) -> tuple[bool, int, int]:
    if len(named) == 5:
        digit, cell = Candidate.from_text(named)
        return True, cell, digit
    return False, parse_cell(named), 0
