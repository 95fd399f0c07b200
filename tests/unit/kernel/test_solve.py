"""solve, count, solutions and solve_many."""

import _thread
import os
import signal
import threading
from multiprocessing import get_context

import numpy as np
import pytest

import shudu
from shudu.kernel.parallel import SolveJob
from shudu.kernel.solve import solve_counted

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81
TWO = SOLUTION.replace("4", ".").replace("2", ".")


def test_solve_returns_the_only_solution() -> None:
    solution = shudu.solve(LINE)
    assert solution.line == SOLUTION
    assert len(solution.givens) == 30
    assert shudu.solve(shudu.Puzzle(LINE)) == shudu.solve(shudu.Grid(LINE)) == solution


def test_solve_rejects_puzzles_without_solution_or_with_conflicts() -> None:
    with pytest.raises(shudu.NoSolution):
        shudu.solve("12345678" + "." * 9 + "9" + "." * 63)
    with pytest.raises(shudu.ConflictingGivens, match="r1c1, r1c2"):
        shudu.solve("55" + "." * 79)
    with pytest.raises(shudu.MalformedGrid):
        shudu.solve("5" * 80)


def test_several_solutions_are_reported_with_two_witnesses() -> None:
    with pytest.raises(shudu.ManySolutions) as caught:
        shudu.solve(EMPTY)
    first, second = caught.value.witnesses
    assert first != second and first.is_solved() and second.is_solved()


def test_count_stops_at_the_limit() -> None:
    assert [shudu.count(EMPTY, limit=limit) for limit in (1, 2, 1000, 20_000)] == [1, 2, 1000, 20_000]
    assert shudu.count(LINE) == 1
    with pytest.raises(ValueError, match="1 or more"):
        shudu.count(LINE, limit=0)


def test_solutions_are_lazy_and_complete() -> None:
    found = list(shudu.solutions(TWO))
    assert len({grid.line for grid in found}) == len(found) == shudu.count(TWO) > 1
    assert all(grid.is_solved() for grid in found)
    assert found[0].digits == shudu.solve_many([TWO]).solutions[0].tobytes()
    endless = shudu.solutions(EMPTY)
    assert next(endless).is_solved() and next(endless).is_solved()
    assert len(list(shudu.solutions(EMPTY, limit=700))) == 700


def test_solve_many_accepts_every_kind_of_puzzle() -> None:
    batch = shudu.solve_many([LINE, EMPTY, "55" + "." * 79, SOLUTION])
    assert batch.counts.tolist() == [1, 2, 0, 1]
    assert batch.solutions.shape == (4, 81)
    assert not batch.solutions[2].any()
    assert len(shudu.solve_many([])) == 0
    for type in ("U81", "S81", object):  # columns of tables
        assert shudu.solve_many(np.array([LINE, EMPTY], type)).counts.tolist() == [1, 2]


def test_errors_name_the_malformed_row() -> None:
    with pytest.raises(shudu.MalformedGrid, match="row 1: 80 cells"):
        shudu.solve_many([LINE, LINE[:80]])
    bad = np.zeros((9000, 81), np.uint8)
    bad[8321, 7] = 10
    for threads in (1, 2):
        with pytest.raises(shudu.MalformedGrid, match="row 8321: 10 in r1c8"):
            shudu.solve_many(bad, threads=threads)
    with pytest.raises(shudu.MalformedGrid, match="row 8321: -1 in r1c8"):
        shudu.solve_many(np.where(bad == 10, -1, 0))
    with pytest.raises(shudu.MalformedGrid, match=r"\(n, 81\)"):
        shudu.solve_many(np.zeros(81, np.uint8))
    with pytest.raises(TypeError, match="use solve"):
        shudu.solve_many(LINE)


def test_progress_adds_up_and_threads_agree() -> None:
    rows = [LINE] * 10_000
    seen: list[int] = []
    one = shudu.solve_many(rows, threads=1, progress=seen.append)
    two = shudu.solve_many(rows, threads=2)
    assert sum(seen) == 10_000
    assert (one.counts == two.counts).all() and (one.solutions == two.solutions).all()


@pytest.mark.parametrize("limit", [2, 1000])
@pytest.mark.parametrize("few", [1, 32, 33, 400])
def test_threads_agree_on_few_puzzles(few: int, limit: int) -> None:
    rows = ([LINE, EMPTY, "55" + "." * 79] * few)[:few]
    seen: list[int] = []
    assert shudu.solve_many(rows, limit, threads=1) == shudu.solve_many(rows, limit, threads=3, progress=seen.append)
    assert sum(seen) == few


