"""Grids as text: lines and nine rows."""

from contextlib import suppress
from itertools import product
from pathlib import Path

import pandas
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shudu
from shudu.core.errors import MalformedGrid
from shudu.core.text import read_grid, read_line, write_grid, write_line

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        LINE.replace(".", "0"),
        LINE.replace(".", "*"),
        LINE.replace(".", "_"),
        LINE.replace(".", "x"),
        LINE.replace(".", "X"),
        f"  {LINE}\r\n",
        f"\ufeff{LINE}",
        f"{LINE} a comment",
        f"{LINE},3.4,easy",
        " ".join(LINE[i : i + 9] for i in range(0, 81, 9)),
        write_grid(read_line(LINE)),
        "\n".join(LINE[i : i + 9] for i in range(0, 81, 9)),
        "\r\n".join(LINE[i : i + 9] for i in range(0, 81, 9)),
    ],
)
def test_every_notation_of_a_grid_is_read(text: str) -> None:
    assert write_line(read_grid(text)) == LINE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (LINE[:80], "80 cells"),
        (LINE + "1", "82 cells"),
        ("a" + LINE[1:], "position 1: 'a'"),
        ("５" + LINE[1:], "write 5 instead"),
        ("⑫" + LINE[1:], "use 1-9"),
        (" ,; ", "position 1: ','"),
        ("\x00" + LINE[1:], "position 1"),
        ("\ud800" + LINE[1:], "position 1"),
        ("12\n34", "2 rows"),
        ("\n".join(["123456789"] * 8 + ["12345678"]), "row 9 has 8 cells"),
        ("\n".join(["123456789"] * 8 + ["12345678?"]), "row 9, position 9"),
    ],
)
def test_malformed_text_is_explained(text: str, message: str) -> None:
    with pytest.raises(MalformedGrid, match=message):
        read_grid(text)


@given(st.text("0129.,; \t\n|-+\ufeffa５\x00", max_size=200))
def test_any_text_is_either_a_grid_or_malformed(text: str) -> None:
    with suppress(MalformedGrid):
        assert len(read_grid(text)) == 81


def test_messages_stay_short_for_long_input() -> None:
    with pytest.raises(MalformedGrid) as caught:
        read_grid("9" * 10_000)
    assert len(str(caught.value)) < 200


def test_rows_in_the_frame_of_simple_sudoku_are_read() -> None:
    frame, rows = "*-----------*", "|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|"
    text = "\n".join([frame, rows, "|---+---+---|", rows, "|---+---+---|", rows, frame])
    assert read_grid(text) == read_line("53..7....6..195....98....6." * 3)


def test_a_lone_carriage_return_is_explained() -> None:
    with pytest.raises(MalformedGrid, match="end lines with a line feed"):
        read_line(f"{LINE}\r{LINE}\r")
    assert write_line(read_line(f"{LINE}\r\n")) == LINE


@pytest.mark.parametrize(("separator", "blank"), [*product(",;\t", ["0", ".", ""]), (" ", "0"), (" ", ".")])
def test_rows_of_a_spreadsheet_are_read(separator: str, blank: str, tmp_path: Path) -> None:
    rows = [separator.join(LINE[start : start + 9]).replace(".", blank) for start in range(0, 81, 9)]
    text = "\r\n".join(rows) + "\r\n"
    assert shudu.Puzzle(text).line == shudu.Puzzle(rows).line == LINE
    assert shudu.read(text).digits == shudu.Puzzle(LINE).digits
    file = tmp_path / "puzzle.csv"
    file.write_text("\ufeff" + text, "utf-8")
    assert shudu.read(file).digits == shudu.Puzzle(LINE).digits


def test_a_blank_row_of_a_spreadsheet_is_a_row() -> None:
    text = "\n".join(["\t" * 8, *("\t".join("123456789") for _ in range(8))])
    assert read_grid(text) == shudu.read(text).digits == bytes(9) + bytes(range(1, 10)) * 8


def test_a_bad_cell_of_a_spreadsheet_is_named() -> None:
    with pytest.raises(shudu.MalformedGrid, match="row 1, position 2: 'a' is not a digit"):
        shudu.Puzzle("5,a,,,,,,,\n" + ",,,,,,,,\n" * 8)


def test_a_table_of_nine_rows_is_a_grid() -> None:
    rows = [[int(digit) or None for digit in LINE[start : start + 9].replace(".", "0")] for start in range(0, 81, 9)]
    assert shudu.Puzzle(pandas.DataFrame(rows)).line == LINE
    assert shudu.Puzzle(pandas.DataFrame(rows).fillna(0).astype(int)).line == LINE
    assert shudu.Puzzle(polars.DataFrame(rows, orient="row")).line == LINE
    with pytest.raises(shudu.MalformedGrid, match="8 rows of 9 values"):
        shudu.solve(pandas.DataFrame(rows[:8]))
