"""Enter and import: type a puzzle, check it, watch it being solved, play it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import shudu
from browser_tools.app_page import EASY, EASY_SOLUTION, HARD, AppPage, computed_style
from tests.browser.conftest import OpenApp

RED, GREEN = "rgb(179, 38, 30)", "rgb(20, 108, 67)"


@pytest.fixture
def entry(app: AppPage) -> AppPage:
    app.open("enter")
    expect(app.page.get_by_text("Which puzzle is it?")).to_be_visible()
    return app


def read(page: Page, text: str) -> None:
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Import").click()


def delay(page: Page, milliseconds: int) -> None:
    page.get_by_role("slider").fill(str(milliseconds))


def iterations(page: Page) -> int:
    return int(page.locator("[data-count=iterations]").inner_text())


def test_keys_write_skip_and_delete(entry: AppPage) -> None:
    entry.select("r1c1").press("5")
    assert entry.digits == "5" + "." * 80
    assert computed_style(entry.cell("r1c1").locator(".digit"), "fontWeight") == "600"
    entry.press("Backspace")
    assert entry.digits == "." * 81
    entry.press("Digit1", "0", "Numpad2", ".", "Digit3", "Space", "Digit4", "ArrowDown", "Digit9", "x", "Enter")
    assert entry.digits == "1.2.3.4........." + "9" + "." * 64
    entry.press("ArrowLeft", "Delete").select("r1c7").press("Escape")
    assert entry.digits == "1.2.3" + "." * 76


def test_keys_write_immediately_and_after_a_button_press(entry: AppPage) -> None:
    entry.press("5", "6")
    assert entry.digits == "56" + "." * 79
    entry.click("Clear")
    entry.press("7", "Space", "8", "Backspace")
    assert entry.digits == "..7" + "." * 78
    entry.click("Clear")
    entry.press("Control+Home", "1")
    entry.page.get_by_role("button", name="2", exact=True).click()
    entry.press("3")
    assert entry.digits == "123" + "." * 78


def test_typing_advances_unless_switched_off(entry: AppPage) -> None:
    entry.press(*EASY)
    assert entry.digits == EASY
    entry.page.get_by_label("Move to the next cell after typing").uncheck()
    entry.click("Clear").press("Control+Home", "1", "2", "ArrowRight", "3")
    assert entry.digits == "23" + "." * 79


def test_keys_write_after_moving_the_slider(entry: AppPage) -> None:
    slider = entry.page.get_by_role("slider")
    slider.focus()
    entry.press("ArrowRight")
    assert slider.input_value() == "120"
    entry.press("5")
    assert entry.digits == "5" + "." * 80


def test_verdict_follows_the_rules(entry: AppPage) -> None:
    verdict = entry.page.locator(".headline")
    expect(verdict.locator("[data-sign]")).to_have_count(0)  # neutral until there is something to say
    read(entry.page, EASY_SOLUTION[:-1] + ".")
    expect(verdict).to_contain_text("80 clues, 1 empty cell")
    expect(verdict.locator("[data-sign]")).to_have_count(0)
    entry.select("r9c9").press("5")
    expect(verdict).to_contain_text("5 appears more than once in row 9")
    expect(verdict.locator("[data-sign=cross] svg")).to_be_visible()
    assert computed_style(verdict.locator("strong"), "color") == RED
    assert {"r9c9", "r9c3"} <= set(entry.wrong_cells())
    entry.select("r9c9").press("9")
    expect(verdict.locator("[data-sign=tick] svg")).to_be_visible()
    expect(verdict).to_contain_text("Correct!")
    assert computed_style(verdict.locator("strong"), "color") == GREEN
    assert entry.wrong_cells() == []


def test_import_scrolls_to_the_board_on_a_phone(open_app: OpenApp) -> None:
    app = open_app(390, 844, has_touch=True, is_mobile=True).open("enter")
    read(app.page, "rubbish")
    expect(app.page.get_by_role("alert")).to_be_in_viewport()
    read(app.page, EASY)
    expect(app.page.get_by_role("grid")).to_be_in_viewport(ratio=1)
    expect(app.page.locator(".headline")).to_be_in_viewport(ratio=1)
    assert app.digits == EASY


def test_grid_of_fives_is_invalid(entry: AppPage) -> None:
    read(entry.page, "5" * 81)
    expect(entry.page.locator(".headline [data-sign=cross]")).to_be_visible()


def test_solve_shows_and_counts_each_iteration(entry: AppPage) -> None:
    """Every placement and retraction appears, in the order of the library's search."""
    page = entry.page
    read(page, EASY)
    delay(page, 20)
    page.evaluate(
        """() => {
            const boards = window.boards = [];
            const look = () => [...document.querySelectorAll('[role=gridcell]')]
                .map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('');
            new MutationObserver(() => { const now = look(); if (boards.at(-1) !== now) boards.push(now); })
                .observe(document.querySelector('[role=grid]'), {subtree: true, childList: true, characterData: true});
        }"""
    )
    entry.click("Solve")
    expect(page.locator("main").get_by_text("Solved in")).to_be_visible(timeout=20_000)
    expected, count = boards_of_mrv(EASY)
    assert page.evaluate("window.boards") == expected
    assert iterations(page) == count
    expect(page.locator(".headline [data-sign=tick]")).to_be_visible()
    entry.click("Back to my puzzle")
    assert entry.digits == EASY


