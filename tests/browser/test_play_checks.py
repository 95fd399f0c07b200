"""Play: givens and check modes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser_tools.app_page import ALMOST_SOLVED, EASY, EASY_SOLUTION, AppPage, computed_style


def test_givens_are_fixed_and_look_different(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c1").press("9")
    app.expect_announcement("Given digits can’t be changed.")
    app.select("r1c3").press("4")
    given, entry = app.cell("r1c1"), app.cell("r1c3")
    assert (computed_style(given, "fontWeight"), computed_style(entry, "fontWeight")) == ("600", "400")
    assert (computed_style(given, "color"), computed_style(entry, "color")) == ("rgb(22, 24, 29)", "rgb(26, 85, 173)")
    assert given.get_attribute("aria-readonly") == "true"


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("When the grid is full", []), ("Live: repeated digits", ["r1c1", "r1c3"]), ("Live: wrong digits", ["r1c3"])],
)
def test_check_modes_apply_at_once(app: AppPage, mode: str, shown: list[str]) -> None:
    app.open_puzzle(EASY).select("r1c3").press("5")
    app.click("More")
    app.page.get_by_label(mode).check()
    expect(app.page.get_by_label(mode)).to_be_checked()
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
    app.page.get_by_label("When the grid is full").check()
    app.select("r9c8").press("9", "ArrowRight", "7")
    app.expect_announcement("some digits repeat")
    assert "r9c8" in app.wrong_cells()
    app.press("9", "ArrowLeft", "7")
    app.expect_announcement("Solved in")


def test_new_game_uses_the_last_check_mode(app: AppPage) -> None:
    app.open_puzzle(EASY).click("More")
    expect(app.page.get_by_label("When the grid is full")).to_be_checked()
    expect(app.page.get_by_text("count as help")).to_be_visible()
    app.press("Escape").select("r1c3").press("5")
    assert app.wrong_cells() == []
    app.click("More")
    app.page.get_by_label("Live: repeated digits").check()
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("9")
    assert "r9c8" in app.wrong_cells()


def test_wrong_digit_never_completes_a_digit(app: AppPage) -> None:
    line = EASY_SOLUTION[:78] + "..9"
    app.open_puzzle(line)
    seven = app.page.get_by_role("button", name="7, ")
    expect(seven).to_have_accessible_name("7, 1 left")
    app.select("r9c7").press("7")
    expect(seven).not_to_have_accessible_name("7, 0 left")
    app.press("1", "ArrowRight", "7")
    expect(seven).to_have_accessible_name("7, 0 left")
