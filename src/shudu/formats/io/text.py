r"""Text in pieces: a piece is a line, or a part of one that is very long. So nothing is ever held whole.

>>> [line.text for line in lines_of(pieces_of_text("ab\n\ncd"))]
['ab', '', 'cd']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import BinaryIO, Final, NamedTuple

from shudu.formats.io.malformed import MalformedSheet, shown

LONGEST: Final = 1 << 16  # characters of a piece; no format needs longer lines, links and JSON included
LARGEST: Final = 1 << 20  # characters of a document that is read as a whole: one Sudoku with all its moves


class Line(NamedTuple):
    """A line without its end. Of one that is too long only the beginning is there."""

    number: int
    text: str
    whole: bool


def pieces_of_text(text: str) -> Iterator[str]:
    """The pieces of a text at hand, whatever its lines end with."""
    source = StringIO(text, newline=None)
    while piece := source.readline(LONGEST):
        yield piece


def pieces_of_file(file: BinaryIO) -> Iterator[str]:
    """The pieces of a file. Bytes that are not UTF-8 come as their numbers, so that a message can show them."""
    first = True
    while piece := file.readline(LONGEST):
        yield (piece.removeprefix(b"\xef\xbb\xbf") if first else piece).decode("utf-8", "backslashreplace")
        first = False


def lines_of(pieces: Iterable[str]) -> Iterator[Line]:
    """The lines, numbered."""
    number, inside = 0, False
    for piece in pieces:
        ended = piece.endswith("\n")
        if not inside:
            number += 1
            text = piece.rstrip("\r\n").removeprefix("\ufeff") if number == 1 else piece.rstrip("\r\n")
            yield Line(number, text, ended or len(piece) < LONGEST)
        inside = not ended


def gather(pieces: Iterable[str]) -> str:
    r"""The whole text, with `\n` at the end of lines. Raises MalformedSheet if it is too large for one Sudoku."""
    parts, size = [], 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > LARGEST:
            raise MalformedSheet(1, 1, f"more than {LARGEST:,} characters", "a text with one Sudoku")
    return "".join(parts).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def too_long(line: Line) -> MalformedSheet:
    """The error for a line that is cut."""
    return MalformedSheet(
        line.number,
        LONGEST,
        f"the line is longer than {LONGEST:,} characters: {shown(line.text[:99])}",
        "a shorter line",
    )
