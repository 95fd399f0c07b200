"""Pictures of a position: SVG, and PNG drawn by Pillow (`pip install shudu[png]`).

Marks stand where the app draws them: centre marks in nine slots, corner marks along the edges.

>>> from shudu.formats.io.marks import masks_of
>>> sheet = Sheet(bytes(81), corner=masks_of({0: (7,)}))
>>> [(mark.digit, mark.cell, mark.x < 0.2) for mark in place_marks(sheet)]
[(7, 0, True)]
>>> write_svg(sheet)[:4]
'<svg'
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from shudu.core.drawing import SIDE, draw
from shudu.core.errors import ShuduError
from shudu.core.grid import DigitMasks
from shudu.core.sets import Candidate
from shudu.formats.io.marks import COLOURS, digits_in
from shudu.formats.io.sheet import Format, Sheet

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

# Eight colours that colour-blind people can tell apart; the letter beside each identifies it in grey.
PAINTS: Final = dict(
    zip(
        COLOURS,
        ["#e89011", "#b1c86f", "#c99a83", "#ffe46c", "#b4f7bc", "#80b3b4", "#b792e8", "#77e5fe"],
        strict=True,
    )
)
_COLOUR_INK: Final = "#0a2f73"
_EDGES: Final = ((0, 0), (2, 0), (0, 2), (2, 2), (1, 0), (1, 2), (0, 1), (2, 1), (1, 1))  # corners first, then sides
_CELL: Final = 72  # pixels per cell of a PNG
_MARGIN: Final = 4
_SIZE: Final = 9 * _CELL + 2 * _MARGIN
_GIVEN, _ENTRY, _MARK, _THIN, _BOX = "#16181d", "#1a55ad", "#4e5663", "#c9cdd5", "#16181d"


class Mark(NamedTuple):
    """A small digit: its middle and size in cells, from the upper left corner of its cell, and the colour behind it."""

    digit: int
    cell: int
    x: float
    y: float
    size: float
    heavy: bool
    colour: str


def place_marks(sheet: Sheet, candidates: bool = False) -> list[Mark]:
    """Return the marks to draw.

    Args:
        sheet: The sheet.
        candidates: Draw candidates instead of centre marks. The sheet's own candidates are drawn anyway if it has no
            centre marks.
    """
    has_candidates = candidates or (sheet.candidates is not None and not any(sheet.centre))
    centre, colours = sheet.digit_masks if has_candidates else sheet.centre, sheet.candidate_colours
    return [
        mark for cell in range(81) if not sheet.digits[cell] for mark in _marks_in(cell, centre, sheet.corner, colours)
    ]


def _marks_in(cell: int, centre: DigitMasks, corner: DigitMasks, colours: dict[Candidate, str]) -> Iterator[Mark]:
    inner, outer = digits_in(centre, cell), digits_in(corner, cell)
    inset, size = (0.19, 0.175) if outer else (0.02, 0.235)
    for digit in map(int, inner):
        yield Mark(digit, cell, *_slot(digit, inset), size, False, colours.get(Candidate(digit, cell), ""))
    size = 0.17 if inner else 0.22
    x, y = 0.05 + size * 0.3, 0.05 + size * 0.4
    for digit, (column, row) in zip(map(int, outer), _EDGES, strict=False):
        yield Mark(digit, cell, (x, 0.5, 1 - x)[column], (y, 0.5, 1 - y)[row], size, True, "")


def _slot(digit: int, inset: float) -> tuple[float, float]:
    """Return the middle of a digit's slot.

    >>> _slot(5, 0)
    (0.5, 0.5)
    """
    column, row, room = (digit - 1) % 3, (digit - 1) // 3, 1 - 2 * inset
    return inset + room * (2 * column + 1) / 6, inset + room * (2 * row + 1) / 6


def _lose_undrawn(sheet: Sheet) -> frozenset[str]:
    """Candidates are not drawn beside centre marks, nor are the colours of candidates that are not drawn."""
    lost = {"candidates"} if sheet.candidates is not None and any(sheet.centre) else set()
    if sum(bool(mark.colour) for mark in place_marks(sheet)) < len(sheet.candidate_colours):
        lost.add("candidate-colours")
    return frozenset(lost)


def write_svg(sheet: Sheet) -> str:
    """Return the picture as SVG."""
    below = (shape for cell, colour in sheet.cell_colours.items() for shape in _svg_colour(cell, colour))
    above = (shape for mark in place_marks(sheet) for shape in _svg_mark(mark))
    return draw(sheet.grid, candidates=False, below=below, above=above)


def _svg_colour(cell: int, colour: str) -> Iterator[str]:
    x, y = cell % 9 * SIDE, cell // 9 * SIDE
    yield f'<rect fill="{PAINTS[colour]}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>'
    place = f'x="{x + SIDE * 0.9:g}" y="{y + SIDE * 0.89:g}"'
    yield f'<text class="mark" style="font-size:10px;fill:{_COLOUR_INK}" {place}>{colour}</text>'


def _svg_mark(mark: Mark) -> Iterator[str]:
    x, y = (mark.cell % 9 + mark.x) * SIDE, (mark.cell // 9 + mark.y) * SIDE
    if mark.colour:
        yield f'<circle fill="{PAINTS[mark.colour]}" cx="{x:g}" cy="{y:g}" r="{SIDE * mark.size * 0.62:g}"/>'
    weight = ";font-weight:600" if mark.heavy else ""
    style = f'style="font-size:{SIDE * mark.size:g}px{weight}"'
    yield f'<text class="mark" {style} x="{x:g}" y="{y + 1:g}">{mark.digit}</text>'


def write_png(sheet: Sheet) -> bytes:
    """Return the picture as PNG.

    Raises:
        ShuduError: If Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise ShuduError("formats.no-pillow") from None
    image = Image.new("RGB", (_SIZE, _SIZE), "#ffffff")
    brush = ImageDraw.Draw(image)
    for cell, colour in sheet.cell_colours.items():
        _draw_colour(brush, cell, colour)
    _draw_lines(brush)
    _draw_digits(brush, sheet)
    for mark in place_marks(sheet):
        _draw_mark(brush, mark)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _corner(cell: int) -> tuple[int, int]:
    return _MARGIN + cell % 9 * _CELL, _MARGIN + cell // 9 * _CELL


