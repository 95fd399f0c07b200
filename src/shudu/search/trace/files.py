"""Traces in files and streams: NDJSON to read, packed to be small and quick.

NDJSON: the header on the first line, then one event a line (see `jsons`).

Packed, all numbers little-endian uint32:

    8 bytes         "SHUDUTR1"
    header piece    the header as a JSON object, no events
    event pieces    the last event is a `stop`
    closing piece   may follow: a JSON object with the `seconds` that the run took, no events

    piece           J, N, J bytes of JSON (UTF-8, filled up with blanks to a multiple of 4), N packed events

The JSON of an event piece is the list of side-table entries that are new with it; their indices follow those of the
pieces before. So a trace can be written while it runs and shown while it arrives.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, BinaryIO, Final

import numpy as np

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSES, cell_name, house_name, parse_cell
from shudu.search.trace.event import KINDS, Event, Header, Why
from shudu.search.trace.packing import NO_CELL, SideTable, pack
from shudu.search.trace.position import Words
from shudu.search.trace.trace import Trace

MAGIC: Final = b"SHUDUTR1"
PIECE: Final = 65_536  # events


def ndjson(trace: Trace) -> Iterator[str]:
    """The lines of a trace, as the run goes on."""
    yield _dump(header_to_json(trace.header))
    for event in trace:
        yield _dump(event_to_json(event))


def read_ndjson(lines: Iterable[str]) -> Trace:
    """A trace from its lines. Raises ShuduError with the number of the line that is wrong."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    header = header_from_json(_load(*next(numbered, (1, ""))))
    table, words = SideTable(), array("I")
    for number, line in numbered:
        words.append(pack(_event(number, line), table))
    return Trace.recorded(header, table.entries, words)


def packed(trace: Trace, piece: int = PIECE, *, timed: bool = False) -> Iterator[bytes]:
    """The bytes of a trace, piece by piece, as the run goes on; `timed` closes with the time it took."""
    yield MAGIC + _piece(header_to_json(trace.header))
    moment = entries = 0
    while trace.record_until(moment + piece) > moment:
        words = trace.words(moment, moment + piece)
        new = trace.table.entries[entries : int((words >> 21).max()) + 1]
        yield _piece(list(map(why_to_json, new)), words)
        moment, entries = moment + len(words), entries + len(new)
    if timed:
        yield _piece({"seconds": round(trace.stats.seconds, 6)})


def read_packed(file: BinaryIO) -> Trace:
    """A trace from a packed file. Raises ShuduError if it is something else, cut off or damaged."""
    if file.read(8) != MAGIC:
        raise ShuduError(f"not a packed trace; it would begin with {MAGIC.decode()}")
    first = _read_piece(file)
    if first is None:
        raise ShuduError("a packed trace without a header: the file was cut off")
    header = header_from_json(first[0])
    entries: list[Why] = []
    words = array("I")
    seconds = 0.0
    while (piece := _read_piece(file)) is not None:
        if isinstance(piece[0], dict):
            seconds = float(piece[0].get("seconds", 0.0))
            continue
        entries += map(why_from_json, piece[0])
        _check(piece[1], len(entries))
        words.frombytes(piece[1].astype(np.uint32).tobytes())
    return Trace.recorded(header, entries, words, seconds)


def _piece(table: Json | list[Json], words: Words | None = None) -> bytes:
    text = _dump(table).encode()
    text += b" " * (-len(text) % 4)
    events = b"" if words is None else words.astype("<u4").tobytes()
    return struct.pack("<II", len(text), len(events) // 4) + text + events


def _read_piece(file: BinaryIO) -> tuple[Any, Words] | None:
    head = file.read(8)
    if not head:
        return None
    length, count = struct.unpack("<II", _whole(head, 8))
    text = _whole(file.read(length), length)
    return _load(1, text.decode()), np.frombuffer(_whole(file.read(4 * count), 4 * count), "<u4")


def _whole(data: bytes, length: int) -> bytes:
    if len(data) < length:
        raise ShuduError(f"the packed trace is cut off: {length} bytes should follow, there are {len(data)}")
    return data


def _check(words: Words, entries: int) -> None:
    cells = words >> 10 & 127
    sound = ((words & 7) < len(KINDS)) & ((cells < 81) | (cells == NO_CELL)) & ((words >> 17 & 15) < 10)
    bad = np.flatnonzero(~(sound & (words >> 21 < entries)))
    if len(bad):
        raise ShuduError(f"the packed trace is damaged: {int(words[bad[0]]):#010x} is not an event")


def _event(number: int, line: str) -> Event:
    try:
        return event_from_json(_load(number, line))
    except (KeyError, TypeError) as error:
        raise ShuduError(f"line {number}: {line.strip()[:90]!r} is not an event: {error!r}") from error


def _dump(table: Json | list[Json]) -> str:
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _load(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise ShuduError(f"line {number}: {line.strip()[:90]!r} is not JSON: {error}") from error


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