def test_calls_share_their_threads() -> None:
    before = set(threading.enumerate())
    for threads in (2, 3, 4):
        shudu.solve_many([EMPTY] * 128, limit=2000, threads=threads)
    assert len(set(threading.enumerate()) - before) <= 4


def test_puzzles_with_many_solutions_are_shared_in_small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    solve = SolveJob.solve

    def note_size(job: SolveJob, start: int, end: int) -> int:
        sizes.append(end - start)
        return solve(job, start, end)

    monkeypatch.setattr(SolveJob, "solve", note_size)
    shudu.solve_many([EMPTY] * 200, limit=1000, threads=2)
    assert len(sizes) >= 6 and sum(sizes) == 200


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [2, 1_000_000])
def test_ctrl_c_ends_a_batch_before_it_is_finished(threads: int, limit: int) -> None:
    rows = np.zeros((2_000_000 if limit == 2 else 2_000, 81), np.uint8)
    finished: list[int] = []
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        shudu.solve_many(rows, limit=limit, threads=threads, progress=finished.append)
    assert sum(finished) < len(rows)


@pytest.mark.timeout(60)
def test_ctrl_c_ends_a_count_that_would_take_forever() -> None:
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        shudu.count(EMPTY)


def test_ctrl_c_ends_the_sampling_of_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    shudu.full_grid(seed=1)
    statuses: list[int] = []
    monkeypatch.setattr("shudu.kernel.grids.check_status", statuses.append)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        shudu.full_grids(10_000_000, seed=1)
    assert len(statuses) < 100, "one call makes 100,000 grids"


def interrupt_soon() -> None:
    """Press Ctrl-C in a moment. The handler is reset because it is disabled in background processes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()


def test_several_threads_of_a_program_may_solve_at_once() -> None:
    wrong: list[str] = []

    def work() -> None:
        wrong.extend(line for _ in range(300) if (line := shudu.solve(LINE).line) != SOLUTION)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_counters_describe_the_search() -> None:
    _, counters = solve_counted([SOLUTION])
    assert counters.guesses == 0
    _, counters = solve_counted([EMPTY], limit=1)
    assert counters.guesses > 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_starts_its_own_threads() -> None:
    rows = [LINE] * 4096
    for _ in range(20):  # until the parent has started all its threads
        shudu.solve_many(rows, threads=4)
    child = get_context("fork").Process(target=shudu.solve_many, args=(rows,), kwargs={"threads": 4})
    child.start()
    child.join(20)
    hangs = child.is_alive()
    child.kill()
    assert not hangs and child.exitcode == 0


def test_first_solutions_do_not_depend_on_the_help_of_idle_lanes() -> None:
    lines = [  # two lanes reach a solution of the same puzzle in the same pass
        "...8.7.1.9..41..86.2...9.5........3...62...98.7....6.....1..3...4.5.......1.3...2",
        ".2..4.1...43.8..9.768...5..9..5....7.7..3....3..2...54.9....4..8.7.....5..4......",
        "6.21.3....7....28.83.74....3.....85..6.83..1.518...6.....3..57..83..7.....52.8.9.",
        ".86.4..3.......4.8...8.....9.32.815...8....935...938...519.4.8684..12......38....",
    ]
    for limit in (1, 2):
        unaided, _ = solve_counted(lines, limit)  # lanes do not help while the search is counted
        for line, solution in zip(lines, unaided.solutions, strict=True):
            assert (shudu.solve_many([line], limit=limit).solutions[0] == solution).all()


def test_batches_compare_by_value() -> None:
    assert shudu.solve_many([LINE, EMPTY]) == shudu.solve_many([LINE, EMPTY])
    assert shudu.solve_many([LINE, EMPTY]) != shudu.solve_many([LINE, LINE])
    assert shudu.solve_many([LINE]) != [LINE]


def test_a_batch_is_indexed_and_iterated_by_puzzle() -> None:
    batch = shudu.solve_many(["." * 81, "11" + "." * 79])
    assert list(batch) == [batch[0], batch[1]] == [(batch.lines[0], 2), ("", 0)]
    assert batch[1:] == shudu.solve_many(["11" + "." * 79]) and len(batch[1:]) == 1
    with pytest.raises(IndexError):
        batch[2]
