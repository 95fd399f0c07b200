"""The golden traces: both forms fold to the positions written beside them, and the algorithms still make them."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from shudu.core.text import write_line
from shudu.grids.full_grids import METHODS, trace_making
from shudu.puzzles.dig_trace import trace_digging
from shudu.search.run import trace
from shudu.search.trace.files import packed, read_ndjson, read_packed
from shudu.search.trace.trace import Trace

FOLDER = Path(__file__).resolve().parents[2] / "data" / "traces"
NAMES = sorted(path.name.removesuffix(".trace") for path in FOLDER.glob("*.trace"))


def load(name: str) -> Trace:
    with (FOLDER / f"{name}.trace").open("rb") as file:
        return read_packed(file)


def test_there_are_golden_traces() -> None:
    assert len(NAMES) == 12


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_are_the_same(name: str) -> None:
    with (FOLDER / f"{name}.ndjson").open(encoding="utf-8") as lines:
        assert list(read_ndjson(lines)) == list(load(name))


@pytest.mark.parametrize("name", NAMES)
def test_moments(name: str) -> None:
    run = load(name)
    for expected in json.loads((FOLDER / f"{name}.moments.json").read_text("utf-8")):
        stats = run.stats_at(expected["moment"]).as_dict()
        del stats["seconds"]
        assert write_line(run.seek(expected["moment"]).digits) == expected["digits"]
        assert stats == expected["stats"]


@pytest.mark.parametrize("name", NAMES)
def test_the_algorithm_still_makes_it(name: str) -> None:
    golden = load(name)
    asked = golden.header
    if asked.clues:
        again = trace_digging(asked.clues, symmetry=asked.symmetry or "none", seed=asked.seed)
    elif asked.by in METHODS:
        again = trace_making(asked.by, asked.seed)
    else:
        again = trace(asked.puzzle, asked.by, limit=asked.limit, events=asked.events, seed=asked.seed)
    if asked.by == "kernel":  # which solutions come first, and its counters, may change with its heuristics
        assert len(again.solutions) == len(golden.solutions)
    else:
        assert b"".join(packed(again)) == (FOLDER / f"{name}.trace").read_bytes()


def test_the_script_that_writes_them_names_them_all() -> None:
    spec = spec_from_file_location("make_traces", FOLDER / "make.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert sorted(module.made()) == NAMES
