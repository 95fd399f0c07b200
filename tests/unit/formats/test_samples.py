"""Samples in the form in which other programs and their documentation write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shudu.core.text import write_line
from shudu.formats.fpuzzles import compress, decompress
from shudu.formats.io.marks import digits_in
from shudu.formats.io.read_write import DataLossWarning, read, read_all, write
from shudu.formats.io.registry import recognise

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUDOCUE = "\n".join(
    [
        "#ARuud",
        "#DA random puzzle created by SudoCue",
        "#CJust start plugging in the numbers",
        "#B03-08-2006",
        "#SSudoCue",
        "#LEasy",
        "#Uhttp://www.sudocue.net/",
        "2..1.5..3",
        ".54...71.",
        ".1.2.3.8.",
        "6.28.73.4",
        ".........",
        "1.53.98.6",
        ".2.7.1.6.",
        ".81...24.",
        "7..4.2..1",
    ]
)
SIMPLE = "\n".join(
    [
        "*-----------*",
        "|.3.|4..|...|",
        "|9.2|8.6|3.1|",
        "|...|...|.2.|",
        "|---+---+---|",
        "|8..|.6.|7..|",
        "|.6.|2.5|.9.|",
        "|..3|.4.|..8|",
        "|---+---+---|",
        "|.7.|...|...|",
        "|4.8|9.2|5.6|",
        "|...|..8|.3.|",
        "*-----------*",
        "Simple Sudoku Version 4.2n",
    ]
)
MARKS = "\n".join(
    [
        "*--------------------------------------------------------------------*",
        "| 1567 3 1567 | 4 12579 179 | 689 5678 579 |",
        "| 9 45 2 | 8 57 6 | 3 457 1 |",
        "| 1567 1458 14567 | 1357 13579 1379 | 4689 2 4579 |",
        "|----------------------+----------------------+----------------------|",
        "| 8 12459 1459 | 13 6 139 | 7 145 2345 |",
        "| 17 6 147 | 2 1378 5 | 14 9 34 |",
        "| 1257 1259 3 | 17 4 179 | 126 156 8 |",
        "|----------------------+----------------------+----------------------|",
        "| 12356 7 1569 | 1356 135 134 | 12489 148 249 |",
        "| 4 1 8 | 9 137 2 | 5 17 6 |",
        "| 1256 1259 1569 | 1567 157 8 | 1249 3 2479 |",
        "*--------------------------------------------------------------------*",
        "Simple Sudoku Version 4.2n",
    ]
)
BANK = "0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2"
HODOKU = (
    ":0003:4:+54.+978...9..2+56.....834+1....4..+3+78...1.869.4...3.+2+4.7.....823.....6+95..4....1..26:436 437::396:"
)
XML = f"""<?xml version='1.0' encoding='UTF-8' standalone='yes'?>
<opensudoku version="2">
  <folder name="Easy (All)" created="1778054847256">
    <game data="{BANK[13:94]}" state="0" time="0" />
    <game data="{LINE.replace(".", "0")}" state="0" time="0" note="second"/>
  </folder>
