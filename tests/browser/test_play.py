"""Play: whole games by keyboard, mouse and touch, and everything on the way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import shudu
from tests.browser.conftest import Opener
from tests.browser.table import ALMOST, EASY, EASY_SOLUTION, Table, style


def test_a_whole_game_by_keyboard_alone(table: Table) -> None:
    table.go("")
    easy = table.page.get_by_role("button", name="Easy")
    expect(easy).to_be_visible()
    for _ in range(20):
        table.press("Tab")
        if easy.evaluate("button => button === document.activeElement"):
            break
    table.press("Enter")
    expect(table.page.get_by_role("grid")).to_be_visible()
    line = table.digits
    solution = shudu.solve(line).line
    table.press("Control+Home")
    for row in range(9):
        for column in range(9):
            cell = 9 * row + column
            if line[cell] == ".":
                table.press(solution[cell])
            if column < 8:
                table.press("ArrowRight")
        table.press("Home", "ArrowDown")
    table.says("Solved in")
    assert table.digits == solution
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()


def test_a_whole_game_by_mouse_alone(table: Table) -> None:
    table.play(EASY)
    for cell, (given, digit) in enumerate(zip(EASY, EASY_SOLUTION, strict=True)):
        if given == ".":
            table.choose(f"r{cell // 9 + 1}c{cell % 9 + 1}")
            table.page.get_by_role("button", name=f"{digit}, ").click()
    table.says("Solved in")
    expect(table.page.locator("[data-result=class]")).to_have_text("no help")


def test_a_whole_game_by_touch(open_table: Opener) -> None:
    """From the first page to the last digit, in Chinese, with fingers alone."""
    table = open_table(390, 844, language="zh", has_touch=True, is_mobile=True).go("")
    table.page.get_by_role("button", name="简单").tap()
    expect(table.page.get_by_role("grid")).to_be_visible()
    line = table.digits
    solution = shudu.solve(line).line
    for cell in range(81):
        if line[cell] == ".":
            table.cell(f"r{cell // 9 + 1}c{cell % 9 + 1}").tap()
            table.page.get_by_role("button", name=f"{solution[cell]}，还剩").tap()
    table.says("解开了，真棒！")
    assert table.digits == solution
    expect(table.page.get_by_role("heading", name="解开了！")).to_be_visible()
    expect(table.page.locator("[data-result=class]")).to_have_text("无辅助")


def test_givens_stay_and_entries_look_different(table: Table) -> None:
    table.play(EASY).choose("r1c1").press("9")
    table.says("This digit is given and stays.")
    table.choose("r1c3").press("4")
    given, entry = table.cell("r1c1"), table.cell("r1c3")
    assert (style(given, "fontWeight"), style(entry, "fontWeight")) == ("600", "400")
    assert (style(given, "color"), style(entry, "color")) == ("rgb(22, 24, 29)", "rgb(26, 85, 173)")
    assert given.get_attribute("aria-readonly") == "true"


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("At the end", []), ("Live, by the rules", ["r1c1", "r1c3"]), ("Live, against the solution", ["r1c3"])],
)
def test_check_modes_work_at_once(table: Table, mode: str, shown: list[str]) -> None:
    table.play(EASY).choose("r1c3").press("5")
    table.click("More")
    table.page.get_by_label(mode).check()
    expect(table.page.get_by_label(mode)).to_be_checked()
    assert set(shown) <= set(table.wrong())
    assert bool(shown) == bool(table.wrong())


def test_against_the_solution_finds_what_the_rules_do_not(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("1")
    assert table.wrong() == []
    table.click("Check")
    table.says("1 entry is wrong.")
    assert table.wrong() == ["r1c3"]
    table.press("4", "k")
    table.says("All right so far.")
    assert table.wrong() == []


def test_the_end_check_is_by_the_rules(table: Table) -> None:
    table.play(ALMOST)
    table.click("More")
    table.page.get_by_label("At the end").check()
    table.choose("r9c8").press("9", "ArrowRight", "7")
    table.says("a digit stands twice")
    assert "r9c8" in table.wrong()
    table.press("9", "ArrowLeft", "7")
    table.says("Solved in")


def test_candidates_of_a_cell(table: Table) -> None:
    table.play(EASY).choose("r1c3")
    table.click("Hint")
    table.click("Candidates of this cell")
    table.says("row 1, column 3 can be 1, 2, 4.")
    expect(table.page.get_by_text("1 hint used")).to_be_visible()


def test_a_mistake_is_told_before_any_hint(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("1", "h")
    table.says("1 entry is wrong")
    assert "cause" in (table.cell("r1c3").get_attribute("class") or "")


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
    table.click("Notes")
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
    table.page.get_by_label("Keep notes current").check()
    table.choose("r1c3").press("Alt+Digit2")
    assert table.marks("r1c3") == "14"
    table.choose("r9c9")
    table.choose("r2c2").press("7").press("7")
    assert table.marks("r1c3") == "14"
    table.choose("r1c4").press("2")
    assert "2" not in table.marks("r1c6")


def test_notes_are_filled_once_and_stay_the_players(table: Table) -> None:
    table.play(EASY).choose("r1c3").click("Notes")
    table.press("Alt+Digit2")
    assert table.marks("r1c3") == "14"
    table.click("Notes")
    assert table.marks("r1c3") == "14"


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
    table.press("Escape")
    expect(chosen).to_have_count(0)
    table.press("4")
    table.says("Choose a cell first.")


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
    table.page.get_by_role("button", name="6, ").tap()
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


def test_modes_by_key_and_colours(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("v")
    expect(table.page.get_by_role("radio", name="Colour")).to_have_attribute("aria-checked", "true")
    table.press("1", "ArrowDown")
    assert table.background("r1c3") == "rgb(232, 144, 17)"
    expect(table.cell("r1c3")).to_have_attribute("aria-label", "row 1, column 3, box 1, empty, colour A")
    for mode in ("Digit", "Corner", "Centre"):
        table.press("Space")
        expect(table.page.get_by_role("radio", name=mode)).to_have_attribute("aria-checked", "true")


def test_highlights(table: Table) -> None:
    table.play(EASY).choose("r1c1")
    assert table.background("r1c1") == "rgb(255, 224, 138)"
    assert table.background("r1c9") == "rgb(238, 242, 248)"
    assert table.background("r2c6") == "rgb(207, 224, 250)"
    assert table.background("r9c5") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize(
    ("switch", "name", "with_it"),
    [
        ("Show the cells a cell sees", "r1c9", "rgb(238, 242, 248)"),
        ("Show the same digit", "r2c6", "rgb(207, 224, 250)"),
    ],
)
def test_each_highlight_can_be_switched_off(table: Table, switch: str, name: str, with_it: str) -> None:
    table.play(EASY).choose("r1c1")
    assert table.background(name) == with_it
    table.click("More")
    table.page.get_by_label(switch).uncheck()
    assert table.background(name) == "rgba(0, 0, 0, 0)"


def test_the_same_candidate_conflicts_and_counts_can_be_switched_off(table: Table) -> None:
    table.play(EASY).click("Notes")
    table.choose("r1c1")
    sought = table.page.locator(".sought")
    assert set(sought.all_inner_texts()) == {"5"}
    table.choose("r1c3").press("5").click("More")
    table.page.get_by_label("Live, by the rules").check()
    assert table.wrong() == ["r1c1", "r1c3"]
    table.page.get_by_label("Show conflicts").uncheck()
    assert table.wrong() == []
    table.page.get_by_label("Show the same candidate").uncheck()
    expect(sought).to_have_count(0)
    table.page.get_by_label("Show how many digits are left").uncheck()
    expect(table.page.get_by_role("button", name="4", exact=True)).to_be_visible()


def test_filter_by_digit(table: Table) -> None:
    """F looks for the digit of the cell: its holders and its notes stand out, what they see is tinted."""
    table.play(EASY).click("Notes")
    table.choose("r1c1").press("f")
    table.says("Looking for 5.")
    table.choose("r9c5")
    same = "rgb(207, 224, 250)"
    assert [table.background(name) for name in ("r1c1", "r2c6", "r4c3", "r1c3")] == [same] * 3 + ["rgb(238, 242, 248)"]
    assert "5" in table.marks("r4c3")
    table.choose("r1c1").press("f")
    table.says("No digit is looked for.")
    table.choose("r1c3").press("f")
    table.says("Looking for 1.")


def test_colours_have_letters_and_single_candidates_take_them(table: Table) -> None:
    table.play(EASY).click("Notes")
    table.choose("r1c1").press("f").choose("r4c3").press("v", "2")
    candidate = table.cell("r4c3").locator(".slot-5")
    assert style(candidate, "backgroundColor") == "rgb(177, 200, 111)"
    assert table.background("r4c3") != "rgb(177, 200, 111)"
    table.press("f", "f").choose("r9c2").press("3").click("More")
    table.page.get_by_label("Letters on colours").check()
    expect(table.cell("r9c2").locator(".letter")).to_have_text("C")
    expect(table.page.get_by_role("button", name="colour H")).to_be_visible()
    table.click("Remove all colours")
    expect(table.page.locator(".coloured[data-cell]")).to_have_count(0)


def test_a_wrong_digit_never_completes_a_digit(table: Table) -> None:
    line = EASY_SOLUTION[:78] + "..9"
    table.play(line)
    seven = table.page.get_by_role("button", name="7, ")
    expect(seven).to_have_accessible_name("7, 1 left")
    table.choose("r9c7").press("7")
    expect(seven).not_to_have_accessible_name("7, 0 left")
    table.press("1", "ArrowRight", "7")
    expect(seven).to_have_accessible_name("7, 0 left")


def test_checkpoints_and_back_to_the_last_correct_position(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4", "m")
    table.says("Checkpoint 1 is set.")
    kept = table.digits
    table.choose("r1c4").press("2").choose("r1c6").press("6", "Shift+M")
    assert table.digits == kept
    table.click("Marks")
    table.page.get_by_placeholder("Name").fill("猜")
    table.click("Set")
    expect(table.page.get_by_role("button", name="Return to 猜")).to_be_visible()
    table.choose("r1c4").press("6").choose("r1c6").press("2")
    table.click("Back to the last correct position")
    assert table.digits == EASY[:2] + "46" + EASY[4:]


def test_undo_goes_on_after_the_finish(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    table.says("Solved in")
    table.press("[", "[")
    assert table.digits == ALMOST


def test_pause_covers_the_board(table: Table) -> None:
    table.play(EASY).press("p")
    expect(table.page.get_by_text("Paused.")).to_be_visible()
    expect(table.page.get_by_role("grid")).to_be_hidden()
    table.press("4")
    table.page.get_by_role("button", name="Go on").last.click()
    expect(table.page.get_by_role("grid")).to_be_visible()
    assert table.digits == EASY
    table.press("t")
    expect(table.page.locator("[data-clock]")).to_have_count(0)


def test_a_hidden_tab_pauses_itself(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4")
    hide(table)
    expect(table.page.get_by_text("Paused.")).to_be_visible()
    expect(table.page.get_by_role("grid")).to_be_hidden()
    clock = table.page.locator("[data-clock]")
    stopped = clock.inner_text()
    table.page.wait_for_timeout(1_200)
    assert clock.inner_text() == stopped
    table.press("p")
    expect(table.page.get_by_role("grid")).to_be_visible()
    assert table.digits[2] == "4"


def hide(table: Table) -> None:
    """The tab goes behind another: headless browsers show every tab, so the page is told."""
    table.page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {value: true, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
            delete document.hidden;
        }"""
    )


