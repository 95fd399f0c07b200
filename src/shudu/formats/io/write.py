"""Writing: a sheet, or many, in any format."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.formats.io.read import DataLossWarning
from shudu.formats.io.registry import Format, find
from shudu.formats.io.sheet import ALL_PARTS, Sheet


def write(source: Sheet | Grid | Puzzle, format: str) -> str | bytes:
    r"""A sheet, position or puzzle in a format: text, or bytes for a PNG. What is lost is told by a warning.

    >>> write(Sheet(bytes(81)), "sdm") == "0" * 81 + "\n"
    True

    Raises ShuduError for a format that is not there.
    """
    chosen, sheet = find(format), sheet_of(source)
    if gone := chosen.lost(sheet):
        warnings.warn(f"{format} cannot carry {', '.join(gone)}", DataLossWarning, stacklevel=2)
    if chosen.kind == "picture":
        picture: str | bytes = chosen.module.write(sheet)
        return picture
    return "".join(text_of([sheet], chosen, sheet.parts()))


def sheet_of(source: Sheet | Grid | Puzzle) -> Sheet:
    """The sheet of a position or puzzle."""
    if isinstance(source, Sheet):
        return source
    if not isinstance(source, Grid | Puzzle):
        raise TypeError(f"a Sheet, a Grid or a Puzzle is written, not {type(source).__name__}; read makes one of text")
    return Sheet.from_grid(source.grid if isinstance(source, Puzzle) else source)


def text_of(sheets: Iterable[Sheet], format: Format, parts: frozenset[str] = ALL_PARTS) -> Iterator[str]:
    """The text of sheets, as it comes. `parts` are those the sheets can have: a table has no columns for others.

    Raises ShuduError if there are several and a file of this format holds one.
    """
    if hasattr(format.module, "write_all") and format.name != "opensudoku-1":
        yield from format.module.write_all(sheets, parts) if format.name == "csv" else format.module.write_all(sheets)
        return
    for number, sheet in enumerate(sheets):
        if number and not format.many:
            raise ShuduError(f"a file of {format.english} holds one Sudoku; write each to a file of its own")
        if format.name == "opensudoku-1":
            yield from format.module.write_all([sheet])
        else:
            yield format.module.write(sheet) + "\n"
