"""Jobs on files give the results of the library, in order, for every type of file and number of workers."""

from __future__ import annotations

import csv
import gzip
import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import shudu
from shudu import bulk
from shudu.bulk.compute import COLUMN_TYPES
from shudu.kernel.solve import solve_counted
from shudu.logic.rating.rate import PROFILES
from tests.unit.bulk.conftest import contents, read_back

OTHER_PROFILES = {name for profile in PROFILES.values() for name in profile.columns} - {
    "level",
    "score",
    "hardest",
    "steps",
}
ALL = [name for name in COLUMN_TYPES if name != "copies" and name not in OTHER_PROFILES]
GOOD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUFFIXES = [".parquet", ".csv", ".txt", ".csv.gz", ".csv.zst", ".txt.gz", ".txt.zst"]


def compute_with_library(line: str) -> dict[str, object]:
    """Compute every column of a puzzle with the functions of the library."""
    solution, rating = shudu.solve(line), shudu.rate(line)
    return {
        "puzzle": line,
        "solution": solution.line,
        "solutions": shudu.count(line, limit=2),
        "clues": len(shudu.Puzzle(line).givens),
        "level": rating.level,
        "score": rating.score,
        "hardest": rating.hardest,
        "steps": rating.steps,
        "canonical": shudu.canonical(line),
        "automorphisms": len(shudu.automorphisms(line)),
        "rank": shudu.rank(solution),
        "source": "shudu",
        "question": line,
        "answer": solution.line,
        "rating": solve_counted([line])[1].guesses,
        "split": "test" if len(shudu.ml.split([line])[1]) else "train",
        "explanation_en": _explain(line, "en"),
        "explanation_zh": _explain(line, "zh"),
    }


def _explain(line: str, language: str) -> str:
    steps = shudu.solve_by_logic(line).steps
    return "\n".join(f"{number}. {shudu.explain(step, language)}" for number, step in enumerate(steps, 1))


@pytest.fixture(scope="session")
def expected(lines: list[str]) -> list[dict[str, object]]:
    return [compute_with_library(line) for line in lines[:40]]


def test_every_column_equals_the_result_of_the_library(tmp_path: Path, expected: list[dict[str, object]]) -> None:
    path = tmp_path / "in.txt"
    path.write_text("".join(f"{row['puzzle']}\n" for row in expected))
    for workers in (1, 2):
        out = tmp_path / f"out-{workers}.parquet"
        report = bulk.solve(path, out, columns=ALL, workers=workers)
        assert (report.rows, report.written, report.bad) == (40, 40, 0)
        assert read_back(out).to_pylist() == expected
    assert contents(tmp_path / "out-1.parquet").popitem()[1] == contents(tmp_path / "out-2.parquet").popitem()[1]


def test_canonical_forms_of_final_grids(tmp_path: Path) -> None:
    symmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    lines = [symmetric, shudu.solve(shudu.generate(clues=30, seed=3)).line]
    (tmp_path / "in.txt").write_text("\n".join(lines))
    bulk.canonical(tmp_path / "in.txt", tmp_path / "out.csv", columns="canonical,automorphisms,rank")
    wanted = [[shudu.canonical(line), str(len(shudu.automorphisms(line))), str(shudu.rank(line))] for line in lines]
    assert [row.split(",") for row in (tmp_path / "out.csv").read_text().split()[1:]] == wanted
    assert wanted[0][1] == "648"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("out_suffix", SUFFIXES)
def test_every_type_of_file_is_read_and_written(
    tmp_path: Path, source: Path, lines: list[str], suffix: str, out_suffix: str
) -> None:
    given = tmp_path / f"given{suffix}"
    if suffix != ".parquet":
        bulk.solve(source, given, columns="puzzle,clues")
    else:
        given = source
    for workers in (1, 2):
        out = tmp_path / f"out-{workers}{out_suffix}"
        report = bulk.solve(given, out, columns="puzzle,solutions", workers=workers, part_rows=97)
        assert report.parts > 3 and not report.bad
        rows = [list(row.values()) for row in read_back(out).to_pylist()]
        assert rows == [[line, 1] for line in lines]
    assert not list(tmp_path.glob("*.unfinished"))


