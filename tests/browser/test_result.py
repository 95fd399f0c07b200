"""The end of a game: time, category, rank and solution path."""

from __future__ import annotations

import json
import re
import struct

import pytest
from playwright.sync_api import Route, expect

import shudu
from browser_tools.app_page import ALMOST_SOLVED, EASY, EASY_SOLUTION, AppPage, computed_style, wait_until
from tests.browser.conftest import OpenApp


def finish(app: AppPage) -> None:
    """Fill in the missing digits."""
    solution = shudu.solve(app.digits).line
    for cell in [cell for cell, digit in enumerate(app.digits) if digit == "."]:
        app.select(f"r{cell // 9 + 1}c{cell % 9 + 1}").press(solution[cell])


def test_result_shows_time_category_and_rank(app: AppPage) -> None:
    """A game at machine speed is under review; an own puzzle has no leaderboard."""
    app.open_puzzle(ALMOST_SOLVED)
    expect(app.page.locator(".status .class")).to_contain_text("unassisted")
    app.select("r9c8").press("7", "ArrowRight", "9")
    expect(app.page.locator("[data-result=time]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(app.page.locator("[data-result=class]")).to_have_text("unassisted")
    expect(app.page.locator("[data-result=place]")).to_have_text("Not ranked: you entered this puzzle yourself.")


@pytest.mark.parametrize(
    ("level", "faster", "words"),
    [("hard", None, "#3 of all time (level Hard, unassisted)"), (None, 72, "Faster than 72% of players")],
)
def test_rank_on_the_leaderboard(app: AppPage, level: str | None, faster: int | None, words: str) -> None:
    """The server's answer is faked, because no test plays at human speed."""
    plain = {"time": 61_000, "elapsed": 61_000, "help": "none", "hints": 0, "mistakes": 0, "moves": 2, "pauses": 0}
    result = {
        **plain,
        "finished": 1,
        "shared": False,
        "level": level,
        "faster": faster,
        "unranked": [],
        "flags": [],
        "pending": False,
        "rank": 3,
    }

    def answer(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        length = sent["seq"] + len(sent["moves"]) - 1
        over = sent["moves"][-1]["move"] == "r9c9=9"
        known = {"length": length, "at": 1, "time": 1, "finished": int(over) or None}
        route.fulfill(json={**known, "result": result if over else None})

    app.page.route("**/games/*/moves", answer)
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    expect(app.page.locator("[data-result=place]")).to_have_text(words)


def test_each_kind_of_help_has_its_category(app: AppPage) -> None:
    badge = app.page.locator(".status .class")
    app.open_puzzle(EASY)
    expect(badge).to_contain_text("unassisted")
    app.click("Fill notes")
    expect(badge).to_contain_text("candidates")
    app.press("k")
    expect(badge).to_contain_text("checking")
    app.press("h")
    expect(app.page.locator(".sheet li")).to_have_count(1)
    expect(badge).to_contain_text("hints")
    app.click("More")
    expect(app.page.get_by_text("Category: hints.")).to_be_visible()


def test_solution_path_in_words_and_on_the_board(app: AppPage) -> None:
    app.open_puzzle(EASY)
    finish(app)
    app.click("Solution path")
    steps = app.page.locator(".sheet li button")
    path = shudu.rate(EASY).path.steps
    expect(steps).to_have_count(len(path))
    expect(app.page.get_by_text(f"{len(path)} steps, Easy")).to_be_visible()
    assert app.digits == EASY_SOLUTION
    first = path[0].places[0]
    expect(steps.first).to_contain_text(f"only {first.digit} is left for")
    app.page.locator(".sheet li summary").first.click()
    steps.first.click()
    assert app.digits == EASY
    ringed = app.page.locator(f"[data-cell='{first.cell}']")
    expect(ringed.locator(".ringed")).to_have_text(str(first.digit))
    assert "inset" in computed_style(ringed, "boxShadow")
    app.click("Next step")
    assert app.digits[first.cell] == str(first.digit)
    expect(steps.nth(1)).to_have_attribute("aria-pressed", "true")
    app.click("Back to result")
    assert app.digits == EASY_SOLUTION


def test_solution_path_in_chinese(open_app: OpenApp) -> None:
    app = open_app(390, 844, language="zh", has_touch=True, is_mobile=True).open_puzzle(ALMOST_SOLVED)
    app.select("r9c8").press("7", "ArrowRight", "9")
    app.page.get_by_role("button", name="解题路径").tap()
    steps = app.page.locator(".sheet li button")
    expect(steps).to_have_count(2)
    expect(steps.first).to_contain_text("填 7")
    app.page.locator(".sheet li summary").first.tap()
    steps.first.tap()
    board, sheet = app.page.get_by_role("grid").bounding_box(), app.page.locator(".sheet").bounding_box()
    assert board and sheet
    assert sheet["y"] >= board["y"] + board["height"] - 1  # the whole step is visible


def test_solution_path_without_server_can_be_retried(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED)
    app.page.route("**/api/v1/rate", lambda route: route.abort())
    app.select("r9c8").press("7", "ArrowRight", "9")
    app.click("Solution path")
    expect(app.page.get_by_role("alert")).to_contain_text("Your game is saved.")
    app.page.unroute("**/api/v1/rate")
    app.click("Try again")
    expect(app.page.locator(".sheet li button")).to_have_count(2)


def test_reopened_game_still_shows_its_rank(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    place = app.page.locator("[data-result=place]")
    expect(place).to_have_text("Not ranked: you entered this puzzle yourself.")
    with app.page.expect_response(lambda answer: answer.url.endswith("/finish") and answer.ok):
        app.page.reload()
    expect(app.page.get_by_role("grid")).to_be_visible()
    expect(place).to_have_text("Not ranked: you entered this puzzle yourself.")
    assert app.digits == EASY_SOLUTION


def test_a_shared_result_of_ones_own_puzzle_is_called_sudoku(app: AppPage) -> None:
    app.page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async data => void (window.shared = data.text);"
    )
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9").click("Share")
    wait_until(app.page, "window.shared?.startsWith('Sudoku · 0:')")


def test_result_has_a_picture_to_share_and_can_be_reopened(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    time = app.page.locator("[data-result=time]")
    expect(app.page.locator("[data-result=hardest]")).to_have_text("Hardest step you took: Full House")
    expect(app.page.get_by_alt_text("The picture to share")).to_be_visible()
    with app.page.expect_download() as download:
        app.click("Share")
    assert download.value.suggested_filename == "sudoku.png"
    picture = download.value.path().read_bytes()
    assert struct.unpack(">4x4s2I", picture[8:24]) == (b"IHDR", 1200, 630)
    app.click("Close")
    expect(time).to_be_hidden()
    app.click("Result")
    expect(time).to_be_visible()
    app.press("Escape")
    expect(time).to_be_hidden()
    app.press("h")
    expect(time).to_be_visible()
