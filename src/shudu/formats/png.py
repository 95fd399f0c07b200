"""A position as a PNG picture, drawn by Pillow (`pip install shudu[png]`)."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from shudu.core.errors import ShuduError
from shudu.formats.io.sheet import Sheet
from shudu.formats.marking import COLOUR_INK, PAINTS, Mark, marks_of, painted
from shudu.formats.pictures import lost as lost

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_SIDE: Final = 72  # one cell, in pixels
_EDGE: Final = 4
_SIZE: Final = 9 * _SIDE + 2 * _EDGE
_GIVEN, _ENTRY, _MARK, _THIN, _BOX = "#16181d", "#1a55ad", "#4e5663", "#c9cdd5", "#16181d"


def write(sheet: Sheet, candidates: bool = False) -> bytes:
    """The picture. Candidates are drawn if wished, or if the sheet tells them.

    Raises ShuduError if Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise ShuduError("pictures need Pillow; install it with: pip install 'shudu[png]'") from None
    image = Image.new("RGB", (_SIZE, _SIZE), "#ffffff")
    brush = ImageDraw.Draw(image)
    for cell, colour in painted(sheet):
        _paint(brush, cell, colour)
    _draw_lines(brush)
    _draw_digits(brush, sheet)
    for mark in marks_of(sheet, candidates):
        _draw_mark(brush, mark)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _corner(cell: int) -> tuple[int, int]:
    return _EDGE + cell % 9 * _SIDE, _EDGE + cell // 9 * _SIDE


def _paint(brush: ImageDraw, cell: int, colour: str) -> None:
    left, top = _corner(cell)
    brush.rectangle((left, top, left + _SIDE, top + _SIDE), PAINTS[colour])
    brush.text((left + _SIDE * 0.9, top + _SIDE * 0.88), colour, COLOUR_INK, _font(13), "mm")


def _draw_lines(brush: ImageDraw) -> None:
    for thick in (False, True):
        for number in range(10):
            if (number % 3 == 0) == thick:
                at = _EDGE + number * _SIDE
                for ends in (((at, _EDGE), (at, _SIZE - _EDGE)), ((_EDGE, at), (_SIZE - _EDGE, at))):
                    brush.line(ends, _BOX if thick else _THIN, 4 if thick else 1)


def _draw_digits(brush: ImageDraw, sheet: Sheet) -> None:
    for cell, digit in enumerate(sheet.digits):
        if digit:
            left, top = _corner(cell)
            entry = sheet.entries >> cell & 1
            middle = left + _SIDE / 2, top + _SIDE / 2
            ink = _ENTRY if entry else _GIVEN
            brush.text(middle, str(digit), ink, _font(42), "mm", stroke_width=0 if entry else 1)


def _draw_mark(brush: ImageDraw, mark: Mark) -> None:
    left, top = _corner(mark.cell)
    x, y = left + mark.x * _SIDE, top + mark.y * _SIDE
    if mark.colour:
        reach = _SIDE * mark.size * 0.62
        brush.ellipse((x - reach, y - reach, x + reach, y + reach), PAINTS[mark.colour])
    brush.text((x, y), str(mark.digit), _MARK, _font(round(_SIDE * mark.size)), "mm", stroke_width=0.4 * mark.heavy)


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)
