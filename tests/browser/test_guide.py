"""The first game: who never played learns it; who plays already is not held up."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from tests.browser.conftest import Opener
from tests.browser.table import EASY, Table, style


def test_the_first_game_teaches_the_rules_and_a_technique(open_table: Opener) -> None:
    table = open_table(390, 844, language="zh", has_touch=True, is_mobile=True).go("")
    table.page.get_by_role("link", name="教我玩").tap()
    speech = table.page.locator("[data-speech]")
    expect(speech).to_contain_text("每一行里 1 到 9 各出现一次")
    expect(table.page.locator(".cause")).to_have_attribute("data-cell", "3")
    assert "inset" in style(table.page.locator(".cause"), "boxShadow")
    table.cell("r1c4").tap()
    key(table, 3)
    expect(speech).to_have_text("第 1 行已经有 3 了，再看看。")
    assert table.digits[3] == "."
    for name, digit, words in (("r1c4", 7, "每一列"), ("r5c9", 6, "宫"), ("r8c2", 9, "第一招")):
        table.cell(name).tap()
        key(table, digit)
        expect(speech).to_contain_text(words)
    struck = table.page.locator(".struck")
    assert [text.strip() for text in struck.all_inner_texts()] == ["6"] * 4
    assert "line-through" in style(struck.first, "textDecoration")
    for name, digit in (("r6c4", 6), ("r4c4", 9)):
        table.cell(name).tap()
        key(table, digit)
    expect(speech).to_contain_text("你已经学会了。还剩 8 格")
    solution = shudu.solve(table.digits).line
    for cell in (cell for cell, digit in enumerate(table.digits) if digit == "."):
        table.cell(f"r{cell // 9 + 1}c{cell % 9 + 1}").tap()
        key(table, int(solution[cell]))
    expect(speech).to_have_text("完成！你会玩数独了。")
    expect(table.page.locator("[data-live]")).to_contain_text("你会玩数独了")
    table.page.get_by_role("button", name="来一道简单题").tap()
    expect(table.page.get_by_text("简单")).to_be_visible()
    table.go("")
    expect(table.page.get_by_role("link", name="教我玩")).to_have_count(0)


def key(table: Table, digit: int) -> None:
    table.page.get_by_role("button", name=str(digit), exact=True).tap()


def test_it_is_played_by_keyboard_too_and_nothing_else_is_taken(table: Table) -> None:
    table.go("first")
    speech = table.page.locator("[data-speech]")
    expect(speech).to_contain_text("Every row contains the digits 1 to 9")
    table.press("Control+Home", "5")
    expect(speech).to_have_text("This cell is already filled. Select an empty one.")
    table.press("ArrowDown", "End", "ArrowLeft", "ArrowLeft", "2")
    expect(speech).to_have_text("Start with the ringed cell.")
    table.press("Control+Home", "ArrowRight", "ArrowRight", "ArrowRight", "7")
    expect(speech).to_contain_text("Columns work the same way")
    assert table.digits[3] == "7"
    speech.click()  # which takes the focus from the board
    table.press("End", "ArrowUp", "ArrowUp", "5", "ArrowRight")
    expect(table.cell("r1c9")).to_be_focused()


def test_an_objection_ends_with_the_next_cell_and_follows_the_language(table: Table) -> None:
    table.go("first")
    speech = table.page.locator("[data-speech]")
    table.choose("r2c7").press("2")
    expect(speech).to_have_text("Start with the ringed cell.")
    table.choose("r1c4")
    expect(speech).to_contain_text("Every row contains the digits 1 to 9")
    table.press("3")
    expect(speech).to_have_text("There is already a 3 in row 1. Look again.")
    table.page.get_by_role("button", name="中文").click()
    expect(speech).to_have_text("第 1 行已经有 3 了，再看看。")


def test_it_can_be_skipped_and_is_then_not_offered_again(table: Table) -> None:
    table.go("first").click("Skip")
    expect(table.page.get_by_role("heading", name="New game")).to_be_visible()
    expect(table.page.get_by_text("New to Sudoku?")).to_have_count(0)
    table.go("help")
    table.page.get_by_role("link", name="Play the tutorial").click()
    expect(table.page.locator("[data-speech]")).to_be_visible()


def test_who_can_play_says_so_or_just_plays(table: Table) -> None:
    table.go("").click("I know how to play")
    expect(table.page.get_by_text("New to Sudoku?")).to_have_count(0)
    table.page.get_by_role("button", name="Medium").click()
    expect(table.page.get_by_role("grid")).to_be_visible()


def test_from_the_first_page_one_press_leads_into_a_game(open_table: Opener) -> None:
    """Also without any server: nobody waits for a puzzle."""
    table = open_table()
    table.page.route("**/api/**", lambda route: route.abort())
    table.go("")
    table.page.get_by_role("button", name="Easy").click()
    expect(table.page.get_by_role("grid")).to_be_visible(timeout=5_000)
    assert shudu.count(table.digits, limit=2) == 1
    assert 38 <= 81 - table.digits.count(".") <= 45


def test_nothing_moves_while_it_talks(open_table: Opener) -> None:
    for width, height in ((1280, 800), (390, 844), (320, 640)):
        table = open_table(width, height).go("first")
        expect(table.page.get_by_role("grid")).to_be_visible()
        board = table.page.get_by_role("grid").bounding_box()
        for name, digit in (("r1c4", "7"), ("r5c9", "6"), ("r8c2", "9"), ("r6c4", "6"), ("r4c4", "9")):
            table.choose(name).press(digit)
            assert table.page.get_by_role("grid").bounding_box() == board, (width, name)
    assert table.digits != EASY
