"""`shudu solve` and `shudu check` as people use them, with bad input too."""

import csv
import gzip
import io
import json
import os
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from click.testing import CliRunner

from shudu.cli.app import group
from shudu.cli.input import Failures, batches
from shudu.cli.options import open_output
from shudu.core.text import write_line
from shudu.formats.io.read_write import DataLossWarning, read_all

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81


def shudu(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Return the exit code and the output of a command."""
    result = CliRunner().invoke(group, arguments, input=given)
    return result.exit_code, result.stdout, result.stderr


def test_an_argument_a_file_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{LINE}\n\n{LINE}\n")
    assert shudu("solve", LINE) == (0, SOLUTION + "\n", "")
    assert shudu("solve", str(file)) == (0, (SOLUTION + "\n") * 2, "")
    assert shudu("solve", given=LINE.encode()) == (0, SOLUTION + "\n", "")
    assert shudu("solve", "-", LINE, given=LINE.encode()) == (0, (SOLUTION + "\n") * 2, "")


def test_formats() -> None:
    assert shudu("solve", LINE, "--format", "csv")[1] == f"puzzle,solution\n{LINE},{SOLUTION}\n"
    assert json.loads(shudu("solve", LINE, "--format", "json")[1]) == {"puzzle": LINE, "solution": SOLUTION}
    assert "5 3 4 | 6 7 8 | 9 1 2" in shudu("solve", LINE, "--format", "grid")[1]


def test_nine_rows_are_a_grid_between_lines() -> None:
    grid = shudu("solve", LINE, "--format", "grid")[1]
    assert shudu("solve", given=f"{grid}\n{LINE}\n{grid}{grid}".encode()) == (0, (SOLUTION + "\n") * 4, "")
    code, out, err = shudu("solve", given=f"{LINE}\n{LINE[:9]}\n{LINE[9:18]}\n{LINE}\n".encode())
    assert (code, out) == (1, (SOLUTION + "\n") * 2)
    assert err.startswith("line 2: 2 rows in") and len(err.splitlines()) == 1


ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
BANDS = "\n\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6))


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ([*ROWS[:4], ROWS[4][:8], *ROWS[5:]], "row 5 has 8 cells"),
        ([*ROWS[:4], ROWS[4] + "1", *ROWS[5:], ""], "row 5 has 10 cells"),
        ([*ROWS[:8], "Y" + ROWS[8][1:]], "row 9, position 1: 'Y'"),
        (["Y" + ROWS[0][1:], *ROWS[1:]], "row 1, position 1: 'Y'"),
        ([*ROWS[:8], ""], "8 rows in"),
        ([*ROWS[:8], "Grid 02"], "8 rows in"),
        ([*ROWS[:4], LINE], "4 rows in"),
    ],
)
def test_a_damaged_row_spoils_only_its_own_grid(
    bad: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "grids.txt"
    file.write_text("\n".join([LINE, *bad, *ROWS, BANDS, LINE]))
    good = [write_line(line.digits) for batch in batches((str(file),), Failures()) for line in batch]
    assert good == [LINE] * (4 + (LINE in bad))
    error = capsys.readouterr().err
    assert error.startswith(f"{file}:2: {words}") and len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (LINE[:80].encode(), "line 2: 80 cells"),
        (b"hello", "line 2: position 1: 'h'"),
        (("55" + "." * 79).encode(), "line 2: givens in conflict: 5 at r1c1, r1c2"),
        (EMPTY.encode(), "line 2: " + EMPTY + " has more than one solution"),
        (b"\x00\xff\xfe" * 30, "line 2: position 1"),
        (("５" + LINE[1:]).encode(), "write 5 instead"),
        (b"9" * 1_000_000, "line 2: "),
        (("12345678" + "." * 9 + "9" + "." * 63).encode(), "has no solution"),
    ],
)
def test_a_bad_line_is_reported_and_the_others_solved(bad: bytes, words: str) -> None:
    code, out, err = shudu("solve", given=b"\n".join([LINE.encode(), bad, LINE.encode()]))
    assert code == 1
    assert out == (SOLUTION + "\n") * 2
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_slow_pipe_is_answered_line_by_line() -> None:
    command = [sys.executable, "-m", "shudu", "solve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin and run.stdout
        for _ in range(3):
            run.stdin.write(LINE + "\n")
            run.stdin.flush()
            assert run.stdout.readline() == SOLUTION + "\n"  # while the pipe is still open
        run.stdin.close()
        assert run.stdout.read() == "" and run.wait() == 0


def test_windows_line_ends_and_a_byte_order_mark_are_accepted() -> None:
    assert shudu("solve", given=b"\xef\xbb\xbf" + f"{LINE}\r\n{LINE}\r\n".encode()) == (0, (SOLUTION + "\n") * 2, "")


def test_utf_16_is_read_or_reported() -> None:
    lines = f"{LINE}\r\n{LINE}\r\n"
    assert shudu("solve", given=lines.encode("utf-16")) == (0, (SOLUTION + "\n") * 2, "")
    code, _, err = shudu("solve", given=lines.encode("utf-16-le"))
    assert code == 1 and "save it as UTF-8" in err and len(err.splitlines()) == 1


def test_a_binary_file_is_reported_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89IHDR\0\0\0\r\n\x1a\n" * 1000)
    assert not list(batches((str(file),), Failures()))
    error = capsys.readouterr().err
    assert error.startswith(f"{file}:1: contains a zero byte") and len(error.splitlines()) == 1


def test_nothing_to_do(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    code, _, err = shudu("solve", str(empty))
    assert code == 1 and "is empty" in err
    code, _, err = shudu("solve")
    assert code == 1 and "standard input: is empty" in err
    code, _, err = shudu("solve", str(tmp_path))
    assert code == 1 and "folder" in err
    code, _, err = shudu("solve", "no-such-file.txt")
    assert code == 1 and "no such file" in err
    assert shudu("solve", "--nonsense")[0] == 2
    assert shudu("nonsense")[0] == 2


def test_the_first_of_several() -> None:
    code, out, _ = shudu("solve", "--first", EMPTY)
    assert code == 0 and len(out.strip()) == 81


def test_check_tells_none_one_and_several_apart() -> None:
    code, out, _ = shudu("check", LINE, EMPTY, "55" + "." * 79, "--format", "json")
    one, several, none = map(json.loads, out.splitlines())
    assert code == 1
    assert one["solutions"] == 1 and one["witnesses"] == [SOLUTION]
    assert several["solutions"] == 2 and len(set(several["witnesses"])) == 2
    assert none["solutions"] == 0 and none["clash"] == ["r1c1", "r1c2"]
    assert shudu("check", LINE) == (0, f"{LINE} one solution\n", "")
    assert "in conflict at r1c1, r1c2" in shudu("check", "55" + "." * 79)[1]
    assert "several solutions" in shudu("check", EMPTY, "--format", "grid")[1]
    assert shudu("check", EMPTY, "--format", "csv")[1].splitlines()[1].startswith(f"{EMPTY},2,0,,")


def test_an_interrupt_while_modules_are_imported_ends_quietly() -> None:
    code = """
import sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from shudu.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, b"")


