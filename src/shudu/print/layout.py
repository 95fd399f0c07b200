"""Paper sizes and where grids go on a page, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shudu.core.errors import ShuduError, quote

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}
SHAPES: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns and rows by puzzles per page
_FOOTER: Final = 8.0


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The margin, the columns and rows of slots, the size of a slot, and the side of the grid in it."""

    paper: str
    margin: float
    columns: int
    rows: int
    width: float
    height: float
    side: float


def lay_out(paper: str, per_page: int, caption: float) -> PageLayout:
    """Return the layout of a page of puzzles.

    Args:
        paper: One of `PAPERS`.
        per_page: The number of puzzles, one of `SHAPES`.
        caption: The height of the caption below each grid.

    Raises:
        ShuduError: For any other paper or number.

    >>> lay_out("a4", 6, 10).side
    70.6
    """
    if paper not in PAPERS:
        raise ShuduError("print.paper", paper=quote(paper), papers=list(PAPERS))
    if per_page not in SHAPES:
        raise ShuduError("print.per-page", per_page=per_page, choices=list(SHAPES))
    return _fit(paper, *SHAPES[per_page], caption)


def lay_out_solutions(paper: str) -> PageLayout:
    """Return the layout of a page of solutions, with small grids."""
    return _fit(paper, 3, 4, 6) if paper == "a5" else _fit(paper, 4, 5, 6)


def _fit(paper: str, columns: int, rows: int, caption: float) -> PageLayout:
    width, height = PAPERS[paper]
    margin = 12.0 if paper == "a5" else 16.0
    slot_width = (width - 2 * margin) / columns
    slot_height = (height - 2 * margin - _FOOTER) / rows
    gap = 0 if columns == 1 else 5
    side = min(slot_width - gap, slot_height - caption - 5)
    return PageLayout(paper, margin, columns, rows, round(slot_width, 2), round(slot_height, 2), int(side * 10) / 10)
