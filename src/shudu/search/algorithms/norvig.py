"""Constraint propagation and search, after Peter Norvig.

`eliminate` is the only primitive: to write a digit is to eliminate all others. The values that a cell may still take
are a mask in which bit d stands for digit d.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.geometry import CELLS, DIGITS, HOUSES, HOUSES_OF, PEERS
from shudu.search.algorithms import PSEUDOCODE, SearchTask, algorithm
from shudu.search.trace.event import Event

CODE = PSEUDOCODE["norvig"]
ONE_VALUE, NO_VALUE, ONE_PLACE, NO_PLACE = CODE.whys("one-value", "no-value", "one-place", "no-place")
GUESS, BACK, DONE = CODE.whys("guess", "back", "done")
ANY = 0x3FE


@algorithm("norvig", rounds=("guess",))
def norvig(task: SearchTask) -> Iterator[Event]:
    """Assign the givens, then search, taking the cell with the fewest values first."""
    values = CellValues(task.digits)
    sound = all(values.assign(cell, digit) for cell, digit in enumerate(task.digits) if digit)
    yield from values.take_events()
    if sound:
        yield from _search(values, 0)


def _search(values: CellValues, depth: int) -> Iterator[Event]:
    open_cells = [cell for cell in CELLS if values.count(cell) > 1]
    if not open_cells:
        yield Event("solution", depth, None, 0, DONE)
        return
    cell = min(open_cells, key=values.count)
    for digit in DIGITS:
        if values.masks[cell] >> digit & 1:
            yield Event("guess", depth + 1, cell, digit, GUESS)
            branch = values.branch(cell)
            sound = branch.assign(cell, digit)
            yield from branch.take_events()
            if sound:
                yield from _search(branch, depth + 1)
            yield Event("retract", depth + 1, cell, digit, BACK)


class CellValues:
    """The values each cell may still take, and the events that eliminations have caused."""

    __slots__ = ("_depth", "_events", "_written", "masks")

    def __init__(self, digits: bytes | bytearray) -> None:
        self.masks: list[int] = [ANY] * 81
        self._written = bytearray(digits)  # nonzero for cells that need no further event
        self._depth = 0
        self._events: list[Event] = []

    def branch(self, cell: int) -> CellValues:
        """Return a copy, one level deeper, for a guess in a cell."""
        new = CellValues(self._written)
        new.masks = self.masks[:]
        new._written[cell] = 1
        new._depth = self._depth + 1
        return new

    def take_events(self) -> list[Event]:
        """Return the events since the last call."""
        events, self._events = self._events, []
        return events

    def count(self, cell: int) -> int:
        """Return how many values a cell may still take."""
        return self.masks[cell].bit_count()

    def assign(self, cell: int, digit: int) -> bool:
        """Eliminate all other values from a cell. Return False on a contradiction."""
        others = self.masks[cell] & ~(1 << digit)
        return all(self.eliminate(cell, other) for other in DIGITS if others >> other & 1)

    def eliminate(self, cell: int, digit: int) -> bool:
        """Eliminate a value from a cell and propagate. Return False on a contradiction."""
        if not self.masks[cell] >> digit & 1:
            return True
        self.masks[cell] &= ~(1 << digit)
        return self._check_cell(cell) and all(self._check_house(house, digit) for house in HOUSES_OF[cell])

    def _check_cell(self, cell: int) -> bool:
        """Eliminate the last value of a cell from its peers."""
        mask = self.masks[cell]
        if not mask:
            self._events.append(Event("conflict", self._depth, cell, 0, NO_VALUE))
            return False
        if mask & (mask - 1):
            return True
        digit = mask.bit_length() - 1
        self._write(Event("place", self._depth, cell, digit, ONE_VALUE))
        return all(self.eliminate(peer, digit) for peer in PEERS[cell])

    def _check_house(self, house: int, digit: int) -> bool:
        """Assign a digit that has one place left in a house."""
        places = [cell for cell in HOUSES[house] if self.masks[cell] >> digit & 1]
        if not places:
            self._events.append(Event("conflict", self._depth, None, digit, NO_PLACE._replace(house=house)))
            return False
        if len(places) > 1:
            return True
        self._write(Event("place", self._depth, places[0], digit, ONE_PLACE._replace(house=house)))
        return self.assign(places[0], digit)

    def _write(self, event: Event) -> None:
        assert event.cell is not None
        if not self._written[event.cell]:
            self._written[event.cell] = 1
            self._events.append(event)
