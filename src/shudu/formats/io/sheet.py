"""Sheets and formats. Every format reads into a sheet and writes from one.

A sheet is everything a file can contain about one Sudoku. A format has a name, what it can carry, and the functions that
read and write it.

>>> sheet = Sheet.from_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> sheet.givens.bit_count(), sheet.facts
(30, ())
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from shudu.core.errors import MalformedGrid, quote
from shudu.core.geometry import parse_cell
from shudu.core.grid import DigitMasks, Grid, filled_mask, masks_by_rules
from shudu.core.sets import Candidate
from shudu.core.text import read_grid
from shudu.formats.io.marks import NO_MARKS, Pairs, masks_of, tidy_candidates
from shudu.locale import catalogue
from shudu.locale.catalogue import Message, has_text

FACTS: Final = (
    "title", "author", "description", "comment", "date", "source", "level", "rating", "url", "solution"
)  # fmt: skip
ALL_PARTS: Final = frozenset(
    ("entries", "candidates", "centre", "corner", "colours", "candidate-colours", "history", *FACTS)
)
_NO_PARTS: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One Sudoku with everything its file contains. Immutable and hashable.

    Attributes:
        digits: The 81 digits, row by row; 0 for an empty cell.
        entries: The cells whose digits the player wrote, as a bit set. All other digits are givens.
        candidates: The candidates of the empty cells, one bit set of cells per digit. None if they are exactly those
            that the rules leave.
        centre: The centre marks in empty cells, one bit set of cells per digit.
        corner: The corner marks, likewise.
        colours: Pairs of a cell (`r1c1`) or a candidate (`7r3c5`) and its colour, A to H.
        facts: Pairs of a name from `FACTS` and a text.
        history: The moves of a shudu game, one per line.
        omissions: Names of things in the file that a sheet cannot hold. Not compared.
        line: The line on which the sheet begins in its file, from 1. Not compared.
        row: The row of a table as pairs of a column and its value; the columns of the puzzle and its solution are called
            `puzzle` and `solution`. Not compared.
    """

    digits: bytes
    entries: int = 0
    candidates: DigitMasks | None = None
    centre: DigitMasks = NO_MARKS
    corner: DigitMasks = NO_MARKS
    colours: Pairs = ()
    facts: Pairs = ()
    history: str = ""
    omissions: tuple[str, ...] = field(default=(), compare=False)
    line: int = field(default=1, compare=False)
    row: tuple[tuple[str, Any], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if type(self.digits) is not bytes:
            raise TypeError(f"digits must be 81 bytes, not {type(self.digits).__name__}; Sheet.from_text reads text")
        if len(self.digits) != 81:
            raise MalformedSheet("formats.sheet-size", size=len(self.digits))

    @classmethod
    def from_text(cls, text: str) -> Sheet:
        """Return the sheet of a grid written as 81 characters or as nine rows.

        Args:
            text: The grid; blanks are `.` or `0`. Every digit becomes a given.

        Raises:
            MalformedGrid: If the text is not a grid.
        """
        return cls(read_grid(text))

    @classmethod
    def from_grid(cls, grid: Grid) -> Sheet:
        """Return the sheet of a position: its givens, entries and candidates.

        Args:
            grid: The position.
        """
        entries = filled_mask(grid.digits) & ~grid.givens.mask
        return cls(grid.digits, entries, tidy_candidates(grid.digits, grid.digit_masks))

    @classmethod
    def from_groups(cls, groups: Sequence[str], entries: int = 0) -> Sheet:
        r"""Return the sheet of 81 groups of digits: a single digit fills its cell, several are its candidates.

        Args:
            groups: The digits of each cell, ascending.
            entries: The cells whose digits the player wrote, as a bit set.

        >>> Sheet.from_groups(["1", "23"] + ["123456789"] * 79).digits[:2]
        b'\x01\x00'
        """
        digits = bytes(int(group) if len(group) == 1 else 0 for group in groups)
        candidates = {cell: map(int, group) for cell, group in enumerate(groups) if len(group) != 1}
        return cls(digits, entries, tidy_candidates(digits, masks_of(candidates)))

    @property
    def grid(self) -> Grid:
        """The position: digits, givens and candidates."""
        return Grid.from_masks(self.digits, self.givens, self.candidates)

    @property
    def givens(self) -> int:
        """The cells whose digits are given, as a bit set."""
        return filled_mask(self.digits) & ~self.entries

    @property
    def puzzle(self) -> bytes:
        """The givens alone, as 81 digits."""
        if not self.entries:
            return self.digits
        return bytes(0 if self.entries >> cell & 1 else digit for cell, digit in enumerate(self.digits))

    @property
    def digit_masks(self) -> DigitMasks:
        """The candidates of the empty cells: those of the sheet, or those the rules leave."""
        return masks_by_rules(self.digits) if self.candidates is None else self.candidates

    def fact(self, name: str) -> str:
        """Return the text of a fact, or an empty string.

        Args:
            name: One of `FACTS`, such as `author`.
        """
        return dict(self.facts).get(name, "") if self.facts else ""

    @property
    def cell_colours(self) -> dict[int, str]:
        """The colours of the coloured cells."""
        return {parse_cell(name): colour for name, colour in self.colours if len(name) == 4}

    @property
    def candidate_colours(self) -> dict[Candidate, str]:
        """The colours of the coloured candidates."""
        return {Candidate.from_text(name): colour for name, colour in self.colours if len(name) == 5}

    def is_plain(self) -> bool:
        """Return whether the sheet has nothing but givens."""
        return (
            not (self.entries or self.facts or self.colours or self.history or self.candidates)
            and self.centre == self.corner == NO_MARKS
        )

    def parts(self) -> frozenset[str]:
        """Return the names, from `ALL_PARTS`, of everything the sheet has besides its digits."""
        if self.is_plain():
            return _NO_PARTS
        names = {name for name, _ in self.facts}
        names |= {"candidate-colours" if len(place) == 5 else "colours" for place, _ in self.colours}
        values = {"entries": self.entries, "candidates": self.candidates, "history": self.history}
        values |= {"centre": any(self.centre), "corner": any(self.corner)}
        return frozenset(names.union(name for name, value in values.items() if value))


class MalformedSheet(MalformedGrid):
    """Text that does not follow its format. `message` is the error without its place.

    Attributes:
        line: The line of the error, from 1.
        column: Its column, from 1.
    """

    def __init__(self, code: str, /, line: int = 1, column: int = 1, **fields: object) -> None:
        super().__init__(code, **fields)
        self.line: int = line
        self.column: int = column

    def render(self, language: str = "en") -> str:
        """Return the message with its line and column.

        Args:
            language: `en` or `zh`.
        """
        fields = {"line": self.line, "column": self.column, "message": self.message}
        return catalogue.text("formats.messages.at", language, **fields)

    def shift(self, lines: int = 0, columns: int = 0) -> MalformedSheet:
        """Return the same error further down or to the right, for text that is part of a larger one.

        Args:
            lines: By how many lines further down.
            columns: By how many columns further to the right.
        """
        return MalformedSheet(self.code, self.line + lines, self.column + columns, **self.fields)


def tidy_facts(facts: Mapping[str, str]) -> Pairs:
    """Return facts as pairs in the order of `FACTS`, without empty and unknown ones."""
    return tuple((name, facts[name]) for name in FACTS if facts.get(name))


def excerpt(text: str) -> str:
    """Return some input as messages quote it: printable, at most 40 characters."""
    return quote(text, 40)


Kind = Literal["line", "document", "collection", "picture"]
Record = Sheet | MalformedSheet
WriteSheet = Callable[[Sheet], str]


def _never(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format. Each module of `shudu.formats` defines one or more.

    Attributes:
        name: Its identifier, as in `--to sdk`.
        suffixes: How its files end; new files get the first.
        kind: `line` formats have one sheet per line, `document` formats one per file, `collection` formats any number.
            A `picture` can be written but not read.
        carries: The names of the parts of a sheet that it keeps besides the digits.
        recognise: Whether a text, or its first 65,536 characters, is in this format.
        read: Reads one line or document.
        read_all: Reads a whole text in pieces; formats that have it do not need `read`.
        write: Writes one sheet without a final line end; a picture may be bytes.
        write_all: Writes a document around any number of sheets.
        open_table: Given the parts to write, returns a header and the function that writes the row of a sheet.
        extra_losses: Names what a sheet loses although `carries` lists it.
    """

    name: str
    suffixes: tuple[str, ...]
    kind: Kind
    carries: frozenset[str] = frozenset()
    recognise: Callable[[str], bool] = _never
    read: Callable[[str], Sheet] | None = None
    read_all: Callable[[Iterable[str]], Iterator[Record]] | None = None
    write: Callable[[Sheet], Any] | None = None
    write_all: Callable[[Iterable[Sheet]], Iterator[str]] | None = None
    open_table: Callable[[frozenset[str]], tuple[str, WriteSheet]] | None = None
    extra_losses: Callable[[Sheet], frozenset[str]] | None = None

    @property
    def label(self) -> Message:
        """Its name for people, such as "SDK puzzle"."""
        return Message(f"formats.names.{self.name}", {})

    @property
    def suffix(self) -> str:
        """How new files of this format end."""
        return self.suffixes[0]

    @property
    def holds_many(self) -> bool:
        """Whether one file can hold any number of sheets."""
        return self.kind in ("line", "collection")

    def losses(self, sheet: Sheet) -> tuple[str, ...]:
        """Return the names of the parts of a sheet that this format cannot carry, sorted."""
        lost = sheet.parts() - self.carries
        if self.extra_losses:
            lost |= self.extra_losses(sheet)
        return tuple(sorted(lost)) if lost else ()

    def open_writer(self, parts: frozenset[str]) -> tuple[str, WriteSheet]:
        """Return the text before the first sheet, and the function that writes one sheet with its line end.

        Args:
            parts: The parts the sheets can have; a table has no columns for others.
        """
        if self.open_table:
            return self.open_table(parts)
        write = self.write
        assert write is not None, self.name
        return "", lambda sheet: write(sheet) + "\n"


def name_parts(parts: Iterable[str]) -> list[Message | str]:
    """Return the names for people of parts of a sheet; names without a text stay as they are."""
    keys = ((part, f"formats.parts.{part}") for part in parts)
    return [Message(key, {}) if has_text(key) else part for part, key in keys]
