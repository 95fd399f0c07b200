"""Paper and what fits on it: how large a grid can be, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shudu.core.errors import ShuduError, quote

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}
SHAPES: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
_FOOT: Final = 8.0  # above the page number


@dataclass(frozen=True, slots=True)
class Layout:
    """Where grids go on a page: margin, columns and rows of slots, the size of a slot and of its grid, in mm."""

    paper: str
    margin: float
    columns: int
    rows: int
    width: float
    height: float
    side: float


def layout(paper: str, per_page: int, caption: float) -> Layout:
    """So many grids on a page, each with room for its caption.

    >>> layout("a4", 6, 10).side
    70.6

    Raises ShuduError for paper or a number that is not there.
    """
    if paper not in PAPERS:
        raise ShuduError(f"{quote(paper)} is not a paper; there are {', '.join(PAPERS)}")
    if per_page not in SHAPES:
        raise ShuduError(f"{per_page} puzzles a page are not possible; take {', '.join(map(str, SHAPES))}")
    return _layout(paper, *SHAPES[per_page], caption)


def solutions_layout(paper: str) -> Layout:
    """Small grids for solutions."""
    return _layout(paper, 3, 4, 6) if paper == "a5" else _layout(paper, 4, 5, 6)


def _layout(paper: str, columns: int, rows: int, caption: float) -> Layout:
    width, height = PAPERS[paper]
    margin = 12.0 if paper == "a5" else 16.0
    slot_width = (width - 2 * margin) / columns
    slot_height = (height - 2 * margin - _FOOT) / rows
    gap = 0 if columns == 1 else 5
    side = min(slot_width - gap, slot_height - caption - 5)
    return Layout(paper, margin, columns, rows, round(slot_width, 2), round(slot_height, 2), int(side * 10) / 10)