def test_parts_in_a_folder_keep_the_order_of_rows(tmp_path: Path, source: Path, lines: list[str]) -> None:
    for style in ("parquet", "csv", "csv.gz", "line.zst"):
        out = tmp_path / f"out-{style.replace('.', '-')}"
        bulk.solve(source, out, columns="puzzle,id" if "line" not in style else "puzzle", format=style, part_rows=100)
        names = sorted(path.name for path in out.iterdir() if path.is_file())
        assert len(names) == 6 and names[0].startswith("part-000000.")
        if style.startswith(("parquet", "csv")):
            assert read_back(out).to_pylist() == [{"puzzle": line, "id": row} for row, line in enumerate(lines)]


def test_files_of_a_folder_are_read_in_the_order_of_their_names(tmp_path: Path, lines: list[str]) -> None:
    folder = tmp_path / "in"
    (folder / "deeper").mkdir(parents=True)
    (folder / "b.txt").write_text("\n".join(lines[10:20]))
    (folder / "a.txt.gz").write_bytes(gzip.compress("\r\n".join(lines[:10]).encode()))
    pq.write_table(pa.table({"puzzle": lines[20:30]}), folder / "deeper/c.parquet")
    (folder / "_hidden.txt").write_text("nonsense")
    bulk.solve(folder, tmp_path / "out.csv", columns="puzzle")
    assert read_back(tmp_path / "out.csv")["puzzle"].to_pylist() == lines[:30]


def test_slices_of_any_size_give_every_row_of_a_text_once(tmp_path: Path, lines: list[str]) -> None:
    chance = random.Random(1)
    odd = [line + chance.choice(["", " comment", ",7,8", ";x", "\r"]) for line in lines]
    for row in (3, 50, 51, 200):
        odd[row] += "\n" + chance.choice(["", "  ", "\r"])
    (tmp_path / "in.txt").write_bytes("\n".join(odd).encode())
    for size in (1, 2, 7, 50, 599, 10_000):
        bulk.solve(tmp_path / "in.txt", tmp_path / "out.txt", columns="puzzle", part_rows=size, overwrite=True)
        assert (tmp_path / "out.txt").read_text().split() == lines


def test_solutions_are_counted_up_to_the_limit(tmp_path: Path) -> None:
    empty, clash = "." * 81, "55" + "." * 79
    (tmp_path / "in.txt").write_text(f"{empty}\n{clash}\n")
    bulk.solve(tmp_path / "in.txt", tmp_path / "out.parquet", limit=7)
    first, second = read_back(tmp_path / "out.parquet").to_pylist()
    assert first["solutions"] == 7 and shudu.count(first["solution"]) == 1
    assert second == {"puzzle": clash, "solution": None, "solutions": 0}


def test_blanks_are_normalised_and_input_columns_kept(tmp_path: Path, lines: list[str]) -> None:
    zeros = [line.replace(".", "0") for line in lines[:5]]
    pq.write_table(pa.table({"quiz": zeros, "note": ['a,"b"', None, "c\nd", "", "e"]}), tmp_path / "in.parquet")
    how: dict[str, Any] = {"columns": "quiz,puzzle,note", "puzzle_column": "quiz"}
    bulk.solve(tmp_path / "in.parquet", tmp_path / "out.parquet", **how)
    assert read_back(tmp_path / "out.parquet")["quiz"].to_pylist() == zeros
    assert read_back(tmp_path / "out.parquet")["puzzle"].to_pylist() == lines[:5]
    assert read_back(tmp_path / "out.parquet")["note"].to_pylist() == ['a,"b"', None, "c\nd", "", "e"]


