"""Cells, houses and peers: the fixed geometry of the board.

A cell is a number from 0 to 80, row by row, written r3c5 (rows and columns count from 1). A house is a number from 0 to
26: nine rows, nine columns and nine boxes, written r3, c5 and b2. A set of cells is an int with one bit per cell.

>>> cell_name(22), parse_cell("r3c5"), house_name(19), parse_house("b2")
('r3c5', 22, 'b2', 19)
>>> len(PEERS[22])
20
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from shudu.core.errors import ShuduError, quote

Nine = tuple[int, int, int, int, int, int, int, int, int]

CELLS: Final = range(81)
DIGITS: Final = range(1, 10)

ROW_OF: Final = tuple(cell // 9 for cell in CELLS)
COLUMN_OF: Final = tuple(cell % 9 for cell in CELLS)
BOX_OF: Final = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in CELLS)

ROWS: Final = tuple(tuple(9 * row + i for i in range(9)) for row in range(9))
COLUMNS: Final = tuple(tuple(9 * i + column for i in range(9)) for column in range(9))
BOXES: Final = tuple(tuple(cell for cell in CELLS if BOX_OF[cell] == box) for box in range(9))
HOUSES: Final = ROWS + COLUMNS + BOXES

HOUSES_OF: Final = tuple((ROW_OF[c], 9 + COLUMN_OF[c], 18 + BOX_OF[c]) for c in CELLS)
PEERS: Final = tuple(tuple(p for p in CELLS if p != c and any(h in HOUSES_OF[p] for h in HOUSES_OF[c])) for c in CELLS)


def mask_of(cells: tuple[int, ...] | list[int]) -> int:
    """Return the bit set of some cells.

    >>> mask_of((0, 3))
    9
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a bit set, in order.

    >>> list(cells_of(9))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


ALL_CELLS: Final = (1 << 81) - 1
HOUSE_MASKS: Final = tuple(mask_of(house) for house in HOUSES)
PEER_MASKS: Final = tuple(mask_of(peers) for peers in PEERS)


def cell_name(cell: int) -> str:
    """Return the name of a cell, such as r3c5."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def parse_cell(name: str) -> int:
    """Return the cell with a name such as r3c5.

    Raises:
        ShuduError: If the text is not the name of a cell.
    """
    if len(name) == 4 and name[0] in "rR" and name[2] in "cC" and name[1] in "123456789" and name[3] in "123456789":
        return int(name[1]) * 9 + int(name[3]) - 10
    raise ShuduError("core.not-a-cell-name", text=quote(name))


def house_name(house: int) -> str:
    """Return the name of a house, such as r3, c5 or b2."""
    return f"{'rcb'[house // 9]}{house % 9 + 1}"


_HOUSE_OF_NAME: Final = {house_name(house): house for house in range(27)}


def parse_house(name: str) -> int:
    """Return the house with a name such as r3, c5 or b2.

    Raises:
        KeyError: If there is none.
    """
    return _HOUSE_OF_NAME[name]


def nine(values: Iterable[int]) -> Nine:
    """Return nine numbers as a tuple that is typed as nine numbers: one per digit, row or column."""
    a, b, c, d, e, f, g, h, i = values
    return a, b, c, d, e, f, g, h, i


def common_peers(mask: int) -> int:
    """Return the cells that see every cell of a set.

    >>> [cell_name(c) for c in cells_of(common_peers(1 << 0 | 1 << 10))][:3]
    ['r1c2', 'r1c3', 'r2c1']
    """
    seen = ALL_CELLS
    for cell in cells_of(mask):
        seen &= PEER_MASKS[cell]
    return seen


def find_unplaceable(cells: int) -> int:
    """Return the candidates of one digit that no placement of it uses.

    A placement chooses one candidate in each row that still needs the digit, no two of which see each other. Below,
    row 1 has only r1c1 left, so that r2c1 is never used:

    >>> bin(find_unplaceable(0b1 | 0b1001 << 9))
    '0b1000000000'

    Args:
        cells: The mask of the cells where the digit is a candidate.
    """
    rows = [row for mask in HOUSE_MASKS[:9] if (row := cells & mask)]
    rows.sort(key=int.bit_count)
    dead = unseen = cells
    while unseen:
        cell = unseen & -unseen
        unseen ^= cell
        used = _find_placement([row for row in rows if not row & cell], cells & ~PEER_MASKS[cell.bit_length() - 1])
        if used is not None:
            dead &= ~(used | cell)
            unseen &= ~used
    return dead


def _find_placement(rows: list[int], free: int) -> int | None:
    """Return the mask of one placement in the rows that uses only free cells, or None."""
    if not rows:
        return 0
    choices = rows[0] & free
    while choices:
        cell = choices & -choices
        choices ^= cell
        used = _find_placement(rows[1:], free & ~PEER_MASKS[cell.bit_length() - 1])
        if used is not None:
            return used | cell
    return None
