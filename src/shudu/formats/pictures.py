"""A position as an SVG picture: what `svg.draw` draws, of a sheet, with its marks and colours."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.drawing import SIDE, draw
from shudu.formats.io.sheet import Sheet
from shudu.formats.marking import COLOUR_INK, PAINTS, Mark, marks_of, painted


def write(sheet: Sheet, candidates: bool = False) -> str:
    """The picture. Candidates are drawn if wished, or if the sheet tells them.

    >>> write(Sheet(bytes(81)))[:4]
    '<svg'
    """
    below = (shape for cell, colour in painted(sheet) for shape in _paint(cell, colour))
    above = (shape for mark in marks_of(sheet, candidates) for shape in _mark(mark))
    return draw(sheet.grid, candidates=False, below=below, above=above)


def lost(sheet: Sheet) -> frozenset[str]:
    """Candidates are not drawn beside centre marks; nor is the colour of a candidate that is not drawn."""
    gone = {"candidates"} if sheet.candidates is not None and any(sheet.centre) else set()
    drawn = {(mark.digit, mark.cell) for mark in marks_of(sheet) if mark.colour}
    if len(drawn) < sum(len(named) == 5 for named, _ in sheet.colours):
        gone.add("candidate-colours")
    return frozenset(gone)


def _paint(cell: int, colour: str) -> Iterator[str]:
    x, y = cell % 9 * SIDE, cell // 9 * SIDE
    yield f'<rect fill="{PAINTS[colour]}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>'
    place = f'x="{x + SIDE * 0.9:g}" y="{y + SIDE * 0.89:g}"'
    yield f'<text class="mark" style="font-size:10px;fill:{COLOUR_INK}" {place}>{colour}</text>'


def _mark(mark: Mark) -> Iterator[str]:
    x, y = (mark.cell % 9 + mark.x) * SIDE, (mark.cell // 9 + mark.y) * SIDE
    if mark.colour:
        yield f'<circle fill="{PAINTS[mark.colour]}" cx="{x:g}" cy="{y:g}" r="{SIDE * mark.size * 0.62:g}"/>'
    weight = ";font-weight:600" if mark.heavy else ""
    style = f'style="font-size:{SIDE * mark.size:g}px{weight}"'
    yield f'<text class="mark" {style} x="{x:g}" y="{y + 1:g}">{mark.digit}</text>'