def test_two_tabs_with_one_game_agree(table: Table) -> None:
    table.play(EASY)
    other = Table(table.page.context.new_page(), table.address)
    other.page.goto(table.page.url)
    expect(other.page.get_by_role("grid")).to_be_visible()
    other.choose("r1c3").press("4")
    expect(table.cell("r1c3").locator(".digit")).to_have_text("4")


def test_closed_and_resumed_in_another_tab(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4", "ArrowRight", "Shift+Digit2")
    played, context = table.digits, table.page.context
    table.page.close()
    again = Table(context.new_page(), table.address).go("")
    again.page.get_by_role("link", name="Go on playing").click()
    expect(again.page.get_by_role("grid")).to_be_visible()
    assert again.digits == played
    assert again.corners("r1c4") == "2"
    again.press("Control+z", "Control+z")
    assert again.digits == EASY


def test_twenty_keys_a_second_and_wrong_keys(table: Table) -> None:
    table.play(EASY).choose("r1c3")
    for digit in "1234567891234567891":
        table.page.keyboard.press(digit, delay=0)
    assert table.digits[2] == "1"
    table.press("q", "w", ";", "F8", "Tab", "Shift+Tab", "CapsLock")
    assert table.digits == "531" + EASY[3:]


def test_undo_and_redo_by_every_key(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4")
    done = table.digits
    for back, forth in (("Control+z", "Control+y"), ("[", "]"), ("Control+z", "Control+Shift+Z")):
        table.press(back)
        assert table.digits == EASY
        table.press(forth)
        assert table.digits == done
    for key in ("0", "4", "Backspace", "4", "Delete"):
        table.press(key)
    assert table.digits == EASY


def test_keypad_and_marks_by_every_key(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("Numpad4")
    assert table.digits[2] == "4"
    table.press("Numpad0", "Control+Digit1", "Shift+Numpad2")
    assert (table.marks("r1c3"), table.corners("r1c3")) == ("1", "2")


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


def test_arrows_do_not_wrap(table: Table) -> None:
    table.play(EASY).choose("r1c1").press("ArrowLeft", "ArrowUp")
    focused = "document.activeElement.dataset.cell"
    assert table.page.evaluate(focused) == "0"
    table.press("End", "ArrowRight")
    assert table.page.evaluate(focused) == "8"
    table.press("Control+End", "ArrowDown")
    assert table.page.evaluate(focused) == "80"
    assert table.page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_what_is_missing(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("r")
    table.says("row 1 lacks 1, 2, 4, 6, 8, 9.")
    table.press("Shift+C")
    table.says("column 3 lacks 1, 2, 3, 4, 5, 6, 7, 9.")
    table.press("b")
    table.says("box 1 lacks 1, 2, 4, 7.")


def test_a_link_carries_the_game(table: Table, open_table: Opener) -> None:
    table.play(EASY).choose("r1c3").press("4", "ArrowRight", "Shift+Digit2")
    table.click("More")
    table.click("Share")
    link = table.page.get_by_label("The puzzle and what you have played")
    expect(link).to_have_value(re.compile(r"#/p/.{81}/.+"))
    other = open_table(language="zh")
    other.page.goto(link.input_value())
    expect(other.page.get_by_role("grid")).to_be_visible()
    assert other.digits == table.digits
    assert other.corners("r1c4") == "2"


def test_a_broken_link_is_told(table: Table) -> None:
    table.go("p/123")
    expect(table.page.get_by_role("alert")).to_contain_text("no puzzle that can be played")


def test_same_puzzle_again_with_a_ghost_and_replay(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    table.click("Same puzzle again")
    expect(table.page.get_by_text("Last time:")).to_be_visible()
    assert table.digits == ALMOST
    table.choose("r9c8").press("7", "ArrowRight", "9")
    table.page.get_by_role("link", name="Watch it again").click()
    slider = table.page.get_by_role("slider")
    expect(slider).to_be_visible()
    assert table.digits == ALMOST
    slider.fill(str(slider.get_attribute("max")))
    assert table.digits == EASY_SOLUTION
    table.page.get_by_role("button", name="One move back").click()
    assert table.digits == EASY_SOLUTION[:-1] + "."


def test_a_new_game_is_checked_at_the_end_unless_chosen_otherwise(table: Table) -> None:
    table.play(EASY).click("More")
    expect(table.page.get_by_label("At the end")).to_be_checked()
    expect(table.page.get_by_text("nothing is marked before the grid is full")).to_be_visible()
    table.press("Escape").choose("r1c3").press("5")
    assert table.wrong() == []
    table.click("More")
    table.page.get_by_label("Live, by the rules").check()
    table.play(ALMOST).choose("r9c8").press("9")
    assert "r9c8" in table.wrong()


def test_a_server_that_refuses_loses_nothing(table: Table) -> None:
    """An error in the middle of a game: told in words, every move kept, all of it sent when the server is well again."""
    table.told = "status of 503"
    table.play(EASY)
    table.page.route("**/moves", lambda route: route.fulfill(status=503, json={"code": "busy", "message": "no"}))
    table.choose("r1c3").press("4")
    expect(table.shown("Moves are kept here and sent later.")).to_be_visible()
    table.choose("r3c5").press("4")
    table.page.reload()
    expect(table.page.get_by_role("grid")).to_be_visible()
    kept = EASY[:2] + "4" + EASY[3:22] + "4" + EASY[23:]
    assert table.digits == kept
    table.page.unroute("**/moves")
    with table.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok) as answered:
        table.choose("r1c4").press("6")
    assert answered.value.json()["length"] >= 3


def test_a_browser_that_keeps_nothing_plays_and_says_so(table: Table) -> None:
    table.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    table.play(ALMOST).choose("r9c8").press("7")
    assert table.digits[79] == "7"
    expect(table.shown("This browser keeps nothing")).to_be_visible()
    table.press("ArrowRight", "9")
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()


def test_a_hint_without_the_server_is_told_and_loses_nothing(table: Table) -> None:
    table.page.route("**/api/**", lambda route: route.abort())
    table.play(EASY).choose("r1c3").press("4", "h")
    table.says("does not answer")
    assert table.digits[2] == "4"
