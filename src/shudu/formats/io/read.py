"""Reading: any text or file, its format recognised by its content, sheet by sheet."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from shudu.core.errors import ShuduError
from shudu.core.text import BLANKS
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.registry import FORMATS, Format, find, recognise
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import LONGEST, Line, gather, lines_of, pieces_of_file, pieces_of_text, too_long
from shudu.formats.rewound import head_of

_ANY: Final = "81 characters, nine rows of nine, or one of the formats of other programs"
_CELLS: Final = frozenset("123456789 |" + BLANKS)
_END: Final = "a line that ends with a line feed, or with both"
_TEXT: Final = "text; save it as UTF-8"


class DataLossWarning(UserWarning):
    """Something a format cannot carry was left out; the message names it."""


def read(source: str | Path, format: str | None = None) -> Sheet:
    """The one sheet of a text or file, whatever its format.

    >>> read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").givens.bit_count()
    30

    Raises MalformedSheet if it is none, or if there are several (`read_all` reads them).
    """
    found = read_all(source, format)
    sheet = next(found, None)
    if sheet is None:
        raise MalformedSheet(1, 1, "nothing", "a Sudoku")
    if (second := next(found, None)) is not None:
        raise MalformedSheet(second.line, 1, "a second Sudoku", "one; read_all reads several")
    return sheet


def read_all(source: str | Path, format: str | None = None) -> Iterator[Sheet]:
    """The sheets of a text or file, one after the other. A name of a file may be a text; a text is never a name.

    Raises MalformedSheet at the first that is wrong. What is left out is told by a warning of the category DataLossWarning.
    """
    chosen = _readable(format) if format is not None else None
    with _pieces(source) as pieces:
        for sheet in records(pieces, chosen):
            if isinstance(sheet, MalformedSheet):
                raise _no_file(source) if isinstance(source, str) and _may_be_name(source) else sheet
            if sheet.dropped:
                warnings.warn(f"line {sheet.line}: left out {', '.join(sheet.dropped)}", DataLossWarning, stacklevel=2)
            yield sheet


def records(pieces: Iterable[str], format: Format | None = None) -> Iterator[Sheet | MalformedSheet]:
    """Everything in a text: sheets, and in the place of each that is wrong its error. Never raises."""
    if format is None:
        head, pieces = peek(pieces)
        format = recognise(head)
        if format is None:
            yield unknown(head)
            return
    if format.kind == "line":
        yield from _lines(pieces, format)
    elif hasattr(format.module, "read_all"):
        yield from format.module.read_all(pieces)
    else:
        yield _document(pieces, format)


def peek(pieces: Iterable[str]) -> tuple[str, Iterator[str]]:
    """The beginning of a text, enough to recognise it, and all of it."""
    source = iter(pieces)
    parts: list[str] = []
    size = 0
    for piece in source:
        parts.append(piece)
        size += len(piece)
        if size >= LONGEST:
            break
    return "".join(parts), chain(parts, source)


def unknown(head: str) -> MalformedSheet:
    """The error for a text that no format recognises: that of the format it comes closest to."""
    text = head.strip()
    if not text:
        return MalformedSheet(1, 1, "nothing", "a Sudoku in any of the formats")
    if "\0" in text[:200]:
        column = text.index("\0") + 1
        return MalformedSheet(1, column, "a NUL character, as in binary files and in UTF-16 without its mark", _TEXT)
    near = _document([head], FORMATS["grid" if "\n" in text else "line"])
    if isinstance(near, MalformedSheet) and any(character in "123456789." for character in text[:200]):
        return near
    return MalformedSheet(1, 1, shown(text[:60]), _ANY)


def _document(pieces: Iterable[str], format: Format) -> Sheet | MalformedSheet:
    try:
        sheet: Sheet = format.module.read(gather(pieces))
    except MalformedSheet as error:
        return error
    return sheet


def _lines(pieces: Iterable[str], format: Format) -> Iterator[Sheet | MalformedSheet]:
    """One sheet a line; blank lines and lines that begin with `#` are passed over."""
    read_line = format.module.read
    for line in lines_of(pieces):
        if line.text and not line.text.isspace() and not line.text.startswith("#"):
            yield _line(line, read_line)


def _line(line: Line, read_line: object) -> Sheet | MalformedSheet:
    if not line.whole:
        return too_long(line)
    if "\r" in line.text:  # what follows would be taken for a comment
        return MalformedSheet(line.number, line.text.index("\r") + 1, "a carriage return alone", _END)
    try:
        sheet: Sheet = read_line(line.text)  # type: ignore[operator]
    except MalformedSheet as error:
        return error.below(line.number - 1)
    if line.number > 1:
        object.__setattr__(sheet, "line", line.number)
    return sheet


def _may_be_name(text: str) -> bool:
    short = "\n" not in text and len(text) < 81
    return short and _path(text) is None and recognise(text) is None and not _CELLS.issuperset(text)


def _no_file(name: str) -> MalformedSheet:
    return MalformedSheet(1, 1, f"{shown(name)}, which is no file either", _ANY)


def _readable(name: str) -> Format:
    format = find(name)
    if format.kind == "picture":
        raise ShuduError(f"{format.english}s are written, not read")
    return format


@contextmanager
def _pieces(source: str | Path) -> Iterator[Iterator[str]]:
    if not isinstance(source, str | Path):
        raise TypeError(f"a Sudoku is read from text, or from the Path of a file, not from {type(source).__name__}")
    path = source if isinstance(source, Path) else _path(source)
    if path is None:
        assert isinstance(source, str)
        yield pieces_of_text(source)
    else:
        with path.open("rb") as file:
            yield pieces_of_file(head_of(file)[1])


def _path(text: str) -> Path | None:
    """The file a text names, if there is one."""
    if len(text) > 4096 or "\n" in text or "\0" in text:
        return None
    try:
        return Path(text) if Path(text).is_file() else None
    except (OSError, ValueError):
        return None
