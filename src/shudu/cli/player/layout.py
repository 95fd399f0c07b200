"""How several boards share a terminal: as much of each as fits, in rows.

>>> choose(3, 80, 40).style.name, choose(9, 80, 24).style.name, choose(9, 80, 24).columns
('full', 'small', 5)
"""

from __future__ import annotations

from typing import Final, NamedTuple

GAP: Final = 3  # columns between two boards
KEYS: Final = 76  # columns of the line that names the keys; the delay has a line of its own


class Style(NamedTuple):
    """How much is shown of a run, and the columns and lines this takes."""

    name: str
    width: int
    height: int


class Layout(NamedTuple):
    """The style, the boards in a row, and the rows there is room for."""

    style: Style
    columns: int
    rows: int


FULL: Final = Style("full", 23, 23)  # title, board, what happens, all counters
BRIEF: Final = Style("brief", 23, 13)  # title, board, iterations
SMALL: Final = Style("small", 11, 11)  # the same without rules and gaps


def choose(runs: int, width: int, height: int) -> Layout:
    """The richest style in which all runs fit; if none does, the smallest, for as many as fit."""
    room = height - 1 - -(-KEYS // width)
    for style in (FULL, BRIEF, SMALL):
        columns = max(1, (width - 2 + GAP) // (style.width + GAP))
        if columns * (room // style.height) >= runs:
            return Layout(style, columns, room // style.height)
    return Layout(SMALL, columns, max(1, (room - 1) // SMALL.height))
