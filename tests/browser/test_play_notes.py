"""Play: corner and centre marks."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import EASY, Table


def test_notes_sit_in_fixed_slots(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("Alt+Digit1", "Alt+Digit5", "Alt+Digit9")
    assert table.marks("r1c3") == "159"
    cell = table.cell("r1c3").bounding_box()
    assert cell is not None
    for digit in (1, 5, 9):
        slot = table.page.locator(f"[data-cell='2'] .slot-{digit}").bounding_box()
        assert slot is not None
        column = (slot["x"] + slot["width"] / 2 - cell["x"]) / cell["width"]
        row = (slot["y"] + slot["height"] / 2 - cell["y"]) / cell["height"]
        assert (int(3 * row), int(3 * column)) == divmod(digit - 1, 3)
    table.press("Shift+Digit2", "Shift+Numpad3")
    assert table.corners("r1c3") == "23"
    expect(table.cell("r1c3")).to_have_attribute(
        "aria-label", "row 1, column 3, box 1, empty, candidates 1, 5, 9, corner marks 2, 3"
    )


def test_placing_removes_notes_and_one_undo_takes_both_back(table: Table) -> None:
    table.play(EASY)
    table.click("Fill notes")
    assert table.marks("r1c3") == "124"
    table.choose("r1c4").press("2")
    assert table.marks("r1c3") == "14"
    table.press("Control+z")
    assert table.digits == EASY
    assert table.marks("r1c3") == "124"
    table.press("]")
    assert table.marks("r1c3") == "14"


def test_what_was_crossed_out_stays_out(table: Table) -> None:
    table.play(EASY).click("More")
    table.page.get_by_label("Update notes automatically").check()
    table.choose("r1c3").press("Alt+Digit2")
    assert table.marks("r1c3") == "14"
    table.choose("r9c9")
    table.choose("r2c2").press("7").press("7")
    assert table.marks("r1c3") == "14"
    table.choose("r1c4").press("2")
    assert "2" not in table.marks("r1c6")


def test_notes_are_filled_once_and_stay_the_players(table: Table) -> None:
    table.play(EASY).choose("r1c3").click("Fill notes")
    table.press("Alt+Digit2")
    assert table.marks("r1c3") == "14"
    table.click("Fill notes")
    assert table.marks("r1c3") == "14"
