"""An event in four bytes.

    bits 0–2   kind     place 0, remove 1, guess 2, conflict 3, retract 4, solution 5, stop 6
    bits 3–9   depth    0–127
    bits 10–16 cell     0–80; 127: no cell
    bits 17–20 digit    1–9; 0: no digit
    bits 21–31 why      index into the side table of the trace

>>> table = SideTable()
>>> word = pack(Event("guess", 3, 22, 7, Why(line=4)), table)
>>> word, unpack(word, table)
(940058, Event(kind='guess', depth=3, cell=22, digit=7, why=Why(line=4)))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from shudu.core.errors import ShuduError
from shudu.search.event import KINDS, Event, Kind, Why

PLACE, REMOVE, GUESS, CONFLICT, RETRACT, SOLUTION, STOP = range(7)
CODES: Final[dict[Kind, int]] = {kind: code for code, kind in enumerate(KINDS)}
DEEPEST: Final = 127
NO_CELL: Final = 127
ROOM: Final = 2048


class SideTable(Sequence[Why]):
    """The different `Why`s of a trace, in the order in which they were first told; at most 2,048."""

    __slots__ = ("_entries", "_index")

    def __init__(self, entries: Iterable[Why] = ()) -> None:
        self._entries: list[Why] = []
        self._index: dict[Why, int] = {}
        for entry in entries:
            self.add(entry)

    def add(self, why: Why) -> int:
        """The index of an entry, which is added if it is new."""
        found = self._index.get(why)
        if found is not None:
            return found
        if len(self._entries) == ROOM:
            raise ShuduError(f"the side table of a trace has room for {ROOM} entries; {why!r} is one more")
        self._entries.append(why)
        self._index[why] = len(self._entries) - 1
        return len(self._entries) - 1

    @overload
    def __getitem__(self, index: int) -> Why: ...
    @overload
    def __getitem__(self, index: slice) -> list[Why]: ...
    def __getitem__(self, index: int | slice) -> Why | list[Why]:
        return self._entries[index]

    def __len__(self) -> int:
        return len(self._entries)


def pack(event: Event, table: SideTable) -> int:
    """The event as an unsigned 32-bit number. Raises ShuduError if a field is out of its range."""
    kind, depth, cell, digit, why = event
    if cell is None:
        cell = NO_CELL
    elif not 0 <= cell < 81:
        raise ShuduError(f"{event} names a cell that is not 0 to 80")
    if not (0 <= depth <= DEEPEST and 0 <= digit <= 9):
        raise ShuduError(f"{event} does not fit: depth is 0 to {DEEPEST}, digit 0 to 9")
    return CODES[kind] | depth << 3 | cell << 10 | digit << 17 | table.add(why) << 21


def unpack(word: int, table: Sequence[Why]) -> Event:
    """The event that a number stands for."""
    cell = word >> 10 & 127
    return Event(KINDS[word & 7], word >> 3 & 127, None if cell == NO_CELL else cell, word >> 17 & 15, table[word >> 21])


def unpack_all(words: Iterable[int], table: Sequence[Why]) -> Iterator[Event]:
    """The events that numbers stand for."""
    return (unpack(word, table) for word in words)
