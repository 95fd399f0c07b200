"""Play: highlights, the filter by digit, and colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.table import EASY, Table, style


def test_highlights(table: Table) -> None:
    table.play(EASY).choose("r1c1")
    assert table.background("r1c1") == "rgb(255, 224, 138)"
    assert table.background("r1c9") == "rgb(238, 242, 248)"
    assert table.background("r2c6") == "rgb(207, 224, 250)"
    assert table.background("r9c5") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize(
    ("switch", "name", "with_it"),
    [
        ("Highlight row, column and box", "r1c9", "rgb(238, 242, 248)"),
        ("Highlight identical digits", "r2c6", "rgb(207, 224, 250)"),
    ],
)
def test_each_highlight_can_be_switched_off(table: Table, switch: str, name: str, with_it: str) -> None:
    table.play(EASY).choose("r1c1")
    assert table.background(name) == with_it
    table.click("More")
    table.page.get_by_label(switch).uncheck()
    assert table.background(name) == "rgba(0, 0, 0, 0)"


def test_the_same_candidate_conflicts_and_counts_can_be_switched_off(table: Table) -> None:
    table.play(EASY).click("Fill notes")
    table.choose("r1c1")
    sought = table.page.locator(".sought")
    assert set(sought.all_inner_texts()) == {"5"}
    table.choose("r1c3").press("5").click("More")
    table.page.get_by_label("Live: repeated digits").check()
    assert table.wrong() == ["r1c1", "r1c3"]
    table.page.get_by_label("Highlight mistakes").uncheck()
    assert table.wrong() == []
    table.page.get_by_label("Highlight matching notes").uncheck()
    expect(sought).to_have_count(0)
    table.page.get_by_label("Show remaining digit counts").uncheck()
    expect(table.page.get_by_role("button", name="4", exact=True)).to_be_visible()


def test_filter_by_digit(table: Table) -> None:
    """F looks for the digit of the cell: its holders and its notes stand out, what they see is tinted."""
    table.play(EASY).click("Fill notes")
    table.choose("r1c1").press("f")
    table.says("Highlighting 5.")
    table.choose("r9c5")
    same = "rgb(207, 224, 250)"
    assert [table.background(name) for name in ("r1c1", "r2c6", "r4c3", "r1c3")] == [same] * 3 + ["rgb(238, 242, 248)"]
    assert "5" in table.marks("r4c3")
    table.choose("r1c1").press("f")
    table.says("Highlighting off.")
    table.choose("r1c3").press("f")
    table.says("Highlighting 1.")


def test_modes_by_arrows_as_radio_buttons_are(table: Table) -> None:
    """One stop of the Tab key; the arrows choose and stay in the group."""
    table.play(EASY).choose("r1c3")
    table.page.get_by_role("radio", name="Digit").focus()
    table.press("ArrowLeft")
    expect(table.page.get_by_role("radio", name="Colour")).to_be_focused()
    expect(table.page.get_by_role("radio", name="Colour")).to_be_checked()
    table.press("ArrowRight", "ArrowRight")
    expect(table.page.get_by_role("radio", name="Corner")).to_be_focused()
    table.press("Tab")
    expect(table.page.get_by_role("button", name="1, ")).to_be_focused()
    expect(table.cell("r1c3")).to_have_attribute("aria-selected", "true")


def test_modes_by_key_and_colours(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("v")
    expect(table.page.get_by_role("radio", name="Colour")).to_have_attribute("aria-checked", "true")
    table.press("1", "ArrowDown")
    assert table.background("r1c3") == "rgb(232, 144, 17)"
    expect(table.cell("r1c3")).to_have_attribute("aria-label", "row 1, column 3, box 1, empty, colour A")
    for mode in ("Digit", "Corner", "Centre"):
        table.press("Space")
        expect(table.page.get_by_role("radio", name=mode)).to_have_attribute("aria-checked", "true")


def test_colours_have_letters_and_single_candidates_take_them(table: Table) -> None:
    table.play(EASY).click("Fill notes")
    table.choose("r1c1").press("f").choose("r4c3").press("v", "2")
    candidate = table.cell("r4c3").locator(".slot-5")
    assert style(candidate, "backgroundColor") == "rgb(177, 200, 111)"
    assert table.background("r4c3") != "rgb(177, 200, 111)"
    table.press("f", "f").choose("r9c2").press("3").click("More")
    table.page.get_by_label("Show letters on colours").check()
    expect(table.cell("r9c2").locator(".letter")).to_have_text("C")
    expect(table.page.get_by_role("button", name="colour H")).to_be_visible()
    table.click("Clear all colours")
    expect(table.page.locator(".coloured[data-cell]")).to_have_count(0)


def test_the_digit_that_stays_chosen_is_the_candidate_a_colour_goes_to(open_table: Opener) -> None:
    """Without a keyboard there is no other way to name a candidate."""
    table = open_table(390, 844, has_touch=True, is_mobile=True)
    table.play(EASY).click("Fill notes")
    table.click("More")
    table.page.get_by_label("Digit first").check()
    table.click("Close")
    table.page.get_by_role("button", name="5, ").tap()
    table.page.get_by_role("radio", name="Colour").tap()
    table.cell("r4c3").tap()
    expect(table.page.locator(".coloured[data-cell]")).to_have_count(0)
    table.page.get_by_role("button", name="colour B").tap()
    candidate = table.cell("r4c3").locator(".slot-5")
    expect(candidate).to_have_css("background-color", "rgb(177, 200, 111)")
    expect(table.page.locator(".coloured[data-cell]")).to_have_count(0)
