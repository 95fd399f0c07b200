"""Malformed input gives an error with its place, in little memory and time."""

from __future__ import annotations

import base64
import json
import random
import tracemalloc
import warnings
import zlib
from collections.abc import Iterator

import pytest

from shudu.core.grid import filled_mask
from shudu.formats.fpuzzles import compress
from shudu.formats.io.read_write import read, read_all, read_records, write
from shudu.formats.io.registry import FORMATS, recognise
from shudu.formats.io.sheet import Format, MalformedSheet, Sheet
from shudu.formats.io.text import LINE_LIMIT, split_text
from tests.unit.formats.sheets import random_sheet

READABLE = [format for format in FORMATS.values() if format.kind != "picture"]
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("text", "format", "place", "expected"),
    [
        (LINE[:80], "line", (1, 81), "81 cells"),
        (LINE[:40] + "q" + LINE[41:], "line", (1, 41), "1-9"),
        (LINE[:40] + "５" + LINE[41:], "line", (1, 41), "5 instead"),
        (LINE + "\n\n" + LINE[:80] + "?", "sdm", (3, 81), "1-9"),
        (":0000:x:" + LINE[:80] + ":", "hodoku", (1, 89), "81 cells"),
        (":0000:x:" + LINE + ":43:", "hodoku", (1, 91), "digit, row and column"),
        ("1........\n" * 8, "sdk", (8, 1), "9 rows"),
        ("1........\n" * 8 + "1.......!\n", "sdk", (9, 9), "1-9"),
        ('{"format": "shudu-game", "version": 2}', "game", (1, 1), "version 1"),
        ('{"puzzle": ', "json", (1, 12), "JSON"),
        ("puzzle\n" + LINE + "\n" + LINE[:5], "csv", (3, 6), "81 cells"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=" + "0" * 162, "sudokuwiki", (1, 123), "81 digits"),
        ("https://www.f-puzzles.com/?load=N4Iq!", "fpuzzles", (1, 1), "load="),
        ("<opensudoku><game/></opensudoku>", "opensudoku-1", (1, 13), "data"),
        ("", None, (1, 1), "a Sudoku"),
        ("hello", None, (1, 1), "one of the formats"),
    ],
)
def test_errors_name_line_column_and_what_was_expected(
    text: str, format: str | None, place: tuple[int, int], expected: str
) -> None:
    with pytest.raises(MalformedSheet) as caught:
        list(read_all(text, format)) or read(text, format)
    assert (caught.value.line, caught.value.column) == place
    assert expected in str(caught.value)


def test_all_line_ends_are_accepted() -> None:
    assert [sheet.line for sheet in read_all(f"{LINE}\n{LINE}\r{LINE}\r\n{LINE}", "line")] == [1, 2, 3, 4]


def test_a_bad_line_does_not_end_the_file() -> None:
    records = list(read_records(split_text(f"{LINE}\nbad\n{LINE}\n"), FORMATS["line"]))
    assert [isinstance(each, Sheet) for each in records] == [True, False, True]
    assert isinstance(records[1], MalformedSheet)
    assert records[1].line == 2


def expect_error(text: str, format: str | None = None) -> MalformedSheet:
    records = list(read_records(split_text(text), FORMATS[format] if format else None))
    assert isinstance(records[-1], MalformedSheet)
    return records[-1]


def test_xml_entities_are_refused() -> None:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    error = expect_error(
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{entities}]><opensudoku>&l9;</opensudoku>', "opensudoku"
    )
    assert "document type" in str(error)
    assert "document type" in str(expect_error(f'<!DOCTYPE x [{entities}]><opensudoku version="2">&l9;</opensudoku>'))


def test_deep_and_huge_json_is_refused() -> None:
    for text in ("[" * 100_000, '{"puzzle":' * 50_000, '{"puzzle": ' + "9" * 9000 + "}", "[" + "[]," * 400_000 + "1]"):
        for name in ("json", "game"):
            expect_error(text, name)


def test_links_that_unpack_to_too_much_are_refused() -> None:
    bomb = compress("a" * 1_050_000)
    assert len(bomb) < 6000
    assert "more than" in str(expect_error(f"https://www.f-puzzles.com/?load={bomb}"))
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = base64.urlsafe_b64encode(squeezer.compress(bytes(30_000_000)) + squeezer.flush()).decode().rstrip("=")
    assert "too many" in str(expect_error(f"https://example.org/#/p/{LINE}/{bomb}"))


