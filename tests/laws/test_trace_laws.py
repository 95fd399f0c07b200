"""Laws of traces that hold for every algorithm and puzzle."""

from array import array
from collections.abc import Iterable
from io import BytesIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shudu
from shudu.core.geometry import PEERS
from shudu.core.text import read_line
from shudu.search.run import ALGORITHMS, trace
from shudu.search.trace.event import KINDS, NO_DETAILS, Event, Header, SideTable, pack
from shudu.search.trace.files import read_ndjson, read_packed, write_ndjson, write_packed
from shudu.search.trace.trace import Trace

MOST = 3000


def puzzle_of(seed: int, clues: int, broken: bool) -> str:
    """Return some clues of a random final grid; if broken, one is changed, so that there may be no solution."""
    random = Random(seed)
    digits = shudu.Symmetry.random(random).apply(next(shudu.solutions("." * 81)).digits)
    kept = random.sample(range(81), clues)
    line = ["."] * 81
    for cell in kept:
        line[cell] = str(digits[cell])
    if broken:
        free = [d for d in range(1, 10) if _fits(line, kept[0], str(d))]
        line[kept[0]] = str(random.choice(free))
    return "".join(line)


def _fits(line: list[str], cell: int, digit: str) -> bool:
    return all(line[peer] != digit for peer in PEERS[cell])


puzzles = st.builds(puzzle_of, st.integers(0, 2**32), st.integers(22, 60), st.booleans())
names = st.sampled_from([name for name, each in ALGORITHMS.items() if each.is_available])
runs = st.builds(
    lambda puzzle, by, limit, seed: trace(puzzle, by, limit=limit, events=MOST, seed=seed),
    puzzles,
    names,
    st.sampled_from([1, 2, 5, None]),
    st.integers(0, 9),
)


def snapshots(start: bytes, events: Iterable[Event]) -> list[bytes]:
    """Return the position after each event; `retract` restores a copy made before its guess."""
    board, before, positions = bytearray(start), {}, [start]
    for event in events:
        if event.kind == "guess":
            before[event.depth] = bytes(board)
        if event.kind in ("place", "guess"):
            assert event.cell is not None
            board[event.cell] = event.digit
        elif event.kind == "remove":
            assert event.cell is not None
            assert board[event.cell] == event.digit
            board[event.cell] = 0
        elif event.kind == "retract":
            board = bytearray(before[event.depth])
        positions.append(bytes(board))
    return positions


@given(runs)
def test_retract_restores_exactly_the_position_before_its_guess(run: Trace) -> None:
    positions = snapshots(read_line(run.header.puzzle), run)
    for moment in range(0, len(positions), 1 + len(positions) // 50):
        assert run.seek(moment).digits == positions[moment]
    assert run.seek(len(run)).digits == positions[-1]


@given(runs)
def test_solutions_are_correct_and_complete(run: Trace) -> None:
    givens = read_line(run.header.puzzle)
    found = run.solutions
    assert len({grid.line for grid in found}) == len(found)
    for grid in found:
        assert grid.is_solved()
        assert all(digit in (0, grid.digits[cell]) for cell, digit in enumerate(givens))
    if run.reason == "exhausted":
        assert len(found) == shudu.count(run.header.puzzle, limit=len(found) + 1)
    if run.reason == "solutions":
        assert len(found) == run.header.limit


@given(runs)
def test_a_trace_ends_with_its_only_stop(run: Trace) -> None:
    kinds = [event.kind for event in run]
    assert kinds[-1] == "stop"
    assert kinds.count("stop") == 1
    assert len(kinds) <= MOST + 1


@given(runs)
def test_givens_never_change(run: Trace) -> None:
    givens = read_line(run.header.puzzle)
    assert all(event.kind == "conflict" or event.cell is None or not givens[event.cell] for event in run)


@given(runs)
def test_statistics_match_the_events(run: Trace) -> None:
    kinds = [event.kind for event in run]
    stats = run.stats
    assert stats.events == len(kinds)
    assert stats.placements == kinds.count("place") + kinds.count("guess")
    assert stats.retractions == kinds.count("remove") + kinds.count("retract")
    assert stats.solutions == kinds.count("solution")
    assert stats.deepest == max(event.depth for event in run)


@settings(max_examples=40)
@given(runs, st.integers(1, 500))
def test_both_file_formats_round_trip(run: Trace, size: int) -> None:
    for again in (read_ndjson(write_ndjson(run)), read_packed(BytesIO(b"".join(write_packed(run, size))))):
        assert again.header == run.header
        assert list(again) == list(run)
        assert again.seek(len(run)) == run.seek(len(run))


@given(puzzles, names, st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_trace(puzzle: str, by: str, seed: int) -> None:
    one, other = (trace(puzzle, by, events=MOST, seed=seed) for _ in range(2))
    assert list(one) == list(other)


def test_another_seed_gives_another_trace() -> None:
    one, other = (trace("." * 81, "random", seed=seed) for seed in (1, 2))
    assert list(one) != list(other)


events = st.builds(
    Event,
    st.sampled_from(KINDS[:-1]),
    st.integers(1, 9),
    st.integers(0, 80),
    st.integers(1, 9),
    st.just(NO_DETAILS),
)


def by_levels(start: bytes, recorded: list[Event]) -> tuple[bytes, bytes]:
    """Return digits and levels, computed event by event as the format is documented."""
    digits, levels = bytearray(start), bytearray(81)
    for kind, depth, cell, digit, _ in recorded:
        assert cell is not None
        if kind in ("place", "guess"):
            digits[cell], levels[cell] = digit, depth
        elif kind == "remove":
            digits[cell] = levels[cell] = 0
        elif kind == "retract":
            for each in range(81):
                if levels[each] >= depth:
                    digits[each] = levels[each] = 0
    return bytes(digits), bytes(levels)


@settings(max_examples=300)
@given(st.lists(events, max_size=200), st.data())
def test_seeking_equals_replaying_for_arbitrary_events(recorded: list[Event], data: st.DataObject) -> None:
    start = "1" * 9 + "." * 72
    table = SideTable()
    run = Trace.from_words(Header(start, "any"), table, array("I", [pack(event, table) for event in recorded]))
    moments = data.draw(st.lists(st.integers(0, len(recorded)), min_size=1, max_size=8))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shudu.search.trace.trace.CHECKPOINT", 16)
        for moment in moments:
            position = run.seek(moment)
            assert (position.digits, position.levels) == by_levels(read_line(start), recorded[:moment])
            assert position.tallies == tuple(sum(e.kind == kind for e in recorded[:moment]) for kind in KINDS)
