"""Play: givens and check modes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser_tools.app_page import ALMOST_SOLVED, EASY, EASY_SOLUTION, AppPage, computed_style, wait_until
from tests.browser.conftest import OpenApp


def test_givens_are_fixed_and_look_different(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c1").press("9")
    app.expect_announcement("Given digits can’t be changed.")
    app.select("r1c3").press("4")
    given, entry = app.cell("r1c1"), app.cell("r1c3")
    weights = [computed_style(cell.locator(".digit"), "fontWeight") for cell in (given, entry)]
    assert weights == ["600", "400"]
    assert (computed_style(given, "color"), computed_style(entry, "color")) == ("rgb(22, 24, 29)", "rgb(26, 85, 173)")
    assert given.get_attribute("aria-readonly") == "true"


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("When the grid is full", []), ("Flag repeated digits", ["r1c1", "r1c3"]), ("Flag wrong digits", ["r1c3"])],
)
def test_check_modes_apply_at_once(app: AppPage, mode: str, shown: list[str]) -> None:
    app.open_puzzle(EASY).select("r1c3").press("5")
    app.click("More")
    app.page.get_by_role("radio", name=mode).check()
    expect(app.page.get_by_role("radio", name=mode)).to_be_checked()
    assert set(shown) <= set(app.wrong_cells())
    assert bool(shown) == bool(app.wrong_cells())


def test_solution_check_finds_more_than_the_rules(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("1")
    assert app.wrong_cells() == []
    app.click("Check")
    app.expect_announcement("1 digit is wrong.")
    assert app.wrong_cells() == ["r1c3"]
    app.press("4", "k")
    app.expect_announcement("No mistakes so far.")
    assert app.wrong_cells() == []


def test_final_check_uses_the_rules(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED)
    app.click("More")
    app.page.get_by_role("radio", name="When the grid is full").check()
    app.select("r9c8").press("9", "ArrowRight", "7")
    app.expect_announcement("some digits repeat")
    assert "r9c8" in app.wrong_cells()
    app.press("9", "ArrowLeft", "7")
    app.expect_win()


def test_new_game_uses_the_last_check_mode(app: AppPage) -> None:
    app.open_puzzle(EASY).click("More")
    expect(app.page.get_by_role("radio", name="When the grid is full")).to_be_checked()
    expect(app.page.get_by_text("count as help")).to_be_visible()
    app.press("Escape").select("r1c3").press("5")
    assert app.wrong_cells() == []
    app.click("More")
    app.page.get_by_label("Flag repeated digits").check()
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("9")
    assert "r9c8" in app.wrong_cells()


def test_wrong_digit_never_completes_a_digit(app: AppPage) -> None:
    line = EASY_SOLUTION[:77] + "...9"
    app.open_puzzle(line)
    app.page.get_by_label("Check mode").select_option("solution")
    seven = app.page.get_by_role("button", name="7, ")
    expect(seven).to_have_accessible_name("7, 1 left")
    app.select("r9c7").press("7")
    wait_until(
        app.page,
        "() => [...document.querySelectorAll('[role=gridcell]')]"
        ".some(cell => getComputedStyle(cell, '::after').clipPath.startsWith('polygon'))",
    )
    assert app.wrong_cells() == ["r9c7"]
    expect(seven).to_have_accessible_name("7, 1 left")
    app.press("1", "ArrowRight", "7")
    expect(seven).to_have_accessible_name("7, 0 left")


def test_live_checking_says_what_repeats_until_it_is_corrected(app: AppPage) -> None:
    app.open_puzzle(EASY)
    app.page.get_by_label("Check mode").select_option("rules")
    app.select("r1c3").press("5")
    warning = app.page.locator("[data-warning]")
    expect(warning).to_have_text("5 is already in row 1.")
    app.expect_announcement("5 is already in row 1.")
    app.select("r2c2").press("2")
    expect(warning).to_have_text("5 is already in row 1.")
    app.select("r1c3").press("4")
    expect(warning).to_be_hidden()
    app.page.get_by_label("Check mode").select_option("solution")
    app.select("r1c4").press("2")
    expect(warning).to_have_text("2 is wrong in row 1, column 4.")
    app.press("Backspace").select("r1c3").press("1")
    expect(warning).to_have_text("Not 1: column 8 would have no place for 1.")
    app.expect_announcement("Not 1: column 8 would have no place for 1.")


def test_the_message_of_live_checking_in_chinese_on_a_phone(open_app: OpenApp) -> None:
    app = open_app(width=390, height=844, language="zh").open_puzzle(EASY)
    app.page.get_by_label("检查模式").select_option("rules")
    app.select("r1c3").press("5")
    expect(app.page.locator("[data-warning]")).to_have_text("第 1 行已有 5。")


def test_a_key_that_is_no_digit_gets_a_gentle_message(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("q")
    app.expect_announcement("Type a digit from 1 to 9.")
    assert app.digits == EASY


def test_keys_that_take_help_ask_once(open_app: OpenApp) -> None:
    app = open_app(help_confirmed=False).open_puzzle(EASY)
    app.select("r1c3").press("k")
    app.expect_announcement("Press K again to check.")
    expect(app.page.locator(".class")).to_contain_text("unassisted")
    app.press("4", "k")
    app.expect_announcement("Press K again")
    app.press("k")
    app.expect_announcement("No mistakes so far.")
    app.press("h")
    expect(app.page.get_by_role("button", name="Next stage")).to_be_hidden()
    expect(app.page.locator(".sheet")).to_be_visible()


def test_restart_is_one_click_and_can_be_undone(open_app: OpenApp) -> None:
    for width, height in ((1280, 800), (390, 844)):
        app = open_app(width=width, height=height).open_puzzle(EASY)
        app.select("r1c3").press("4")
        app.click("Restart")
        assert app.digits == EASY
        app.expect_announcement("Undo brings your digits back")
        app.click("Undo")
        assert app.digits == EASY[:2] + "4" + EASY[3:]
