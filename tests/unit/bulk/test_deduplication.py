"""Of all puzzles that are the same up to symmetry the first is kept, wherever the others are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import shudu
from shudu import bulk
from shudu.bulk import deduplication
from shudu.core.symmetry import Symmetry
from shudu.core.text import read_line, write_line
from tests.unit.bulk.conftest import Digits, read_back


@pytest.fixture(scope="module")
def mixed(lines: list[str]) -> list[str]:
    """Random images of 120 puzzles."""
    chance = random.Random(4)
    drawn = [chance.choice(lines[:120]) for _ in range(700)]
    return [write_line(Symmetry.random(chance).apply(read_line(line))) for line in drawn]


def count_copies(lines: list[str]) -> dict[str, tuple[str, int]]:
    """Return the first line and the number of copies of each canonical form."""
    forms: dict[str, tuple[str, int]] = {}
    for line in lines:
        form = shudu.canonical(line)
        first, copies = forms.get(form, (line, 0))
        forms[form] = first, copies + 1
    return forms


@pytest.mark.parametrize("bucket", [1 << 20, 50])
def test_the_first_of_each_form_is_kept(
    mixed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bucket: int
) -> None:
    monkeypatch.setattr(deduplication, "_BUCKET", bucket)
    (tmp_path / "in.csv").write_text("id,puzzle\n" + "".join(f"{k},{line}\n" for k, line in enumerate(mixed)))
    wanted = [list(pair) for pair in count_copies(mixed).values()]
    for workers, part_rows in ((1, 10_000), (2, 37)):
        how: dict[str, Any] = {"workers": workers, "part_rows": part_rows, "columns": "id,puzzle,copies,canonical"}
        report = bulk.dedupe(tmp_path / "in.csv", tmp_path / f"{workers}", **how)
        rows = read_back(tmp_path / f"{workers}").to_pylist()
        assert [[row["puzzle"], row["copies"]] for row in rows] == wanted
        assert [row["canonical"] for row in rows] == list(count_copies(mixed))
        assert [int(row["id"]) for row in rows] == [mixed.index(row["puzzle"]) for row in rows]
        assert (report.rows, report.written) == (700, len(wanted))
    notes = {path.name for path in (tmp_path / "2/_shudu").iterdir()}
    assert notes == {"job.json", "manifest.json"}, "intermediate files are removed"


def test_tables_in_memory_are_deduplicated(mixed: list[str]) -> None:
    firsts = bulk.dedupe(pa.table({"puzzle": mixed, "id": range(700)}))
    assert firsts.column_names == ["puzzle", "id", "copies"]
    assert [(row["puzzle"], row["copies"]) for row in firsts.to_pylist()] == list(count_copies(mixed).values())


def test_forms_with_equal_hashes_are_distinguished(digits: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    words = deduplication.pack_forms(np.concatenate([digits[:50], digits[:20]]))
    expected = deduplication.group_forms(words, np.ones(70, np.uint64))
    monkeypatch.setattr(deduplication, "hash_forms", lambda words: np.zeros(len(words), np.uint64))
    collided = deduplication.group_forms(words, np.ones(70, np.uint64))
    assert expected.first.tolist() == collided.first.tolist() == list(range(50))
    assert expected.copies.tolist() == collided.copies.tolist() == [2] * 20 + [1] * 30
