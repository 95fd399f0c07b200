"""Traces in files and streams: NDJSON for people and other programs, packed for size and speed.

NDJSON has the header on the first line, then one event per line.

A packed trace consists of blocks; all numbers are little-endian uint32:

    8 bytes         "SHUDUTR1"
    header block    the header as a JSON object, no events
    event blocks    the last event is a `stop`
    closing block   optional: a JSON object with the `seconds` that the run took, no events

    block           J, N, J bytes of JSON (UTF-8, padded with spaces to a multiple of 4), N packed events

The JSON of an event block is the list of its new side-table entries, whose indices continue those of earlier blocks. So
a trace can be written while it runs and shown while it arrives.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, BinaryIO, Final

import numpy as np

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, house_name, parse_cell, parse_house
from shudu.search.trace.event import KINDS, NO_CELL, Event, Header, SideTable, Why, Words, pack
from shudu.search.trace.trace import Trace

MAGIC: Final = b"SHUDUTR1"
BLOCK: Final = 65_536  # events
Json = dict[str, Any]
_FORMER_METHODS: Final = {"seeds": "graded"}  # names in traces of earlier versions


def write_ndjson(trace: Trace) -> Iterator[str]:
    """Yield the lines of a trace while it runs."""
    yield _dump(header_to_json(trace.header))
    for event in trace:
        yield _dump(event_to_json(event))


def read_ndjson(lines: Iterable[str]) -> Trace:
    """Return the trace written in some lines.

    Raises:
        ShuduError: If a line is malformed; the message gives its number.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    header = header_from_json(_load(*next(numbered, (1, ""))))
    table, words = SideTable(), array("I")
    for number, line in numbered:
        words.append(_pack_line(number, line, table))
    return Trace.from_words(header, table.entries, words)


def write_packed(trace: Trace, block: int = BLOCK, *, timed: bool = False) -> Iterator[bytes]:
    """Yield the packed bytes of a trace while it runs.

    Args:
        trace: The trace.
        block: The number of events per block.
        timed: Whether to add a closing block with the time the run took.
    """
    yield MAGIC + _pack_block(header_to_json(trace.header))
    moment = entries = 0
    while trace.record_until(moment + block) > moment:
        words = trace.words(moment, moment + block)
        new = trace.table.entries[entries : int((words >> 21).max()) + 1]
        yield _pack_block(list(map(why_to_json, new)), words)
        moment, entries = moment + len(words), entries + len(new)
    if timed:
        yield _pack_block({"seconds": round(trace.stats.seconds, 6)})


def read_packed(file: BinaryIO) -> Trace:
    """Return the trace of a packed file.

    Raises:
        ShuduError: If the file is not a packed trace, cut off or damaged.
    """
    if file.read(8) != MAGIC:
        raise ShuduError("search.not-packed", magic=MAGIC.decode())
    first = _read_block(file)
    if first is None:
        raise ShuduError("search.no-header")
    header = header_from_json(first[0])
    entries: list[Why] = []
    words = array("I")
    seconds = 0.0
    while (block := _read_block(file)) is not None:
        if isinstance(block[0], dict):
            recorded = block[0].get("seconds")
            seconds = float(recorded) if isinstance(recorded, int | float) else 0.0
            continue
        entries += _read_entries(block[0])
        _check_words(block[1], len(entries))
        words.frombytes(block[1].astype(np.uint32).tobytes())
    return Trace.from_words(header, entries, words, seconds)


def header_to_json(header: Header) -> Json:
    """Return a header as a JSON object, with the version of the format."""
    table = asdict(header)
    optional = {name: table.pop(name) for name in ("clues", "symmetry", "grid")}
    return {"trace": 1, **table, **{name: value for name, value in optional.items() if value is not None}}


def header_from_json(table: object) -> Header:
    """Return the header of a JSON object.

    Raises:
        ShuduError: If the value is not the header of a trace.
    """
    problem = ShuduError("search.not-a-header", text=quote(str(table)))
    if not isinstance(table, dict) or table.get("trace") != 1 or not isinstance(table.get("puzzle"), str):
        raise problem
    rest = {name: value for name, value in table.items() if name != "trace"}
    try:
        by = _FORMER_METHODS.get(rest["by"], rest["by"])
        return Header(**{**rest, "by": by, "rounds": tuple(rest.get("rounds", ()))})
    except (KeyError, TypeError):
        raise problem from None


