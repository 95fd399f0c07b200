"""A position as an SVG picture: what `svg.draw` draws, of a sheet."""

from __future__ import annotations

from shudu.formats.sheet import Sheet
from shudu.formats.svg import draw


def write(sheet: Sheet, candidates: bool | None = None) -> str:
    """The picture. Candidates are drawn if wished, or if the sheet tells them.

    >>> write(Sheet(bytes(81)))[:4]
    '<svg'
    """
    return draw(sheet.grid, candidates=sheet.candidates is not None if candidates is None else candidates)
