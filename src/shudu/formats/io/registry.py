"""All formats, found by name, by file name or by content."""

from __future__ import annotations

from typing import Final

from shudu.core.arguments import check_text
from shudu.core.errors import ShuduError, quote
from shudu.formats import (
    candidate_grids,
    fpuzzles,
    game_json,
    hodoku,
    links,
    opensudoku,
    pictures,
    plain,
    sdk,
    tables,
)
from shudu.formats.io.sheet import Format

# In the order of recognition: formats with unmistakable marks come first.
_FORMATS: Final = (
    game_json.GAME, links.SHARE, fpuzzles.FPUZZLES, links.SUDOKUPAD, links.EXCHANGE, links.SUDOKUWIKI, opensudoku.OPENSUDOKU,
    opensudoku.OPENSUDOKU_1, tables.JSON, tables.CSV, hodoku.HODOKU, links.BANK, candidate_grids.MARKS_729, plain.SDM,
    plain.LINE, plain.BLOCKS, candidate_grids.SDX, candidate_grids.PENCILMARKS, sdk.SDK, plain.SS, plain.GRID, pictures.SVG,
    pictures.PNG,
)  # fmt: skip
FORMATS: Final = {format.name: format for format in _FORMATS}


def find_format(name: str) -> Format:
    """Return the format of a name.

    Raises:
        TypeError: If the name is not text.
        ShuduError: If there is no such format.
    """
    if check_text(name, "format") not in FORMATS:
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
