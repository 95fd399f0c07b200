"""Reading any text or file, whose format is recognised by its content, and writing sheets in any format."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.text import BLANKS
from shudu.formats.io.registry import FORMATS, find_format, recognise
from shudu.formats.io.sheet import ALL_PARTS, Format, MalformedSheet, Record, Sheet, excerpt, name_parts
from shudu.formats.io.text import (
    LINE_LIMIT,
    TextLine,
    check_length,
    join_pieces,
    peek,
    split_file,
    split_lines,
    split_text,
)
from shudu.locale.catalogue import text as translate

_GRID_CHARACTERS: Final = frozenset("123456789 |" + BLANKS)


class DataLossWarning(UserWarning):
    """Part of a Sudoku could not be read or written; the message names it."""


def read(source: str | Path, format: str | None = None) -> Sheet:
    """Return the one Sudoku of a text or file.

    Args:
        source: The text, or the path of a file. A string that names an existing file is read as a file.
        format: The name of the format, such as `sdk`; recognised by the content if omitted.

    Raises:
        MalformedSheet: If there is no Sudoku, a malformed one, or more than one (`read_all` reads several).
        ShuduError: If there is no such format, or it cannot be read.

    Warns:
        DataLossWarning: If the source has something that a sheet cannot hold.

    >>> read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").givens.bit_count()
    30
    """
    sheets = _read_sheets(source, format, stacklevel=3)
    sheet = next(sheets, None)
    if sheet is None:
        raise MalformedSheet("formats.empty")
    if (second := next(sheets, None)) is not None:
        raise MalformedSheet("formats.second-sudoku", second.line)
    return sheet


def read_all(source: str | Path, format: str | None = None) -> Iterator[Sheet]:
    """Yield the Sudokus of a text or file one by one. Long files are streamed.

    Args:
        source: The text, or the path of a file. A string that names an existing file is read as a file.
        format: The name of the format, such as `sdk`; recognised by the content if omitted.

    Raises:
        MalformedSheet: At the first malformed Sudoku.
        ShuduError: If there is no such format, or it cannot be read.

    Warns:
        DataLossWarning: If the source has something that a sheet cannot hold; once for all rows of a table that lose the
            same.
    """
    return _read_sheets(source, format, stacklevel=2)


def _read_sheets(source: str | Path, format: str | None, stacklevel: int) -> Iterator[Sheet]:
    """Yield the sheets of a text or file. Warnings name the caller at a level of the stack."""
    known = find_readable(format) if format is not None else None
    reported: set[tuple[str, ...]] = set()
    with _open_source(source) as pieces:
        for record in read_records(pieces, known):
            if isinstance(record, MalformedSheet):
                raise _no_such_file(source) if isinstance(source, str) and _may_be_path(source) else record
            if record.omissions and record.omissions not in reported:
                reported.add(record.omissions)
                message = translate("formats.messages.omitted", line=record.line, parts=record.omissions)
                warnings.warn(message, DataLossWarning, stacklevel=stacklevel)
            yield record


def find_readable(name: str) -> Format:
    """Return the format of a name, or raise ShuduError if there is none or it can only be written."""
    format = find_format(name)
    if format.kind == "picture":
        raise ShuduError("formats.write-only", format=format.label)
    return format


def read_records(pieces: Iterable[str], format: Format | None = None) -> Iterator[Record]:
    """Yield everything in a text: sheets, and an error in place of each malformed one. Never raises.

    Args:
        pieces: The text.
        format: Its format; recognised by the content if omitted.
    """
    if format is None:
        head, pieces = peek_pieces(pieces)
        format = recognise(head)
        if format is None:
            yield explain_unknown(head)
            return
    if format.read_all:
        yield from format.read_all(pieces)
    elif format.kind == "line":
        yield from filter(None, (read_line_record(line, format) for line in split_lines(pieces)))
    else:
        yield _read_document(pieces, format)


def peek_pieces(pieces: Iterable[str]) -> tuple[str, Iterator[str]]:
    """Return the beginning of a text, long enough to recognise its format, and all of the text."""
    source = iter(pieces)
    parts: list[str] = []
    size = 0
    for piece in source:
        parts.append(piece)
        size += len(piece)
        if size >= LINE_LIMIT:
            break
    return "".join(parts), chain(parts, source)


def read_line_record(line: TextLine, format: Format) -> Record | None:
    """Return the sheet of a line, or its error; None for blank lines and lines that begin with `#`."""
    text = line.text
    if not text or text.isspace() or text.startswith("#"):
        return None
    assert format.read is not None, format.name
    try:
        check_length(line)
    except MalformedSheet as error:
        return error
    if "\r" in text:  # a second puzzle after it would pass for a comment
        return MalformedSheet("formats.carriage-return", line.number, text.index("\r") + 1)
    try:
        sheet = format.read(text)
    except MalformedSheet as error:
        return error.shift(lines=line.number - 1)
    if line.number > 1:
        object.__setattr__(sheet, "line", line.number)  # new and not shared yet; replace() would take 5 µs
    return sheet


def _read_document(pieces: Iterable[str], format: Format) -> Record:
    assert format.read is not None, format.name
    try:
        return format.read(join_pieces(pieces))
    except MalformedSheet as error:
        return error


def explain_unknown(head: str) -> MalformedSheet:
    """Return the error for a text that no format recognises.

    Args:
        head: The beginning of the text. If it resembles a grid, the error is that of the grid.
    """
    text = head.strip()
    if not text:
        return MalformedSheet("formats.empty")
    if "\0" in text[:200]:
        return MalformedSheet("formats.binary", column=text.index("\0") + 1)
    record = _read_document([head], FORMATS["grid" if "\n" in text else "line"])
    if isinstance(record, MalformedSheet) and any(character in "123456789." for character in text[:200]):
        return record
    return MalformedSheet("formats.unknown-format", text=excerpt(text[:60]))


@contextmanager
def _open_source(source: str | Path) -> Iterator[Iterator[str]]:
    if not isinstance(source, str | Path):
        raise TypeError(f"source must be text or the Path of a file, not {type(source).__name__}")
    path = source if isinstance(source, Path) else _find_file(source)
    if path is None:
        yield split_text(str(source))
    else:
        with path.open("rb") as file:
            yield split_file(peek(file)[1])


def _find_file(text: str) -> Path | None:
    """Return the file that a text names, if there is one."""
    if len(text) > 4096 or "\n" in text or "\0" in text:
        return None
    try:
        return Path(text) if Path(text).is_file() else None
    except (OSError, ValueError):
        return None


def _may_be_path(text: str) -> bool:
    is_short = "\n" not in text and len(text) < 81
    return is_short and _find_file(text) is None and recognise(text) is None and not _GRID_CHARACTERS.issuperset(text)


def _no_such_file(name: str) -> MalformedSheet:
    return MalformedSheet("formats.no-such-file", name=excerpt(name))


def write(source: Sheet | Grid | Puzzle, format: str) -> str | bytes:
    r"""Return a Sudoku in a format, as text; a PNG as bytes.

    Args:
        source: A sheet, a position or a puzzle.
        format: The name of the format, such as `sdk`.

    Raises:
        ShuduError: If there is no such format, or a library it needs is missing.

    Warns:
        DataLossWarning: If the format cannot carry all of the sheet.

    >>> write(Sheet(bytes(81)), "sdm") == "0" * 81 + "\n"
    True
    """
    target, sheet = find_format(format), _make_sheet(source)
    if lost := target.losses(sheet):
        message = translate("formats.messages.cannot-carry", format=format, parts=name_parts(lost))
        warnings.warn(message, DataLossWarning, stacklevel=2)
    if target.kind == "picture":
        assert target.write is not None
        picture: str | bytes = target.write(sheet)
        return picture
    return "".join(write_all([sheet], target, sheet.parts()))


def _make_sheet(source: Sheet | Grid | Puzzle) -> Sheet:
    if isinstance(source, Sheet):
        return source
    if not isinstance(source, Grid | Puzzle):
        raise TypeError(f"source must be a Sheet, a Grid or a Puzzle, not {type(source).__name__}; read() reads text")
    return Sheet.from_grid(source.grid if isinstance(source, Puzzle) else source)


def write_all(sheets: Iterable[Sheet], format: Format, parts: frozenset[str] = ALL_PARTS) -> Iterator[str]:
    """Yield the text of sheets piece by piece.

    Args:
        sheets: The sheets.
        format: The format; not a picture.
        parts: The parts the sheets can have; a table has no columns for others.

    Raises:
        ShuduError: If there are several sheets and a file of this format holds one.
    """
    if format.write_all:
        yield from format.write_all(sheets)
        return
    header, write_one = format.open_writer(parts)
    if header:
        yield header
    for number, sheet in enumerate(sheets):
        if number and not format.holds_many:
            raise ShuduError("formats.one-per-file", format=format.label)
        yield write_one(sheet)
