"""Puzzles that are the same up to symmetry: the first stays, wherever the others are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import shudu as library
from shudu import bulk
from shudu.bulk import deduping, forms
from shudu.core.symmetry import Symmetry
from shudu.core.text import read_line, write_line
from tests.unit.bulk.conftest import Digits, read_back


@pytest.fixture(scope="module")
def mixed(lines: list[str]) -> list[str]:
    """Puzzles among images of themselves."""
    chance = random.Random(4)
    chosen = [chance.choice(lines[:120]) for _ in range(700)]
    return [write_line(Symmetry.random(chance).apply(read_line(line))) for line in chosen]


def first_ones(lines: list[str]) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for line in lines:
        form = library.canonical(line)
        first, copies = found.get(form, (line, 0))
        found[form] = first, copies + 1
    return found


@pytest.mark.parametrize("bucket", [1 << 20, 50])
def test_the_first_of_each_stays(
    mixed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bucket: int
) -> None:
    monkeypatch.setattr(deduping, "_BUCKET", bucket)
    (tmp_path / "in.csv").write_text("id,puzzle\n" + "".join(f"{k},{line}\n" for k, line in enumerate(mixed)))
    wanted = [list(pair) for pair in first_ones(mixed).values()]
    for workers, part_rows in ((1, 10_000), (2, 37)):
        how: dict[str, Any] = {"workers": workers, "part_rows": part_rows, "columns": "id,puzzle,copies,canonical"}
        report = bulk.dedupe(tmp_path / "in.csv", tmp_path / f"{workers}", **how)
        rows = read_back(tmp_path / f"{workers}").to_pylist()
        assert [[row["puzzle"], row["copies"]] for row in rows] == wanted
        assert [row["canonical"] for row in rows] == list(first_ones(mixed))
        assert [int(row["id"]) for row in rows] == [mixed.index(row["puzzle"]) for row in rows]
        assert (report.rows, report.written) == (700, len(wanted))
    notes = {path.name for path in (tmp_path / "2/_shudu").iterdir()}
    assert notes == {"job.json", "manifest.json"}, "what was needed on the way is gone"


def test_a_table_in_memory(mixed: list[str]) -> None:
    found = bulk.dedupe(pa.table({"puzzle": mixed, "id": range(700)}))
    assert found.column_names == ["puzzle", "id", "copies"]
    assert [(row["puzzle"], row["copies"]) for row in found.to_pylist()] == list(first_ones(mixed).values())


def test_forms_of_one_hash_are_told_apart(digits: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    words = forms.pack(np.concatenate([digits[:50], digits[:20]]))
    honest = forms.grouped(words, np.ones(70, np.uint64))
    monkeypatch.setattr(forms, "hashes", lambda words: np.zeros(len(words), np.uint64))
    fooled = forms.grouped(words, np.ones(70, np.uint64))
    assert honest.first.tolist() == fooled.first.tolist() == list(range(50))
    assert honest.copies.tolist() == fooled.copies.tolist() == [2] * 20 + [1] * 30