def boards_of_mrv(line: str) -> tuple[list[str], int]:
    """Return the positions of the library's search and the number of writes."""
    board, boards, count = list(line), [], 0
    for event in shudu.trace(line, by="mrv"):
        if event.kind == "solution":
            break
        if event.cell is None or event.kind == "conflict":
            continue
        board[event.cell] = "." if event.kind == "remove" else str(event.digit)
        count += event.kind != "remove"
        boards.append("".join(board))
    return boards, count


def test_solve_is_off_where_there_is_nothing_to_search(entry: AppPage) -> None:
    solve = entry.page.get_by_role("button", name="Solve")
    expect(solve).to_be_disabled()
    entry.select("r1c1").press("5")
    expect(solve).to_be_enabled()
    entry.select("r1c2").press("5")
    expect(solve).to_be_disabled()


def test_an_import_shows_the_report_and_the_buttons_below_it(entry: AppPage) -> None:
    rail = entry.page.locator(".rail")
    rail.evaluate("rail => rail.scrollTo(0, 60)")
    read(entry.page, HARD)
    expect(entry.page.locator(".headline")).to_contain_text("Exactly one solution")
    assert rail.evaluate("rail => rail.scrollTop") == 0


def test_one_key_starts_and_stops_a_run(entry: AppPage) -> None:
    read(entry.page, HARD)
    delay(entry.page, 20)
    entry.page.get_by_role("button", name="Solve").focus()
    entry.press("Enter")
    expect(entry.page.get_by_role("button", name="Stop")).to_be_focused()
    entry.press("Enter")
    expect(entry.page.get_by_role("button", name="Solve")).to_be_focused()
    expect(entry.page.locator("[data-outcome=stopped]")).to_be_visible()
    delay(entry.page, 0)
    entry.page.get_by_role("button", name="Solve").focus()
    entry.press("Enter")
    expect(entry.page.locator("[data-outcome=solution]")).to_be_visible()
    expect(entry.page.get_by_role("button", name="Solve")).to_be_focused()
    expect(entry.page.get_by_role("button", name="Solve")).to_be_disabled()


def test_instant_run_counts_retractions(entry: AppPage) -> None:
    read(entry.page, HARD)
    delay(entry.page, 0)
    entry.click("Solve")
    expect(entry.page.locator("main").get_by_text("Solved in")).to_be_visible(timeout=20_000)
    boards, count = boards_of_mrv(HARD)
    assert iterations(entry.page) == count
    assert entry.digits == boards[-1]
    assert int(entry.page.locator("[data-count=removals]").inner_text()) > 0


