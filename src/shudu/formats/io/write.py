"""Writing a sheet, or many, in any format."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.formats.io.format import Format, name_parts
from shudu.formats.io.read import DataLossWarning
from shudu.formats.io.registry import find_format
from shudu.formats.io.sheet import ALL_PARTS, Sheet
from shudu.locale.catalogue import text


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
        message = text("formats.messages.cannot-carry", format=format, parts=name_parts(lost))
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
