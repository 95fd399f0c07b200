"""Play: undo, redo and checkpoints."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import ALMOST, EASY, Table


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


def test_undo_goes_on_after_the_finish(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    table.says("Solved in")
    table.press("[", "[")
    assert table.digits == ALMOST


def test_checkpoints_and_back_to_the_last_correct_position(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4", "m")
    table.says("Checkpoint 1 saved.")
    kept = table.digits
    table.choose("r1c4").press("2").choose("r1c6").press("6", "Shift+M")
    assert table.digits == kept
    table.click("Saves")
    table.page.get_by_placeholder("Name").fill("a/b")
    expect(table.page.get_by_role("alert")).to_have_text("Use letters and digits, up to 24.")
    table.page.get_by_placeholder("Name").fill("我 猜")
    table.click("Save")
    table.says("Checkpoint 我 猜 saved.")
    table.choose("r1c9").press("1")
    table.click("Return to 我 猜")
    table.says("Back to checkpoint 我 猜.")
    table.choose("r1c4").press("6").choose("r1c6").press("2")
    table.click("Back to the last correct position")
    assert table.digits == EASY[:2] + "46" + EASY[4:]