def test_retracted_cell_is_marked(entry: AppPage) -> None:
    read(entry.page, HARD)
    delay(entry.page, 40)
    entry.click("Solve")
    taken = entry.page.locator(".retracted").first
    taken.wait_for(timeout=15_000)
    entry.click("Stop")
    expect(entry.page.get_by_text("Stopped after")).to_be_visible()


def test_report_for_one_none_and_several_solutions(entry: AppPage) -> None:
    page = entry.page
    read(page, EASY)
    expect(page.get_by_text("Exactly one solution")).to_be_visible()
    read(page, "55" + "." * 79)
    expect(page.get_by_text("5 appears more than once in")).to_be_visible()
    assert entry.wrong_cells() == ["r1c1", "r1c2"]
    read(page, "12345678.........9" + "." * 63)
    expect(page.get_by_text("ringed clues contradict each other")).to_be_visible()
    assert "r2c9" in {cell_name(cell) for cell in find_marked(page, "cause")}
    read(page, "." + EASY_SOLUTION[1:].replace("5", ".").replace("3", "."))
    expect(page.get_by_text("Several solutions")).to_be_visible()
    entry.click("Solution 1")
    first = entry.digits
    entry.click("Solution 2")
    second = entry.digits
    differing = [cell for cell in range(81) if first[cell] != second[cell]]
    assert find_marked(page, "differs") == differing != []
    assert all(shudu.count(line) == 1 for line in (first, second))


def find_marked(page: Page, tone: str) -> list[int]:
    return [int(cell) for cell in page.locator(f".{tone}").evaluate_all("cells => cells.map(c => c.dataset.cell)")]


def cell_name(cell: int) -> str:
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def test_malformed_text_is_rejected_with_a_message(entry: AppPage) -> None:
    page = entry.page
    read(page, EASY)
    for text, words in {
        "hello": "Line 1, column 1: 'hello'",
        EASY[:80]: "column 81: 80 cells",
        "12\n34": "9 rows of 9 cells",
        "": "Nothing to read yet",
    }.items():
        read(page, text)
        expect(page.get_by_role("alert")).to_contain_text(words)
        assert entry.digits == EASY


def test_paste_anywhere(entry: AppPage) -> None:
    rows = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))
    entry.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData('text', text);
            document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}));
        }""",
        rows,
    )
    assert entry.digits == EASY


def test_new_puzzle_clear_and_play(entry: AppPage) -> None:
    entry.click("New puzzle")
    expect(entry.page.locator("[data-report=one]")).to_be_visible()
    line = entry.digits
    assert shudu.count(line, limit=2) == 1
    entry.click("Play this puzzle")
    expect(entry.page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    entry.expect_digits(line)
    entry.open("enter")
    entry.click("Clear")
    assert entry.digits == "." * 81


def test_editing_after_solving_changes_that_cell_only(entry: AppPage) -> None:
    read(entry.page, EASY)
    delay(entry.page, 0)
    entry.click("Solve")
    expect(entry.page.locator("[data-outcome=solution]")).to_be_visible()
    entry.select("r1c3").press("9")
    assert entry.digits == EASY_SOLUTION[:2] + "9" + EASY_SOLUTION[3:]
    assert computed_style(entry.cell("r1c1").locator(".digit"), "fontWeight") == "600"
    assert computed_style(entry.cell("r1c4").locator(".digit"), "fontWeight") == "400"
    entry.click("Undo")
    assert entry.digits == EASY


def test_clearing_can_be_undone(entry: AppPage) -> None:
    read(entry.page, EASY)
    entry.click("Clear")
    assert entry.digits == "." * 81
    entry.click("Undo")
    assert entry.digits == EASY
    entry.select("r1c3").press("4", "Control+z")
    assert entry.digits == EASY


def test_a_key_that_is_no_digit_is_answered(entry: AppPage) -> None:
    entry.select("r1c1").press("q")
    expect(entry.page.locator("[data-note]")).to_contain_text("Type a digit from 1 to 9")
    entry.press("5")
    expect(entry.page.locator("[data-note]")).to_contain_text("Keyboard")
