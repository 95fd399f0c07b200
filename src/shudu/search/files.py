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
from typing import Any, BinaryIO, Final

import numpy as np

from shudu.core.errors import ShuduError
from shudu.search.event import KINDS, Event, Why
from shudu.search.jsons import (
    Json,
    event_from_json,
    event_to_json,
    header_from_json,
    header_to_json,
    why_from_json,
    why_to_json,
)
from shudu.search.packing import NO_CELL, SideTable, pack
from shudu.search.position import Words
from shudu.search.trace import Trace

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
