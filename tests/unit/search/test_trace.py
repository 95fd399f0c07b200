"""Traces are lazy, bounded and seekable."""

import tracemalloc
from array import array
from collections.abc import Iterator
from itertools import count, repeat
from random import Random
from typing import get_args

import numpy as np
import pytest

from shudu.core.errors import ConflictingGivens, MalformedGrid, MissingExtra, ShuduError
from shudu.core.text import read_line
from shudu.search.algorithms import SearchTask
from shudu.search.algorithms.anneal import CHAIN
from shudu.search.run import ALGORITHMS, trace
from shudu.search.trace.event import NO_DETAILS, Event, Header, Position, StopReason, Words
from shudu.search.trace.trace import CHECKPOINT, Stopwatch, Trace, apply_limits

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
EMPTY = "." * 81
BY_STEPS = ["rows", "random", "mrv", "mrv+propagate", "exact-cover", "norvig"]
BY_COUNTERS = ["sat", "kernel"]


def no_solution() -> str:
    """Return a puzzle whose row 1 needs a 9 in column 9, which already has one."""
    return "12345678." + "........." * 2 + "........9" + "........." * 5


@pytest.fixture(params=list(ALGORITHMS))
def by(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if not ALGORITHMS[name].is_available:
        pytest.skip(f"{name} needs a package that is not installed")
    return name


def test_every_algorithm_finds_the_solution(by: str) -> None:
    run = trace(EASY, by)
    assert [grid.line for grid in run.solutions] == [SOLUTION]
    assert run.reason == "solutions"
    assert run.solutions[0].givens == trace(EASY, by).solutions[0].givens
    assert len(run.solutions[0].givens) == 30


def test_a_full_grid_is_its_own_solution(by: str) -> None:
    run = trace(SOLUTION, by)
    assert [grid.line for grid in run.solutions] == [SOLUTION]


@pytest.mark.parametrize("name", [*BY_STEPS, *BY_COUNTERS])
def test_a_puzzle_without_solution_is_proven_so(name: str) -> None:
    if not ALGORITHMS[name].is_available:
        pytest.skip(f"{name} is not installed")
    run = trace(no_solution(), name)
    assert not run.solutions
    assert run.reason == "exhausted"


@pytest.mark.parametrize("name", [*BY_STEPS, *BY_COUNTERS])
def test_all_solutions_or_the_requested_number(name: str) -> None:
    if not ALGORITHMS[name].is_available:
        pytest.skip(f"{name} is not installed")
    two = SOLUTION.replace("7", ".").replace("8", ".")
    everything = trace(two, name, limit=None)
    assert everything.reason == "exhausted"
    found = {grid.line for grid in everything.solutions}
    assert len(found) == len(everything.solutions) >= 2
    assert SOLUTION in found
    assert all(grid.is_solved() for grid in everything.solutions)
    one = trace(two, name, limit=1)
    assert len(one.solutions) == 1
    assert one.reason == "solutions"


def test_annealing_that_gives_up_stops_with_that_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shudu.search.algorithms.anneal.CHAIN", 10)
    run = trace(no_solution(), "anneal")
    assert run.reason == "gave-up"
    assert not run.solutions
    assert run.stats.iterations > 1000


def test_the_event_limit_ends_the_trace_with_a_stop() -> None:
    run = trace(HARD, "rows", events=1000)
    assert len(run) == 1001
    assert run[1000].kind == "stop"
    assert run.reason == "events"


def test_a_limit_that_is_just_enough_is_not_reached() -> None:
    length = len(trace(EASY, "mrv")) - 1
    assert trace(EASY, "mrv", events=length).reason == "solutions"
    assert trace(EASY, "mrv", events=length - 1).reason == "events"


def test_the_time_limit_ends_the_trace_with_a_stop() -> None:
    ticks = count()
    header = Header(EMPTY, "endless", limit=None, seconds=5)
    events = list(apply_limits(repeat(Event("place", 0, 0, 1, NO_DETAILS)), header, lambda: float(next(ticks))))
    assert events[-1].why.reason == "seconds"
    assert {event.kind for event in events[:-1]} == {"place"}
    assert 5 <= next(ticks) <= 7


def test_annealing_checks_the_time_itself() -> None:
    left = iter([3.0, 2.0, 1.0, 0.0, -1.0])
    task = SearchTask(read_line(no_solution()), Random(0), seconds_left=lambda: next(left))
    events = list(ALGORITHMS["anneal"].search(task))
    assert events[-1].why.reason == "seconds"
    assert task.counters["iterations"] == 3 * CHAIN


def test_sat_stops_at_the_time_limit() -> None:
    pytest.importorskip("pysat")
    assert trace(EASY, "sat", seconds=1e-9).reason == "seconds"
    assert trace(EASY, "sat", seconds=1000).reason == "solutions"
    task = SearchTask(bytes(81), Random(0), None, seconds_left=iter([1.0, 1.0, 0.0]).__next__)
    events = list(ALGORITHMS["sat"].search(task))
    assert [event.kind for event in events].count("solution") == 2
    assert events[-1].why.reason == "seconds"


@pytest.mark.parametrize("limit", [{"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": 0}, {"limit": 0}])
def test_limits_out_of_range_are_rejected(limit: dict[str, float]) -> None:
    with pytest.raises(ShuduError, match="it must be"):
        trace(EASY, "mrv", **limit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", [{"limit": 1.5}, {"events": "9"}, {"seconds": "1"}, {"seed": 1.5}, {"by": 3}, {"puzzle": 5}]
)
def test_wrong_types_raise_type_errors(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=r"whole number|a number|the name of|a grid is"):
        trace(**{"puzzle": EASY, **wrong})  # type: ignore[arg-type]


def test_the_stopwatch_measures_only_inside_with_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 11.0, 500.0, 502.0, 503.0])
    monkeypatch.setattr("shudu.search.trace.trace.perf_counter", lambda: next(now))
    watch = Stopwatch()
    with watch:
        pass
    assert watch.seconds == 1.0
    with watch:
        assert watch.seconds == 3.0
    assert watch.seconds == 4.0


