"""Problems of the input are reported precisely, and finished work is kept."""

from __future__ import annotations

import csv
import gzip
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import shudu
from shudu import bulk
from shudu.bulk.io import reader
from tests.unit.bulk.conftest import read_back

GOOD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "." * 81


class NoteRecorder(bulk.Watch):
    """Records the notes of a job."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


def bad_rows(report: bulk.Report) -> list[tuple[str, int, str]]:
    assert report.bad_file is not None
    with Path(report.bad_file).open(encoding="utf-8", newline="") as file:
        rows = [(row["file"], int(row["row"]), row["reason"]) for row in csv.DictReader(file)]
    assert len(rows) == report.bad
    return rows


def test_a_missing_puzzle_column_is_reported(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": [GOOD], "id": [1]}), tmp_path / "in.parquet")
    with pytest.raises(bulk.BulkError, match=r"no column 'puzzle', only text, id; choose one with --puzzle-column"):
        bulk.solve(tmp_path / "in.parquet", tmp_path / "out")
    (tmp_path / "in.csv").write_text("text,id\nno grid,1\n")
    with pytest.raises(bulk.BulkError, match="no column 'puzzle', only text, id"):
        bulk.solve(tmp_path / "in.csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_other_names_of_the_puzzle_column_are_known(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"id,quizzes,solutions\n1,{GOOD},\n")
    bulk.solve(tmp_path / "in.csv", tmp_path / "out.csv", columns="id,puzzle,clues")
    rows = list(csv.reader((tmp_path / "out.csv").read_text().splitlines()))
    assert rows[1:] == [["1", GOOD, "30"]]
    assert bulk.stats(tmp_path / "in.csv").rows == 1
    (tmp_path / "two.csv").write_text(f"question,board\n{GOOD},{GOOD}\n")
    with pytest.raises(bulk.BulkError, match="no column 'puzzle', only question, board"):
        bulk.solve(tmp_path / "two.csv", tmp_path / "two")


def test_a_puzzle_column_of_numbers_is_reported(tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": [1, 2]}), tmp_path / "in.parquet")
    with pytest.raises(
        bulk.BulkError, match=r"the column 'puzzle' of .* has type int64; puzzles are text of 81 characters"
    ):
        bulk.solve(tmp_path / "in.parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("part_rows", [2, 1000])
def test_bad_rows_are_listed_in_a_separate_file(tmp_path: Path, part_rows: int) -> None:
    pq.write_table(pa.table({"puzzle": [GOOD, None, "hello", GOOD, GOOD[:-1], "", GOOD]}), tmp_path / "in.parquet")
    for out in (tmp_path / "out.parquet", tmp_path / "folder"):
        report = bulk.solve(tmp_path / "in.parquet", out, part_rows=part_rows)
        assert (report.rows, report.written, report.bad) == (7, 3, 4)
        assert read_back(out)["puzzle"].to_pylist() == [GOOD] * 3
        rows = bad_rows(report)
        assert [row for _, row, _ in rows] == [2, 3, 5, 6]
        assert "null" in rows[0][2] and "'h' is not a digit" in rows[1][2] and "80 cells" in rows[2][2]
        assert "empty" in rows[3][2]


@pytest.mark.parametrize("suffix", [".txt", ".txt.gz", ".csv", ".csv.gz"])
@pytest.mark.parametrize("part_rows", [1, 3, 1000])
def test_bad_rows_of_text_are_numbered_across_parts(tmp_path: Path, suffix: str, part_rows: int) -> None:
    values = [GOOD if row % 5 else f"bad {row}" for row in range(1, 41)]
    text = "".join(f"{value}\n" for value in values)
    if ".csv" in suffix:
        text = "id,puzzle\n" + "".join(f"{row},{value}\n" for row, value in enumerate(values, 1))
        text += f"41,{GOOD},too much\n42,{GOOD}\n"
    path = tmp_path / f"in{suffix}"
    path.write_bytes(gzip.compress(text.encode()) if suffix.endswith(".gz") else text.encode())
    report = bulk.solve(path, tmp_path / "out.parquet", part_rows=part_rows)
    rows = [row for _, row, _ in bad_rows(report)]
    assert rows == [*range(5, 41, 5), *([41] if ".csv" in suffix else [])]
    with pytest.raises(bulk.BadRow, match="row 5: position 1: 'b' is not a digit"):
        bulk.solve(path, tmp_path / "strict.parquet", part_rows=part_rows, strict=True, workers=1)
    assert not (tmp_path / "strict.parquet").exists()


def test_columns_of_unique_puzzles_make_other_puzzles_bad_rows(tmp_path: Path) -> None:
    full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    (tmp_path / "in.txt").write_text(f"{GOOD}\n{EMPTY}\n55{EMPTY[2:]}\n{full}\n5.{EMPTY[2:]}\n")
    report = bulk.canonical(tmp_path / "in.txt", tmp_path / "forms.csv")
    rows = bad_rows(report)
    assert report.written == 2 and [row for _, row, _ in rows] == [2, 3, 5]
    assert "more than one solution" in rows[0][2] and "r1c1, r1c2" in rows[1][2]
    report = bulk.rate(tmp_path / "in.txt", tmp_path / "rated.csv", workers=1)
    assert [row for _, row, _ in bad_rows(report)] == [2, 3, 4, 5]
    assert "full" in bad_rows(report)[2][2]
    report = bulk.dedupe(tmp_path / "in.txt", tmp_path / "firsts.csv")
    assert [row for _, row, _ in bad_rows(report)] == [2, 3, 5] and report.written == 2


def test_empty_files_are_reported_and_empty_tables_accepted(tmp_path: Path) -> None:
    for name in ("in.txt", "in.csv", "in.parquet"):
        (tmp_path / name).touch()
        with pytest.raises(bulk.BulkError, match="empty"):
            bulk.solve(tmp_path / name, tmp_path / "out")
    pq.write_table(pa.table({"puzzle": pa.array([], pa.string())}), tmp_path / "none.parquet")
    report = bulk.solve(tmp_path / "none.parquet", tmp_path / "none-out.parquet")
    assert report.written == 0
    assert read_back(tmp_path / "none-out.parquet").column_names == ["puzzle", "solution", "solutions"]
    (tmp_path / "head.csv").write_text("puzzle\n")
    bulk.solve(tmp_path / "head.csv", tmp_path / "none-out.csv")
    assert (tmp_path / "none-out.csv").read_text() == "puzzle,solution,solutions\n"


def test_a_truncated_parquet_file_is_reported_before_anything_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.parquet", "b.parquet"):
        pq.write_table(pa.table({"puzzle": [GOOD] * 1000}), folder / name)
    whole = (folder / "b.parquet").read_bytes()
    (folder / "b.parquet").write_bytes(whole[:-20])
    with pytest.raises(
        bulk.BulkError, match=r"b\.parquet is not a complete Parquet file; it may be truncated or damaged"
    ):
        bulk.solve(folder, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_damaged_row_group_keeps_the_parts_before_it(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": lines}), path, row_group_size=100, compression="zstd", use_dictionary=False)
    data = bytearray(path.read_bytes())
    offset = pq.ParquetFile(path).metadata.row_group(4).column(0).data_page_offset
    data[offset : offset + 60] = bytes(60)
    path.write_bytes(bytes(data))
    with pytest.raises(bulk.BulkError, match=r"in\.parquet is damaged"):
        bulk.solve(path, tmp_path / "out", part_rows=100, workers=1)
    assert len(list((tmp_path / "out").glob("part-*"))) == 4


def test_a_truncated_compressed_file_is_reported(tmp_path: Path, lines: list[str]) -> None:
    (tmp_path / "in.txt.gz").write_bytes(gzip.compress("\n".join(lines).encode())[:-200])
    with pytest.raises(bulk.BulkError, match=r"in\.txt\.gz cannot be decompressed; it may be truncated or damaged"):
        bulk.solve(tmp_path / "in.txt.gz", tmp_path / "out.txt")
    assert not (tmp_path / "out.txt").exists()


def test_a_compressed_file_of_blank_lines_ends_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_MAX_BLANK", 1 << 20)
    (tmp_path / "in.txt.gz").write_bytes(gzip.compress(b"\n" * (1 << 25)))
    with pytest.raises(bulk.BulkError, match=r"in\.txt\.gz has more than 1 MB of blank lines"):
        bulk.solve(tmp_path / "in.txt.gz", tmp_path / "out.txt", part_rows=1000)


def test_blank_lines_count_as_rows(tmp_path: Path, lines: list[str]) -> None:
    (tmp_path / "in.txt").write_text("\n\r\n" + lines[0] + "\n \t\n\nbad\n")
    report = bulk.solve(tmp_path / "in.txt", tmp_path / "out.txt")
    assert [row for _, row, _ in bad_rows(report)] == [6]


def test_files_that_are_not_tables_are_ignored_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(GOOD)
    (folder / "empty.txt").touch()
    (folder / "notes.docx").write_text("x")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    recorder = NoteRecorder()
    report = bulk.solve(folder, tmp_path / "out.txt", watch=recorder)
    assert report.written == 1 and report.bad == 0
    assert any("notes.docx, picture.png" in note for note in recorder.notes)
    assert any("empty.txt" in note for note in recorder.notes)
    (folder / "a.txt").unlink()
    (folder / "empty.txt").unlink()
    with pytest.raises(bulk.BulkError, match=r"has no files ending in .*notes\.docx"):
        bulk.solve(folder, tmp_path / "out2.txt")


def test_files_without_a_suffix_are_recognised_by_content(tmp_path: Path) -> None:
    (tmp_path / "puzzles").write_text(f"{GOOD}\n")
    bulk.solve(tmp_path / "puzzles", tmp_path / "a.txt")
    (tmp_path / "table").write_text(f"puzzle,id\n{GOOD},1\n")
    bulk.solve(tmp_path / "table", tmp_path / "b.txt")
    pq.write_table(pa.table({"puzzle": [GOOD]}), tmp_path / "columns")
    bulk.solve(tmp_path / "columns", tmp_path / "c.txt")
    assert len({(tmp_path / name).read_text() for name in ("a.txt", "b.txt", "c.txt")}) == 1
    (tmp_path / "letter").write_text("Dear reader\n")
    with pytest.raises(
        bulk.BulkError, match="letter is neither Parquet nor CSV nor JSONL nor a file with one puzzle per line"
    ):
        bulk.solve(tmp_path / "letter", tmp_path / "d.txt")


def test_invalid_options_are_rejected_before_anything_is_written(tmp_path: Path, source: Path) -> None:
    invalid: list[tuple[dict[str, Any], str]] = [
        ({"columns": "puzzle,nonsense"}, "'nonsense' is not a column; .*the input's own: id, puzzle"),
        ({"columns": "puzzle,puzzle"}, "given twice"),
        ({"limit": 0}, "the limit is 0"),
        ({"format": "xlsx"}, "'xlsx' is not a format"),
        ({"compression": "rar"}, "'rar' is not a compression"),
        ({"part_rows": 0}, "0 rows per part"),
    ]
    for options, message in invalid:
        with pytest.raises(bulk.BulkError, match=message):
            bulk.solve(source, tmp_path / "out", **options)
    with pytest.raises(bulk.BulkError, match="no such file"):
        bulk.solve(tmp_path / "nowhere.csv", tmp_path / "out")
    with pytest.raises(bulk.BulkError, match="is inside the input"):
        bulk.solve(tmp_path, tmp_path / "out")
    with pytest.raises(bulk.BulkError, match="'odd' is not a rating profile"):
        bulk.rate(source, tmp_path / "out", profile="odd")
    mistyped = ({"limit": 1.5}, {"part_rows": 1.5}, {"workers": "2"})
    for options in mistyped:
        with pytest.raises(TypeError, match=f"{next(iter(options))} is .*; it must be a whole number"):
            bulk.solve(source, tmp_path / "out", **options)
    with pytest.raises(shudu.ShuduError, match="workers is 0; it must be 1 or more, or None for all cores"):
        bulk.solve(pq.read_table(source), workers=0)
    with pytest.raises(TypeError, match=r"n is 2\.5; it must be a whole number"):
        bulk.generate(2.5, tmp_path / "out", clues=30)  # type: ignore[call-overload]
    assert not (tmp_path / "out").exists()


def test_files_of_the_user_are_never_overwritten(tmp_path: Path, source: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("x")
    for overwrite in (False, True):
        with pytest.raises(bulk.BulkError, match=r"is not empty \(letter\.txt\)"):
            bulk.solve(source, tmp_path / "mine", overwrite=overwrite)
    (tmp_path / "mine.csv").write_text("x")
    with pytest.raises(bulk.BulkError, match=r"mine\.csv already exists"):
        bulk.solve(source, tmp_path / "mine.csv")
    assert (tmp_path / "mine.csv").read_text() == "x"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("foo://bucket/in.parquet", "no kind of storage is called foo://"),
        ("s3://bucket/in.parquet", "run: pip install s3fs"),
        ("gs://bucket/in.parquet", "run: pip install gcsfs"),
        ("https://127.0.0.1/in.parquet", "run: pip install aiohttp"),
    ],
)
def test_a_store_without_a_driver_is_an_error_that_says_what_to_install(
    address: str, message: str, source: Path, tmp_path: Path
) -> None:
    pytest.importorskip("fsspec")
    if message.startswith("run: ") and find_spec(message.rpartition(" ")[2]):
        pytest.skip("the driver is installed")
    with pytest.raises(bulk.BulkError, match=message):
        bulk.solve(address, tmp_path / "out.parquet")
    with pytest.raises(bulk.BulkError, match=message):
        bulk.solve(source, address)


def test_a_store_that_refuses_access_is_an_error_that_names_it(source: Path, tmp_path: Path) -> None:
    import fsspec
    from fsspec.implementations.memory import MemoryFileSystem

    class NoCredentials(Exception):
        pass

    class LockedStore(MemoryFileSystem):  # type: ignore[misc]
        protocol = "locked"

        def info(self, path: str, **kwargs: object) -> object:
            raise NoCredentials("Unable to locate credentials")

        ls = isfile = exists = info

    fsspec.register_implementation("locked", LockedStore, clobber=True)
    for read, write in (("locked://a/in.parquet", tmp_path / "out.parquet"), (source, "locked://a/out.parquet")):
        with pytest.raises(bulk.BulkError, match=r"locked://a.* cannot be used .*Unable to locate credentials"):
            bulk.solve(read, write)


@pytest.mark.parametrize("name", ["out.xlsx", "out.json.gz", "out.parqet"])
def test_an_unknown_ending_of_the_output_is_an_error(name: str, source: Path, tmp_path: Path) -> None:
    with pytest.raises(bulk.BulkError, match="is not a known extension"):
        bulk.solve(source, tmp_path / name)
    assert not (tmp_path / name).exists()
    assert bulk.solve(source, f"{tmp_path / name}/").written == 600, "a slash makes it a folder"
    assert bulk.solve(source, tmp_path / name).already_finished
