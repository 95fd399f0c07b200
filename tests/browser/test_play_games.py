"""Play: whole games by keyboard, mouse and touch; played again, replayed, carried by a link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import shudu
from tests.browser.conftest import Opener
from tests.browser.table import ALMOST, EASY, EASY_SOLUTION, Table


def test_a_whole_game_by_keyboard_alone(table: Table) -> None:
    table.go("")
    easy = table.page.get_by_role("button", name="Easy")
    expect(easy).to_be_visible()
    for _ in range(20):
        table.press("Tab")
        if easy.evaluate("button => button === document.activeElement"):
            break
    table.press("Enter")
    expect(table.page.get_by_role("grid")).to_be_visible()
    line = table.digits
    solution = shudu.solve(line).line
    table.press("Control+Home")
    for row in range(9):
        for column in range(9):
            cell = 9 * row + column
            if line[cell] == ".":
                table.press(solution[cell])
            if column < 8:
                table.press("ArrowRight")
        table.press("Home", "ArrowDown")
    table.says("Solved in")
    assert table.digits == solution
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()


def test_a_whole_game_by_mouse_alone(table: Table) -> None:
    table.play(EASY)
    for cell, (given, digit) in enumerate(zip(EASY, EASY_SOLUTION, strict=True)):
        if given == ".":
            table.choose(f"r{cell // 9 + 1}c{cell % 9 + 1}")
            table.page.get_by_role("button", name=f"{digit}, ").click()
    table.says("Solved in")
    expect(table.page.locator("[data-result=class]")).to_have_text("no help")


def test_a_whole_game_by_touch(open_table: Opener) -> None:
    """From the first page to the last digit, in Chinese, with fingers alone."""
    table = open_table(390, 844, language="zh", has_touch=True, is_mobile=True).go("")
    table.page.get_by_role("button", name="简单").tap()
    expect(table.page.get_by_role("grid")).to_be_visible()
    line = table.digits
    solution = shudu.solve(line).line
    for cell in range(81):
        if line[cell] == ".":
            table.cell(f"r{cell // 9 + 1}c{cell % 9 + 1}").tap()
            table.page.get_by_role("button", name=f"{solution[cell]}，剩余").tap()
    table.says("真棒！")
    assert table.digits == solution
    expect(table.page.get_by_role("heading", name="完成！")).to_be_visible()
    expect(table.page.locator("[data-result=class]")).to_have_text("无辅助")


def test_same_puzzle_again_with_a_ghost_and_replay(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    table.click("Play this puzzle again")
    expect(table.page.get_by_text("Last time:")).to_be_visible()
    assert table.digits == ALMOST
    table.choose("r9c8").press("7", "ArrowRight", "9")
    table.page.get_by_role("link", name="Watch replay").click()
    slider = table.page.get_by_role("slider")
    expect(slider).to_be_visible()
    assert table.digits == ALMOST
    slider.fill(str(slider.get_attribute("max")))
    assert table.digits == EASY_SOLUTION
    table.page.get_by_role("button", name="Previous move").click()
    assert table.digits == EASY_SOLUTION[:-1] + "."


def test_a_replay_shows_marks_and_colours_too(table: Table) -> None:
    table.play(EASY).choose("r4c3").press("Control+Digit5", "Shift+Digit9", "f", "f", "f", "f", "f", "v", "2")
    table.choose("r9c2").press("3")
    table.go(table.page.url.split("#/")[1].replace("play", "replay"))
    slider = table.page.get_by_role("slider")
    slider.fill(str(slider.get_attribute("max")))
    expect(table.cell("r4c3").locator(".slot-5")).to_have_css("background-color", "rgb(177, 200, 111)")
    assert table.corners("r4c3") == "9"
    expect(table.cell("r9c2")).to_have_class(re.compile("coloured"))


def test_a_pause_is_no_move_and_a_win_is_celebrated_once(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("p", "p", "7", "ArrowRight", "9")
    expect(table.page.locator(".ripple")).to_have_count(1)
    expect(table.shown("0 hints, 0 mistakes, 2 moves")).to_be_visible()
    table.page.get_by_role("link", name="Watch replay").click()
    expect(table.page.get_by_role("slider")).to_have_attribute("max", "2")
    table.page.get_by_role("link", name="Back to game").click()
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()
    expect(table.page.locator(".ripple")).to_have_count(0)


def test_one_game_follows_another_with_a_live_check(table: Table) -> None:
    """The next game begins with a move of its own, while the last one is being left."""
    table.play(ALMOST).click("More")
    table.page.get_by_label("Live: repeated digits").check()
    table.choose("r9c8").press("7", "ArrowRight", "9")
    table.click("Play this puzzle again")
    expect(table.page.get_by_text("Last time:")).to_be_visible()
    table.choose("r9c8").press("7")
    expect(table.page.get_by_text("1 to go")).to_be_visible()
    assert table.digits == ALMOST[:-2] + "7."


def test_back_and_forward_between_two_games(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    table.click("Play this puzzle again")
    expect(table.page.get_by_text("2 to go")).to_be_visible()
    table.page.go_back()
    expect(table.page.get_by_text("0 to go")).to_be_visible()
    table.page.go_forward()
    expect(table.page.get_by_text("2 to go")).to_be_visible()
    table.choose("r9c8").press("7")
    expect(table.page.get_by_text("1 to go")).to_be_visible()


def test_a_link_carries_the_game(table: Table, open_table: Opener) -> None:
    table.play(EASY).choose("r1c3").press("4", "ArrowRight", "Shift+Digit2")
    table.click("More")
    table.click("Share")
    link = table.page.get_by_label("Puzzle with your progress")
    expect(link).to_have_value(re.compile(r"#/p/.{81}/.+"))
    other = open_table(language="zh")
    other.page.goto(link.input_value())
    expect(other.page.get_by_role("grid")).to_be_visible()
    assert other.digits == table.digits
    assert other.corners("r1c4") == "2"


@pytest.mark.parametrize("how", ["https", "plain http"])
def test_a_copied_link_is_told_where_it_was_pressed(open_table: Opener, how: str) -> None:
    """By plain HTTP from another machine, as a phone may come, browsers have no clipboard for pages."""
    table = open_table(permissions=["clipboard-read", "clipboard-write"])
    if how == "plain http":
        table.page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined})")
    table.play(EASY).click("More")
    table.click("Share")
    copy = table.page.locator(".sheet").get_by_role("button", name="Copy").first
    before = copy.bounding_box()
    copy.click()
    told = table.page.locator(".sheet").get_by_role("button", name="Copied")
    expect(told).to_be_focused()
    assert told.bounding_box() == before
    reader = table.page.context.new_page()
    reader.goto(table.address)
    assert reader.evaluate("navigator.clipboard.readText()") == f"{table.address}#/p/{EASY}"


def test_a_game_that_is_not_here_is_told(table: Table) -> None:
    table.play(EASY).go("play/nowhere")
    expect(table.page.get_by_role("alert")).to_have_text("This game isn’t in this browser. Start a new one?")
    expect(table.page.get_by_role("button", name="Medium")).to_be_visible()


def test_a_broken_link_is_told(table: Table) -> None:
    table.go("p/123")
    expect(table.page.get_by_role("alert")).to_contain_text("doesn’t contain a valid puzzle")


def test_a_replay_of_no_game_is_told_with_a_way_on(table: Table) -> None:
    table.go("replay/nonsense")
    expect(table.page.get_by_role("alert")).to_contain_text("This game isn’t in this browser")
    table.page.get_by_role("link", name="New game").click()
    expect(table.page.get_by_role("button", name="Easy")).to_be_visible()


def test_a_link_whose_givens_clash_is_told(table: Table) -> None:
    table.go("p/11" + "." * 79)
    expect(table.page.get_by_role("alert")).to_contain_text("doesn’t contain a valid puzzle")


def test_a_linked_puzzle_without_solution_is_shown_and_told(table: Table) -> None:
    """Nothing clashes, but r1c1 has no digit left."""
    table.go("p/.234567891" + "." * 71)
    expect(table.page.get_by_role("grid")).to_be_visible()
    expect(table.page.locator("[data-message]")).to_contain_text("This puzzle has no solution")


def test_going_back_from_a_linked_puzzle_leaves_it(table: Table) -> None:
    table.go("")
    table.go(f"p/{EASY}")
    expect(table.page.get_by_role("grid")).to_be_visible()
    table.page.go_back()
    expect(table.page.get_by_role("heading", name="New game")).to_be_visible()
