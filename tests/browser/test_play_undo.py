"""Play: undo, redo and checkpoints."""

from __future__ import annotations

from playwright.sync_api import expect

from browser_tools.app_page import ALMOST_SOLVED, EASY, AppPage


def test_undo_and_redo_by_every_key(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("4")
    done = app.digits
    for back, forth in (("Control+z", "Control+y"), ("[", "]"), ("Control+z", "Control+Shift+Z")):
        app.press(back)
        assert app.digits == EASY
        app.press(forth)
        assert app.digits == done
    for key in ("0", "4", "Backspace", "4", "Delete"):
        app.press(key)
    assert app.digits == EASY


def test_undo_works_after_the_finish(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    app.expect_win()
    app.press("[", "[")
    assert app.digits == ALMOST_SOLVED


def test_checkpoints_and_return_to_last_correct_position(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("4", "m")
    app.expect_announcement("Checkpoint 1 saved.")
    kept = app.digits
    app.select("r1c4").press("2").select("r1c6").press("6", "Shift+M")
    assert app.digits == kept
    app.click("Checkpoints")
    app.page.get_by_placeholder("Name").fill("a/b")
    expect(app.page.get_by_role("alert")).to_have_text("Use letters and digits, up to 24.")
    app.page.get_by_placeholder("Name").fill("我 猜")
    app.click("Save")
    app.expect_announcement("Checkpoint 我 猜 saved.")
    app.select("r1c9").press("1")
    app.click("Return to 我 猜")
    app.expect_announcement("Back to checkpoint 我 猜.")
    app.select("r1c4").press("6").select("r1c6").press("2")
    app.click("Back to the last correct position")
    assert app.digits == EASY[:2] + "46" + EASY[4:]
