"""Play: what the keys do."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
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


def test_keys_go_on_after_a_check_box_and_leave_the_browser_its_own(table: Table) -> None:
    table.play(EASY).choose("r1c3").click("More")
    table.page.get_by_label("Live: repeated digits").check()
    table.press("4")
    assert table.digits[2] == "4"
    table.page.get_by_label("Highlight identical digits").uncheck()
    table.press("Control+z", "Control+ArrowRight", "Control+ArrowRight", "2")
    assert table.marks("r1c3") == table.marks("r1c4") == "2"
    table.choose("r5c5")
    assert table.page.evaluate(
        """() => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { code: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }))"""
    ), "a page back, by the browser"
    expect(table.cell("r5c5")).to_be_focused()


def test_keys_during_a_pause(table: Table) -> None:
    """They choose nothing behind the cover; the list of keys can be read."""
    table.play(EASY).choose("r1c3").press("p")
    expect(table.page.get_by_text("Have some tea")).to_be_visible()
    table.press("ArrowDown", "5", "p")
    expect(table.cell("r1c3")).to_be_focused()
    table.press("p", "F1")
    expect(table.page.get_by_role("heading", name="Keyboard shortcuts", exact=True)).to_be_in_viewport()


def test_escape_closes_the_panel_then_deselects_and_f1_opens_the_keys(table: Table) -> None:
    table.play(EASY).choose("r1c3").click("Hint")
    table.press("Escape")
    expect(table.page.locator(".sheet")).to_have_count(0)
    expect(table.page.locator("[aria-selected=true]")).to_have_count(1)
    table.press("Escape")
    expect(table.page.locator("[aria-selected=true]")).to_have_count(0)
    table.press("F1")
    expect(table.page.get_by_role("heading", name="Keyboard shortcuts", exact=True)).to_be_in_viewport()
    rows = table.page.locator("table tbody tr")
    expect(rows).to_have_count(23)
    expect(rows.filter(has_text="highlight a digit")).to_contain_text("F")


def test_a_panel_gives_the_focus_back(table: Table) -> None:
    """However it is closed: by Escape in one of its fields, or by its own button."""
    table.play(EASY).choose("r1c3")
    table.click("More")
    table.page.get_by_label("Live: repeated digits").check()
    table.press("Escape")
    expect(table.page.locator(".sheet")).to_have_count(0)
    expect(table.cell("r1c3")).to_be_focused()
    table.click("Saves")
    table.page.get_by_label("Name").fill("here")
    table.press("Escape")
    expect(table.page.locator(".sheet")).to_have_count(0)
    expect(table.cell("r1c3")).to_be_focused()
    table.click("Saves")
    table.click("Close")
    expect(table.cell("r1c3")).to_be_focused()
    table.press("4")
    assert table.digits[2] == "4"


def test_the_focus_follows_from_screen_to_screen(table: Table) -> None:
    table.go("")
    table.page.get_by_role("link", name="Help and settings").press("Enter")
    expect(table.page.get_by_role("heading", name="Rules")).to_be_visible()
    expect(table.page.locator("main")).to_be_focused()
    table.press("Tab")
    expect(table.page.get_by_role("link", name="Play the tutorial")).to_be_focused()


def test_a_panel_opened_by_keyboard_has_the_focus(table: Table) -> None:
    table.play(EASY).choose("r1c3")
    more = table.page.get_by_role("button", name="More", exact=True)
    more.focus()
    table.press("Enter")
    expect(table.page.get_by_role("heading", name="More")).to_be_focused()
    table.press("Tab")
    expect(table.page.get_by_role("button", name="Close")).to_be_focused()
    table.press("Escape")
    expect(table.cell("r1c3")).to_be_focused()
    table.press("h")
    expect(table.page.locator(".sheet li")).to_have_count(1)
    expect(table.cell("r1c3")).to_be_focused()


def test_the_focus_follows_from_panel_to_panel(table: Table) -> None:
    table.play(EASY).click("More")
    table.click("Share")
    expect(table.page.get_by_role("heading", name="Share")).to_be_focused()
    table.press("Tab")
    expect(table.page.get_by_role("button", name="Close")).to_be_focused()


def test_a_panel_that_follows_another_is_read_from_its_beginning(open_table: Opener) -> None:
    table = open_table(320, 568, has_touch=True, is_mobile=True)
    table.play(EASY).click("More")
    table.click("Share")
    expect(table.page.get_by_role("button", name="QR code")).to_be_attached()
    expect(table.page.get_by_role("heading", name="Share")).to_be_in_viewport(ratio=1)


def test_the_hint_is_opened_by_one_key_pressed_again_and_again(table: Table) -> None:
    table.play(EASY).click("Hint")
    table.page.get_by_role("button", name="Where to look").focus()
    for level in range(1, 5):
        table.press("Enter")
        expect(table.page.locator(".sheet li")).to_have_count(level)
    table.press("Enter")
    table.says("Applied.")
    expect(table.page.get_by_role("button", name="Where to look")).to_be_focused()


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
