"""`shudu convert` as it is typed in a terminal."""

from __future__ import annotations

import os
import re
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from shudu.cli.app import group

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ZEROS = LINE.replace(".", "0")


def shudu(*arguments: str, content: bytes = b"") -> tuple[int, str, str]:
    """Return the exit code and the output of a command."""
    result = CliRunner().invoke(group, arguments, input=content)
    return result.exit_code, result.stdout, result.stderr


def test_standard_input_is_converted_to_standard_output() -> None:
    assert shudu("convert", "--to", "sdm", content=LINE.encode()) == (0, ZEROS + "\n", "")
    assert shudu("convert", "-", "-", "--to", "csv", content=f"{LINE}\r\n{ZEROS}".encode()) == (
        0,
        f"puzzle\n{LINE}\n{LINE}\n",
        "",
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16"])
def test_chinese_tables_are_read_in_every_usual_encoding(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(f"编号,题目,来源\n1,{LINE},《数独》\n".encode(encoding))
    for command in ("convert", "solve"):
        out = tmp_path / f"{command}.csv"
        assert shudu(command, str(tmp_path / "in.csv"), *(["-o"] if command == "solve" else []), str(out))[0] == 0
        heading, row = out.read_text("utf-8-sig").splitlines()
        assert heading.startswith("编号,puzzle,来源") and row.startswith(f"1,{LINE},《数独》")


def test_a_sudoku_or_a_long_link_is_an_argument() -> None:
    _, link, _ = shudu("convert", LINE, "--to", "fpuzzles")
    assert len(link) > 255  # longer than any name of a file
    assert shudu("convert", link.strip(), "--to", "sdm") == (0, ZEROS + "\n", "")
    assert shudu("check", link.strip())[:2] == (0, f"{LINE} one solution\n")
    assert shudu("hint", link.strip(), "--level", "1")[0] == 0
    assert "no such file" in shudu("convert", "hello")[2]


def test_malformed_lines_are_reported_and_skipped() -> None:
    code, out, errors = shudu("convert", "--to", "sdm", content=f"{LINE}\n{LINE[:80]}\n{LINE[:80]}q\n{LINE}\n".encode())
    assert (code, out) == (1, f"{ZEROS}\n{ZEROS}\n")
    assert errors.splitlines()[0].startswith("line 2, column 81: 80 cells")
    assert errors.splitlines()[1].startswith("line 3, column 81: 'q'")
    assert shudu("convert", "--strict", "--from", "line", content=f"bad\n{LINE}\n".encode())[:2] == (1, "")


def test_a_puzzle_after_a_carriage_return_is_not_a_comment() -> None:
    code, out, errors = shudu("convert", "--to", "csv", content=f"{LINE}\r\n{LINE}\r{LINE}\n".encode())
    assert (code, out) == (1, f"puzzle\n{LINE}\n")
    assert errors.startswith("line 2, column 82: a carriage return alone")


def test_losses_are_reported_with_their_line() -> None:
    code, out, errors = shudu("convert", "--to", "sdm", content=f"{LINE}\n{LINE} a comment\n".encode())
    assert (code, out) == (0, f"{ZEROS}\n{ZEROS}\n")
    assert errors == "line 2: warning: sdm cannot carry comment\n"


def test_formats_follow_the_names_of_files(tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "a.sdk"
    source.write_text(LINE + "\n")
    assert shudu("convert", str(source), str(target)) == (0, "", "")
    assert target.read_text().splitlines()[0] == LINE[:9]
    assert shudu("convert", str(target)) == (0, LINE + "\n", "")
    assert shudu("convert", str(source), str(source))[0] == 2


def test_a_folder_is_converted(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "one.txt").write_text(LINE)
    (folder / "two.sdm").write_text(f"{ZEROS}\n{ZEROS}\n")
    assert shudu("convert", str(folder)) == (0, f"{LINE}\n" * 3, "")
    assert shudu("convert", str(folder), str(out), "--to", "sdk") == (0, "", "")
    assert sorted(path.name for path in out.iterdir()) == ["one.sdk", "two-2.sdk", "two.sdk"]
    code, _, errors = shudu("convert", str(folder), "--to", "sdk")
    assert code == 2
    assert "holds one Sudoku" in errors


def test_text_in_no_format_is_reported() -> None:
    code, out, errors = shudu("convert", content=b"hello")
    assert (code, out) == (1, "")
    assert errors.startswith(
        "line 1, column 1: 'hello' is in no known format; expected 81 characters, nine rows of nine"
    )
    assert shudu("convert", "nowhere.txt")[0] == 2


def test_the_list_has_every_format() -> None:
    from shudu.formats.io.registry import FORMATS

    names = [row.split()[0] for row in shudu("convert", "--list")[1].splitlines()]
    assert names == list(FORMATS)


def test_an_unknown_suffix_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LINE)
    for target in ("b.foo", "b"):
        code, out, errors = shudu("convert", str(tmp_path / "a.txt"), str(tmp_path / target))
        assert (code, out) == (2, "")
        assert "does not show a format" in errors
        assert "b.sdk" in errors
        assert not (tmp_path / target).exists()
    assert shudu("convert", str(tmp_path / "a.txt"), str(tmp_path / "b.foo"), "--to", "sdm")[0] == 0


def test_utf_16_is_read(tmp_path: Path) -> None:
    for encoding in ("utf-16", "utf-16-be"):
        mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
        (tmp_path / "a.txt").write_bytes(mark + f"{LINE} 数独\r\n{LINE}\r\n".encode(encoding))
        code, out, errors = shudu("convert", str(tmp_path / "a.txt"))
        assert (code, out, errors) == (0, f"{LINE} 数独\n{LINE}\n", "")
    bare = f"{LINE}\n".encode("utf-16-le")
    code, out, errors = shudu("convert", content=bare)
    assert (code, out) == (1, "")
    assert "save it as UTF-8" in errors


def test_a_table_keeps_its_columns() -> None:
    table = f'id;quizzes;Level;odd\n1;{LINE};easy;\n2;{ZEROS};hard;"a, b"\n'
    csv = f'id,puzzle,Level,odd\n1,{LINE},easy,\n2,{LINE},hard,"a, b"\n'
    assert shudu("convert", "--to", "csv", content=table.encode()) == (0, csv, "")
    code, json, errors = shudu("convert", "--to", "json", content=table.encode())
    assert (code, json.splitlines()[1], errors) == (
        0,
        f'{{"id": "2", "puzzle": "{LINE}", "Level": "hard", "odd": "a, b"}}',
        "",
    )
    assert shudu("convert", "--to", "csv", content=json.encode()) == (0, csv, "")
    assert shudu("convert", "--to", "csv", content=b"id,puzzle,odd\n")[:2] == (1, "id,puzzle,odd\n")
    errors = shudu("convert", "--to", "sdm", content=csv.encode())[2]
    assert errors.splitlines()[1] == "line 3: warning: sdm cannot carry odd, level"


def test_a_table_has_what_follows_it_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"id,puzzle,source,solution\n1,{LINE},here,\n")
    (tmp_path / "b.sdk").write_text("#APeter\n#Sthere\n[Puzzle]\n" + re.sub("(.{9})", r"\1\n", LINE))
    (tmp_path / "c.csv").write_text(f"puzzle,solution\n{LINE},{SOLUTION}\n")
    code, out, errors = shudu("convert", str(tmp_path), "--to", "csv")
    heading, *rows = out.splitlines()
    assert (code, heading, errors) == (0, "id,puzzle,source,solution,author", "")
    assert rows == [f"1,{LINE},here,,", f",{LINE},there,,Peter", f",{LINE},,{SOLUTION},"]
    code, out, errors = shudu("convert", str(tmp_path), "--to", "json")
    assert (code, len(out.splitlines()), errors) == (0, 3, "")
    assert f'"puzzle": "{LINE}", "author": "Peter", "source": "there"' in out


def test_values_beyond_the_heading_are_kept() -> None:
    table = f"puzzle,level\n{LINE},easy,more,\n{LINE},hard\n".encode()
    out = f"puzzle,level,column3\n{LINE},easy,more\n{LINE},hard,\n"
    assert shudu("convert", "--to", "csv", content=table) == (0, out, "")


def test_a_file_without_sudokus_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text('<opensudoku version="2"></opensudoku>')
    (tmp_path / "b.sdm").write_text("kept")
    for target in ("b.sdm", "new.csv", "new.sdk", "folder/"):
        code, _, errors = shudu("convert", str(tmp_path / "a.xml"), f"{tmp_path}/{target}", "--to", "sdm")
        assert (code, errors) == (1, f"{tmp_path / 'a.xml'}: has no puzzles\n")
    assert (tmp_path / "b.sdm").read_text() == "kept"
    assert {path.name for path in tmp_path.iterdir()} == {"a.xml", "b.sdm", "folder"}


def test_links_of_sudokupad_are_read_or_explained() -> None:
    link = "https://sudokupad.app/?puzzleid=scf5NlQ19j9mGca3OIN1bWGk2m41TjS79&setting-theme=dark"
    assert shudu("convert", link) == (0, f"{LINE}\n", "")
    code, _, errors = shudu("convert", "https://sudokupad.app/abc123")
    assert code == 2 and "this link does not contain a Sudoku" in errors


def test_the_files_of_a_folder_are_read_in_the_order_in_which_they_were_written(tmp_path: Path) -> None:
    lines = "".join(f"{digit}{'.' * 80}\n" for digit in "123456789123")
    assert shudu("convert", "-", f"{tmp_path}/", "--to", "sdk", content=lines.encode())[0] == 0
    assert len(list(tmp_path.iterdir())) == 12
    assert shudu("convert", str(tmp_path), "--to", "line") == (0, lines, "")


def test_all_blanks_and_comments_are_read() -> None:
    lines = [LINE, ZEROS, LINE.replace(".", "x"), LINE + " comment", LINE[:80], LINE]
    mixed = "\n".join(lines).encode()
    code, out, errors = shudu("convert", "--to", "sdm", content=mixed)
    assert code == 1
    assert out == f"{ZEROS}\n" * 5
    assert [error.split(":")[0].split(",")[0] for error in errors.splitlines()] == ["line 4", "line 5"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, seen = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: seen.append(pipe.read_text()))
    reader.start()
    assert shudu("convert", "-", str(pipe), "--to", "sdm", content=LINE.encode())[0] == 0
    reader.join(60)
    assert seen == [ZEROS + "\n"] and pipe.is_fifo()


def test_files_with_equal_names_do_not_overwrite_each_other(tmp_path: Path) -> None:
    other = "." * 81
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "a.csv").write_text(f"puzzle\n{other}\n")
    (source / "a.txt").write_text(f"{LINE}\n{LINE}\n")
    for format, many in (("sdk", False), ("sdm", True)):
        assert shudu("convert", str(source), str(target), "--to", format)[0] == 0
        written = [path for path in target.iterdir() if path.suffix == f".{format}"]
        assert len(written) == (2 if many else 3)
    assert shudu("convert", str(source), str(source), "--to", "line")[0] == 0
    assert (source / "a.txt").read_text() == f"{LINE}\n{LINE}\n"
    assert (source / "a-2.txt").read_text() == f"{other}\n"


