"""Where marks stand in a picture, as the app draws them: centre marks in nine slots, corner marks along the edges.

>>> from shudu.formats.io.sheet import masks_of
>>> sheet = Sheet(bytes(81), corner=masks_of({0: (7,)}), colours=(("r1c1", "A"),))
>>> [(mark.digit, mark.cell, mark.x < 0.2) for mark in marks_of(sheet)], painted(sheet)
([(7, 0, True)], [(0, 'A')])
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from shudu.core.candidate import Candidate
from shudu.core.grid import DigitMasks
from shudu.formats.io.sheet import Sheet, cell_colours, digits_in

# The eight colours stay apart for colour-blind eyes; the letter beside them tells them in grey.
PAINTS: Final = dict(
    zip(
        "ABCDEFGH",
        ["#e89011", "#b1c86f", "#c99a83", "#ffe46c", "#b4f7bc", "#80b3b4", "#b792e8", "#77e5fe"],
        strict=True,
    )
)
COLOUR_INK: Final = "#0a2f73"
_EDGES: Final = ((0, 0), (2, 0), (0, 2), (2, 2), (1, 0), (1, 2), (0, 1), (2, 1), (1, 1))  # corners first, then sides


class Mark(NamedTuple):
    """A small digit: its middle and size in cells, from the cell's upper left; a colour behind it or none."""

    digit: int
    cell: int
    x: float
    y: float
    size: float
    heavy: bool
    colour: str


def marks_of(sheet: Sheet, candidates: bool = False) -> list[Mark]:
    """The marks of a sheet. Candidates take the place of centre marks if wished, or where there are none of those."""
    told = candidates or (sheet.candidates is not None and not any(sheet.centre))
    centre = sheet.digit_masks if told else sheet.centre
    paints = {Candidate.from_text(named): colour for named, colour in sheet.colours if len(named) == 5}
    return [
        mark for cell in range(81) if not sheet.digits[cell] for mark in _in_cell(cell, centre, sheet.corner, paints)
    ]


def painted(sheet: Sheet) -> list[tuple[int, str]]:
    """The coloured cells and their letters."""
    return list(cell_colours(sheet))


def slot(digit: int, inset: float = 0.0) -> tuple[float, float]:
    """The middle of a digit's slot.

    >>> slot(5)
    (0.5, 0.5)
    """
    column, row, room = (digit - 1) % 3, (digit - 1) // 3, 1 - 2 * inset
    return inset + room * (2 * column + 1) / 6, inset + room * (2 * row + 1) / 6


def _in_cell(cell: int, centre: DigitMasks, corner: DigitMasks, paints: dict[Candidate, str]) -> Iterator[Mark]:
    inner, outer = digits_in(centre, cell), digits_in(corner, cell)
    inset, size = (0.19, 0.175) if outer else (0.02, 0.235)
    for digit in map(int, inner):
        yield Mark(digit, cell, *slot(digit, inset), size, False, paints.get(Candidate(digit, cell), ""))
    size = 0.17 if inner else 0.22
    for digit, (column, row) in zip(map(int, outer), _EDGES, strict=False):
        x, y = (0.05 + size * 0.3, 0.05 + size * 0.4)
        yield Mark(digit, cell, (x, 0.5, 1 - x)[column], (y, 0.5, 1 - y)[row], size, True, "")