</opensudoku>"""
XML_1 = f"<opensudoku><name>N</name><author>A</author><level>easy</level><game data='{BANK[13:94]}'/></opensudoku>"


@pytest.mark.parametrize(
    ("text", "name", "start"),
    [
        (LINE, "line", "53..7"),
        (LINE.replace(".", "*") + " # a comment", "line", "53..7"),
        (BANK[13:94] + "\n" + BANK[13:94], "sdm", ".5.7"),
        (SUDOCUE, "sdk", "2..1.5..3"),
        ("[Puzzle]\n" + "\n".join(["1........"] * 9), "sdk", "1........1"),
        ("\r\n".join(["1........"] * 9), "sdk", "1........1"),
        (SIMPLE, "ss", ".3.4..."),
        (MARKS, "pencilmarks", ".3.4....."),
        ("1..|...|7..\n" * 3 + "-----------\n" + "XXX|XXX|XXX\n" * 6, "ss", "1.....7"),
        (HODOKU, "hodoku", "54.978"),
        (BANK, "bank", ".5.7.3.6."),
        (XML, "opensudoku", ".5.7"),
        (XML_1, "opensudoku-1", ".5.7"),
        (f"https://sudokuexchange.com/play/?s={BANK[13:94]}&d=2", "exchange", ".5.7"),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={BANK[13:94]}", "sudokuwiki", ".5.7"),
        (f"quizzes,solutions\n{BANK[13:94]},{'1' * 81}", "csv", ".5.7"),
        (f'puzzle;level\n"{LINE}";"easy"', "csv", "53..7"),
        (f'[{{"puzzle": "{LINE}", "level": "easy"}}]', "json", "53..7"),
        ("7 3 1569 u6 1589 4 269 12589 16\n" + "1 2 3 4 5 6 7 8 19\n" * 8, "sdx", "73.6.4"),
    ],
)
@pytest.mark.filterwarnings("ignore::shudu.formats.io.read_write.DataLossWarning")
def test_samples_are_recognised_and_read(text: str, name: str, start: str) -> None:
    format = recognise(text)
    assert format is not None
    assert format.name == name
    assert write_line(next(read_all(text)).digits).startswith(start)


def test_an_sdk_file_has_facts() -> None:
    sheet = read(SUDOCUE)
    assert sheet.fact("author") == "Ruud"
    assert sheet.fact("url") == "http://www.sudocue.net/"
    assert sheet.fact("level") == "Easy"


def test_a_dot_in_a_pencil_mark_grid_is_an_open_cell() -> None:
    """Nothing is known about the cell, so it has every candidate that the rules allow, even if that is one."""
    rows = ["1 2 3 | 4 5 6 | 7 8 ."] + [". . . | . . . | . . 23"] + [". . . | . . . | . . ."] * 7
    grid = read("\n".join(rows)).grid
    assert (str(grid.candidates(8)), grid.digits[8]) == ("9", 0)
    assert str(grid.candidates(9)) == "456789"
    assert str(grid.candidates(17)) == "23"


def test_a_pencil_mark_grid_has_candidates() -> None:
    sheet = read(MARKS)
    assert digits_in(sheet.digit_masks, 0) == "1567"
    assert sheet.digits[1] == 3


def test_all_games_of_a_folder_are_read() -> None:
    first, second = read_all(XML)
    assert first.fact("source") == second.fact("source") == "Easy (All)"
    assert second.fact("comment") == "second"


def test_a_library_line_has_entries_and_deleted_candidates() -> None:
    with pytest.warns(DataLossWarning, match="ignored technique, digits, placements") as warnings:
        sheet = read(HODOKU)
        assert list(read_all(HODOKU)) == [sheet]
    assert [each.filename for each in warnings] == [__file__] * 2, "the warning names the line that reads"
    assert sheet.entries & 1
    assert not sheet.digit_masks[3] >> 23 & 1
    assert sheet.omissions == ("technique", "digits", "placements")


def test_rows_of_a_table_that_lose_the_same_warn_once() -> None:
    rows = "".join(f"{number},{LINE}\n" for number in range(3))
    with pytest.warns(DataLossWarning, match="line 2: ignored order") as warnings:
        assert len(list(read_all(f"order,puzzle\n{rows}"))) == 3
    assert len(warnings) == 1


def test_older_and_newer_opensudoku_data_is_read() -> None:
    old = "version: 1&#10;" + "5|-|0|0|1,2,|1|" + "0|-|1|" * 79
    new = "version: 4&#10;" + "5|0|0|0|0|3|4|1|" + "0|0|0|1|" * 79
    for data, corner in ((old, ""), (new, "12")):
        sheet = read(f'<opensudoku version="2"><folder name="a"><game data="{data}"/></folder></opensudoku>')
        assert sheet.digits[0] == 5
        assert digits_in(sheet.corner, 1) == corner
        assert digits_in(sheet.centre, 1) == ("3" if corner else "12")


@pytest.mark.parametrize(
    ("text", "packed"), [("test string", "C4UwzsAEEE4JYDsDmQ=="), ("{}", "N4XyA==="), ("blah blah", "EYGwhgFgBKlA")]
)
def test_lzstring_gives_known_results(text: str, packed: str) -> None:
    assert compress(text) == packed
    assert decompress(packed) == decompress(packed.rstrip("=") + "A") == text


def test_lzstring_restores_any_text() -> None:
    for text in ("", "a" * 1000, "数独" * 50, "😀\ud800x", "".join(map(chr, range(600)))):
        assert decompress(compress(text)) == text.replace("\ud800", "\ufffd")


def test_a_short_sudokupad_link_is_read() -> None:
    # 1..2 is digit 1 with two blanks (21, written L), then digit 2
    sheet = read("https://sudokupad.app/scfLq" + "o" * 12 + "\n")
    assert write_line(sheet.digits).startswith("1..2.....")


def test_a_link_of_our_own_app_is_read() -> None:
    # packed by the web app: raw deflate, URL-safe base64, no padding
    sheet = read(f"https://example.org/shudu/#/p/{LINE}/MzQ1MlAoMkw2tjXhMrQ0MFAozUvJBwA")
    assert write_line(sheet.digits) == LINE
    assert sheet.history == "1520 r1c3=4\n1900 undo"


def test_a_path_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a.sdk"
    file.write_text(SUDOCUE)
    assert read(file) == read(str(file)) == read(SUDOCUE)


def test_pictures_are_written() -> None:
    sheet = read(LINE)
    assert str(write(sheet, "svg")).count("<text") == 30
    pytest.importorskip("PIL", reason="Pillow is not installed: pip install shudu[png]")
    picture = write(sheet, "png")
    assert isinstance(picture, bytes)
    assert picture.startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("format", ["csv", "json"])
def test_a_position_cannot_change_a_given(format: str) -> None:
    puzzle, position = "3" + "." * 80, "71" + "." * 79
    text = (
        f"puzzle,position\n{puzzle},{position}"
        if format == "csv"
        else json.dumps({"puzzle": puzzle, "position": position})
    )
    sheet = read(text, format)
    assert (write_line(sheet.digits)[:3], sheet.entries) == ("31.", 2)


@pytest.mark.filterwarnings("ignore::shudu.formats.io.read_write.DataLossWarning")
def test_a_number_of_solutions_is_not_a_solution() -> None:
    solution = "1" * 81
    counted = next(read_all(f"puzzle,solution,solutions\n{BANK[13:94]},{solution},1\n"))
    assert counted.fact("solution") == solution
    assert next(read_all(f"puzzle,solutions\n{BANK[13:94]},several\n")).fact("solution") == ""
    assert next(read_all(f"quizzes,solutions\n{BANK[13:94]},{solution}\n")).fact("solution") == solution
    assert next(read_all(f"puzzle,grid\n{BANK[13:94]},{solution}\n")).digits == counted.digits
