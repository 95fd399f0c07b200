"""Play: corner and centre marks."""

from __future__ import annotations

from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage


def test_notes_sit_in_fixed_slots(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("Alt+Digit1", "Alt+Digit5", "Alt+Digit9")
    assert app.centre_marks("r1c3") == "159"
    cell = app.cell("r1c3").bounding_box()
    assert cell is not None
    for digit in (1, 5, 9):
        slot = app.page.locator(f"[data-cell='2'] .slot-{digit}").bounding_box()
        assert slot is not None
        column = (slot["x"] + slot["width"] / 2 - cell["x"]) / cell["width"]
        row = (slot["y"] + slot["height"] / 2 - cell["y"]) / cell["height"]
        assert (int(3 * row), int(3 * column)) == divmod(digit - 1, 3)
    app.press("Shift+Digit2", "Shift+Numpad3")
    assert app.corner_marks("r1c3") == "23"
    expect(app.cell("r1c3")).to_have_attribute(
        "aria-label", "row 1, column 3, box 1, empty, candidates 1, 5, 9, corner marks 2, 3"
    )


def test_placing_removes_notes_and_undo_restores_them(app: AppPage) -> None:
    app.open_puzzle(EASY)
    app.click("Notes")
    assert app.centre_marks("r1c3") == "124"
    app.select("r1c4").press("2")
    assert app.centre_marks("r1c3") == "14"
    app.press("Control+z")
    assert app.digits == EASY
    assert app.centre_marks("r1c3") == "124"
    app.press("]")
    assert app.centre_marks("r1c3") == "14"


def test_crossed_out_notes_stay_crossed_out(app: AppPage) -> None:
    app.open_puzzle(EASY).click("More")
    app.page.get_by_label("Update notes automatically").check()
    app.select("r1c3").press("Alt+Digit2")
    assert app.centre_marks("r1c3") == "14"
    app.select("r9c9")
    app.select("r2c2").press("7").press("7")
    assert app.centre_marks("r1c3") == "14"
    app.select("r1c4").press("2")
    assert "2" not in app.centre_marks("r1c6")


def test_filled_notes_are_not_updated(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").click("Notes")
    app.press("Alt+Digit2")
    assert app.centre_marks("r1c3") == "14"
    app.click("Notes")
    assert app.centre_marks("r1c3") == "14"