def event_to_json(event: Event) -> Json:
    """Return an event and its details as one JSON object; absent fields are left out.

    >>> event_to_json(Event("guess", 3, 22, 7, Why(line=4)))
    {'kind': 'guess', 'depth': 3, 'cell': 'r3c5', 'digit': 7, 'line': 4}
    """
    table: Json = {"kind": event.kind, "depth": event.depth}
    if event.cell is not None:
        table["cell"] = cell_name(event.cell)
    if event.digit:
        table["digit"] = event.digit
    return {**table, **why_to_json(event.why)}


def event_from_json(table: object) -> Event:
    """Return the event of a JSON object.

    Raises:
        ShuduError: If the value is not an event.
    """
    if not isinstance(table, dict) or table.get("kind") not in KINDS:
        raise ShuduError("search.not-an-event", text=quote(str(table)), kinds=KINDS)
    cell = parse_cell(table["cell"]) if "cell" in table else None
    return Event(table["kind"], table["depth"], cell, table.get("digit", 0), why_from_json(table))


def why_to_json(why: Why) -> Json:
    """Return an entry of the side table as a JSON object."""
    table: Json = {name: value for name, value in why._asdict().items() if value is not None}
    if why.house is not None:
        table["house"] = house_name(why.house)
    if why.counters is not None:
        table["counters"] = dict(why.counters)
    return table


def why_from_json(table: Json) -> Why:
    """Return the side-table entry of a JSON object, ignoring the fields of an event."""
    fields = {name: table[name] for name in Why._fields if name in table}
    if "house" in fields:
        fields["house"] = parse_house(fields["house"])
    if "witnesses" in fields:
        fields["witnesses"] = tuple(fields["witnesses"])
    if "counters" in fields:
        fields["counters"] = tuple(fields["counters"].items())
    return Why(**fields)


def _pack_block(table: Json | list[Json], words: Words | None = None) -> bytes:
    text = _dump(table).encode()
    text += b" " * (-len(text) % 4)
    events = b"" if words is None else words.astype("<u4").tobytes()
    return struct.pack("<II", len(text), len(events) // 4) + text + events


def _read_block(file: BinaryIO) -> tuple[Any, Words] | None:
    """Return the JSON and the events of the next block, or None at the end of the file."""
    head = file.read(8)
    if not head:
        return None
    length, count = struct.unpack("<II", _check_length(head, 8))
    text = _check_length(file.read(length), length)
    return _load(1, text.decode("utf-8", "replace")), np.frombuffer(
        _check_length(file.read(4 * count), 4 * count), "<u4"
    )


def _check_length(data: bytes, length: int) -> bytes:
    if len(data) < length:
        raise ShuduError("search.cut-off", expected=length, found=len(data))
    return data


def _check_words(words: Words, entries: int) -> None:
    cells = words >> 10 & 127
    valid = ((words & 7) < len(KINDS)) & ((cells < 81) | (cells == NO_CELL)) & ((words >> 17 & 15) < 10)
    bad = np.flatnonzero(~(valid & (words >> 21 < entries)))
    if len(bad):
        raise ShuduError("search.damaged", word=f"{int(words[bad[0]]):#010x}")


def _read_entries(table: Any) -> list[Why]:
    try:
        return [why_from_json(entry) for entry in table]
    except (AttributeError, KeyError, TypeError) as error:
        raise ShuduError("search.damaged-entries", text=quote(str(table)), problem=repr(error)) from error


def _pack_line(number: int, line: str, table: SideTable) -> int:
    try:
        return pack(event_from_json(_load(number, line)), table)
    except (AttributeError, KeyError, TypeError) as error:
        raise ShuduError("search.bad-event-line", line=number, text=quote(line.strip()), problem=repr(error)) from error


def _dump(table: Json | list[Json]) -> str:
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _load(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise ShuduError("search.not-json", line=number, text=quote(line.strip()), problem=str(error)) from error
