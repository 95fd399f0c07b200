"""Packing preserves every field and rejects values out of range."""

import pytest

from shudu.core.errors import ShuduError
from shudu.search.trace.event import KINDS, ROOM, Event, SideTable, Why, pack, unpack

CORNERS = [
    Event(kind, depth, cell, digit, Why(line=line))
    for kind in KINDS
    for depth in (0, 127)
    for cell in (None, 0, 80)
    for digit in (0, 9)
    for line in (0, 7)
]


@pytest.mark.parametrize("event", CORNERS)
def test_packing_preserves_every_field(event: Event) -> None:
    table = SideTable()
    word = pack(event, table)
    assert 0 <= word < 2**32
    assert unpack(word, table.entries) == event


@pytest.mark.parametrize("wrong", [{"depth": 128}, {"depth": -1}, {"cell": 81}, {"cell": -1}, {"digit": 10}])
def test_values_out_of_range_are_rejected(wrong: dict[str, int]) -> None:
    event = Event("place", 0, 0, 1, Why())._replace(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ShuduError, match="cannot be stored"):
        pack(event, SideTable())


def test_the_side_table_holds_2048_entries() -> None:
    table = SideTable(Why(line=number) for number in range(ROOM))
    assert unpack(pack(Event("stop", 0, None, 0, Why(line=ROOM - 1)), table), table.entries).why.line == ROOM - 1
    with pytest.raises(ShuduError, match="2048"):
        pack(Event("stop", 0, None, 0, Why(line=ROOM)), table)
