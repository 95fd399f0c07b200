"""Pictures show digits, marks and colours; what they do not show is reported as lost."""

from __future__ import annotations

import io
import re

import pytest

from shudu.core.text import read_line
from shudu.formats.io.marks import masks_of
from shudu.formats.io.sheet import Sheet
from shudu.formats.pictures import PAINTS, PNG, SVG, place_marks, write_png, write_svg

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLAYED = Sheet(
    read_line("534" + LINE[3:]),
    1 << 2,
    centre=masks_of({3: (2, 6)}),
    corner=masks_of({5: (4, 8)}),
    colours=(("r2c2", "B"), ("2r1c4", "C")),
)


def test_an_svg_shows_digits_marks_and_colours() -> None:
    drawn = write_svg(PLAYED)
    assert len(re.findall('class="given"', drawn)) == 30
    assert len(re.findall('class="entry"', drawn)) == 1
    marks = re.findall(r'class="mark"[^>]*>([^<])<', drawn)
    assert sorted(marks) == ["2", "4", "6", "8", "B"]
    assert PAINTS["B"] in drawn
    assert PAINTS["C"] in drawn
    assert SVG.losses(PLAYED) == PNG.losses(PLAYED) == ()


def test_marks_stay_in_their_cells() -> None:
    crowded = Sheet(bytes(81), centre=masks_of({40: range(1, 10)}), corner=masks_of({40: range(1, 10)}))
    for sheet in (PLAYED, crowded):
        for mark in place_marks(sheet):
            assert mark.size / 2 < mark.x + 0.08
            assert mark.x - 0.08 < 1 - mark.size / 2
            assert mark.size / 2 < mark.y + 0.08
            assert mark.y - 0.08 < 1 - mark.size / 2


def test_a_png_shows_the_colours() -> None:
    image = pytest.importorskip("PIL.Image")
    pixels = {colour for _, colour in image.open(io.BytesIO(write_png(PLAYED))).convert("RGB").getcolors(1 << 20)}
    for paint in ("B", "C"):
        assert tuple(bytes.fromhex(PAINTS[paint][1:])) in pixels


def test_parts_that_are_not_drawn_are_lost() -> None:
    thinned = masks_of({3: (2,)})
    both = Sheet(read_line(LINE), candidates=thinned, centre=masks_of({3: (2, 6)}), colours=(("9r9c1", "A"),))
    assert SVG.losses(both) == ("candidate-colours", "candidates")
