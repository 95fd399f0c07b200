"""Candidates, marks and colours: between sets of cells per digit and groups of digits per cell.

`DigitMasks` hold one set of cells per digit. Files list the digits of each cell instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import ALL_CELLS, DIGITS, cell_name, cells_of, parse_cell
from shudu.core.grid import DigitMasks, filled_mask, masks_by_rules
from shudu.core.sets import Candidate

if TYPE_CHECKING:
    from shudu.formats.io.sheet import Sheet

Pairs = tuple[tuple[str, str], ...]
COLOURS: Final = "ABCDEFGH"
NO_MARKS: Final[DigitMasks] = (0, 0, 0, 0, 0, 0, 0, 0, 0)


def nine(masks: Iterable[int]) -> DigitMasks:
    """Return nine sets of cells as a tuple of the right type."""
    a, b, c, d, e, f, g, h, i = masks
    return (a, b, c, d, e, f, g, h, i)


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


def spread_candidates(sheet: Sheet) -> list[str]:
    """Return nine characters for each of the 81 cells: its digit or candidates in their places, `.` in the others."""
    masks = list(sheet.digit_masks)
    for cell, digit in enumerate(sheet.digits):
        if digit:
            masks[digit - 1] |= 1 << cell
    columns = (
        f"{mask:081b}"[::-1].replace("0", ".").replace("1", digit)
        for mask, digit in zip(masks, "123456789", strict=True)
    )
    return ["".join(characters) for characters in zip(*columns, strict=True)]


def groups_of(sheet: Sheet) -> list[str]:
    """Return the digit or the candidates of each of the 81 cells."""
    return [characters.replace(".", "") for characters in spread_candidates(sheet)]


def lose_singles(sheet: Sheet) -> frozenset[str]:
    """Return the loss of formats that write candidates as groups: a cell with one candidate looks filled."""
    once = twice = 0
    for mask in sheet.digit_masks:
        twice |= once & mask
        once |= mask
    return frozenset({"single-candidates"} if once & ~twice else ())


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


def cell_colours(sheet: Sheet) -> dict[int, str]:
    """Return the colours of the coloured cells."""
    return {parse_cell(name): colour for name, colour in sheet.colours if len(name) == 4}


def candidate_colours(sheet: Sheet) -> dict[Candidate, str]:
    """Return the colours of the coloured candidates."""
    return {Candidate.from_text(name): colour for name, colour in sheet.colours if len(name) == 5}


def _place(name: str) -> tuple[bool, int, int]:
    if len(name) == 5:
        digit, cell = Candidate.from_text(name)
        return True, cell, digit
    return False, parse_cell(name), 0
