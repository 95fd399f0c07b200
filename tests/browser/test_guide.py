"""The tutorial, and that it does not delay experienced players."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from browser_tools.app_page import EASY, AppPage, computed_style
from tests.browser.conftest import OpenApp


def test_tutorial_teaches_the_rules_and_a_technique(open_app: OpenApp) -> None:
    app = open_app(390, 844, language="zh", has_touch=True, is_mobile=True).open("")
    app.page.get_by_role("link", name="教我玩").tap()
    speech = app.page.locator("[data-speech]")
    expect(speech).to_contain_text("每一行里 1 到 9 各出现一次")
    expect(app.page.locator(".cause")).to_have_attribute("data-cell", "3")
    assert "inset" in computed_style(app.page.locator(".cause"), "boxShadow")
    app.cell("r1c4").tap()
    key(app, 3)
    expect(speech).to_have_text("第 1 行已经有 3 了，再看看。")
    assert app.digits[3] == "."
    for name, digit, words in (("r1c4", 7, "每一列"), ("r5c9", 6, "宫"), ("r8c2", 9, "第一招")):
        app.cell(name).tap()
        key(app, digit)
        expect(speech).to_contain_text(words)
    struck = app.page.locator(".struck")
    assert [text.strip() for text in struck.all_inner_texts()] == ["6"] * 4
    assert "line-through" in computed_style(struck.first, "textDecoration")
    for name, digit in (("r6c4", 6), ("r4c4", 9)):
        app.cell(name).tap()
        key(app, digit)
    expect(speech).to_contain_text("你已经学会了。还剩 8 格")
    solution = shudu.solve(app.digits).line
    for cell in (cell for cell, digit in enumerate(app.digits) if digit == "."):
        app.cell(f"r{cell // 9 + 1}c{cell % 9 + 1}").tap()
        key(app, int(solution[cell]))
    expect(speech).to_have_text("完成！你会玩数独了。")
    expect(app.page.locator("[data-live]")).to_contain_text("你会玩数独了")
    app.page.get_by_role("button", name="来一道简单题").tap()
    expect(app.page.get_by_text("简单")).to_be_visible()
    app.open("")
    expect(app.page.get_by_role("link", name="教我玩")).to_have_count(0)


def key(app: AppPage, digit: int) -> None:
    app.page.get_by_role("button", name=str(digit), exact=True).tap()


def test_tutorial_by_keyboard_accepts_only_the_right_digit(app: AppPage) -> None:
    app.open("first")
    speech = app.page.locator("[data-speech]")
    expect(speech).to_contain_text("Every row contains the digits 1 to 9")
    app.press("Control+Home", "5")
    expect(speech).to_have_text("This cell is already filled. Select an empty one.")
    app.press("ArrowDown", "End", "ArrowLeft", "ArrowLeft", "2")
    expect(speech).to_have_text("Start with the ringed cell.")
    app.press("Control+Home", "ArrowRight", "ArrowRight", "ArrowRight", "7")
    expect(speech).to_contain_text("Columns work the same way")
    assert app.digits[3] == "7"
    speech.click()  # takes the focus from the board
    app.press("End", "ArrowUp", "ArrowUp", "5", "ArrowRight")
    expect(app.cell("r1c9")).to_be_focused()


def test_objection_clears_on_the_next_cell_and_follows_the_language(app: AppPage) -> None:
    app.open("first")
    speech = app.page.locator("[data-speech]")
    app.select("r2c7").press("2")
    expect(speech).to_have_text("Start with the ringed cell.")
    app.select("r1c4")
    expect(speech).to_contain_text("Every row contains the digits 1 to 9")
    app.press("3")
    expect(speech).to_have_text("There is already a 3 in row 1. Look again.")
    app.page.get_by_role("button", name="中文").click()
    expect(speech).to_have_text("第 1 行已经有 3 了，再看看。")


def test_skipped_tutorial_is_not_offered_again(app: AppPage) -> None:
    app.open("first").click("Skip")
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()
    expect(app.page.get_by_text("New to Sudoku?")).to_have_count(0)
    app.open("help")
    app.page.get_by_role("link", name="Play the tutorial").click()
    expect(app.page.locator("[data-speech]")).to_be_visible()


def test_tutorial_offer_can_be_dismissed_or_ignored(app: AppPage) -> None:
    app.open("").click("I know the rules")
    expect(app.page.get_by_text("New to Sudoku?")).to_have_count(0)
    app.page.locator(".band.medium").click()
    expect(app.page.get_by_role("grid")).to_be_visible()


def test_one_press_on_the_first_page_starts_a_game(open_app: OpenApp) -> None:
    """Works without the server, too."""
    app = open_app()
    app.page.route("**/api/**", lambda route: route.abort())
    app.open("")
    app.page.locator(".band.easy").click()
    expect(app.page.get_by_role("grid")).to_be_visible(timeout=5_000)
    assert shudu.count(app.digits, limit=2) == 1
    assert 38 <= 81 - app.digits.count(".") <= 55


def test_tutorial_speech_moves_nothing(open_app: OpenApp) -> None:
    for width, height in ((1280, 800), (390, 844), (320, 640)):
        app = open_app(width, height).open("first")
        expect(app.page.get_by_role("grid")).to_be_visible()
        board = app.page.get_by_role("grid").bounding_box()
        for name, digit in (("r1c4", "7"), ("r5c9", "6"), ("r8c2", "9"), ("r6c4", "6"), ("r4c4", "9")):
            app.select(name).press(digit)
            assert app.page.get_by_role("grid").bounding_box() == board, (width, name)
    assert app.digits != EASY


def test_the_tutorial_can_be_skipped_on_a_short_phone(open_app: OpenApp) -> None:
    app = open_app(360, 640, has_touch=True, is_mobile=True).open("first")
    expect(app.page.get_by_role("button", name="Skip")).to_be_in_viewport(ratio=1)
    assert app.page.evaluate("document.documentElement.scrollHeight") == 640


def test_xiaoge_greets_by_what_the_player_has_done(open_app: OpenApp) -> None:
    greeting = ".greeting p"
    app = open_app().open("")
    expect(app.page.locator(greeting)).to_have_text("I’m Xiaoge. Pick a level and I’ll keep you company.")
    app.open_puzzle(EASY).select("r1c3").press("4")
    app.open("")
    expect(app.page.locator(greeting)).to_have_text("Shall we finish what we started?")
