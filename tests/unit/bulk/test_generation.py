"""Generated puzzles are those of the library, however they are shared among workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

import shudu
from shudu import bulk
from shudu.core.errors import ImpossibleRequest, ShuduError
from shudu.core.sets import CellSet
from shudu.core.text import write_line
from tests.unit.bulk.conftest import contents, read_back


@pytest.mark.parametrize(
    ("n", "options"),
    [
        (1000, {"minimal": True}),
        (700, {"clues": 25}),
        (300, {"clues": 24, "symmetry": "rotate180"}),
        (12, {"clues": 20}),
        (500, {"clues": 17}),
        (300, {"method": "graded"}),
        (4, {"method": "graded", "difficulty": "hard"}),
        (20, {"pattern": "x" * 30 + "." * 6 + "x" * 45}),
    ],
    ids=str,
)
def test_rows_are_those_of_generate_many(tmp_path: Path, n: int, options: dict[str, Any]) -> None:
    batch = shudu.generate_many(n, seed=9, **options)
    wanted = [write_line(row.tobytes()) for row in batch.puzzles]
    for workers in (1, 2):
        report = bulk.generate(n, tmp_path / f"{workers}.parquet", seed=9, workers=workers, **options)
        table = read_back(tmp_path / f"{workers}.parquet")
        assert report.written == n == len(table)
        assert table["puzzle"].to_pylist() == wanted
        assert table["solution"].to_pylist() == [write_line(row.tobytes()) for row in batch.solutions]
        assert table["clues"].to_pylist() == batch.clues.tolist()
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()


def test_a_difficulty_gives_the_same_rows_with_any_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        bulk.generate(40, tmp_path / f"{workers}", seed=2, difficulty="easy", workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    puzzles = shudu.generate_many(40, difficulty="easy", seed=2)
    assert read_back(tmp_path / "1")["puzzle"].to_pylist() == [puzzle.line for puzzle in puzzles]


def test_a_range_of_clue_counts_gives_the_same_rows_with_any_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        bulk.generate(400, tmp_path / f"{workers}", seed=2, clues="28-37", workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    clues = read_back(tmp_path / "1")["clues"].to_pylist()
    assert len(clues) == 400 and set(clues) <= set(range(28, 38)) and len(set(clues)) > 5
    assert len(set(read_back(tmp_path / "1")["puzzle"].to_pylist())) == 400


def test_row_i_of_a_level_has_the_seed_plus_i(tmp_path: Path) -> None:
    bulk.generate(4, tmp_path / "out.txt", seed=5, level="easy", method="graded", columns="puzzle,level", workers=1)
    puzzles = [shudu.generate(level="easy", method="graded", seed=5 + row).line for row in range(4)]
    assert (tmp_path / "out.txt").read_text().split() == [f"{line},easy" for line in puzzles]


def test_zero_puzzles_give_an_empty_table(tmp_path: Path) -> None:
    assert bulk.generate(0, tmp_path / "out.parquet", minimal=True).written == 0
    assert read_back(tmp_path / "out.parquet").num_rows == 0


def test_another_seed_does_not_resume_the_job(tmp_path: Path) -> None:
    bulk.generate(10, tmp_path / "out", seed=1, minimal=True)
    assert bulk.generate(10, tmp_path / "out", seed=1, minimal=True).already_finished
    with pytest.raises(bulk.BulkError, match=r"its kind of puzzles is .*seed=1.*, now .*seed=2"):
        bulk.generate(10, tmp_path / "out", seed=2, minimal=True)


def test_impossible_puzzles_are_rejected_before_anything_is_written(tmp_path: Path) -> None:
    impossible: list[dict[str, Any]] = [
        {"clues": 16},
        {"clues": 30, "difficulty": "easy"},
        {"level": "silly"},
        {"needs": "magic"},
    ]
    for options in impossible:
        with pytest.raises(ShuduError):
            bulk.generate(10, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()
    assert bulk.generate(3, minimal=True, seed=1).num_rows == 3


def test_patterns_are_the_same_job_however_they_are_written(tmp_path: Path) -> None:
    pattern = "x" * 30 + "." * 6 + "x" * 45
    bulk.generate(3, tmp_path / "out", seed=1, pattern=pattern)
    cells = CellSet(cell for cell, mark in enumerate(pattern) if mark == "x")
    assert bulk.generate(3, tmp_path / "out", seed=1, pattern=cells).already_finished
    assert bulk.generate(3, tmp_path / "out", seed=1, pattern=pattern.replace(".", "0")).already_finished


def test_a_job_that_gave_up_can_be_resumed_with_more_attempts(tmp_path: Path) -> None:
    options: dict[str, Any] = {"clues": 24, "symmetry": "rotate90", "seed": 1, "part_rows": 4, "workers": 1}
    with pytest.raises(ImpossibleRequest, match=r"no such puzzle in \d+ attempts"):
        bulk.generate(1, tmp_path / "out", attempts=1, **options)
    assert bulk.generate(1, tmp_path / "out", **options).resumed >= 1


def test_a_job_without_a_seed_is_resumed_with_the_seed_it_drew(tmp_path: Path) -> None:
    class Notes(bulk.Watch):
        texts: ClassVar[list[str]] = []

        def note(self, text: str) -> None:
            self.texts.append(text)

    options: dict[str, Any] = {"clues": 24, "symmetry": "rotate90", "part_rows": 4, "workers": 1}
    for out in ("out", "out.csv"):
        Notes.texts.clear()
        with pytest.raises(ImpossibleRequest):
            bulk.generate(1, tmp_path / out, attempts=1, watch=Notes(), **options)
        (seed,) = Notes.texts
        assert bulk.generate(1, tmp_path / out, watch=Notes(), **options).resumed >= 1
        assert Notes.texts.count(seed) == 1 and seed.startswith("--seed ")
    assert bulk.generate(1, tmp_path / "out", **options).already_finished
    assert not bulk.generate(1, tmp_path / "out", overwrite=True, **options).already_finished