def test_deep_xml_and_endless_tags_are_refused() -> None:
    expect_error("<opensudoku>" + "<a>" * 100_000, "opensudoku")
    expect_error("<opensudoku a='" + "x" * 2_000_000, "opensudoku")


def repeat(start: str, piece: str, size: int) -> Iterator[str]:
    if start:
        yield start
    for _ in range(size // len(piece)):
        yield piece


@pytest.mark.parametrize("format", READABLE, ids=[known.name for known in READABLE])
@pytest.mark.parametrize(
    "piece",
    [
        "1" * LINE_LIMIT,
        "\0" * LINE_LIMIT,
        "<a b='" * (LINE_LIMIT // 6),
        "[{" * (LINE_LIMIT // 2),
        "- |" * (LINE_LIMIT // 3) + "-",
    ],
)
def test_a_gigabyte_on_one_line_needs_little_memory(format: Format, piece: str) -> None:
    start = "<opensudoku>" if "opensudoku" in format.name else "puzzle\n" if format.name == "csv" else ""
    tracemalloc.start()
    records = list(read_records(repeat(start, piece.ljust(LINE_LIMIT, "x"), 1 << 30), format))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(records[-1], MalformedSheet)
    assert peak < 100e6


NASTY = [
    "\0",
    "\ud800",
    "\ufeff",
    "\u2028",
    "\x0b",
    "\r",
    "\n",
    "５",
    "²",
    "é",
    "9" * 50,
    "[",
    "{",
    "<",
    "&",
    '"',
    ",",
    "|",
    "%",
    "+",
    "-",
    ".",
]


def mutate(rng: random.Random, texts: list[str]) -> str:
    text = rng.choice(texts)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + rng.choice(NASTY) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randrange(1, 20) :]
        elif kind == 2:
            text = text[:at] + chr(rng.randrange(1, 0x250)) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + rng.choice(texts)[rng.randrange(80) :][: rng.randrange(200)] + text[at:]
        elif kind == 4:
            text = text[:at]
        else:
            text = text[:at] + text[at : at + 40] * 3 + text[at + 40 :]
    return text


def check(text: str, format: Format | None) -> None:
    for record in read_records(split_text(text), format):
        if isinstance(record, MalformedSheet):
            assert record.line >= 1
            assert record.column >= 1
            assert str(record)
        else:
            full = filled_mask(record.digits)
            assert len(record.digits) == 81
            assert max(record.digits) <= 9
            assert not record.entries & ~full
            for digit_masks in (record.digit_masks, record.centre, record.corner):
                assert not any(board & full or board >> 81 for board in digit_masks)


def fuzz(seed: int, count: int) -> None:
    rng = random.Random(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sheets = [random_sheet(rng, size) for size in ("plain", "some", "all") for _ in range(3)]
        texts = [(str(write(sheet, format.name)), format) for sheet in sheets for format in READABLE]
    everything = [text for text, _ in texts]
    for _ in range(count):
        text, (_, format) = mutate(rng, everything), rng.choice(texts)
        try:
            check(text, recognise(text))
            check(text, format)
        except Exception as error:
            raise AssertionError(f"{format.name}: {text!r}") from error


def test_damaged_files_give_sheets_or_errors() -> None:
    for seed in range(20):
        fuzz(seed, 100)


@pytest.mark.soak
def test_ten_million_damaged_files() -> None:
    import multiprocessing

    with multiprocessing.Pool() as pool:
        pool.starmap(fuzz, ((seed, 10_000) for seed in range(500)))


@pytest.mark.timeout(100)
def test_a_megabyte_does_not_take_quadratic_time() -> None:
    """Quadratic time would take hours, so the time limit of the test is enough."""
    for start in ("", "puzzle\n", "[", "<opensudoku>", "#A"):
        for body in (
            LINE + "\n",
            "1 2 | ",
            "a,",
            '"',
            "  ",
            "-----",
            "/fpuz",
            "?load=",
            "scf",
            "<!-- -->",
            "| 12 | ",
            "{",
        ):
            text = start + body * (1_000_000 // len(body))
            recognise(text[:LINE_LIMIT])
            list(read_records(split_text(text)))


def test_the_json_of_a_game_has_a_version() -> None:
    values = json.loads(str(write(Sheet.from_text(LINE), "game")))
    assert values["format"] == "shudu-game"
    assert values["version"] == 1
