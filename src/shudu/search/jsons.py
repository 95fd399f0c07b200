"""Headers, events and side-table entries as JSON objects: what is not there is left out.

>>> event_to_json(Event("guess", 3, 22, 7, Why(line=4)))
{'kind': 'guess', 'depth': 3, 'cell': 'r3c5', 'digit': 7, 'line': 4}
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSES, cell_name, house_name, parse_cell
from shudu.search.event import KINDS, Event, Why
from shudu.search.header import Header

Json = dict[str, Any]
_HOUSE_OF = {house_name(house): house for house in range(len(HOUSES))}


def header_to_json(header: Header) -> Json:
    """The header, with the version of the format."""
    table = asdict(header)
    asked = {name: table.pop(name) for name in ("clues", "symmetry")}
    return {"trace": 1, **table, **{name: value for name, value in asked.items() if value is not None}}


def header_from_json(table: Json) -> Header:
    """The reverse. Raises ShuduError for what is not the header of a trace."""
    if table.get("trace") != 1:
        raise ShuduError(
            f"{str(table)[:90]!r} is not the header of a trace; it says {{'trace': 1, 'puzzle': …, 'by': …}}"
        )
    rest = {name: value for name, value in table.items() if name != "trace"}
    return Header(**{**rest, "rounds": tuple(rest.get("rounds", ()))})


def event_to_json(event: Event) -> Json:
    """An event and its why in one object."""
    table: Json = {"kind": event.kind, "depth": event.depth}
    if event.cell is not None:
        table["cell"] = cell_name(event.cell)
    if event.digit:
        table["digit"] = event.digit
    return {**table, **why_to_json(event.why)}


def event_from_json(table: Json) -> Event:
    """The reverse. Raises ShuduError for what is not an event."""
    if table.get("kind") not in KINDS:
        raise ShuduError(f"{str(table)[:90]!r} is not an event; its kind is one of {', '.join(KINDS)}")
    cell = parse_cell(table["cell"]) if "cell" in table else None
    return Event(table["kind"], table["depth"], cell, table.get("digit", 0), why_from_json(table))


def why_to_json(why: Why) -> Json:
    """An entry of the side table."""
    table: Json = {name: value for name, value in why._asdict().items() if value is not None}
    if why.house is not None:
        table["house"] = house_name(why.house)
    if why.counters is not None:
        table["counters"] = dict(why.counters)
    return table


def why_from_json(table: Json) -> Why:
    """The reverse; names that belong to the event are passed over."""
    known = {name: table[name] for name in Why._fields if name in table}
    if "house" in known:
        known["house"] = _HOUSE_OF[known["house"]]
    if "witnesses" in known:
        known["witnesses"] = tuple(known["witnesses"])
    if "counters" in known:
        known["counters"] = tuple(known["counters"].items())
    return Why(**known)
