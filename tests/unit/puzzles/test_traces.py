"""Traces of making puzzles: the kernel's own puzzle with a proof for every digit that stays, and the paper's way."""

import pytest

import shudu
from shudu.core.text import write_line
from shudu.grids.full_grids import full_grids
from shudu.kernel.dig import dig
from shudu.kernel.load import Switch
from shudu.puzzles.clues import orbits_of
from shudu.puzzles.traces import CODES, trace_digging, trace_graded
from shudu.search.trace.files import read_ndjson, write_ndjson


@pytest.mark.parametrize(("symmetry", "clues"), [("none", 17), ("none", 30), ("rotate180", 25), ("both", 33)])
@pytest.mark.parametrize("seed", [0, 1, 2**40 + 7])
def test_the_kernel_digs_the_same_puzzle(symmetry: str, clues: int, seed: int) -> None:
    trace = trace_digging(clues, symmetry=symmetry, seed=seed)
    puzzles, left = dig(full_grids(1, "uniform", seed), orbits_of(symmetry), clues, seed, 0, Switch())
    assert trace.seek(len(trace)).digits == puzzles[0].tobytes()
    assert sum(map(bool, puzzles[0])) == left[0]


def test_every_conflict_has_two_solutions_of_the_position() -> None:
    trace = trace_digging(17, seed=4)
    conflicts = [moment for moment, event in enumerate(trace) if event.kind == "conflict"]
    assert len(conflicts) > 10
    for moment in conflicts:
        one, other = trace[moment].why.witnesses or ()
        position = write_line(trace.seek(moment).digits)
        assert one != other
        for line in (one, other):
            assert shudu.count(line) == 1 and all(a in (".", b) for a, b in zip(position, line, strict=True))


def test_digging_as_far_as_possible_leaves_a_minimal_puzzle() -> None:
    trace = trace_digging(17, seed=9)
    line = write_line(trace.seek(len(trace)).digits)
    assert trace.reason == "made" and shudu.count(line, limit=2) == 1
    for cell, digit in enumerate(line):
        assert digit == "." or shudu.count(line[:cell] + "." + line[cell + 1 :], limit=2) == 2


def test_events_refer_to_lines_and_the_header_keeps_the_request() -> None:
    trace = trace_digging(30, symmetry="rotate180", seed=3)
    assert {event.why.line for event in trace} == {
        CODES["dig"].ids[line] for line in ("dig", "refused", "back", "done")
    }
    again = read_ndjson(write_ndjson(trace))
    assert (again.header.clues, again.header.symmetry, again.header.puzzle) == (30, "rotate180", trace.header.puzzle)
    for code in CODES.values():
        assert all(set(text) == {"zh", "en"} for text in (code.name, code.about, *code.lines))


def test_wrong_arguments_are_rejected() -> None:
    with pytest.raises(shudu.ShuduError, match="16 clues"):
        trace_digging(16)
    with pytest.raises(shudu.ShuduError, match="not a symmetry"):
        trace_digging(30, symmetry="spiral")


@pytest.mark.parametrize("grid", ["uniform", "template", "digits"])
def test_digging_starts_from_a_final_grid_of_any_method(grid: str) -> None:
    trace = trace_digging(32, seed=7, grid=grid)
    assert trace.seek(0).digits == full_grids(1, grid, 7)[0].tobytes()
    assert trace.seek(len(trace)).digits == shudu.generate(32, grid=grid, seed=7).digits
    again = read_ndjson(write_ndjson(trace))
    assert (again.header.grid or "uniform") == grid


@pytest.mark.parametrize(("symmetry", "clues"), [("none", 17), ("none", 50), ("rotate180", 30)])
def test_digging_without_a_test_only_covers_cells(symmetry: str, clues: int) -> None:
    trace = trace_digging(clues, symmetry=symmetry, seed=3, test=False)
    assert {event.kind for event in trace} == {"remove", "stop"} and trace.header.by == "dig-blind"
    assert trace.stats.iterations == 81 - clues
    puzzle = shudu.generate(clues, symmetry=symmetry, method="dig-blind", seed=3)
    assert trace.seek(len(trace)).digits == puzzle.digits and puzzle.origin.how == "dig-blind"


def test_a_graded_puzzle_is_turned_renumbered_and_shuffled() -> None:
    seen = set()
    for seed in range(12):
        trace = trace_graded(seed=seed)
        steps = [line.split()[0] for line in dict.fromkeys(e.why.transformation or "" for e in trace) if line]
        turns = steps.count("turn")
        assert steps == ["puzzle", *["turn"] * turns, "digits", "rows", "columns"]
        seen.add(turns)
        first = [event for event in trace if (event.why.transformation or "").startswith("puzzle")]
        puzzle = trace.seek(len(first)).digits
        image = trace.seek(len(trace)).digits
        assert shudu.canonical(write_line(image)) == shudu.canonical(write_line(puzzle))
        assert shudu.count(write_line(image), limit=2) == 1
    assert seen == {0, 1, 2, 3}
