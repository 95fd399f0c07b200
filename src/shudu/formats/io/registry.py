"""All formats, found by name, by file name or by content."""

from __future__ import annotations

from typing import Final

from shudu.core.errors import ShuduError, quote
from shudu.formats import (
    blocks,
    csv_table,
    exchange,
    fpuzzles,
    game_json,
    hodoku,
    json_lines,
    line,
    marks729,
    opensudoku,
    pencilmarks,
    pictures,
    rows,
    sdk,
    sdx,
    share,
    sudokupad,
    sudokuwiki,
)
from shudu.formats.io.format import Format

# In the order of recognition: formats with unmistakable marks come first.
_FORMATS: Final = (
    game_json.GAME, share.SHARE, fpuzzles.FPUZZLES, sudokupad.SUDOKUPAD, exchange.EXCHANGE, sudokuwiki.SUDOKUWIKI,
    opensudoku.OPENSUDOKU, opensudoku.OPENSUDOKU_1, json_lines.JSON, csv_table.CSV, hodoku.HODOKU, exchange.BANK,
    marks729.MARKS_729, line.SDM, line.LINE, blocks.BLOCKS, sdx.SDX, pencilmarks.PENCILMARKS, sdk.SDK, rows.SS, rows.GRID,
    pictures.SVG, pictures.PNG,
)  # fmt: skip
FORMATS: Final = {format.name: format for format in _FORMATS}


def find_format(name: str) -> Format:
    """Return the format of a name.

    Raises:
        ShuduError: If there is no such format.
    """
    if name not in FORMATS:
        raise ShuduError("formats.unknown-name", name=quote(name), names=list(FORMATS))
    return FORMATS[name]


def find_by_suffix(path: str) -> Format | None:
    """Return the format of a file by its name; None if the name does not show one.

    >>> find_by_suffix("a/b.sdk").name
    'sdk'
    """
    endings = ((suffix, format) for format in _FORMATS for suffix in format.suffixes if path.lower().endswith(suffix))
    longest = max(endings, key=lambda ending: len(ending[0]), default=None)
    return longest[1] if longest else None


def recognise(text: str) -> Format | None:
    """Return the format of a text by its content; None if it is in none.

    Args:
        text: The text, or its first 65,536 characters.

    >>> recognise("0" * 81).name
    'sdm'
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        return None
    return next((format for format in _FORMATS if format.recognise(text)), None)