def test_a_tsv_file_is_refused(tmp_path: Path) -> None:
    code, _, errors = shudu("convert", "-", str(tmp_path / "out.tsv"), content=LINE.encode())
    assert code == 2 and "its name does not show a format" in errors


def test_an_empty_folder_is_reported(tmp_path: Path) -> None:
    code, out, errors = shudu("convert", str(tmp_path), "--to", "sdm")
    assert (code, out) == (2, "")
    assert "contains no files" in errors


def test_a_folder_that_does_not_exist_is_created_if_its_name_ends_with_a_slash(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{LINE}\n{LINE}\n")
    assert shudu("convert", str(tmp_path / "in.txt"), f"{tmp_path}/new/", "--to", "sdk")[0] == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["in-2.sdk", "in.sdk"]
    code, _, errors = shudu("convert", str(tmp_path / "in.txt"), f"{tmp_path}/other/")
    assert code == 2 and "choose the format of its files with --to" in errors
    code, _, errors = shudu("convert", str(tmp_path / "in.txt"), f"{tmp_path}/none/a.csv")
    assert code == 2 and "none: no such folder" in errors and ".part" not in errors


def test_a_loss_that_many_share_is_reported_once_and_counted(tmp_path: Path) -> None:
    table = f"puzzle,solution,level\n{LINE},{SOLUTION},\n{LINE},{SOLUTION},\n{LINE},,easy\n{LINE},{SOLUTION},\n"
    code, _, errors = shudu("convert", "--to", "sdm", content=table.encode())
    assert code == 0 and errors.splitlines() == [
        "line 2: warning: sdm cannot carry solution",
        "line 4: warning: sdm cannot carry level",
        "warning: the same is true of 2 more: sdm cannot carry solution",
    ]
