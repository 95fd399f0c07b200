"""Trace files round-trip, and damaged files are rejected."""

from io import BytesIO
from random import Random

import pytest

from shudu.core.errors import ShuduError
from shudu.search.run import trace
from shudu.search.trace.event import Event, Header, Why
from shudu.search.trace.files import MAGIC, read_ndjson, read_packed, write_ndjson, write_packed
from shudu.search.trace.trace import Trace

HARD = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
EVERYTHING = Why(3, "events", 19, 0.5, "rotate90", ("12", "34"), (("passes", 7),))


def are_equal(one: Trace, other: Trace) -> bool:
    return one.header == other.header and list(one) == list(other)


def test_every_field_of_the_side_table_round_trips() -> None:
    header = Header("." * 81, "made", limit=None)
    run = Trace(header, [Event("conflict", 1, None, 4, EVERYTHING), Event("place", 2, 5, 4, Why())])
    assert are_equal(run, read_ndjson(write_ndjson(run)))
    assert are_equal(run, read_packed(BytesIO(b"".join(write_packed(run)))))


@pytest.mark.parametrize("block", [1, 7, 65_536])
def test_blocks_of_any_size(block: int) -> None:
    run = trace(HARD, "norvig")
    assert are_equal(run, read_packed(BytesIO(b"".join(write_packed(run, block)))))


def test_a_closing_block_stores_the_time() -> None:
    run = trace(HARD, "norvig")
    again = read_packed(BytesIO(b"".join(write_packed(run, timed=True))))
    assert are_equal(run, again)
    assert again.stats.seconds == pytest.approx(run.stats.seconds, abs=1e-5) != 0


def test_writing_streams_while_the_search_runs() -> None:
    run = trace(HARD, "rows")
    blocks = write_packed(run, 1000)
    next(blocks)
    next(blocks)
    assert run.record_until(0) < 5000
    lines = write_ndjson(trace(HARD, "rows"))
    assert next(lines).startswith('{"trace":1,')
    assert next(lines) == '{"kind":"guess","depth":1,"cell":"r1c1","digit":1,"line":4}'


def test_a_million_events_round_trip() -> None:
    run = trace(HARD, "rows", events=1_000_000)
    data = b"".join(write_packed(run))
    assert 4_000_000 < len(data) < 4_010_000
    again = read_packed(BytesIO(data))
    assert again.seek(777_777) == run.seek(777_777)
    assert again.reason == "events"


def test_another_kind_of_file_is_rejected() -> None:
    with pytest.raises(ShuduError, match="not a packed trace"):
        read_packed(BytesIO(b"PK\3\4 something else"))


@pytest.mark.parametrize("cut", [8, 12, 100, -1, -4])
def test_a_truncated_file_is_rejected(cut: int) -> None:
    data = b"".join(write_packed(trace(HARD, "norvig")))
    with pytest.raises(ShuduError, match="cut off"):
        read_packed(BytesIO(data[:cut]))


@pytest.mark.parametrize("word", [7, 81 << 10, 127 << 10 | 10 << 17, 0xFFFFFFFF])
def test_a_damaged_event_is_rejected(word: int) -> None:
    run = trace(HARD, "norvig")
    data = bytearray(b"".join(write_packed(run)))
    data[-4:] = word.to_bytes(4, "little")
    with pytest.raises(ShuduError, match="damaged"):
        read_packed(BytesIO(bytes(data)))


def test_damaged_bytes_give_a_trace_or_an_error() -> None:
    random = Random(1)
    data = b"".join(write_packed(trace(HARD, "norvig", events=40), 20, timed=True))
    rejected = 0
    for _ in range(1000):
        damaged = bytearray(data)
        for place in random.sample(range(len(data)), random.randrange(1, 4)):
            damaged[place] = random.randrange(256)
        try:
            list(read_packed(BytesIO(damaged)))
        except ShuduError:
            rejected += 1
    assert 100 < rejected < 1000


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1"),
        (["{}"], "header"),
        (["not json"], "line 1"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x"}', '{"kind":"jump"}'], "not an event"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x"}', '{"kind":"place"}'], "line 2"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x"}', '{"kind":"place","depth":0,"cell":"z"}'], "not a cell"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x"}', '{"kind":"stop","depth":0,"house":"q9"}'], "line 2"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x"}', '{"kind":"stop","depth":"0"}'], "line 2"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x"}', "[1]"], "not an event"),
        (["[1]"], "header"),
        (['{"trace":1}'], "header"),
        (['{"trace":1,"puzzle":"' + "." * 81 + '","by":"x","more":1}'], "header"),
    ],
)
def test_errors_name_the_malformed_line(lines: list[str], message: str) -> None:
    with pytest.raises(ShuduError, match=message):
        read_ndjson(lines)


def test_the_layout_of_a_packed_file() -> None:
    run = Trace(Header("." * 81, "made"), [Event("guess", 3, 22, 7, Why(line=4))])
    data = b"".join(write_packed(run))
    assert data[:8] == MAGIC
    length = int.from_bytes(data[8:12], "little")
    assert data[12:16] == bytes(4)
    assert length % 4 == 0
    block = data[16 + length :]
    text, count = int.from_bytes(block[:4], "little"), int.from_bytes(block[4:8], "little")
    assert block[8 : 8 + text].rstrip() == b'[{"line":4},{"line":0,"reason":"exhausted"}]'
    assert count == 2
    assert int.from_bytes(block[8 + text : 12 + text], "little") == 2 | 3 << 3 | 22 << 10 | 7 << 17 | 0 << 21
    assert len(block) == 8 + text + 4 * count
