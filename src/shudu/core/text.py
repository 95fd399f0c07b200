"""The identity of a grid as text: the 81-character line, and nine rows of nine.

Blanks are `.` or `0`; `*`, `_`, `x` and `X` are read as well. Behind a line may follow a comment after a blank, a tab,
a comma or a semicolon. Rows may be ruled with `|`, `-` and `+`.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from shudu.core.errors import MalformedGrid, quote

BLANKS: Final = ".0*_xX"
_RULES: Final = "|-+=:┌┬┐├┼┤└┴┘─│━┃╔╦╗╠╬╣╚╩╝═║╟╫╢╤╧╪"
_BAD: Final = 255
_DIGIT_OF: Final = bytes(0 if chr(code) in BLANKS else code - 48 if 49 <= code <= 57 else _BAD for code in range(256))
_CHARACTER_OF: Final = b".123456789" + bytes(246)


def read_line(line: str) -> bytes:
    r"""The 81 digits of a line, 0 for blank.

    >>> read_line("1" + "." * 80)[:3]
    b'\x01\x00\x00'

    Raises MalformedGrid and says what is wrong where.
    """
    if isinstance(line, str) and len(line) == 81 and line.isascii():
        digits = line.encode().translate(_DIGIT_OF)
        if _BAD not in digits:
            return digits
    text = _text(line).removeprefix("\ufeff").strip()
    head = next(iter(text.replace(",", " ").replace(";", " ").split(None, 1)), "")
    if len(head) >= 81 and "\r" in text:  # a file with such ends is one long line: the others would be a comment
        raise MalformedGrid(f"a carriage return in {quote(line)}; lines end with a line feed, or with both")
    return _digits(head if len(head) >= 81 or len(head) == len(text) else _without_gaps(text), line)


def read_grid(text: str) -> bytes:
    """The 81 digits of a line, or of nine rows with or without rules between them.

    Raises MalformedGrid and says what is wrong where.
    """
    rows = [row for row in _text(text).removeprefix("\ufeff").splitlines() if not is_rule(row)]
    if len(rows) <= 1:
        return read_line(rows[0] if rows else text)
    if len(rows) != 9:
        raise MalformedGrid(f"{len(rows)} rows in {quote(text)}; a grid has 9 rows of 9 cells, or is one line of 81")
    return b"".join(_row(row, number) for number, row in enumerate(rows, 1))


def is_row(text: str) -> bool:
    """Whether a text is one of the nine rows of a grid.

    >>> is_row("5 3 . | . 7 . | . . ."), is_row("53..7...")
    (True, False)
    """
    try:
        return len(_row(text, 1)) == 9
    except MalformedGrid:
        return False


def is_rule(text: str) -> bool:
    """Whether a text is a line drawn between rows, or nothing."""
    return not text.strip(_RULES + " \t")


def write_line(digits: bytes, blank: str = ".") -> str:
    """The 81-character line of a grid.

    >>> write_line(bytes(81), blank="0") == "0" * 81
    True
    """
    line = digits.translate(_CHARACTER_OF).decode()
    return line if blank == "." else line.replace(".", blank)


def write_grid(digits: bytes) -> str:
    """Nine rows that a person can read."""
    line = write_line(digits)
    rows = [" | ".join(" ".join(line[start : start + 3]) for start in range(9 * r, 9 * r + 9, 3)) for r in range(9)]
    rule = "------+-------+------"
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])


def _text(given: str) -> str:
    if not isinstance(given, str):
        raise TypeError(f"a grid is text of 81 characters, or nine rows, not {type(given).__name__}")
    return given


def _without_gaps(text: str) -> str:
    return "".join(character for character in text if not character.isspace() and character != "|")


def _row(row: str, number: int) -> bytes:
    cells = "".join(character for character in row if not character.isspace() and character not in _RULES)
    _refuse_strangers(cells, f"row {number}, ", row)
    if len(cells) != 9:
        raise MalformedGrid(f"row {number} has {len(cells)} cells in {quote(row)}; a row has 9")
    return cells.encode().translate(_DIGIT_OF)


def _digits(cells: str, source: str) -> bytes:
    if not cells:
        raise MalformedGrid("the text is empty; a grid is 81 characters: digits 1-9 and . or 0 for blanks")
    _refuse_strangers(cells[:81], "", source)
    if len(cells) != 81:
        raise MalformedGrid(f"{len(cells)} cells in {quote(source)}; a grid has 81")
    return cells.encode().translate(_DIGIT_OF)


def _refuse_strangers(cells: str, where: str, source: str) -> None:
    for position, character in enumerate(cells, 1):
        if character.isascii() and _DIGIT_OF[ord(character)] != _BAD:
            continue
        plain = unicodedata.normalize("NFKC", character)
        wish = (
            f"write {plain} instead"
            if plain != character and plain in tuple("123456789")
            else "use 1-9, and . or 0 for blanks"
        )
        raise MalformedGrid(f"{where}position {position}: {character!r} is not a digit in {quote(source)}; {wish}")
