"""Play: what the keys do."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import EASY, Table


def test_keypad_and_marks_by_every_key(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("Numpad4")
    assert table.digits[2] == "4"
    table.press("Numpad0", "Control+Digit1", "Shift+Numpad2")
    assert (table.marks("r1c3"), table.corners("r1c3")) == ("1", "2")


def test_arrows_do_not_wrap(table: Table) -> None:
    table.play(EASY).choose("r1c1").press("ArrowLeft", "ArrowUp")
    focused = "document.activeElement.dataset.cell"
    assert table.page.evaluate(focused) == "0"
    table.press("End", "ArrowRight")
    assert table.page.evaluate(focused) == "8"
    table.press("Control+End", "ArrowDown")
    assert table.page.evaluate(focused) == "80"
    assert table.page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_escape_closes_the_panel_then_deselects_and_f1_opens_the_keys(table: Table) -> None:
    table.play(EASY).choose("r1c3").click("Hint")
    table.press("Escape")
    expect(table.page.locator(".sheet")).to_have_count(0)
    expect(table.page.locator("[aria-selected=true]")).to_have_count(1)
    table.press("Escape")
    expect(table.page.locator("[aria-selected=true]")).to_have_count(0)
    table.press("F1")
    expect(table.page.get_by_role("heading", name="Keys", exact=True)).to_be_visible()
    rows = table.page.locator("table tbody tr")
    expect(rows).to_have_count(23)
    expect(rows.filter(has_text="look for a digit")).to_contain_text("F")


def test_what_is_missing(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("r")
    table.says("Missing in row 1: 1, 2, 4, 6, 8, 9.")
    table.press("Shift+C")
    table.says("Missing in column 3: 1, 2, 3, 4, 5, 6, 7, 9.")
    table.press("b")
    table.says("Missing in box 1: 1, 2, 4, 7.")


def test_twenty_keys_a_second_and_wrong_keys(table: Table) -> None:
    table.play(EASY).choose("r1c3")
    for digit in "1234567891234567891":
        table.page.keyboard.press(digit, delay=0)
    assert table.digits[2] == "1"
    table.press("q", "w", ";", "F8", "Tab", "Shift+Tab", "CapsLock")
    assert table.digits == "531" + EASY[3:]
