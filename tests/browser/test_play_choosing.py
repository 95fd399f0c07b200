"""Play: choosing cells, one or several, and digits first."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.table import EASY, Table


def test_several_cells_take_a_note_together(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("Shift+ArrowRight", "4")
    assert [table.marks(name) for name in ("r1c3", "r1c4")] == ["4", "4"]
    table.choose("r1c3").press("4")
    table.press("Escape")
    start, end = table.cell("r9c2").bounding_box(), table.cell("r9c4").bounding_box()
    assert start and end
    mouse = table.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(end["x"] + 20, end["y"] + 20, steps=8)
    mouse.up()
    expect(table.page.locator("[aria-selected=true]")).to_have_count(3)
    table.press("6")
    assert [table.marks(name) for name in ("r9c2", "r9c3", "r9c4")] == ["6", "6", "6"]
    table.press("6")
    assert table.marks("r9c2") == ""
    table.press("Control+a")
    expect(table.page.locator("[aria-selected=true]")).to_have_count(81)


def test_shift_and_ctrl_choose_cells(table: Table) -> None:
    chosen = table.page.locator("[aria-selected=true]")
    table.play(EASY).choose("r1c3")
    table.cell("r2c2").click(modifiers=["Control"])
    table.cell("r5c5").click(modifiers=["Shift"])
    expect(chosen).to_have_count(3)
    table.cell("r2c2").click(modifiers=["Control"])
    expect(chosen).to_have_count(2)
    assert table.background("r5c5") == "rgb(255, 224, 138)"
    table.press("7")
    assert [table.marks(name) for name in ("r1c3", "r2c2", "r5c5")] == ["7", "", "7"]
    table.press("Control+ArrowDown")
    expect(chosen).to_have_count(3)
    table.press("ArrowDown")
    expect(chosen).to_have_count(1)
    table.choose("r1c3").cell("r5c5").click(modifiers=["Control"])
    table.cell("r5c5").click(modifiers=["Control"])
    assert table.background("r1c9") == "rgb(238, 242, 248)", "what the cell that is left sees"
    assert table.background("r5c2") == "rgba(0, 0, 0, 0)"
    table.press("Escape")
    expect(chosen).to_have_count(0)
    table.press("4")
    table.says("Select a cell first.")


def test_a_finger_drags_over_cells(open_table: Opener) -> None:
    table = open_table(390, 844, has_touch=True, is_mobile=True).play(EASY)
    start, end = table.cell("r1c3").bounding_box(), table.cell("r1c4").bounding_box()
    assert start and end
    touch = table.page.context.new_cdp_session(table.page)
    for kind, x in (("Start", start["x"]), ("Move", start["x"] + 25), ("Move", end["x"])):
        points = [{"x": x + 15, "y": start["y"] + 15}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(table.page.locator("[aria-selected=true]")).to_have_count(2)
    table.page.get_by_role("button", name="6, ").click()
    for name in ("r1c3", "r1c4"):
        expect(table.cell(name).locator(".slot").filter(has_text="6")).to_be_visible()


def test_digit_first(table: Table) -> None:
    table.play(EASY).click("More")
    table.page.get_by_label("Digit first").check()
    table.page.get_by_role("button", name="4, ").click()
    table.choose("r1c3")
    assert table.digits[2] == "4"
    expect(table.page.get_by_role("button", name="4, ")).to_have_attribute("aria-pressed", "true")
    table.choose("r3c5")
    assert table.digits[22] == "4"
    table.press("x").choose("r1c4")
    assert table.corners("r1c4") == "4"
    table.press("Shift+Digit6")
    assert table.corners("r1c4") == "46"
    expect(table.page.get_by_role("button", name="4, ")).to_have_attribute("aria-pressed", "true")
