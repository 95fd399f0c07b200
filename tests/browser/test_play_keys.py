"""Play: keyboard shortcuts and focus."""

from __future__ import annotations

from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage
from tests.browser.conftest import OpenApp


def test_numpad_and_mark_keys(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("Numpad4")
    assert app.digits[2] == "4"
    app.press("Numpad0", "Control+Digit1", "Shift+Numpad2")
    assert (app.centre_marks("r1c3"), app.corner_marks("r1c3")) == ("1", "2")


def test_arrows_do_not_wrap(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c1").press("ArrowLeft", "ArrowUp")
    focused = "document.activeElement.dataset.cell"
    assert app.page.evaluate(focused) == "0"
    app.press("End", "ArrowRight")
    assert app.page.evaluate(focused) == "8"
    app.press("Control+End", "ArrowDown")
    assert app.page.evaluate(focused) == "80"
    assert app.page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_keys_work_after_a_check_box_and_leave_browser_shortcuts_alone(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").click("More")
    app.page.get_by_label("Flag repeated digits").check()
    app.press("4")
    assert app.digits[2] == "4"
    app.page.get_by_label("Highlight identical digits").uncheck()
    app.press("Control+z", "Control+ArrowRight", "Control+ArrowRight", "2")
    assert app.centre_marks("r1c3") == app.centre_marks("r1c4") == "2"
    app.select("r5c5")
    assert app.page.evaluate(
        """() => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { code: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }))"""
    ), "a page back, by the browser"
    expect(app.cell("r5c5")).to_be_focused()


def test_keys_during_a_pause(app: AppPage) -> None:
    """Keys select nothing behind the cover, but the shortcuts can be opened."""
    app.open_puzzle(EASY).select("r1c3").press("p")
    expect(app.page.get_by_text("Have some tea")).to_be_visible()
    app.press("ArrowDown", "5", "p")
    expect(app.cell("r1c3")).to_be_focused()
    app.press("p", "F1")
    expect(app.page.get_by_role("heading", name="Keyboard shortcuts", exact=True)).to_be_in_viewport()


def test_escape_closes_the_panel_then_deselects_and_f1_opens_shortcuts(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").click("Hint")
    app.press("Escape")
    expect(app.page.locator(".sheet")).to_have_count(0)
    expect(app.page.locator("[aria-selected=true]")).to_have_count(1)
    app.press("Escape")
    expect(app.page.locator("[aria-selected=true]")).to_have_count(0)
    app.press("F1")
    expect(app.page.get_by_role("heading", name="Keyboard shortcuts", exact=True)).to_be_in_viewport()
    rows = app.page.locator("table tbody tr")
    expect(rows).to_have_count(23)
    expect(rows.filter(has_text="highlight a digit")).to_contain_text("F")


def test_closing_a_panel_returns_the_focus(app: AppPage) -> None:
    """Whether closed by Escape in a field or by its button."""
    app.open_puzzle(EASY).select("r1c3")
    app.click("More")
    app.page.get_by_label("Flag repeated digits").check()
    app.press("Escape")
    expect(app.page.locator(".sheet")).to_have_count(0)
    expect(app.cell("r1c3")).to_be_focused()
    app.click("Checkpoints")
    app.page.get_by_label("Name").fill("here")
    app.press("Escape")
    expect(app.page.locator(".sheet")).to_have_count(0)
    expect(app.cell("r1c3")).to_be_focused()
    app.click("Checkpoints")
    app.click("Close")
    expect(app.cell("r1c3")).to_be_focused()
    app.press("4")
    assert app.digits[2] == "4"


def test_focus_moves_to_the_new_screen(app: AppPage) -> None:
    app.open("")
    app.page.get_by_role("link", name="Help", exact=True).press("Enter")
    expect(app.page.get_by_role("heading", name="Help and settings")).to_be_focused()
    app.press("Tab")
    expect(app.page.get_by_role("link", name="Play the tutorial")).to_be_focused()


def test_panel_opened_by_keyboard_takes_the_focus(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3")
    more = app.page.get_by_role("button", name="More", exact=True)
    more.focus()
    app.press("Enter")
    expect(app.page.get_by_role("heading", name="More")).to_be_focused()
    app.press("Tab")
    expect(app.page.get_by_role("button", name="Close")).to_be_focused()
    app.press("Escape")
    expect(app.cell("r1c3")).to_be_focused()
    app.press("h")
    expect(app.page.locator(".sheet li")).to_have_count(1)
    expect(app.cell("r1c3")).to_be_focused()


def test_focus_moves_to_the_new_panel(app: AppPage) -> None:
    app.open_puzzle(EASY).click("More")
    app.click("Share")
    expect(app.page.get_by_role("heading", name="Share")).to_be_focused()
    app.press("Tab")
    expect(app.page.get_by_role("button", name="Close")).to_be_focused()


def test_new_panel_starts_at_its_top(open_app: OpenApp) -> None:
    app = open_app(320, 568, has_touch=True, is_mobile=True)
    app.open_puzzle(EASY).click("More")
    app.click("Share")
    expect(app.page.get_by_role("button", name="QR code")).to_be_attached()
    expect(app.page.get_by_role("heading", name="Share")).to_be_in_viewport(ratio=1)


def test_repeated_enter_opens_all_hint_stages(app: AppPage) -> None:
    app.open_puzzle(EASY).click("Hint")
    app.page.get_by_role("button", name="Where to look").focus()
    for level in range(1, 5):
        app.press("Enter")
        expect(app.page.locator(".sheet li")).to_have_count(level)
    app.press("Enter")
    app.expect_announcement("Applied.")
    expect(app.page.get_by_role("button", name="Where to look")).to_be_focused()


def test_missing_digits_of_a_house(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("r")
    app.expect_announcement("Missing in row 1: 1, 2, 4, 6, 8, 9.")
    app.press("Shift+C")
    app.expect_announcement("Missing in column 3: 1, 2, 3, 4, 5, 6, 7, 9.")
    app.press("b")
    app.expect_announcement("Missing in box 1: 1, 2, 4, 7.")


def test_fast_typing_and_unknown_keys(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3")
    for digit in "1234567891234567891":
        app.page.keyboard.press(digit, delay=0)
    assert app.digits[2] == "1"
    app.press("q", "w", ";", "F8", "Tab", "Shift+Tab", "CapsLock")
    assert app.digits == "531" + EASY[3:]
