"""Reading, writing and printing over HTTP."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import httpx
import pytest

from shudu.formats.io.marks import masks_of
from shudu.formats.io.read_write import write
from shudu.formats.io.registry import FORMATS
from shudu.formats.io.sheet import Sheet
from shudu.game.game import Game
from tests.unit.server.conftest import Served

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLAYED = Sheet(bytes(int(c) if c != "." else 0 for c in "534" + LINE[3:]), 1 << 2, centre=masks_of({3: (2, 6)}))
SHEET = {"puzzle": LINE, "digits": "534" + LINE[3:], "centre": {"r1c4": "26"}, "colours": {"r1c1": "A"}}


@pytest.fixture
def visitor(served: Served) -> httpx.Client:
    return served.visitor()


def read(visitor: httpx.Client, text: str, **options: Any) -> dict[str, Any]:
    answer = visitor.post("/api/v1/exchange/read", json={"text": text, **options})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_formats_are_listed(visitor: httpx.Client) -> None:
    listed = visitor.get("/api/v1/exchange/formats").json()
    assert [format["id"] for format in listed] == list(FORMATS)
    assert listed[0]["chinese"] == "shudu 对局"


@pytest.mark.parametrize("name", ["sdk", "opensudoku", "fpuzzles", "game"])
def test_marks_and_entries_come_through(visitor: httpx.Client, name: str) -> None:
    content = read(visitor, str(write(PLAYED, name)))
    assert content["format"] == name
    (sheet,) = (each["sheet"] for each in content["sheets"])
    assert (sheet["puzzle"], sheet["digits"], sheet["centre"]) == (LINE, "534" + LINE[3:], {"r1c4": "26"})
    assert content["errors"] == []


def test_errors_have_a_code_fields_and_a_message(visitor: httpx.Client) -> None:
    content = read(visitor, f"{LINE} first\n{LINE[:80]}\n{LINE}\n", language="zh")
    assert [each["line"] for each in content["sheets"]] == [1, 3]
    assert content["sheets"][0]["sheet"]["facts"] == {"comment": "first"}
    text = f"'{LINE[:38]}…'"
    assert content["errors"] == [
        {
            "line": 2,
            "column": 81,
            "code": "formats.too-few-cells",
            "fields": {"n": 80, "text": text, "expected": 81},
            "message": f"{text} 只有 80 格，应为 81 格",
        }
    ]
    assert read(visitor, "hello")["format"] is None
    assert "one of the formats" in read(visitor, "hello")["errors"][0]["message"]


def test_the_name_of_a_file_is_not_opened(visitor: httpx.Client) -> None:
    content = read(visitor, "/etc/hostname")
    assert content["sheets"] == []
    assert len(content["errors"]) == 1


def test_only_the_first_sudokus_are_returned(visitor: httpx.Client) -> None:
    content = read(visitor, f"{LINE}\n" * 2000)
    assert len(content["sheets"]) == 500
    assert content["more"]


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_is_written(visitor: httpx.Client, name: str) -> None:
    answer = visitor.post("/api/v1/exchange/write", json={"format": name, "sheet": SHEET})
    assert answer.status_code == 200, answer.text
    file = answer.json()
    assert set(file["lost"]) - {"single-candidates"} == {"entries", "centre", "colours"} - FORMATS[name].carries
    assert file["name"] == f"sudoku{FORMATS[name].suffix}"
    if name == "png":
        assert base64.b64decode(file["text"]).startswith(b"\x89PNG")
    else:
        assert file["encoding"] == "utf-8"


def test_a_contradictory_sheet_is_refused(visitor: httpx.Client) -> None:
    for sheet, status in (
        (SHEET | {"digits": "9" + LINE[1:]}, 409),
        (SHEET | {"colours": {"r1c1": "Z"}}, 422),
        (SHEET | {"centre": {"x": "1"}}, 422),
    ):
        answer = visitor.post("/api/v1/exchange/write", json={"format": "line", "sheet": sheet})
        assert answer.status_code == status
        assert answer.json()["message"]


def print_pdf(visitor: httpx.Client, **options: Any) -> tuple[list[dict[str, Any]], bytes]:
    """Return the lines of progress, and the PDF."""
    answer = visitor.post("/api/v1/print", json=options)
    assert answer.status_code == 200, answer.text
    lines: list[dict[str, Any]] = []
    rest = answer.content
    while rest and "bytes" not in (lines[-1] if lines else {}):
        line, rest = rest.split(b"\n", 1)
        lines.append(json.loads(line))
    return lines, rest


def test_the_same_seed_gives_the_same_booklet(visitor: httpx.Client) -> None:
    pytest.importorskip("typst")
    request = {"make": {"count": 3, "difficulty": "easy", "seed": 5}, "style": {"per_page": 4, "language": "zh"}}
    lines, pdf = print_pdf(visitor, **request)
    assert [(line["done"], line["of"]) for line in lines[:-1]] == [(0, 0), (1, 3), (2, 3), (3, 3)]
    assert pdf.startswith(b"%PDF")
    assert len(pdf) == lines[-1]["bytes"]
    assert all(base64.b64decode(picture).startswith(b"\x89PNG") for picture in lines[-1]["preview"])
    assert len(lines[-1]["preview"]) == 2
    assert print_pdf(visitor, **request)[1] == pdf


def test_progress_can_be_printed_or_left_out(visitor: httpx.Client) -> None:
    pytest.importorskip("typst")
    with_all = print_pdf(visitor, sheets=[SHEET], style={"cover": False})[1]
    bare = print_pdf(visitor, sheets=[SHEET], style={"cover": False, "progress": False})[1]
    assert with_all.startswith(b"%PDF")
    assert bare.startswith(b"%PDF")
    assert with_all != bare
    lines, pdf = print_pdf(visitor, sheets=[{"puzzle": "." * 81, "digits": "." * 81}])
    assert pdf == b""
    assert lines[-1]["problem"] == "NotOneSolution"


def test_a_worksheet(visitor: httpx.Client) -> None:
    pytest.importorskip("typst")
    lines, pdf = print_pdf(visitor, worksheet={"technique": "naked-pair", "exercises": 2, "seed": 1})
    assert lines[-2] == {"done": 3, "of": 3}
    assert pdf.startswith(b"%PDF")
    assert print_pdf(visitor, worksheet={"technique": "nonsense"})[0][-1]["problem"] == "ShuduError"


def test_invalid_requests_are_refused(visitor: httpx.Client) -> None:
    requests: tuple[dict[str, Any], ...] = (
        {},
        {"make": {}, "sheets": [SHEET]},
        {"make": {"count": 201}},
        {"sheets": []},
        {"make": {}, "style": {"per_page": 3}},
        {"make": {}, "style": {"address": "javascript:alert(1)"}},
    )
    for request in requests:
        assert visitor.post("/api/v1/print", json=request).status_code == 422


def test_printing_stops_when_the_client_leaves(served: Served, visitor: httpx.Client) -> None:
    pytest.importorskip("typst")
    request = {"make": {"count": 200, "level": "extreme", "seed": 1}}
    with visitor.stream("POST", "/api/v1/print", json=request) as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["seed"] == 1
        assert served.app.state.shudu.pool.load == 1
    end = time.monotonic() + 10
    while served.app.state.shudu.pool.load and time.monotonic() < end:
        time.sleep(0.05)
    assert served.app.state.shudu.pool.load == 0


def test_a_link_of_the_app_is_read(visitor: httpx.Client) -> None:
    game = Game(LINE).play("r1c3=4", 1500)
    link = str(write(Sheet(Sheet.from_text(LINE).digits, history=game.text.split("\n", 1)[1]), "share"))
    (item,) = read(visitor, f"https://example.org{link}")["sheets"]
    assert item["sheet"]["moves"] == ["1500 r1c3=4"]