def test_a_closed_pipe_is_not_an_error() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -c "from shudu.cli import main; main()" solve | head -1',
        input=f"{LINE}\n".encode() * 100_000,
        shell=True,
        capture_output=True,
        timeout=60,
    )
    assert done.stdout.decode() == SOLUTION + "\n"
    assert done.stderr == b""


@pytest.mark.parametrize("command", ["solve", "quality --method template -n 100 --puzzles 0"])
def test_a_pipe_closed_from_the_start_is_not_an_error(command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", "from shudu.cli import main; main()", *command.split()],
        input=LINE.encode(),
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes standard input")
@pytest.mark.parametrize("command", ["solve", "check", "rate", "hint", "convert", "watch", "grid rank", "print -o x -"])
def test_closed_standard_input_is_reported(command: str) -> None:
    program = shlex.join([sys.executable, "-c", "from shudu.cli import main; main()"])
    done = subprocess.run(f"{program} {command} <&-", shell=True, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "standard input" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["--help", f"check --lang zh {LINE}", f"solve --explain --lang zh {LINE}"])
def test_a_pipe_with_a_narrow_encoding_is_not_an_error(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from shudu.cli import main; main()", *command.split()],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0 and b"\\u" in done.stdout and not done.stderr


def _as_blocks(title: str) -> str:
    return "".join(f"{title.format(number)}\n" + "\n".join(ROWS) + "\n" for number in (1, 2))


def _as_qqwing(separator: str) -> str:
    rows = [" " + " | ".join(" ".join(row[start : start + 3]) for start in (0, 3, 6)) + " " for row in ROWS]
    return (f"\n{separator}\n".join("\n".join(rows[start : start + 3]) for start in (0, 3, 6)) + "\n\n") * 2


FILES: dict[str, bytes] = {
    "comments": f"# easy\n{LINE}\n# more\n{LINE}\n".encode(),
    "project euler 96": _as_blocks("Grid {:02}").replace(".", "0").encode(),
    "blocks": _as_blocks("").encode(),
    "qqwing": _as_qqwing("-------|-------|-------").encode(),
    "qqwing csv": f"Puzzle,Solution,\n{LINE},{SOLUTION},\n{LINE},{SOLUTION},\n".encode(),
    "kaggle": f"quizzes,solutions\n{LINE},{SOLUTION}\n{LINE},{SOLUTION}\n".encode(),
    "hugging face": f"source,question,answer,rating\na,{LINE},{SOLUTION},0\nb,{LINE},{SOLUTION},9\n".encode(),
    "ids": f"id,puzzle\n1,{LINE}\n2,{LINE}\n".encode(),
    "csv without a heading": f"{LINE},{SOLUTION}\n{LINE},{SOLUTION}\n".encode(),
    "jsonl": f'{{"id": 1, "question": "{LINE}", "answer": "{SOLUTION}"}}\n{{"puzzle": "{LINE}"}}\n'.encode(),
    "opensudoku": f'<opensudoku version="2"><folder><game data="{LINE}"/><game data="{LINE}"/></folder></opensudoku>'.encode(),
    "gzip": gzip.compress(f"{LINE}\n{LINE}\n".encode()),
    "gzip csv": gzip.compress(f"puzzle\n{LINE}\n{LINE}\n".encode()),
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_every_format_is_read(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_bytes(content)
    failures = Failures()
    lines = [line for batch in batches((str(path),), failures) for line in batch]
    assert [write_line(line.digits) for line in lines] == [LINE, LINE]
    assert failures.count == 0
    assert len({line.place for line in lines}) == 2 or "opensudoku" in content.decode("latin-1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataLossWarning)
        sheets = list(read_all(path))
    assert [sheet.digits for sheet in sheets] == [line.digits for line in lines]


def test_zstd_is_read(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    path = tmp_path / "puzzles.txt.zst"
    path.write_bytes(arrow.compress(f"{LINE}\n".encode(), codec="zstd", asbytes=True))
    assert shudu("solve", str(path)) == (0, f"{SOLUTION}\n", "")


def test_a_damaged_compressed_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt.gz"
    path.write_bytes(gzip.compress(f"{LINE}\n".encode() * 9)[:40])
    code, _, errors = shudu("solve", str(path))
    assert code == 1 and errors == f"{path}: the compressed data is damaged or incomplete\n"
    code, printed, errors = shudu("solve", str(path), LINE)
    assert code == 1 and printed == f"{SOLUTION}\n" and "damaged" in errors
    code, _, errors = shudu("convert", str(path), "-")
    assert code == 1 and errors == f"{path}:1:1: the compressed data is damaged or incomplete\n"


def test_an_error_in_a_table_has_its_place_once(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(f"puzzle\n{LINE}\nabc\n")
    code, printed, errors = shudu("solve", str(path))
    assert (code, printed) == (1, f"{SOLUTION}\n")
    assert errors == f"{path}:3:1: 'a' in 'abc'; expected 1-9, or . or 0 for a blank\n"
    assert shudu("solve", "-", given=path.read_bytes())[2].startswith("line 3, column 1: 'a' in 'abc'")


def test_a_link_is_solved() -> None:
    assert shudu("solve", "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79") == (0, f"{SOLUTION}\n", "")


def test_the_ending_of_the_output_sets_the_format(tmp_path: Path) -> None:
    path = tmp_path / "solved.csv"
    assert shudu("solve", LINE, "-o", str(path)) == (0, "", "")
    assert path.read_text() == f"puzzle,solution\n{LINE},{SOLUTION}\n"
    assert shudu("check", LINE, "-o", str(tmp_path / "verdicts.jsonl"))[0] == 0
    assert json.loads((tmp_path / "verdicts.jsonl").read_text())["solutions"] == 1
    assert shudu("solve", LINE, "-o", str(path), "--format", "line")[0] == 0
    assert path.read_text() == SOLUTION + "\n"
    assert shudu("solve", EMPTY, "-o", str(path))[0] == 1
    code, _, errors = shudu("solve", LINE, "-o", str(tmp_path / "none/out.csv"))
    assert code == 2 and "no such folder" in errors and "/none;" in errors and ".part" not in errors
    assert [child.name for child in tmp_path.iterdir() if child.suffix == ".part"] == []


def test_ctrl_c_keeps_what_has_been_written_beside_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before\n")
    with pytest.raises(KeyboardInterrupt), open_output(path) as write:
        write(SOLUTION)
        raise KeyboardInterrupt
    assert path.read_text() == "before\n" and path.with_name("out.txt.part").read_text() == f"{SOLUTION}\n"
    assert capsys.readouterr().err == f"stopped; what has been written is in {path}.part\n"


def test_a_table_without_rows_is_reported(tmp_path: Path) -> None:
    for name, text in (("in.csv", "puzzle\n"), ("in.xml", "<opensudoku/>")):
        (tmp_path / name).write_text(text)
        code, output, errors = shudu("solve", str(tmp_path / name))
        assert (code, output) == (1, "") and errors.endswith(f"{name}: has no puzzles\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("solve", "--help"), ("solve", LINE)], ids=" ".join)
def test_output_that_cannot_be_written_is_reported(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "shudu", *arguments], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1 and done.stderr == "shudu: reading or writing: no space left on the device\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_closed_streams_are_no_error() -> None:
    command = f"{sys.executable} -m shudu solve {LINE} >&- 2>&-"
    assert subprocess.run(["sh", "-c", command]).returncode == 0


def test_the_ending_of_the_output_sets_the_format_of_an_explanation(tmp_path: Path) -> None:
    assert shudu("solve", "--explain", LINE, "-o", str(tmp_path / "path.json"))[0] == 0
    assert json.loads((tmp_path / "path.json").read_text())["solution"] == SOLUTION
    code, _, errors = shudu("solve", "--explain", LINE, "-o", str(tmp_path / "path.csv"))
    assert code == 2 and "does not write .csv files; use .txt, .json" in errors


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_a_terminal_gets_a_grid(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    code = f"import pty, sys; pty.spawn([{sys.executable!r}, '-m', 'shudu', 'solve', {LINE!r}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "5 3 4 | 6 7 8 | 9 1 2" in done.stdout


@pytest.mark.parametrize(
    "document", ["[{rows}]", "{rows}", '{{"board": {rows}}}', "{list}", '["{line}", {rows}]', "{list}\n{list}\n"]
)
def test_lists_of_json_are_grids(document: str) -> None:
    rows = [list(LINE[start : start + 9]) for start in range(0, 81, 9)]
    digits = [0 if digit == "." else int(digit) for digit in LINE]
    text = document.format(rows=json.dumps(rows), list=json.dumps(digits), line=LINE)
    code, out, errors = shudu("solve", given=text.encode())
    assert (code, errors) == (0, "") and set(out.split()) == {SOLUTION}


def test_damaged_lists_of_json_are_reported() -> None:
    for text in ("[[1, 2], [3]]", json.dumps([[1] * 9] * 8), json.dumps([[10] * 9] * 9)):
        code, out, errors = shudu("solve", given=text.encode())
        assert (code, out) == (1, "") and errors.startswith("line 1, column 1: ")


def test_a_parquet_file_is_named() -> None:
    code, _, errors = shudu("check", given=b"PAR1\0\0")
    assert code == 1 and "shudu bulk" in errors and len(errors.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["hint", LINE, "--draw", "hint.png"],
        ["techniques", "x-wing", "--draw", "x.png"],
        ["holes", "-n", "1", "--chart", "holes.png"],
        ["print", LINE, "-o", "book.txt"],
        ["solve", LINE, "-o", "nowhere/out.csv"],
        ["hint", LINE, "--techniques", "nonsense"],
        ["solve", LINE, "--explain", "--techniques", "nonsense"],
        ["bulk", "solve", "in.csv", "-"],
    ],
)
def test_wrong_use_ends_with_2_and_writes_nothing(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, errors = shudu(*arguments)
    assert code == 2 and errors.startswith("Usage: ") and not list(tmp_path.iterdir())


def test_hints_and_grids_are_written_to_files(tmp_path: Path) -> None:
    assert shudu("hint", LINE, "-o", str(tmp_path / "hint.json"))[:2] == (0, "")
    assert json.loads((tmp_path / "hint.json").read_text())["kind"] == "step"
    assert shudu("grid", "rank", SOLUTION, "-o", str(tmp_path / "number.txt"))[:2] == (0, "")
    number = (tmp_path / "number.txt").read_text().strip()
    assert shudu("grid", "unrank", number, "-o", str(tmp_path / "grid.line"))[:2] == (0, "")
    assert (tmp_path / "grid.line").read_text() == f"{SOLUTION}\n"


@pytest.mark.parametrize(
    "arguments", [("solve",), ("solve", "--explain"), ("check",), ("rate",), ("hint",), ("grid", "rank")], ids=" ".join
)
def test_an_input_file_is_not_overwritten(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    path = tmp_path / "own.txt"
    path.write_text(f"{LINE}  # from a newspaper\n")
    code, _, errors = shudu(*arguments, str(path), "-o", str(path))
    assert code == 2 and f"{path} cannot be both input and output" in errors
    assert path.read_text() == f"{LINE}  # from a newspaper\n"


OWN_ROWS = [["7", LINE, "a, b"], ["8", SOLUTION, "two\nlines"]]
TABLES = {
    "known name": f'id,puzzle,note\n7,{LINE},"a, b"\n8,{SOLUTION},"two\nlines"\n',
    "other name": f'id,Quizzes,note\n7,{LINE},"a, b"\n8,{SOLUTION},"two\nlines"\n',
    "unknown name": f'id,题目,note\r\n7,{LINE},"a, b"\r\n8,{SOLUTION},"two\nlines"\r\n',
    "comments": f'# mine\n\nid;puzzle;note\n7;{LINE};a, b\n8;{SOLUTION};"two\nlines"\n',
    "spreadsheet": f'sep=;\nid;puzzle;note\n7;{LINE};a, b\n8;{SOLUTION};"two\nlines"\n',
    "json": "".join(json.dumps(dict(zip(("id", "board", "note"), row, strict=True))) + "\n" for row in OWN_ROWS),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_tables_keep_the_columns_of_the_user(table: str) -> None:
    code, out, err = shudu("solve", "--format", "csv", given=table.encode())
    assert (code, err) == (0, "")
    assert list(csv.reader(io.StringIO(out))) == [
        ["id", "puzzle", "note", "solution"],
        *([*row, SOLUTION] for row in OWN_ROWS),
    ]
    rows = map(json.loads, shudu("check", "--format", "json", given=table.encode())[1].splitlines())
    assert [(row["id"], row["note"], row["clues"]) for row in rows] == [("7", "a, b", 30), ("8", "two\nlines", 81)]


def test_a_result_replaces_a_column_of_its_name() -> None:
    table = f"id,level,puzzle,solution\n7,mine,{LINE},?\n".encode()
    assert shudu("solve", "--format", "csv", given=table)[1].splitlines()[1] == f"7,mine,{LINE},{SOLUTION}"
    assert shudu("rate", "--format", "csv", given=table)[1].splitlines()[1].startswith(f"7,easy,{LINE},?,204")


def test_tables_without_a_heading_have_numbered_columns() -> None:
    table = f"7,{LINE},easy,{SOLUTION}\n8,{LINE},hard,{SOLUTION}\n".encode()
    code, out, _ = shudu("solve", "--format", "csv", given=table)
    assert (code, out.splitlines()[:2]) == (
        0,
        ["column1,puzzle,column3,solution", f"7,{LINE},easy,{SOLUTION}"],
    )


def test_columns_of_all_small_files_are_written(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"id,puzzle\n7,{LINE}\n")
    (tmp_path / "b.csv").write_text(f"note,puzzle\nhello,{LINE}\n")
    code, out, err = shudu("solve", "--format", "csv", str(tmp_path / "a.csv"), str(tmp_path / "b.csv"), LINE)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "id,puzzle,note,solution",
        f"7,{LINE},,{SOLUTION}",
        f",{LINE},hello,{SOLUTION}",
        f",{LINE},,{SOLUTION}",
    ]


def test_columns_that_come_late_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{LINE}\n" * 8192)
    (tmp_path / "b.csv").write_text(f"id,puzzle\n7,{LINE}\n8,{LINE}\n")
    code, out, err = shudu("solve", "--format", "csv", str(tmp_path / "a.txt"), str(tmp_path / "b.csv"))
    assert (code, len(out.splitlines())) == (0, 8195)
    assert err == "the output has no column for id, which the first table does not have\n"


def test_a_table_without_puzzles_has_a_heading() -> None:
    assert shudu("solve", "--format", "csv", given=b"id,puzzle\n")[1] == "puzzle,solution\n"


def test_81_columns_are_a_line() -> None:
    row = ",".join(LINE.replace(".", "0"))
    assert shudu("solve", given=f"{row}\n{row}\n".encode()) == (0, f"{SOLUTION}\n" * 2, "")
    blanks = "\t".join(LINE.replace(".", " "))
    assert shudu("solve", given=f"{blanks}\n".encode()) == (0, f"{SOLUTION}\n", "")


def test_json_with_a_list_of_puzzles() -> None:
    for text in (json.dumps({"puzzles": [LINE, LINE]}), json.dumps({"puzzles": [LINE, LINE]}, indent=1)):
        assert shudu("solve", given=text.encode()) == (0, f"{SOLUTION}\n" * 2, "")


@pytest.mark.parametrize("rows", [2, 200])
def test_a_quote_that_never_ends_loses_no_rows(rows: int) -> None:
    table = f'id,puzzle,note\n1,{LINE},"open\n' + f"2,{LINE},x\n" * rows
    assert shudu("solve", given=table.encode()) == (0, f"{SOLUTION}\n" * (rows + 1), "")


def test_rows_that_begin_with_a_hash_are_rows() -> None:
    table = f"#,puzzle\n#1,{LINE}\n# a comment\n#2,{LINE}\n"
    out = shudu("solve", "--format", "csv", given=table.encode())[1]
    assert out.splitlines() == ["#,puzzle,solution", f"#1,{LINE},{SOLUTION}", f"#2,{LINE},{SOLUTION}"]
