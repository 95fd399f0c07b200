"""Import, export, sharing and printing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser_tools.app_page import EASY, EASY_SOLUTION, HARD, AppPage
from shudu.formats.io.marks import NO_MARKS, masks_of, tidy_colours
from shudu.formats.io.read_write import read, read_all, write
from shudu.formats.io.registry import FORMATS
from shudu.formats.io.sheet import Sheet
from tests.browser.conftest import OpenApp
from tests.browser.test_look import violations

PLAYED = Sheet(
    Sheet.from_text("534" + EASY[3:]).digits,
    1 << 2,
    centre=masks_of({3: (2, 6)}),
    corner=masks_of({5: (4, 8)}),
    colours=tidy_colours({"r1c1": "A"}),
)
READABLE = [name for name, format in FORMATS.items() if format.kind != "picture"]


@pytest.fixture
def entry(app: AppPage) -> AppPage:
    app.open("enter")
    expect(app.page.get_by_text("Which puzzle is it?")).to_be_visible()
    return app


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData('text', text);
            document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}));
        }""",
        text,
    )


def drop(page: Page, name: str, content: list[int]) -> None:
    page.evaluate(
        """([name, content]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(content)], name));
            document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [name, content],
    )


@pytest.mark.filterwarnings("ignore::shudu.formats.io.read_write.DataLossWarning")
@pytest.mark.parametrize("format", READABLE)
def test_paste_reads_every_format(entry: AppPage, format: str) -> None:
    text = str(write(Sheet.from_text(HARD), format))
    paste(entry.page, text)
    expect(entry.cell("r1c1").locator(".digit")).to_have_text("8")
    assert entry.digits == HARD
    expect(entry.page.get_by_role("alert")).to_have_text("")


def test_open_or_drop_a_file(entry: AppPage, tmp_path: Path) -> None:
    file = tmp_path / "a.sdk"
    file.write_text(str(write(Sheet.from_text(HARD), "sdk")))
    entry.page.locator("input[type=file]").set_input_files(file)
    expect(entry.cell("r1c1").locator(".digit")).to_have_text("8")
    drop(entry.page, "b.txt", list(f"{EASY} 数独\r\n{HARD}\r\n".encode("utf-16")))
    expect(entry.cell("r1c1").locator(".digit")).to_have_text("5")
    assert entry.digits == EASY
    expect(entry.page.get_by_text("2 puzzles found; showing number 1.").last).to_be_visible()


def test_carriage_return_line_endings_are_read(entry: AppPage) -> None:
    drop(entry.page, "old.txt", list(f"{EASY}\r{HARD}\r".encode()))
    entry.expect_announcement("2 puzzles found; showing number 1.")


def test_select_one_of_several_imported_puzzles(entry: AppPage) -> None:
    paste(entry.page, f"puzzle,level\n{EASY},easy\n{HARD},hard\nrubbish,\n")
    expect(entry.page.get_by_role("alert")).to_contain_text("Line 4, column 1:")
    chooser = entry.page.get_by_label("Choose a puzzle")
    assert chooser.locator("option").all_inner_texts() == ["1: easy, 30 clues", "2: hard, 21 clues"]
    entry.click("Next")
    assert entry.digits == HARD
    chooser.select_option("0")
    assert entry.digits == EASY
    entry.page.get_by_role("link", name="Print all").click()
    expect(entry.page.get_by_label("2 imported puzzles")).to_be_checked()


@pytest.mark.parametrize("format", ["game", "fpuzzles"])
def test_marks_and_entries_are_imported(entry: AppPage, format: str) -> None:
    paste(entry.page, str(write(PLAYED, format)))
    expect(entry.page.get_by_text("Includes progress: digits, centre marks")).to_be_visible()
    assert entry.digits == "534" + EASY[3:]
    assert entry.centre_marks("r1c4") == "26"
    entry.click("Play this puzzle")
    expect(entry.page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    entry.expect_digits("534" + EASY[3:])
    assert entry.centre_marks("r1c4") == "26"
    assert entry.corner_marks("r1c6") == "48"
    assert "colour-1" in str(entry.cell("r1c1").get_attribute("class"))
    entry.select("r1c3").press("Delete")
    assert entry.digits == EASY


def test_imported_link_keeps_its_moves(entry: AppPage) -> None:
    moves = "1500 r1c3=4\n2500 r1c4~2"
    link = str(write(Sheet(Sheet.from_text(EASY).digits, history=moves), "share"))
    paste(entry.page, f"https://example.org{link}")
    expect(entry.page.get_by_text("move history", exact=False).first).to_be_visible()
    entry.click("Play this puzzle")
    expect(entry.page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    entry.expect_digits("534" + EASY[3:])
    entry.click("Undo").click("Undo")
    assert entry.digits == EASY


def test_entries_become_clues_or_are_dropped(entry: AppPage) -> None:
    paste(entry.page, str(write(PLAYED, "game")))
    entry.click("Clues only")
    assert entry.digits == EASY
    paste(entry.page, str(write(PLAYED, "game")))
    entry.click("Use all digits as clues")
    assert entry.digits == "534" + EASY[3:]
    expect(entry.page.locator("[data-played]")).to_have_count(0)


def test_dropped_parts_are_listed(entry: AppPage) -> None:
    paste(entry.page, f":0503:4:{EASY}:435:411::")
    expect(entry.page.get_by_text("Not imported: technique, digits of the technique, eliminations.")).to_be_visible()


def test_errors_in_chinese(open_app: OpenApp) -> None:
    app = open_app(language="zh")
    app.open("enter")
    app.page.get_by_role("textbox").fill(EASY[:80])
    app.click("导入")
    expect(app.page.get_by_role("alert")).to_contain_text("第 1 行第 81 列")
    expect(app.page.get_by_role("alert")).to_contain_text("应为 81 格")


def test_import_errors_follow_the_language(entry: AppPage) -> None:
    paste(entry.page, f"{EASY}\n{HARD}")
    expect(entry.page.locator("[data-format]")).to_contain_text("81 characters")
    entry.click("Switch to Chinese 中文")
    expect(entry.page.locator("[data-format]")).to_contain_text("81 字符单行")
    paste(entry.page, EASY[:80])
    expect(entry.page.get_by_role("alert")).to_contain_text("应为 81 格")
    entry.click("切换到英文 EN")
    expect(entry.page.get_by_role("alert")).to_contain_text("81 cells")


def test_long_text_is_read_again_completely(entry: AppPage) -> None:
    paste(entry.page, "\n".join([EASY, HARD] * 200))
    entry.page.get_by_role("combobox", name="Choose a puzzle").select_option("399")
    entry.expect_announcement("400 puzzles found; showing number 400.")
    entry.click("Import")
    entry.expect_announcement("400 puzzles found; showing number 1.")
    expect(entry.page.get_by_role("alert")).to_be_empty()


def test_plain_grids_are_read_without_server(entry: AppPage) -> None:
    entry.page.route("**/api/**", lambda route: route.abort())
    paste(entry.page, HARD)
    assert entry.digits == HARD
    paste(entry.page, str(write(Sheet.from_text(EASY), "opensudoku")))
    expect(entry.page.get_by_role("alert")).to_contain_text("Can’t reach the server.")
    assert entry.digits == HARD
    entry.click("Export")
    expect(entry.page.get_by_label("File contents")).to_have_value(HARD + "\n")


@pytest.fixture
def sharing(app: AppPage) -> AppPage:
    """A game with its share panel open."""
    app.open_puzzle(EASY).select("r1c3").press("4").select("r1c4").press("Control+2", "Alt+2")
    app.click("More").click("Share")
    expect(app.page.get_by_label("File contents")).to_be_visible()
    return app


def test_late_answer_after_leaving_the_panel_is_ignored(app: AppPage) -> None:
    page = app.page
    held: list[Route] = []
    page.route("**/exchange/write", lambda route: held.append(route))
    app.open_puzzle(EASY).select("r1c3").press("4")
    with page.expect_request("**/exchange/write"):
        app.click("More").click("Share")
    app.open("help")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for route in held:
        with page.expect_response("**/exchange/write"):
            route.continue_()
    # Give the page time to log an error, which would fail the test at its end.
    page.evaluate("() => new Promise(done => setTimeout(done, 100))")


def export(page: Page, format: str) -> str:
    with page.expect_response(
        lambda answer: (
            answer.url.endswith("/write") and json.loads(answer.request.post_data or "{}")["format"] == format
        )
    ):
        page.get_by_role("combobox", name="Format").select_option(format)
    return page.get_by_label("File contents").input_value()


@pytest.mark.filterwarnings("ignore::shudu.formats.io.read_write.DataLossWarning")
def test_export_in_every_format(sharing: AppPage) -> None:
    page = sharing.page
    expect(page.get_by_text("This format can’t store:").first).to_contain_text("which digits were entered")
    for format in ("sdk", "opensudoku", "game", "hodoku"):
        export(page, format)
        expect(page.get_by_label("File contents")).to_have_value(re.compile("."))
        page.wait_for_timeout(50)
        sheet = read(page.get_by_label("File contents").input_value(), format)
        assert sheet.digits == Sheet.from_text("534" + EASY[3:]).digits
        assert sheet.entries == 1 << 2
    with page.expect_download() as saved:
        sharing.click("Save file")
    assert saved.value.suggested_filename == "sudoku.hodoku"
    page.get_by_role("combobox", name="Format").select_option("svg")
    expect(page.get_by_role("img", name="Picture of the puzzle")).to_be_visible()
    with page.expect_download() as saved:
        sharing.click("Save file")
    assert Path(saved.value.path()).read_text().startswith("<svg")


def test_pending_export_cannot_be_saved_as_the_previous_one(sharing: AppPage) -> None:
    page = sharing.page
    held: list[Route] = []
    page.route("**/exchange/write", lambda route: held.append(route))
    page.get_by_role("combobox", name="Format").select_option("csv")
    expect(page.get_by_role("button", name="Save file")).to_be_disabled()
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.get_by_role("button", name="Save file")).to_be_enabled()
    with page.expect_download() as saved:
        sharing.click("Save file")
    assert saved.value.suggested_filename == "sudoku.csv"


def test_qr_code_and_links_to_other_sites(sharing: AppPage) -> None:
    page = sharing.page
    sharing.click("QR code")
    expect(page.get_by_role("img", name="QR code for this link")).to_be_visible()
    links = {
        name: str(page.get_by_role("link", name=name).get_attribute("href"))
        for name in ("SudokuWiki solver", "SudokuPad", "Sudoku Exchange", "f-puzzles")
    }
    formats = ("sudokuwiki", "sudokupad", "exchange", "fpuzzles")
    for format, link in zip(formats, links.values(), strict=True):
        (sheet,) = read_all(link, format)
        assert sheet.puzzle == Sheet.from_text(EASY).digits
    assert all(page.get_by_role("link", name=name).get_attribute("rel") == "noopener noreferrer" for name in links)


def make(app: AppPage) -> None:
    app.click("Create PDF")
    expect(app.page.locator("[data-printed]")).to_contain_text("PDF ready", timeout=60_000)


def save(app: AppPage) -> bytes:
    with app.page.expect_download() as saved:
        app.click("Download PDF")
    assert saved.value.suggested_filename == "sudoku.pdf"
    return Path(saved.value.path()).read_bytes()


def test_booklet_is_created_previewed_and_saved(app: AppPage) -> None:
    pytest.importorskip("typst")
    app.open("")
    app.page.get_by_role("link", name="Print Create a puzzle booklet").click()
    page = app.page
    page.get_by_label("Number of puzzles").fill("2")
    page.get_by_role("combobox", name="Difficulty").select_option("d-easy")
    page.get_by_text("Random seed").first.click()
    page.get_by_label("Random seed").fill("5")
    page.get_by_label("Title", exact=True).fill("Sunday")
    make(app)
    expect(page.get_by_role("img", name="Preview of page 1")).to_be_visible()
    expect(page.get_by_role("img", name="Preview of page 2")).to_be_visible()
    pdf = save(app)
    assert pdf.startswith(b"%PDF")
    make(app)
    assert save(app) == pdf
    page.get_by_label("Random seed").fill("x")
    expect(page.get_by_text("Enter a whole number")).to_be_visible()


def test_finished_pdf_comes_into_view_on_a_phone(open_app: OpenApp) -> None:
    pytest.importorskip("typst")
    app = open_app(390, 844, has_touch=True, is_mobile=True).open("print")
    app.page.get_by_label("Number of puzzles").fill("1")
    app.page.get_by_role("button", name="Create PDF").tap()
    expect(app.page.get_by_role("button", name="Download PDF")).to_be_in_viewport(ratio=1, timeout=60_000)


def test_print_the_game_and_a_worksheet(sharing: AppPage) -> None:
    pytest.importorskip("typst")
    page = sharing.page
    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.get_by_label("My current game")).to_be_checked()
    make(sharing)
    whole = save(sharing)
    page.get_by_label("Include my progress").uncheck()
    make(sharing)
    assert save(sharing) != whole
    page.get_by_label("Technique worksheet").check()
    page.get_by_label("Exercises").fill("1")
    page.get_by_text("Random seed").first.click()
    page.get_by_label("Random seed").fill("1")
    make(sharing)
    assert save(sharing).startswith(b"%PDF")


def test_printing_can_be_stopped_and_reports_errors(app: AppPage) -> None:
    pytest.importorskip("typst")
    page = app.page
    app.open("print")
    page.get_by_label("Number of puzzles").fill("200")
    page.get_by_role("combobox", name="Difficulty").select_option("l-extreme")
    app.click("Create PDF")
    app.click("Stop")
    expect(page.get_by_role("alert")).to_have_text("Stopped.")
    expect(page.get_by_role("button", name="Create PDF")).to_be_focused()

    def away(route: Route) -> None:
        route.abort()

    page.route("**/api/v1/print", away)
    app.click("Create PDF")
    expect(page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    app.click("Switch to Chinese 中文")
    expect(page.get_by_role("alert")).to_contain_text("无法连接服务器")


def test_repeated_enter_creates_one_pdf(sharing: AppPage) -> None:
    pytest.importorskip("typst")
    page = sharing.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/print") else None)
    sharing.open("print/current")
    title = page.get_by_role("textbox", name="Title")
    title.fill("Once")
    for _ in range(3):
        title.press("Enter")
    expect(page.locator("[data-printed]")).to_contain_text("PDF ready", timeout=60_000)
    assert len(asked) == 1
    page.get_by_label("New puzzles").check()
    expect(page.locator("[data-printed]")).not_to_contain_text("Seed")


def test_printing_rejects_a_puzzle_without_unique_solution(entry: AppPage) -> None:
    pytest.importorskip("typst")
    paste(entry.page, EASY_SOLUTION.replace("5", ".").replace("3", "."))
    entry.page.get_by_role("link", name="Print", exact=True).click()
    entry.click("Create PDF")
    expect(entry.page.get_by_role("alert")).to_contain_text("have exactly one solution")
    entry.page.get_by_label("Solutions at the end").uncheck()
    entry.page.get_by_label("Show difficulty and rating").uncheck()
    make(entry)


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((320, 640), "zh")])
def test_axe_finds_no_violations_and_no_text_is_cut_off(
    open_app: OpenApp, axe: str, size: tuple[int, int], language: str
) -> None:
    app = open_app(*size, language=language)
    wide: list[Any] = []
    for screen in ("print", "enter"):
        app.open(screen)
        expect(app.page.locator("main h1").first).to_be_attached()
        if screen == "enter":
            paste(app.page, str(write(replace(PLAYED, centre=NO_MARKS, corner=NO_MARKS), "game")))
            expect(app.page.locator("[data-played]")).to_be_visible()
            app.page.locator("button[aria-expanded]").first.click()
            expect(app.page.locator("select option").nth(5)).to_be_attached()
        assert violations(app, axe) == [], screen
        wide.append(app.page.evaluate("document.documentElement.scrollWidth"))
    assert max(wide) <= size[0]


def test_server_that_cannot_print_says_so(app: AppPage) -> None:
    answer = '{"problem": "ShuduError", "code": "print.no-typst", "message": "pip install"}\n'
    app.page.route("**/api/v1/print", lambda route: route.fulfill(body=answer, content_type="application/x-ndjson"))
    app.open("print").page.locator("form .primary").click()
    expect(app.page.locator(".problem").first).to_contain_text("This server can’t print")
    expect(app.page.locator("main")).not_to_contain_text("pip install")