def test_stores_of_fsspec_are_read_and_written(tmp_path: Path, source: Path, lines: list[str]) -> None:
    import fsspec

    files = fsspec.filesystem("memory")
    files.pipe_file("/bulk-test/in/a.parquet", source.read_bytes())
    try:
        report = bulk.solve("memory://bulk-test/in", "memory://bulk-test/out", part_rows=100)
        assert report.written == 600
        again = bulk.solve("memory://bulk-test/in", "memory://bulk-test/out", part_rows=100)
        assert again.already_finished
        bulk.solve("memory://bulk-test/in/a.parquet", "memory://bulk-test/one.parquet", columns="puzzle")
        table = pq.read_table(pa.BufferReader(files.cat_file("/bulk-test/one.parquet")))
        assert table["puzzle"].to_pylist() == lines
        bulk.solve("memory://bulk-test/out", tmp_path / "back.txt", columns="puzzle")
        assert (tmp_path / "back.txt").read_text().split() == lines
        bulk.dedupe("memory://bulk-test/in", "memory://bulk-test/firsts/", part_rows=100)
        bulk.generate(3, "memory://bulk-test/new.parquet", seed=1)
        bulk.rate("memory://bulk-test/new.parquet", tmp_path / "rated.csv", workers=2)
        assert read_back(tmp_path / "rated.csv").num_rows == 3
        with pytest.raises(bulk.BulkError, match="exists in this process only"):
            bulk.solve("memory://bulk-test/in", tmp_path / "x.csv", scheduler="tcp://127.0.0.1:1")
    finally:
        files.rm("/bulk-test", recursive=True)


