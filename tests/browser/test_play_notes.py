"""Play: corner and centre marks."""

from __future__ import annotations

from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage
from tests.browser.conftest import OpenApp


def place_of(app: AppPage, digit: int) -> tuple[float, float]:
    """Return where the middle of a mark of r1c3 is in its cell, as row and column from 0 to 1."""
    cell, mark = app.cell("r1c3").bounding_box(), app.page.locator(f"[data-cell='2'] .slot-{digit}").bounding_box()
    assert cell is not None and mark is not None
    row = (mark["y"] + mark["height"] / 2 - cell["y"]) / cell["height"]
    return row, (mark["x"] + mark["width"] / 2 - cell["x"]) / cell["width"]


def test_filled_notes_sit_in_fixed_slots(app: AppPage) -> None:
    app.open_puzzle(EASY).click("Fill notes")
    assert app.centre_marks("r1c3") == "124"
    for digit in (1, 2, 4):
        row, column = place_of(app, digit)
        assert (int(3 * row), int(3 * column)) == divmod(digit - 1, 3)
    app.press("Control+z")
    assert app.centre_marks("r1c3") == app.centre_marks("r2c2") == "", "one undo takes all of them back"


def test_marks_written_by_hand_are_centred_or_in_the_corners(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("Alt+Digit1", "Alt+Digit9")
    assert app.centre_marks("r1c3") == "19"
    (first_row, first), (second_row, second) = place_of(app, 1), place_of(app, 9)
    assert first_row == second_row
    assert abs((first + second) / 2 - 0.5) < 0.05 and abs(first_row - 0.5) < 0.08
    app.press("Shift+Digit2", "Shift+Numpad3")
    assert app.corner_marks("r1c3") == "23"
    expect(app.cell("r1c3")).to_have_attribute(
        "aria-label", "row 1, column 3, box 1, empty, candidates 1, 9, corner marks 2, 3"
    )


def test_marks_are_legible_on_a_narrow_phone(open_app: OpenApp) -> None:
    app = open_app(360, 640, has_touch=True, is_mobile=True).open_puzzle(EASY)
    app.select("r1c3").press("Alt+Digit1", "ArrowRight", "Shift+Digit2")
    app.select("r1c6").press("Alt+Digit1", "Shift+Digit2")
    app.click("More")
    app.click("Fill notes")
    for mark in (".slot", ".corner", ".slots.inner .slot", ".corners.outer .corner"):
        size = app.page.locator(f"[role=grid] {mark}").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert size >= 10


def test_pencil_switches_to_notes_and_back(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").click("Notes")
    expect(app.page.get_by_role("button", name="Notes", exact=True)).to_have_attribute("aria-pressed", "true")
    app.press("4")
    assert app.centre_marks("r1c3") == "4"
    app.click("Notes")
    app.press("4")
    expect(app.cell("r1c3")).to_have_text("4")


def test_holding_a_key_writes_a_note(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3")
    key = app.page.locator(".pad .key").nth(3).bounding_box()
    assert key is not None
    app.page.mouse.move(key["x"] + 20, key["y"] + 20)
    app.page.mouse.down()
    app.page.wait_for_timeout(600)
    app.page.mouse.up()
    assert app.centre_marks("r1c3") == "4"


def test_dragging_paints_a_note_and_holding_a_cell_writes_one(app: AppPage) -> None:
    app.open("")
    app.page.evaluate("localStorage.setItem('shudu.settings', JSON.stringify({digitFirst: true}))")
    app.page.reload()
    app.open_puzzle(EASY)
    app.page.locator(".pad .key").nth(3).click()
    middles = {}
    for name in ("r1c3", "r1c4", "r2c4"):
        cell = app.cell(name).bounding_box()
        assert cell is not None
        middles[name] = (cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    app.page.mouse.move(*middles["r1c3"])
    app.page.mouse.down()
    app.page.wait_for_timeout(600)
    app.page.mouse.up()
    assert app.centre_marks("r1c3") == "4", "held down: a note instead of the digit"
    app.click("Notes")
    app.page.mouse.move(*middles["r1c4"])
    app.page.mouse.down()
    app.page.mouse.move(*middles["r1c3"])
    app.page.mouse.move(middles["r1c3"][0], middles["r2c4"][1])
    app.page.mouse.up()
    assert app.centre_marks("r1c4") == app.centre_marks("r1c3") == app.centre_marks("r2c3") == "4"


def test_placing_removes_notes_and_undo_restores_them(app: AppPage) -> None:
    app.open_puzzle(EASY)
    app.click("Fill notes")
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
    app.open_puzzle(EASY).select("r1c3").click("Fill notes")
    app.press("Alt+Digit2")
    assert app.centre_marks("r1c3") == "14"
    app.click("Fill notes")
    assert app.centre_marks("r1c3") == "14"


FADES = """window.fading = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...rest) {
        if (this.matches('.centre, .corners')) window.fading.push(this.innerText);
        return animate.apply(this, rest);
    };"""


def test_a_note_fades_in_also_where_it_is_the_first(app: AppPage) -> None:
    app.page.add_init_script(FADES)
    app.open_puzzle(EASY).select("r1c3").press("Control+1", "Control+2", "Shift+4")
    assert app.centre_marks("r1c3") == "12"
    assert app.page.evaluate("window.fading.length") == 3
    app.page.reload()
    expect(app.cell("r1c3").locator(".slot")).to_have_count(2)
    assert app.page.evaluate("window.fading.length") == 0
