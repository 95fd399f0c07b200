"""Play: whole games by keyboard, mouse and touch; replays and links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import shudu
from browser_tools.app_page import ALMOST_SOLVED, EASY, EASY_SOLUTION, AppPage, wait_until
from tests.browser.conftest import OpenApp

# Counts the cells that take part in the wave after a win.
COUNT_ANIMATIONS = """
    window.waves = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (timing.duration === 300) window.waves += 1;
        return animate.call(this, frames, timing);
    };
"""


def test_whole_game_by_keyboard(app: AppPage) -> None:
    app.open("")
    easy = app.page.locator(".band.easy")
    expect(easy).to_be_visible()
    for _ in range(20):
        app.press("Tab")
        if easy.evaluate("button => button === document.activeElement"):
            break
    app.press("Enter")
    expect(app.page.get_by_role("grid")).to_be_visible()
    line = app.digits
    solution = shudu.solve(line).line
    app.press("Control+Home")
    for row in range(9):
        for column in range(9):
            cell = 9 * row + column
            if line[cell] == ".":
                app.press(solution[cell])
            if column < 8:
                app.press("ArrowRight")
        app.press("Home", "ArrowDown")
    app.expect_win()
    assert app.digits == solution
    expect(app.page.get_by_role("heading", name="Solved!")).to_be_visible()


def test_whole_game_by_mouse(app: AppPage) -> None:
    app.open_puzzle(EASY)
    for cell, (given, digit) in enumerate(zip(EASY, EASY_SOLUTION, strict=True)):
        if given == ".":
            app.select(f"r{cell // 9 + 1}c{cell % 9 + 1}")
            app.page.get_by_role("button", name=f"{digit}, ").click()
    app.expect_win()
    expect(app.page.locator("[data-result=class]")).to_have_text("unassisted")


def test_whole_game_by_touch(open_app: OpenApp) -> None:
    """From the first page to the last digit, in Chinese, by touch only."""
    app = open_app(390, 844, language="zh", has_touch=True, is_mobile=True).open("")
    app.page.locator(".band.easy").tap()
    expect(app.page.get_by_role("grid")).to_be_visible()
    line = app.digits
    solution = shudu.solve(line).line
    for cell in range(81):
        if line[cell] == ".":
            app.cell(f"r{cell // 9 + 1}c{cell % 9 + 1}").tap()
            app.page.get_by_role("button", name=f"{solution[cell]}，剩余").tap()
    expect(app.page.locator("[data-live]")).to_contain_text("真棒！")
    assert app.digits == solution
    expect(app.page.get_by_role("heading", name="完成！")).to_be_visible()
    expect(app.page.locator("[data-result=class]")).to_have_text("无辅助")


def test_same_puzzle_again_with_ghost_and_replay(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    app.click("Play again")
    expect(app.page.get_by_text("Last time:")).to_be_visible()
    assert app.digits == ALMOST_SOLVED
    app.select("r9c8").press("7", "ArrowRight", "9")
    app.page.get_by_role("link", name="Watch replay").click()
    slider = app.page.get_by_role("slider")
    expect(slider).to_be_visible()
    assert app.digits == ALMOST_SOLVED
    slider.fill(str(slider.get_attribute("max")))
    assert app.digits == EASY_SOLUTION
    app.page.get_by_role("button", name="Previous move").click()
    assert app.digits == EASY_SOLUTION[:-1] + "."


def test_replay_shows_marks_and_colours(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r4c3").press("Control+Digit5", "Shift+Digit9", "f", "f", "f", "f", "f", "v", "2")
    app.select("r9c2").press("3")
    app.open(app.page.url.split("#/")[1].replace("play", "replay"))
    slider = app.page.get_by_role("slider")
    slider.fill(str(slider.get_attribute("max")))
    expect(app.cell("r4c3").locator(".slot-5")).to_have_css("background-color", "rgb(177, 200, 111)")
    assert app.corner_marks("r4c3") == "9"
    expect(app.cell("r9c2")).to_have_class(re.compile("coloured"))


def test_pause_is_not_a_move_and_win_is_celebrated_once(app: AppPage) -> None:
    app.page.add_init_script(COUNT_ANIMATIONS)
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("p", "p", "7", "ArrowRight", "9")
    wait_until(app.page, "window.waves === 81")
    expect(app.visible_text("0 mistakes · 2 moves")).to_be_visible()
    app.page.get_by_role("link", name="Watch replay").click()
    expect(app.page.get_by_role("slider")).to_have_attribute("max", "2")
    app.page.get_by_role("link", name="Back to game").click()
    expect(app.page.get_by_role("heading", name="Solved!")).to_be_visible()
    assert app.page.evaluate("window.waves") == 81, "the wave runs once"


def test_next_game_starts_with_live_check(app: AppPage) -> None:
    """The next game starts with a move of its own while the previous screen is being destroyed."""
    app.open_puzzle(ALMOST_SOLVED).click("More")
    app.page.get_by_label("Flag repeated digits").check()
    app.select("r9c8").press("7", "ArrowRight", "9")
    app.click("Play again")
    expect(app.page.get_by_text("Last time:")).to_be_visible()
    app.select("r9c8").press("7")
    expect(app.page.get_by_text("1 to go")).to_be_visible()
    assert app.digits == ALMOST_SOLVED[:-2] + "7."


def test_back_and_forward_between_two_games(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    app.click("Play again")
    expect(app.page.get_by_text("2 to go")).to_be_visible()
    app.page.go_back()
    expect(app.cell("r9c9")).to_have_text("9")
    app.page.go_forward()
    expect(app.page.get_by_text("2 to go")).to_be_visible()
    app.select("r9c8").press("7")
    expect(app.page.get_by_text("1 to go")).to_be_visible()


def test_link_carries_the_game(app: AppPage, open_app: OpenApp) -> None:
    app.open_puzzle(EASY).select("r1c3").press("4", "ArrowRight", "Shift+Digit2")
    app.click("More")
    app.click("Share")
    link = app.page.get_by_label("Puzzle with your progress")
    expect(link).to_have_value(re.compile(r"#/p/.{81}/.+"))
    other = open_app(language="zh")
    other.page.goto(link.input_value())
    other.expect_digits(app.digits)
    assert other.corner_marks("r1c4") == "2"


@pytest.mark.parametrize("how", ["https", "plain http"])
def test_copy_button_confirms_copying(open_app: OpenApp, how: str) -> None:
    """Pages served over plain HTTP to another machine have no clipboard."""
    app = open_app(permissions=["clipboard-read", "clipboard-write"])
    if how == "plain http":
        app.page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined})")
    app.open_puzzle(EASY).click("More")
    app.click("Share")
    copy = app.page.locator(".sheet").get_by_role("button", name="Copy").first
    before = copy.bounding_box()
    copy.click()
    copied = app.page.locator(".sheet").get_by_role("button", name="Copied")
    expect(copied).to_be_focused()
    assert copied.bounding_box() == before
    reader = app.page.context.new_page()
    reader.goto(app.address)
    assert reader.evaluate("navigator.clipboard.readText()") == f"{app.address}#/p/{EASY}"


def test_unknown_game_is_reported(app: AppPage) -> None:
    app.open_puzzle(EASY).open("play/nowhere")
    expect(app.page.get_by_role("alert")).to_have_text("This game isn’t in this browser. Start a new one?")
    expect(app.page.locator(".band.medium")).to_be_visible()


def test_broken_link_is_reported(app: AppPage) -> None:
    app.open("p/123")
    expect(app.page.get_by_role("alert")).to_contain_text("doesn’t contain a valid puzzle")


def test_replay_of_unknown_game_is_reported(app: AppPage) -> None:
    app.open("replay/nonsense")
    expect(app.page.get_by_role("alert")).to_contain_text("This game isn’t in this browser")
    app.page.get_by_role("link", name="New game").click()
    expect(app.page.locator(".band.easy")).to_be_visible()


def test_link_with_conflicting_givens_is_reported(app: AppPage) -> None:
    app.open("p/11" + "." * 79)
    expect(app.page.get_by_role("alert")).to_contain_text("doesn’t contain a valid puzzle")


def test_linked_puzzle_without_solution_is_reported(app: AppPage) -> None:
    """No digits conflict, but r1c1 has no candidate."""
    app.open("p/.234567891" + "." * 71)
    expect(app.page.get_by_role("grid")).to_be_visible()
    expect(app.page.locator("[data-message]")).to_contain_text("This puzzle has no solution")


def test_back_leaves_a_linked_puzzle(app: AppPage) -> None:
    app.open("")
    app.open(f"p/{EASY}")
    expect(app.page.get_by_role("grid")).to_be_visible()
    app.page.go_back()
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()


def test_game_of_ones_own_puzzle_shows_its_level(app: AppPage) -> None:
    app.open_puzzle(EASY)
    expect(app.page.locator("[data-level]")).to_have_text("· Easy")