def test_a_file_at_the_top_of_a_store_is_written_there(
    tmp_path: Path, source: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import fsspec

    monkeypatch.chdir(tmp_path)
    files = fsspec.filesystem("memory")
    try:
        report = bulk.solve(source, "memory://bulk-test-top.parquet", columns="puzzle")
        assert report.out == "memory://bulk-test-top.parquet"
        table = pq.read_table(pa.BufferReader(files.cat_file("/bulk-test-top.parquet")))
        assert table["puzzle"].to_pylist() == lines
        assert not (tmp_path / "memory:").exists()
    finally:
        files.rm("/bulk-test-top.parquet")


def test_gzip_is_written_at_a_fast_level_and_is_the_same_every_time(tmp_path: Path, source: Path) -> None:
    for name in ("a.csv.gz", "b.csv.gz"):
        bulk.solve(source, tmp_path / name)
    data = (tmp_path / "a.csv.gz").read_bytes()
    assert data == (tmp_path / "b.csv.gz").read_bytes()
    assert data[8] == 4, "the header of the first member says: fastest"
    assert gzip.decompress(data).startswith(b"puzzle,solution,solutions\n")


@pytest.mark.parametrize("text", ['[{"puzzle": "1", "id": 2}]', '[\n  {"puzzle": "1"}\n]', '{\n  "puzzles": ["1"]\n}'])
def test_json_in_one_piece_is_refused_with_advice(text: str, tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    path.write_text(text)
    with pytest.raises(bulk.BulkError, match=r"in\.json is JSON in one piece, .* one object per line \(\.jsonl\)"):
        bulk.solve(path, tmp_path / "out.csv")


@pytest.mark.parametrize("suffix", [".jsonl", ".ndjson", ".jsonl.gz"])
def test_json_lines_are_read(suffix: str, tmp_path: Path, lines: list[str]) -> None:
    rows = [json.dumps({"id": number, "puzzle": line}) for number, line in enumerate(lines)]
    text = "\n".join([*rows[:300], "nonsense", "[1]", "", *rows[300:]]).encode()
    path = tmp_path / f"in{suffix}"
    path.write_bytes(gzip.compress(text) if suffix.endswith(".gz") else text)
    report = bulk.solve(path, tmp_path / "out.parquet", columns="id,puzzle,solutions", part_rows=100)
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["puzzle"].to_pylist() == lines
    assert table["id"].to_pylist() == [str(number) for number in range(len(lines))]
    assert (report.written, report.bad) == (600, 2)
    bad = (tmp_path / "out.parquet.bad-rows.csv").read_text().splitlines()[1:]
    assert [line.split(",")[1] for line in bad] == ["301", "302"]
    with pytest.raises(bulk.BulkError, match="is not a known extension"):
        bulk.solve(path, tmp_path / "out.jsonl")
    if not suffix.endswith(".gz"):
        path.write_text("\n".join(rows))
        assert bulk.stats(path).distinct == 600


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz"])
def test_csv_without_a_heading_is_read(suffix: str, tmp_path: Path, lines: list[str]) -> None:
    text = "".join(f"{number},{line},{shudu.solve(line).line}\n" for number, line in enumerate(lines[:300])).encode()
    path = tmp_path / f"in{suffix}"
    path.write_bytes(gzip.compress(text) if suffix.endswith(".gz") else text)
    report = bulk.solve(path, tmp_path / "out.parquet", columns="column1,puzzle,solutions", part_rows=100)
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["puzzle"].to_pylist() == lines[:300] and report.bad == 0
    assert table["column1"].to_pylist() == [str(number) for number in range(300)]
    assert bulk.stats(path).rows == 300


@pytest.mark.parametrize(("name", "delimiter"), [("in.csv", ";"), ("in.tsv", "\t"), ("in.csv", "\t")])
def test_other_delimiters_are_recognised(name: str, delimiter: str, tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / name
    path.write_text("".join(f"{delimiter.join(row)}\n" for row in [("id", "puzzle"), ("7", lines[0])]))
    bulk.solve(path, tmp_path / "out.parquet", columns="id,puzzle")
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == [{"id": "7", "puzzle": lines[0]}]


@pytest.mark.parametrize("name", ["in.csv", "in.txt"])
def test_utf_16_is_rejected_with_what_to_do(name: str, tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / name
    path.write_text(f"puzzle\n{lines[0]}\n", "utf-16")
    with pytest.raises(bulk.BulkError, match="is UTF-16; shudu convert"):
        bulk.solve(path, tmp_path / "out.parquet")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("in.bin", b"a,\r\0b,c" * 100, "is neither Parquet nor CSV"),
        ("in", b"id,\rpuzzle", "a carriage return alone ends the first line"),
        ("in.csv", f"id,puzzle\r7,{'.' * 81}\r".encode(), "a carriage return alone ends the first line"),
    ],
)
def test_files_that_are_no_csv_are_rejected(name: str, content: bytes, problem: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(bulk.BulkError, match=problem):
        bulk.solve(tmp_path / name, tmp_path / "out.parquet")


@pytest.mark.parametrize("head", ["", "# made by hand\n\n", "sep=,\n", "\ufeff"])
@pytest.mark.parametrize("name", ["puzzle", "Puzzle", "题目"])
def test_csv_files_keep_the_columns_of_the_user(head: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f'{head}id,{name},source\n7,{GOOD},"a, b"\n', "utf-8")
    columns = ["id", "puzzle", "source", "solution"]
    report = bulk.solve(tmp_path / "in.csv", tmp_path / "out.csv", columns=columns)
    rows = list(csv.reader((tmp_path / "out.csv").read_text("utf-8").splitlines()))
    assert rows == [columns, ["7", GOOD, "a, b", shudu.solve(GOOD).line]]
    assert (report.rows, report.bad) == (1, 0)


class Notes(bulk.Watch):
    """Keeps the notes of a job."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


def test_columns_of_the_input_that_are_not_written_are_named(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"id,quizzes,solution,note\n7,{GOOD},,\n")
    watch = Notes()
    bulk.solve(tmp_path / "in.csv", tmp_path / "out.csv", watch=watch)
    assert watch.notes[0].startswith("columns of the input that are not written: id, note;")
    watch.notes.clear()
    bulk.solve(tmp_path / "in.csv", tmp_path / "some.csv", columns="puzzle", watch=watch)
    assert not any("not written" in note for note in watch.notes)


def test_the_rows_of_compressed_csv_are_numbered_below_its_comments(tmp_path: Path) -> None:
    data = f"# one\n# two\nid,puzzle\n1,{GOOD}\n2,no\n".encode()
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(data))
    (tmp_path / "in.csv").write_bytes(data)
    for name in ("in.csv", "in.csv.gz"):
        with pytest.raises(bulk.BadRow, match="row 2"):
            bulk.solve(tmp_path / name, tmp_path / f"out of {name}", strict=True)


def test_comments_between_lines_are_no_bad_rows(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"# one\n{GOOD}\n#\n{GOOD} # two\n")
    report = bulk.solve(tmp_path / "in.txt", tmp_path / "out.csv")
    assert (report.written, report.bad) == (2, 0)
