"""Play: hints, and what precedes them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage
from tests.browser.conftest import OpenApp
from tests.browser.test_look import box

# By how many pixels a text exceeds its visible height.
CUT = "element => element.scrollHeight - element.clientHeight"


def test_candidates_of_a_cell(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3")
    app.click("Hint")
    app.click("Candidates in this cell")
    app.expect_announcement("Candidates for row 1, column 3: 1, 2, 4.")
    expect(app.page.get_by_text("1 hint used")).to_be_visible()


def test_mistake_is_reported_before_any_hint(app: AppPage) -> None:
    with app.page.expect_response(lambda answer: "/games" in answer.url):  # sent once the kernel has loaded
        app.open_puzzle(EASY)
    app.select("r1c3").press("1", "h")
    app.expect_announcement("1 digit is wrong")
    assert "cause" in (app.cell("r1c3").get_attribute("class") or "")
    assert app.wrong_cells() == ["r1c3"]
    app.click("Back to the last correct position")
    assert app.digits == EASY
    assert app.wrong_cells() == []
    expect(app.page.get_by_role("button", name="Where to look")).to_be_focused()


def test_double_click_on_hint_undoes_nothing(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("1").click("Hint")
    app.page.get_by_role("button", name="Where to look").dblclick(delay=150)
    app.expect_announcement("1 digit is wrong")
    assert app.digits[2] == "1"


def test_hint_follows_the_language(app: AppPage) -> None:
    app.open_puzzle(EASY)
    for level in range(1, 5):
        app.press("h")
        expect(app.page.locator(".sheet li")).to_have_count(level)
    expect(app.page.locator(".sheet li").last).to_contain_text("Therefore")
    app.click("Switch to Chinese 中文")
    expect(app.page.locator(".sheet li").last).to_contain_text("因此")


def test_hint_continues_after_reopening_the_game(app: AppPage) -> None:
    levels = app.page.locator(".sheet li")
    app.open_puzzle(EASY)
    for level in (1, 2):
        app.press("h")
        expect(levels).to_have_count(level)
    before = levels.all_inner_texts()
    app.page.reload()
    app.click("Hint")
    expect(levels).to_have_count(2)
    assert levels.all_inner_texts() == before
    app.press("h")
    expect(levels).to_have_count(3)


def test_hint_follows_moves_in_another_tab(app: AppPage) -> None:
    levels = app.page.locator(".sheet li")
    app.open_puzzle(EASY)
    open_stages(app, 3)
    expect(levels.last).to_contain_text("r9c7")
    other = AppPage(app.page.context.new_page(), app.address)
    other.page.goto(app.page.url)
    other.select("r9c7").press("1")
    open_stages(other, 3)
    words = other.page.locator(".sheet li").last.inner_text()
    assert "r9c7" not in words
    expect(levels.last).to_have_text(words)


def open_stages(app: AppPage, count: int) -> None:
    for stage in range(1, count + 1):
        app.press("h")
        expect(app.page.locator(".sheet li")).to_have_count(stage)


@pytest.mark.parametrize(
    ("width", "height", "row", "column"),
    [(1280, 800, "r", "c"), (390, 844, "", ""), (360, 640, "", ""), (844, 390, "", "")],
)
def test_hint_names_rows_and_columns_around_the_board(
    open_app: OpenApp, width: int, height: int, row: str, column: str
) -> None:
    app = open_app(width, height).open_puzzle(EASY)
    rows, columns = app.page.locator(".rows span"), app.page.locator(".columns span")
    expect(rows).to_have_count(0)
    open_stages(app, 1)
    board = box(app.page.get_by_role("grid"))
    for line in range(9):
        name, cell = box(rows.nth(line)), box(app.cell(f"r{line + 1}c1"))
        assert rows.nth(line).inner_text() == f"{row}{line + 1}"
        assert name["x"] >= 0 and name["x"] + name["width"] <= board["x"]
        assert cell["y"] < name["y"] and name["y"] + name["height"] < cell["y"] + cell["height"]
        name, cell = box(columns.nth(line)), box(app.cell(f"r1c{line + 1}"))
        assert columns.nth(line).inner_text() == f"{column}{line + 1}"
        assert name["y"] + name["height"] <= board["y"] or name["y"] >= board["y"] + board["height"]
        assert cell["x"] < name["x"] and name["x"] + name["width"] < cell["x"] + cell["width"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_hint_on_a_phone_is_below_the_board_and_can_be_closed(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=True, is_mobile=True).open_puzzle(EASY)
    open_stages(app, 4)
    board, sheet = box(app.page.get_by_role("grid")), app.page.locator(".sheet")
    assert 0 <= box(sheet)["y"] - board["y"] - board["height"] <= 20  # no row of buttons shows in between
    sheet.evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    expect(app.page.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    app.click("Close")
    expect(sheet).to_be_hidden()


def test_hint_without_server_is_reported(app: AppPage) -> None:
    app.page.route("**/api/**", lambda route: route.abort())
    app.open_puzzle(EASY).select("r1c3").press("4", "h")
    app.expect_announcement("there is no hint right now")
    expect(app.page.locator(".sheet .talk")).to_contain_text("Can’t reach the server")
    assert app.digits[2] == "4"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_missing_server_message_fits_a_narrow_phone(open_app: OpenApp, language: str) -> None:
    app = open_app(320, 568, language=language, has_touch=True, is_mobile=True).open_puzzle(EASY)
    said = app.page.locator(".words").first
    app.page.route("**/api/**", lambda route: route.abort())
    app.select("r1c3").press("4")
    expect(said).not_to_be_empty()
    assert said.evaluate(CUT) == 0
    app.press("h")
    talk = app.page.locator(".sheet .talk p")
    expect(talk).to_be_in_viewport(ratio=1)
    assert talk.evaluate(CUT) == 0


def test_crossed_out_needed_candidate_is_reported(app: AppPage) -> None:
    app.open_puzzle(EASY)
    app.click("More")
    app.page.get_by_label("Update notes automatically").check()
    app.click("Close")
    app.select("r1c3").press("c", "4", "z", "h")
    app.expect_announcement("A candidate you need has been crossed out")
    assert app.wrong_cells() == []