def test_a_trace_searches_only_as_far_as_it_is_read() -> None:
    calls = []

    def endless() -> Iterator[Event]:
        while True:
            calls.append(1)
            yield Event("place", 0, 0, 1, NO_DETAILS)

    run = Trace(Header(EMPTY, "endless", limit=None), endless())
    assert run[10].kind == "place"
    assert len(run[2:30:4]) == 7
    assert run.seek(3000).digits[0] == 1
    assert len(calls) < 5000


def test_moments_before_the_start_and_after_the_end() -> None:
    run = trace(EASY, "mrv")
    assert run.seek(-5) == run.seek(0)
    assert run.seek(10**9) == run.seek(len(run))
    assert run.seek(0).digits == trace(EASY).seek(0).digits


def test_every_stop_has_a_known_reason(by: str) -> None:
    assert trace(EASY, by, events=20).reason in get_args(StopReason)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"puzzle": "12"}, MalformedGrid),
        ({"puzzle": "11" + "." * 79}, ConflictingGivens),
        ({"by": "guessing"}, ShuduError),
        ({"limit": 0}, ShuduError),
        ({"events": 0}, ShuduError),
        ({"seconds": 0}, ShuduError),
    ],
)
def test_bad_requests(wrong: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        trace(**{"puzzle": EASY, **wrong})  # type: ignore[arg-type]


def test_a_missing_extra_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shudu.search.algorithms.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'shudu\[sat\]'"):
        trace(EASY, "sat")


def test_counters_of_solvers_without_steps() -> None:
    assert trace(HARD, "kernel").stats.counters.keys() == {"passes", "guesses", "backtracks"}
    assert trace(HARD, "kernel").stats.guesses > 0
    if ALGORITHMS["sat"].is_available:
        assert {"propagations", "restarts"} <= trace(HARD, "sat").stats.counters.keys()


def test_seeking_in_ten_million_events_reads_one_stretch_and_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    size = 10_000_000
    words = rng.integers(0, 3, size, dtype=np.uint32)  # place, remove, guess
    words |= rng.integers(1, 50, size, dtype=np.uint32) << np.uint32(3)
    words |= rng.integers(0, 81, size, dtype=np.uint32) << np.uint32(10)
    words |= rng.integers(1, 10, size, dtype=np.uint32) << np.uint32(17)
    words[rng.integers(0, size, size // 20)] = 4 | 20 << 3 | 127 << 10  # retract at depth 20
    recorded = array("I", words.tobytes())
    del words
    tracemalloc.start()
    run = Trace.from_words(Header(EMPTY, "random"), [NO_DETAILS], recorded)
    run.seek(size)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * size / 10, "checkpoints are small compared with the events"
    lengths: list[int] = []

    def note_length(position: Position, words: Words) -> Position:
        lengths.append(len(words))
        return position

    monkeypatch.setattr("shudu.search.trace.trace.fold", note_length)
    for moment in rng.integers(0, size, 200).tolist():
        run.seek(moment)
    assert len(lengths) == 200 and max(lengths) < CHECKPOINT


def test_seeking_from_a_checkpoint_equals_seeking_from_the_start() -> None:
    run = trace(HARD, "rows", events=4 * CHECKPOINT)
    for moment in (0, 1, CHECKPOINT - 1, CHECKPOINT, CHECKPOINT + 1, 3 * CHECKPOINT + 17, len(run)):
        fresh = Trace.from_words(run.header, run.table.entries, run._words[:moment])
        assert run.seek(moment) == fresh.seek(moment)


@pytest.mark.parametrize(
    "part", [slice(2), slice(3, 9, 2), slice(-3, None), slice(None, None, -1), slice(90, 99), slice(None)]
)
def test_a_slice_is_a_list_of_events(part: slice) -> None:
    assert trace(EASY, "mrv")[part] == list(trace(EASY, "mrv"))[part]
