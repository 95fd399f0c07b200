"""Grids as text and as plain data: the 81-character line, nine rows of nine, lists and arrays.

In text, blanks are `.` or `0`; `*`, `_`, `x` and `X` are read as well. A comment may follow a line after a space, a
tab, a comma or a semicolon. Rows may be ruled with `|`, `-` and `+`, or be those of a spreadsheet, `5,3,,,7,,,,`, and a
line may have its 81 cells in 81 columns.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from math import isnan
from operator import index
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from shudu.core.errors import MalformedGrid, quote
from shudu.core.geometry import cell_name
from shudu.locale.catalogue import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLANKS: Final = ".0*_xX"
BAD_CHARACTER: Final = 255  # in DIGIT_OF, for characters that are neither digits nor blanks
DIGIT_OF: Final = bytes(
    0 if chr(code) in BLANKS else code - 48 if 49 <= code <= 57 else BAD_CHARACTER for code in range(256)
)
_RULES: Final = "|-+=:┌┬┐├┼┤└┴┘─│━┃╔╦╗╠╬╣╚╩╝═║╟╫╢╤╧╪"
_CHARACTER_OF: Final = b".123456789" + bytes(246)
_ALL_DIGITS: Final = bytes(range(10))
_TEXT: Final = b"\t\n\r" + bytes(range(32, 127))


class HasDigits(Protocol):
    """A puzzle, a grid or anything else with 81 digits."""

    @property
    def digits(self) -> bytes:
        """The 81 digits, 0 for blank."""


class NumberTable(Protocol):
    """A table of pandas or polars."""

    @property
    def columns(self) -> Any:
        """The columns or their names."""

    def to_numpy(self) -> Any:
        """Return the values as an array."""


NumberArray: TypeAlias = "NDArray[np.integer[Any] | np.floating[Any]]"
Cell: TypeAlias = float | str | None
GridLike: TypeAlias = "HasDigits | str | bytes | Sequence[Cell] | Sequence[Sequence[Cell]] | NumberArray | NumberTable"


def to_digits(source: GridLike) -> bytes:
    """Return the 81 digits of anything that describes a grid, 0 for blank.

    >>> to_digits("." * 81) == to_digits([0] * 81) == to_digits([["."] * 9] * 9) == bytes(81)
    True

    Args:
        source: A puzzle or a grid, text (a line of 81 or nine rows; also as ASCII bytes), 81 bytes from 0 to 9, a
            sequence of 81 digits or of nine rows, an array of numbers of shape (81,) or (9, 9), or a table of nine rows
            and columns. Digits in sequences are whole numbers or characters; missing values (None, NaN, empty text) are
            blank.

    Raises:
        MalformedGrid: If the value does not describe a grid.
        TypeError: If it is of another type.
    """
    if isinstance(source, str):
        return read_grid(source)
    if isinstance(source, bytes):
        return _read_bytes(source)
    digits = getattr(source, "digits", None)
    if isinstance(digits, bytes):
        return digits
    if hasattr(source, "columns") and hasattr(source, "to_numpy"):
        return _read_values(source.to_numpy().tolist())
    values = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(values, bytes | bytearray):
        return _read_bytes(bytes(values))
    if not isinstance(values, Sequence):
        expected = "text of 81 characters, a sequence or array of 81 digits, a Puzzle or a Grid"
        advice = (
            "; read puzzles as text (dtype=str), as numbers lose leading zeros"
            if isinstance(values, int | float)
            else ""
        )
        raise TypeError(f"a grid is {expected}, not {type(source).__name__}{advice}")
    return _read_values(values)


def read_line(line: str) -> bytes:
    r"""Return the 81 digits of a line, 0 for blank.

    >>> read_line("1" + "." * 80)[:3]
    b'\x01\x00\x00'

    Raises:
        MalformedGrid: If the line is not a grid; the message gives the position of the error.
    """
    if isinstance(line, str) and len(line) == 81 and line.isascii():
        digits = line.encode().translate(DIGIT_OF)
        if BAD_CHARACTER not in digits:
            return digits
    text = _check_text(line).removeprefix("\ufeff").strip()
    head = next(iter(text.replace(",", " ").replace(";", " ").split(None, 1)), "")
    if len(head) >= 81 and "\r" in text:  # in an old Mac file every later puzzle would be taken for a comment
        raise MalformedGrid("core.carriage-return", text=quote(line))
    if len(head) < 81 and len(head) < len(text):
        head = join_cells(line, 81) or _without_gaps(text)
    return _read_cells(head, line)


def read_grid(text: str) -> bytes:
    """Return the 81 digits of a line, or of nine rows with or without rules between them.

    Raises:
        MalformedGrid: If the text is not a grid; the message gives the position of the error.
    """
    rows = [row for row in _check_text(text).removeprefix("\ufeff").splitlines() if not is_rule(row)]
    if len(rows) <= 1:
        return read_line(rows[0] if rows else text)
    if len(rows) != 9:
        raise MalformedGrid("core.row-count", rows=len(rows), text=quote(text))
    return b"".join(_read_row(row, number) for number, row in enumerate(rows, 1))


def is_row(text: str) -> bool:
    """Return whether a text is one of the nine rows of a grid.

    >>> is_row("5 3 . | . 7 . | . . ."), is_row("53..7...")
    (True, False)
    """
    try:
        return len(_read_row(text, 1)) == 9
    except MalformedGrid:
        return False


def join_cells(row: str, count: int = 9) -> str | None:
    r"""Return the cells of a row of a spreadsheet as so many characters, or None if the row is another text.

    >>> join_cells("5,3,,,7,,,,"), join_cells("5\t3\t0\t0\t7\t0\t0\t0\t0"), join_cells("53..7....")
    ('53..7....', '530070000', None)
    """
    for separator in ",;\t":
        cells = [cell.strip() or "." for cell in row.split(separator)]
        if len(cells) == count and all(len(cell) == 1 for cell in cells):
            return "".join(cells)
    return None


def is_rule(text: str) -> bool:
    """Return whether a text is empty or a line drawn between rows, such as `*-----------*` around those of Simple Sudoku."""
    if "--" in text:
        text = text.strip().strip("*")
    return not text.strip(_RULES + " \t") and text.count("\t") != 8  # eight tabs are a row of nine blank cells


def write_line(digits: bytes, blank: str = ".") -> str:
    """Return the 81-character line of a grid.

    >>> write_line(bytes(81), blank="0") == "0" * 81
    True
    """
    line = digits.translate(_CHARACTER_OF).decode()
    return line if blank == "." else line.replace(".", blank)


def write_grid(digits: bytes) -> str:
    """Return a grid as nine readable rows."""
    line = write_line(digits)
    rows = [" | ".join(" ".join(line[start : start + 3]) for start in range(9 * r, 9 * r + 9, 3)) for r in range(9)]
    rule = "------+-------+------"
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])


def _read_bytes(source: bytes) -> bytes:
    """Return the digits of 81 bytes from 0 to 9, or of ASCII text, in which such bytes are control characters."""
    if len(source) == 81 and not source.translate(None, _ALL_DIGITS):
        return source
    if source.strip() and not source.translate(None, _TEXT):
        return read_grid(source.decode())
    raise MalformedGrid("core.not-81-bytes", value=quote(source))


def _read_values(values: Sequence[Any]) -> bytes:
    """Return the digits of a sequence: 81 numbers or characters, or nine rows of these or of text."""
    if len(values) == 9 and all(isinstance(row, str) for row in values):
        return b"".join(_read_row(row, number) for number, row in enumerate(values, 1))
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in values]
    if len(rows) == 9 and all(isinstance(row, Sequence) and len(row) == 9 for row in rows):
        values = [value for row in rows for value in row]
    if len(values) != 81:
        if rows and all(isinstance(row, Sequence) and not isinstance(row, str) for row in rows):
            raise MalformedGrid("core.value-rows", count=len(rows), lengths=tuple(sorted({len(row) for row in rows})))
        raise MalformedGrid("core.value-count", count=len(values))
    return bytes(_read_value(value, cell) for cell, value in enumerate(values))


def _read_value(value: Any, cell: int) -> int:
    if value is None or value == "" or value == " " or (isinstance(value, float) and isnan(value)):
        return 0
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    try:
        digit = DIGIT_OF[ord(number)] if isinstance(number, str) else index(number)
    except (TypeError, IndexError):
        digit = BAD_CHARACTER
    if not 0 <= digit <= 9 or isinstance(value, bool):
        raise MalformedGrid("core.bad-value", value=quote(value), cell=cell_name(cell))
    return digit


def _check_text(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a grid is text of 81 characters, or nine rows, not {type(text).__name__}")
    return text


def _without_gaps(text: str) -> str:
    return "".join(character for character in text if not character.isspace() and character != "|")


def _read_row(row: str, number: int) -> bytes:
    cells = join_cells(row) or "".join(
        character for character in row if not character.isspace() and character not in _RULES
    )
    bad = _find_bad_character(cells)
    if bad:
        position, advice = bad
        raise MalformedGrid(
            "core.bad-character-in-row",
            row=number,
            position=position + 1,
            character=repr(cells[position]),
            text=quote(row),
            advice=advice,
        )
    if len(cells) != 9:
        raise MalformedGrid("core.row-length", row=number, cells=len(cells), text=quote(row))
    return cells.encode().translate(DIGIT_OF)


def _read_cells(cells: str, source: str) -> bytes:
    if not cells:
        raise MalformedGrid("core.empty-text")
    bad = _find_bad_character(cells[:81])
    if bad:
        position, advice = bad
        raise MalformedGrid(
            "core.bad-character",
            position=position + 1,
            character=repr(cells[position]),
            text=quote(source),
            advice=advice,
        )
    if len(cells) != 81:
        raise MalformedGrid("core.cell-count", cells=len(cells), text=quote(source))
    return cells.encode().translate(DIGIT_OF)


def _find_bad_character(cells: str) -> tuple[int, Message] | None:
    """Return the index of the first character that is not a digit or a blank, and what to write instead."""
    for position, character in enumerate(cells):
        if character.isascii() and DIGIT_OF[ord(character)] != BAD_CHARACTER:
            continue
        plain = unicodedata.normalize("NFKC", character)
        if plain != character and plain in tuple("123456789"):
            return position, Message("core.advice.plain-digit", {"digit": plain})
        return position, Message("core.advice.digits-and-blanks", {})
    return None
