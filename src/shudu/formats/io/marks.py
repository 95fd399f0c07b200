"""Candidates, marks and colours: between sets of cells per digit and groups of digits per cell.

`DigitMasks` hold one set of cells per digit. Files list the digits of each cell instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import ALL_CELLS, DIGITS, cell_name, cells_of, nine, parse_cell
from shudu.core.grid import DigitMasks, filled_mask, masks_by_rules
from shudu.core.sets import Candidate

Pairs = tuple[tuple[str, str], ...]
COLOURS: Final = "ABCDEFGH"
NO_MARKS: Final[DigitMasks] = (0, 0, 0, 0, 0, 0, 0, 0, 0)


def limit_to_empty(digits: bytes, masks: Iterable[int]) -> DigitMasks:
    """Return the marks that are in empty cells."""
    empty = ALL_CELLS & ~filled_mask(digits)
    return nine(mask & empty for mask in masks)


def tidy_candidates(digits: bytes, masks: Iterable[int]) -> DigitMasks | None:
    """Return the candidates of the empty cells, or None if they are exactly those the rules leave."""
    candidates = limit_to_empty(digits, masks)
    return None if candidates == masks_by_rules(digits) else candidates


def masks_of(groups: Mapping[int, Iterable[int]] | Iterable[tuple[int, Iterable[int]]]) -> DigitMasks:
    """Return the sets of cells per digit, given the digits of each cell.

    >>> masks_of({0: (1, 2)})[:3]
    (1, 1, 0)
    """
    masks = [0] * 9
    for cell, digits in groups.items() if isinstance(groups, Mapping) else groups:
        for digit in digits:
            masks[digit - 1] |= 1 << cell
    return nine(masks)


def digits_in(masks: DigitMasks, cell: int) -> str:
    """Return the digits of one cell, ascending.

    >>> digits_in(masks_of({5: (9, 2)}), 5)
    '29'
    """
    return "".join(str(digit) for digit in DIGITS if masks[digit - 1] >> cell & 1)


def marks_by_name(masks: DigitMasks) -> dict[str, str]:
    """Return the digits of each marked cell, by the cell's name.

    >>> marks_by_name(masks_of({5: (9, 2)}))
    {'r1c6': '29'}
    """
    cells = 0
    for mask in masks:
        cells |= mask
    return {cell_name(cell): digits_in(masks, cell) for cell in cells_of(cells)}


def tidy_colours(colours: Mapping[str, str]) -> Pairs:
    """Return colours as sorted pairs: cells first, then candidates by cell.

    Args:
        colours: Letters A to H by cell (`r1c1`) or candidate (`7r3c5`).

    Raises:
        ShuduError: If a name is not a cell or a candidate, or a colour not one of A to H.
    """
    places = sorted((_place(name), name, colour) for name, colour in colours.items())
    for _, name, colour in places:
        if len(colour) != 1 or colour not in COLOURS:
            raise ShuduError("formats.colour", colour=quote(colour), place=name)
    return tuple((name, colour) for _, name, colour in places)


def _place(name: str) -> tuple[bool, int, int]:
    if len(name) == 5:
        digit, cell = Candidate.from_text(name)
        return True, cell, digit
    return False, parse_cell(name), 0
