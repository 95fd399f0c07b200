"""Play: choosing a puzzle, selecting cells, and digit-first entry."""

from __future__ import annotations

from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage
from tests.browser.conftest import OpenApp


def test_first_screen_is_drawn_and_takes_a_press_before_the_app_has_loaded(app: AppPage) -> None:
    app.page.route("**/assets/app-*.js", lambda route: None)
    app.page.goto(app.address)
    expect(app.page.get_by_role("heading", level=1)).to_be_visible()
    app.page.get_by_role("button", name="Medium").first.click()
    expect(app.page.locator("[data-pressed]")).to_have_count(1)
    app.page.unroute("**/assets/app-*.js")  # also lets go what was held
    expect(app.page.get_by_role("grid")).to_be_visible()


def test_note_applies_to_all_selected_cells(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("Shift+ArrowRight", "4")
    assert [app.centre_marks(name) for name in ("r1c3", "r1c4")] == ["4", "4"]
    app.select("r1c3").press("4")
    app.press("Escape")
    start, end = app.cell("r9c2").bounding_box(), app.cell("r9c4").bounding_box()
    assert start and end
    mouse = app.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(end["x"] + 20, end["y"] + 20, steps=8)
    mouse.up()
    expect(app.page.locator("[aria-selected=true]")).to_have_count(3)
    app.press("6")
    assert [app.centre_marks(name) for name in ("r9c2", "r9c3", "r9c4")] == ["6", "6", "6"]
    app.press("6")
    assert app.centre_marks("r9c2") == ""
    app.press("Control+a")
    expect(app.page.locator("[aria-selected=true]")).to_have_count(81)


def test_shift_and_ctrl_select_cells(app: AppPage) -> None:
    chosen = app.page.locator("[aria-selected=true]")
    app.open_puzzle(EASY).select("r1c3")
    app.cell("r2c2").click(modifiers=["Control"])
    app.cell("r5c5").click(modifiers=["Shift"])
    expect(chosen).to_have_count(3)
    app.cell("r2c2").click(modifiers=["Control"])
    expect(chosen).to_have_count(2)
    assert app.background("r5c5") == "rgb(255, 224, 138)"
    app.press("7")
    assert [app.centre_marks(name) for name in ("r1c3", "r2c2", "r5c5")] == ["7", "", "7"]
    app.press("Control+ArrowDown")
    expect(chosen).to_have_count(3)
    app.press("ArrowDown")
    expect(chosen).to_have_count(1)
    app.select("r1c3").cell("r5c5").click(modifiers=["Control"])
    app.cell("r5c5").click(modifiers=["Control"])
    assert app.background("r1c9") == "rgb(238, 242, 248)", "what the cell that is left sees"
    assert app.background("r5c2") == "rgba(0, 0, 0, 0)"
    app.press("Escape")
    expect(chosen).to_have_count(0)
    app.press("4")
    app.expect_announcement("Select a cell first.")


def test_dragging_a_finger_selects_cells(open_app: OpenApp) -> None:
    app = open_app(390, 844, has_touch=True, is_mobile=True).open_puzzle(EASY)
    start, end = app.cell("r1c3").bounding_box(), app.cell("r1c4").bounding_box()
    assert start and end
    touch = app.page.context.new_cdp_session(app.page)
    for kind, x in (("Start", start["x"]), ("Move", start["x"] + 25), ("Move", end["x"])):
        points = [{"x": x + 15, "y": start["y"] + 15}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(app.page.locator("[aria-selected=true]")).to_have_count(2)
    app.page.get_by_role("button", name="6, ").click()
    for name in ("r1c3", "r1c4"):
        expect(app.cell(name).locator(".slot").filter(has_text="6")).to_be_visible()


def test_digit_first(app: AppPage) -> None:
    app.open_puzzle(EASY).click("More")
    app.page.get_by_label("Pick a digit, then tap cells").check()
    app.click("Close").page.get_by_role("button", name="4, ").click()
    app.select("r1c3")
    assert app.digits[2] == "4"
    expect(app.page.get_by_role("button", name="4, ")).to_have_attribute("aria-pressed", "true")
    app.select("r3c5")
    assert app.digits[22] == "4"
    app.press("x").select("r1c4")
    assert app.corner_marks("r1c4") == "4"
    app.press("Shift+Digit6")
    assert app.corner_marks("r1c4") == "46"
    expect(app.page.get_by_role("button", name="4, ")).to_have_attribute("aria-pressed", "true")