def _draw_colour(brush: ImageDraw, cell: int, colour: str) -> None:
    left, top = _corner(cell)
    brush.rectangle((left, top, left + _CELL, top + _CELL), PAINTS[colour])
    brush.text((left + _CELL * 0.9, top + _CELL * 0.88), colour, _COLOUR_INK, _font(13), "mm")


def _draw_lines(brush: ImageDraw) -> None:
    for thick in (False, True):
        for number in range(10):
            if (number % 3 == 0) == thick:
                at = _MARGIN + number * _CELL
                for ends in (((at, _MARGIN), (at, _SIZE - _MARGIN)), ((_MARGIN, at), (_SIZE - _MARGIN, at))):
                    brush.line(ends, _BOX if thick else _THIN, 4 if thick else 1)


def _draw_digits(brush: ImageDraw, sheet: Sheet) -> None:
    for cell, digit in enumerate(sheet.digits):
        if digit:
            left, top = _corner(cell)
            is_entry = sheet.entries >> cell & 1
            middle = left + _CELL / 2, top + _CELL / 2
            ink = _ENTRY if is_entry else _GIVEN
            brush.text(middle, str(digit), ink, _font(42), "mm", stroke_width=0 if is_entry else 1)


def _draw_mark(brush: ImageDraw, mark: Mark) -> None:
    left, top = _corner(mark.cell)
    x, y = left + mark.x * _CELL, top + mark.y * _CELL
    if mark.colour:
        radius = _CELL * mark.size * 0.62
        brush.ellipse((x - radius, y - radius, x + radius, y + radius), PAINTS[mark.colour])
    brush.text((x, y), str(mark.digit), _MARK, _font(round(_CELL * mark.size)), "mm", stroke_width=0.4 * mark.heavy)


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


_CARRIED: Final = frozenset({"entries", "candidates", "centre", "corner", "colours", "candidate-colours"})
SVG: Final = Format(
    name="svg", suffixes=(".svg",), kind="picture", carries=_CARRIED, write=write_svg, extra_losses=_lose_undrawn
)
PNG: Final = Format(
    name="png", suffixes=(".png",), kind="picture", carries=_CARRIED, write=write_png, extra_losses=_lose_undrawn
)
