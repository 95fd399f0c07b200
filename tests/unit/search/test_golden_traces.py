"""Golden traces: both file formats give the recorded positions, and the algorithms still produce the same traces."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from shudu.core.text import write_line
from shudu.grids.full_grids import trace_making
from shudu.grids.methods import TRACEABLE
from shudu.puzzles.traces import trace_digging
from shudu.search.run import trace
from shudu.search.trace.files import read_ndjson, read_packed, write_ndjson, write_packed
from shudu.search.trace.trace import Trace

FOLDER = Path(__file__).resolve().parents[2] / "data" / "traces"
NAMES = sorted(path.name.removesuffix(".trace") for path in FOLDER.glob("*.trace"))


def load(name: str) -> Trace:
    with (FOLDER / f"{name}.trace").open("rb") as file:
        return read_packed(file)


def test_there_are_golden_traces() -> None:
    assert len(NAMES) == 17


@pytest.mark.parametrize("name", NAMES)
def test_both_formats_hold_the_same_events(name: str) -> None:
    with (FOLDER / f"{name}.ndjson").open(encoding="utf-8") as lines:
        assert list(read_ndjson(lines)) == list(load(name))


@pytest.mark.parametrize("name", NAMES)
def test_positions_and_statistics_at_recorded_moments(name: str) -> None:
    run = load(name)
    for expected in json.loads((FOLDER / f"{name}.moments.json").read_text("utf-8")):
        stats = run.stats_at(expected["moment"]).to_dict()
        del stats["seconds"]
        assert write_line(run.seek(expected["moment"]).digits) == expected["digits"]
        assert stats == expected["stats"]


@pytest.mark.parametrize("name", NAMES)
def test_the_algorithm_still_produces_it(name: str) -> None:
    golden = load(name)
    header = golden.header
    if header.clues:
        again = trace_digging(header.clues, symmetry=header.symmetry or "none", seed=header.seed)
    elif header.by in TRACEABLE:
        again = trace_making(header.by, header.seed)
    else:
        again = trace(header.puzzle, header.by, limit=header.limit, events=header.events, seed=header.seed)
    if header.by == "kernel":  # the order of its solutions and its counters depend on heuristics
        assert len(again.solutions) == len(golden.solutions)
    else:
        assert b"".join(write_packed(again)) == (FOLDER / f"{name}.trace").read_bytes()


def test_the_script_that_writes_them_lists_them_all() -> None:
    spec = spec_from_file_location("make_traces", FOLDER / "make.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert sorted(module.record_runs()) == NAMES


def test_traces_of_earlier_versions_get_the_current_name_of_the_method() -> None:
    lines = list(write_ndjson(trace_making("graded", seed=1)))
    former = lines[0].replace('"by":"graded"', '"by":"seeds"')
    assert former != lines[0]
    assert read_ndjson([former, *lines[1:]]).header.by == "graded"
