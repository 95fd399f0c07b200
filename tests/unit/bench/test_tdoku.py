"""The comparison with tdoku, which a Python function with its interface replaces here."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import shudu
from shudu.bench import peers
from shudu.bench.measure import bundled_sets
from shudu.core.errors import ShuduError
from shudu.kernel.load import supported_instruction_sets

REPORT = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_void_p)
ENUMERATE = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, REPORT, ctypes.c_void_p)
extra = 0  # added to every number of solutions


def enumerate_solutions(puzzle: bytes, limit: int, report: object, target: int) -> int:
    found = list(shudu.solutions(puzzle[:81].decode(), limit=limit))
    for grid in found:
        report(grid.line.encode(), target)  # type: ignore[operator]
    return len(found) + extra


CALLBACK = ENUMERATE(enumerate_solutions)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(peers, "_load_tdoku", lambda path: ctypes.cast(CALLBACK, ctypes.c_void_p).value)
    monkeypatch.setattr(peers, "_SHORTEST_ROUND", 0.001)
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    yield
    assert before is None or os.sched_getaffinity(0) == before


def small_sets() -> dict[str, list[str]]:
    return {name: lines[:2] for name, lines in bundled_sets().items()} | {"empty": []}


@pytest.mark.usefixtures("fake")
def test_each_set_has_a_ratio_for_each_instruction_set() -> None:
    races = list(peers.race(small_sets(), Path("lib.so"), seconds=0.01))
    assert [race.set for race in races] == list(bundled_sets())
    for race in races:
        assert len(race.times_as_fast) == len(supported_instruction_sets())
        assert race.per_second > 0 and all(ratio > 0 for ratio in race.times_as_fast)


@pytest.mark.usefixtures("fake")
def test_different_numbers_of_solutions_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.extra", 1)
    with pytest.raises(ShuduError, match=r"puzzle 1 of easy: 2 and 1"):
        list(peers.race(small_sets(), Path("lib.so"), seconds=0.01))


def test_a_file_that_is_no_library(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no library")
    with pytest.raises(ShuduError, match=r"notes\.txt is not a shared library of tdoku"):
        next(peers.race(small_sets(), path, seconds=0.01))
