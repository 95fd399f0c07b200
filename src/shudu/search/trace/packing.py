"""An event in four bytes.

    bits 0–2   kind     place 0, remove 1, guess 2, conflict 3, retract 4, solution 5, stop 6
    bits 3–9   depth    0–127
    bits 10–16 cell     0–80; 127: no cell
    bits 17–20 digit    1–9; 0: no digit
    bits 21–31 why      index into the side table of the trace

>>> table = SideTable()
>>> word = pack(Event("guess", 3, 22, 7, Why(line=4)), table)
>>> word, unpack(word, table.entries)
(940058, Event(kind='guess', depth=3, cell=22, digit=7, why=Why(line=4)))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from shudu.core.errors import ShuduError
from shudu.search.trace.event import KINDS, Event, Kind, Why

PLACE, REMOVE, GUESS, CONFLICT, RETRACT, SOLUTION, STOP = range(7)
CODES: Final[dict[Kind, int]] = {kind: code for code, kind in enumerate(KINDS)}
DEEPEST: Final = 127
NO_CELL: Final = 127
ROOM: Final = 2048


class SideTable(dict[Why, int]):
    """The distinct reasons of a trace and their indices. Looking up a new one gives it the next index, up to 2,048.

    >>> table = SideTable()
    >>> table[Why(line=4)], table[Why(line=5)], table[Why(line=4)], table.entries
    (0, 1, 0, [Why(line=4), Why(line=5)])
    """

    __slots__ = ("entries",)

    def __init__(self, entries: Iterable[Why] = ()) -> None:
        super().__init__()
        self.entries: list[Why] = []
        for entry in entries:
            self[entry]

    def __missing__(self, why: Why) -> int:
        if len(self) == ROOM:
            raise ShuduError("search.side-table-full", room=ROOM, why=repr(why))
        self[why] = index = len(self)
        self.entries.append(why)
        return index


def pack(event: Event, table: SideTable) -> int:
    """Return an event as an unsigned 32-bit number.

    Raises:
        ShuduError: If a field is out of range.
    """
    kind, depth, cell, digit, why = event
    if cell is None:
        cell = NO_CELL
    elif not 0 <= cell <= 80:
        raise ShuduError("search.cell-range", event=repr(event))
    if not (0 <= depth <= DEEPEST and 0 <= digit <= 9):
        raise ShuduError("search.field-range", event=repr(event), deepest=DEEPEST)
    return CODES[kind] | depth << 3 | cell << 10 | digit << 17 | table[why] << 21


def unpack(word: int, entries: Sequence[Why]) -> Event:
    """Return the event packed in a number, given the entries of the side table."""
    cell = word >> 10 & 127
    return Event(
        KINDS[word & 7], word >> 3 & 127, None if cell == NO_CELL else cell, word >> 17 & 15, entries[word >> 21]
    )
