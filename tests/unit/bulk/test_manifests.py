"""Unfinished jobs of version 0.1.0 are resumed, and their output equals that of an uninterrupted job.

The folders in tests/data/manifests were written by version 0.1.0, interrupted after a few parts of each kind of job.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from shudu import bulk

STAMP = 10**18  # the modification time of the input in the manifests
Run = Callable[[Path], bulk.Report]


@pytest.fixture
def golden(root: Path, tmp_path: Path) -> Path:
    """A copy of the golden data. Git does not keep modification times, so the input gets its own again."""
    folder = tmp_path / "manifests"
    shutil.copytree(root / "tests/data/manifests", folder)
    for path in (folder / "input").iterdir():
        os.utime(path, ns=(STAMP, STAMP))
    return folder


def jobs(source: Path) -> dict[str, tuple[str, Run, int]]:
    """Return the output, the call and the number of finished tasks of every job."""
    lines, table = source / "puzzles.txt", source / "puzzles.csv"
    solve, canonical, rate = bulk.solve, bulk.canonical, bulk.rate
    chosen = "id,puzzle,solution,rank"
    forms = "id,canonical,automorphisms"
    clues25 = partial(bulk.generate, 40, clues=25, symmetry="rotate180", seed=3, part_rows=64)
    return {
        "solve-folder": ("out", partial(solve, lines, part_rows=5), 3),
        "solve-file": ("out.csv", partial(solve, lines, part_rows=5), 3),
        "solve-parquet": ("out.parquet", partial(solve, table, columns=chosen, part_rows=5), 3),
        "canonical": ("out", partial(canonical, table, columns=forms, format="csv.gz", part_rows=5), 3),
        "rate": ("out.csv", partial(rate, table, part_rows=5, workers=1), 3),
        "dedupe-spread": ("out", partial(bulk.dedupe, table, format="csv", part_rows=5), 3),
        "dedupe-part": ("out.csv", partial(bulk.dedupe, table, part_rows=5), 11),
        "generate-attempts": ("out.csv", clues25, 2),
        "generate-parts": ("out.csv", partial(bulk.generate, 24, clues="28-37", seed=3, part_rows=5), 2),
        "generate-rows": ("out.csv", partial(bulk.generate, 6, level="easy", method="graded", seed=3, workers=1), 2),
    }


def decode(out: Path) -> list[object]:
    """Return the content of an output. Bytes of Parquet depend on the version of pyarrow, those of gzip on that of zlib."""
    if out.is_dir():
        return [decode(path) for path in sorted(out.iterdir()) if path.is_file()]
    if out.suffix == ".parquet":
        rows: list[object] = pq.read_table(out).to_pylist()
        return rows
    data = out.read_bytes()
    return [gzip.decompress(data) if out.suffix == ".gz" else data]


@pytest.mark.parametrize("name", sorted(jobs(Path())))
def test_an_unfinished_job_of_version_0_1_0_is_resumed(golden: Path, tmp_path: Path, name: str) -> None:
    out, run, done = jobs(golden / "input")[name]
    resumed, fresh = golden / name / out, tmp_path / "fresh" / out
    fresh.parent.mkdir()
    report = run(resumed)
    assert report.resumed == done and not report.already_finished
    run(fresh)
    assert decode(resumed) == decode(fresh)


def test_bad_rows_of_resumed_parts_are_listed(golden: Path) -> None:
    report = jobs(golden / "input")["solve-file"][1](golden / "solve-file/out.csv")
    assert report.bad == 1 and report.bad_file is not None
    assert "puzzles.txt,11,\"position 1: 'n' is not a digit" in Path(report.bad_file).read_text("utf-8")


def test_another_job_of_version_0_1_0_is_not_resumed(golden: Path) -> None:
    with pytest.raises(bulk.BulkError, match="its limit is 2, now 3"):
        bulk.solve(golden / "input/puzzles.txt", golden / "solve-folder/out", part_rows=5, limit=3)
    with pytest.raises(bulk.BulkError, match=r"its kind of puzzles is .*seed=3.*, now .*seed=4"):
        bulk.generate(24, golden / "generate-parts/out.csv", clues="28-37", seed=4, part_rows=5)


def test_a_difficulty_of_version_0_1_0_is_a_range_of_clue_counts(golden: Path) -> None:
    with pytest.raises(bulk.BulkError, match=r"its kind of puzzles is .*clues=28-37.*, now .*difficulty=medium"):
        bulk.generate(24, golden / "generate-parts/out.csv", difficulty="medium", seed=3, part_rows=5)


def test_a_seed_of_0_and_given_defaults_are_recognised(golden: Path) -> None:
    """Version 0.1.0 left a seed of 0 out of the manifest, and stored defaults that were given."""
    records = golden / "generate-attempts/out.csv.unfinished/_shudu"
    stored = json.loads((records / "job.json").read_text())
    del stored["job"]["wish"]["seed"]
    stored["job"]["wish"]["grid"] = "uniform"
    (records / "job.json").write_text(json.dumps(stored))
    report = bulk.generate(
        40, golden / "generate-attempts/out.csv", clues=25, symmetry="rotate180", seed=0, part_rows=64
    )
    assert report.resumed == 2
