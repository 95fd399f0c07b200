"""A position as a PNG picture, drawn by Pillow (`pip install shudu[png]`)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from shudu.core.errors import ShuduError
from shudu.core.geometry import DIGITS
from shudu.formats.sheet import Sheet

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_SIDE: Final = 72  # one cell, in pixels
_EDGE: Final = 4
_SIZE: Final = 9 * _SIDE + 2 * _EDGE
_GIVEN, _ENTRY, _MARK, _THIN, _BOX = "#16181d", "#1a55ad", "#4e5663", "#c9cdd5", "#16181d"


def write(sheet: Sheet, candidates: bool | None = None) -> bytes:
    """The picture. Candidates are drawn if wished, or if the sheet tells them.

    Raises ShuduError if Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise ShuduError("pictures need Pillow; install it with: pip install 'shudu[png]'") from None
    image = Image.new("RGB", (_SIZE, _SIZE), "#ffffff")
    brush = ImageDraw.Draw(image)
    _draw_lines(brush)
    _draw_digits(brush, sheet, sheet.candidates is not None if candidates is None else candidates)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _draw_lines(brush: ImageDraw) -> None:
    for thick in (False, True):
        for number in range(10):
            if (number % 3 == 0) == thick:
                at = _EDGE + number * _SIDE
                for ends in (((at, _EDGE), (at, _SIZE - _EDGE)), ((_EDGE, at), (_SIZE - _EDGE, at))):
                    brush.line(ends, _BOX if thick else _THIN, 4 if thick else 1)


def _draw_digits(brush: ImageDraw, sheet: Sheet, candidates: bool) -> None:
    from PIL import ImageFont

    large, small = ImageFont.load_default(42), ImageFont.load_default(17)
    boards = sheet.boards
    for cell, digit in enumerate(sheet.digits):
        left, top = _EDGE + cell % 9 * _SIDE, _EDGE + cell // 9 * _SIDE
        if digit:
            entry = sheet.entries >> cell & 1
            middle = left + _SIDE / 2, top + _SIDE / 2
            ink = _ENTRY if entry else _GIVEN
            brush.text(middle, str(digit), ink, large, "mm", stroke_width=0 if entry else 1)
        elif candidates:
            for mark in DIGITS:
                if boards[mark - 1] >> cell & 1:
                    slot = left + _SIDE * (2 * ((mark - 1) % 3) + 1) / 6, top + _SIDE * (2 * ((mark - 1) // 3) + 1) / 6
                    brush.text(slot, str(mark), _MARK, small, "mm")
