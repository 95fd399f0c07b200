"""Play: givens stay, and what is wrong is told when the player wishes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import ALMOST, EASY, EASY_SOLUTION, Table, style


def test_givens_stay_and_entries_look_different(table: Table) -> None:
    table.play(EASY).choose("r1c1").press("9")
    table.says("Given digits can’t be changed.")
    table.choose("r1c3").press("4")
    given, entry = table.cell("r1c1"), table.cell("r1c3")
    assert (style(given, "fontWeight"), style(entry, "fontWeight")) == ("600", "400")
    assert (style(given, "color"), style(entry, "color")) == ("rgb(22, 24, 29)", "rgb(26, 85, 173)")
    assert given.get_attribute("aria-readonly") == "true"


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("When the grid is full", []), ("Live: repeated digits", ["r1c1", "r1c3"]), ("Live: wrong digits", ["r1c3"])],
)
def test_check_modes_work_at_once(table: Table, mode: str, shown: list[str]) -> None:
    table.play(EASY).choose("r1c3").press("5")
    table.click("More")
    table.page.get_by_label(mode).check()
    expect(table.page.get_by_label(mode)).to_be_checked()
    assert set(shown) <= set(table.wrong())
    assert bool(shown) == bool(table.wrong())


def test_against_the_solution_finds_what_the_rules_do_not(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("1")
    assert table.wrong() == []
    table.click("Check")
    table.says("1 digit is wrong.")
    assert table.wrong() == ["r1c3"]
    table.press("4", "k")
    table.says("No mistakes so far.")
    assert table.wrong() == []


def test_the_end_check_is_by_the_rules(table: Table) -> None:
    table.play(ALMOST)
    table.click("More")
    table.page.get_by_label("When the grid is full").check()
    table.choose("r9c8").press("9", "ArrowRight", "7")
    table.says("some digits repeat")
    assert "r9c8" in table.wrong()
    table.press("9", "ArrowLeft", "7")
    table.says("Solved in")


def test_a_new_game_is_checked_at_the_end_unless_chosen_otherwise(table: Table) -> None:
    table.play(EASY).click("More")
    expect(table.page.get_by_label("When the grid is full")).to_be_checked()
    expect(table.page.get_by_text("count as help")).to_be_visible()
    table.press("Escape").choose("r1c3").press("5")
    assert table.wrong() == []
    table.click("More")
    table.page.get_by_label("Live: repeated digits").check()
    table.play(ALMOST).choose("r9c8").press("9")
    assert "r9c8" in table.wrong()


def test_a_wrong_digit_never_completes_a_digit(table: Table) -> None:
    line = EASY_SOLUTION[:78] + "..9"
    table.play(line)
    seven = table.page.get_by_role("button", name="7, ")
    expect(seven).to_have_accessible_name("7, 1 left")
    table.choose("r9c7").press("7")
    expect(seven).not_to_have_accessible_name("7, 0 left")
    table.press("1", "ArrowRight", "7")
    expect(seven).to_have_accessible_name("7, 0 left")
