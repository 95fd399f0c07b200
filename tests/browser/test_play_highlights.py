"""Play: highlights, digit filter and colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage, computed_style
from tests.browser.conftest import OpenApp


def test_highlights(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c1")
    assert app.background("r1c1") == "rgb(255, 224, 138)"
    assert app.background("r1c9") == "rgb(238, 242, 248)"
    assert app.background("r2c6") == "rgb(207, 224, 250)"
    assert app.background("r9c5") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize(
    ("switch", "name", "with_it"),
    [
        ("Highlight row, column and box", "r1c9", "rgb(238, 242, 248)"),
        ("Highlight identical digits", "r2c6", "rgb(207, 224, 250)"),
    ],
)
def test_each_highlight_can_be_switched_off(app: AppPage, switch: str, name: str, with_it: str) -> None:
    app.open_puzzle(EASY).select("r1c1")
    assert app.background(name) == with_it
    app.click("More")
    app.page.get_by_label(switch).uncheck()
    assert app.background(name) == "rgba(0, 0, 0, 0)"


def test_candidate_conflict_and_count_highlights_can_be_switched_off(app: AppPage) -> None:
    app.open_puzzle(EASY).click("Fill notes")
    app.select("r1c1")
    sought = app.page.locator(".sought")
    assert set(sought.all_inner_texts()) == {"5"}
    app.select("r1c3").press("5").click("More")
    app.page.get_by_label("Flag repeated digits").check()
    assert app.wrong_cells() == ["r1c1", "r1c3"]
    app.page.get_by_label("Highlight flagged digits").uncheck()
    assert app.wrong_cells() == []
    app.page.get_by_label("Highlight matching notes").uncheck()
    expect(sought).to_have_count(0)
    app.page.get_by_label("Show remaining digit counts").uncheck()
    app.click("Close")
    expect(app.page.get_by_role("button", name="4", exact=True)).to_be_visible()


def test_filter_by_digit(app: AppPage) -> None:
    """F highlights the cell's digit and its notes, and tints the cells they see."""
    app.open_puzzle(EASY).click("Fill notes")
    app.select("r1c1").press("f")
    app.expect_announcement("Highlighting 5.")
    app.select("r9c5")
    same = "rgb(207, 224, 250)"
    assert [app.background(name) for name in ("r1c1", "r2c6", "r4c3", "r1c3")] == [same] * 3 + ["rgb(238, 242, 248)"]
    assert "5" in app.centre_marks("r4c3")
    app.select("r1c1").press("f")
    app.expect_announcement("Highlighting off.")
    app.select("r1c3").press("f")
    app.expect_announcement("Highlighting 1.")


def test_arrow_keys_select_input_modes(app: AppPage) -> None:
    """The group is one tab stop; arrows select and wrap within it."""
    app.open_puzzle(EASY).select("r1c3")
    app.page.get_by_role("radio", name="Digit").focus()
    app.press("ArrowLeft")
    expect(app.page.get_by_role("radio", name="Colour")).to_be_focused()
    expect(app.page.get_by_role("radio", name="Colour")).to_be_checked()
    app.press("ArrowRight", "ArrowRight")
    expect(app.page.get_by_role("radio", name="Corner")).to_be_focused()
    app.press("Tab")
    expect(app.page.get_by_role("button", name="1, ")).to_be_focused()
    expect(app.cell("r1c3")).to_have_attribute("aria-selected", "true")


def test_mode_keys_and_colours(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("v")
    expect(app.page.get_by_role("radio", name="Colour")).to_have_attribute("aria-checked", "true")
    app.press("1", "ArrowDown")
    assert app.background("r1c3") == "rgb(232, 144, 17)"
    expect(app.cell("r1c3")).to_have_attribute("aria-label", "row 1, column 3, box 1, empty, colour A")
    for mode in ("Digit", "Corner", "Centre"):
        app.press("Space")
        expect(app.page.get_by_role("radio", name=mode)).to_have_attribute("aria-checked", "true")


def test_colour_letters_and_candidate_colours(app: AppPage) -> None:
    app.open_puzzle(EASY).click("Fill notes")
    app.select("r1c1").press("f").select("r4c3").press("v", "2")
    candidate = app.cell("r4c3").locator(".slot-5")
    assert computed_style(candidate, "backgroundColor") == "rgb(177, 200, 111)"
    assert app.background("r4c3") != "rgb(177, 200, 111)"
    app.press("f", "f").select("r9c2").press("3").click("More")
    app.page.get_by_label("Show letters on colours").check()
    expect(app.cell("r9c2").locator(".letter")).to_have_text("C")
    app.click("Clear all colours").click("Close")
    expect(app.page.get_by_role("button", name="colour H")).to_be_visible()
    expect(app.page.locator(".coloured[data-cell]")).to_have_count(0)


def test_selected_digit_names_the_candidate_to_colour(open_app: OpenApp) -> None:
    """On a touch screen this is the only way to name a candidate."""
    app = open_app(390, 844, has_touch=True, is_mobile=True)
    app.open_puzzle(EASY).click("Fill notes")
    app.click("More")
    app.page.get_by_label("Pick a digit, then tap cells").check()
    app.click("Close")
    app.page.get_by_role("button", name="5, ").tap()
    app.page.get_by_role("radio", name="Colour").tap()
    app.cell("r4c3").tap()
    expect(app.page.locator(".coloured[data-cell]")).to_have_count(0)
    app.page.get_by_role("button", name="colour B").tap()
    candidate = app.cell("r4c3").locator(".slot-5")
    expect(candidate).to_have_css("background-color", "rgb(177, 200, 111)")
    expect(app.page.locator(".coloured[data-cell]")).to_have_count(0)
