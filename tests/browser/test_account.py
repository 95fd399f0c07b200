"""Backup, transfer to other devices, and deletion."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage
from tests.browser.conftest import OpenApp


def account(app: AppPage) -> AppPage:
    """Open the section about data and devices."""
    app.open("help")
    part = app.page.locator("details", has_text="Your data and devices")
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    expect(app.page.get_by_text("this device", exact=True)).to_be_visible()
    return app


def start_played_game(app: AppPage) -> AppPage:
    """Start a game that the server knows."""
    app.open_puzzle(EASY)
    with app.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        app.select("r1c3").press("4")
    return app


def save_backup(app: AppPage, folder: Path) -> Path:
    with app.page.expect_download() as download:
        app.click("Download backup")
    download.value.save_as(folder / "backup.json")
    return folder / "backup.json"


def test_backup_restores_games_in_another_browser(app: AppPage, open_app: OpenApp, tmp_path: Path) -> None:
    file = save_backup(account(start_played_game(app)), tmp_path)
    app.expect_announcement("Backup downloaded.")
    other = account(open_app())
    other.page.locator("input[type=file]").set_input_files(file)
    other.expect_announcement("Restored 1 game in this browser and 1 on the server.")
    other.open("")
    other.page.get_by_role("link", name="Continue").click()
    other.expect_digits(EASY[:2] + "4" + EASY[3:])
    account(other).page.locator("input[type=file]").set_input_files(file)
    other.expect_announcement("Restored 0 games in this browser")


def backup_of(folder: Path, games: list[dict[str, Any]], player: object = None) -> Path:
    file = folder / "backup.json"
    file.write_text(json.dumps({"format": "shudu app 1", "games": games, "player": player}))
    return file


def old_game(number: int) -> dict[str, Any]:
    kept = {"id": f"old-{number}", "text": EASY, "started": number, "finished": True}
    return {**kept, "ghost": None, "wish": None, "remote": None, "about": None}


def test_restored_old_games_do_not_displace_the_current_one(app: AppPage, tmp_path: Path) -> None:
    account(start_played_game(app)).page.locator("input[type=file]").set_input_files(
        backup_of(tmp_path, [old_game(number) for number in range(60)])
    )
    app.expect_announcement("Restored 59 games in this browser and 0 on the server.")
    assert app.page.evaluate("localStorage['shudu.game.old-0'] === undefined")
    app.open("").page.get_by_role("link", name="Continue").click()
    app.expect_digits(EASY[:2] + "4" + EASY[3:])


def test_partly_invalid_backup_changes_nothing(app: AppPage, tmp_path: Path) -> None:
    app.expected_error = "status of 409"
    field = account(start_played_game(app)).page.locator("input[type=file]")
    before = app.page.evaluate("localStorage['shudu.games']")
    field.set_input_files(backup_of(tmp_path, [{"text": EASY}]))
    app.expect_announcement("This file isn’t a backup. Nothing was changed.")
    assert app.page.evaluate("localStorage['shudu.games']") == before
    with app.page.expect_response("**/player/restore"):
        field.set_input_files(backup_of(tmp_path, [old_game(1)], player={"format": "cat"}))
    app.expect_announcement("This file isn’t a backup. Nothing was changed.")
    assert app.page.evaluate("localStorage['shudu.games']") == before


def test_other_file_is_rejected_as_backup(app: AppPage, tmp_path: Path) -> None:
    rubbish = tmp_path / "cat.json"
    rubbish.write_text('{"format": "cat"}')
    account(start_played_game(app)).page.locator("input[type=file]").set_input_files(rubbish)
    app.expect_announcement("This file isn’t a backup. Nothing was changed.")


def test_backup_without_server_contains_local_games(app: AppPage, tmp_path: Path) -> None:
    account(start_played_game(app)).page.route("**/api/**", lambda route: route.abort())
    file = save_backup(app, tmp_path)
    app.expect_announcement("contains only the games in this browser")
    assert "r1c3=4" in file.read_text()


def test_transfer_code_moves_player_to_another_device(app: AppPage, open_app: OpenApp) -> None:
    account(start_played_game(app)).click("Create transfer code")
    code = app.page.locator("output")
    expect(code).to_be_visible()
    phone = account(open_app())
    phone.page.get_by_label("Transfer code from another device").fill(code.inner_text())
    phone.click("Use code")
    phone.expect_announcement("This browser now continues as you")
    expect(phone.page.get_by_role("button", name="Sign out")).to_have_count(1)
    phone.open("")
    phone.page.get_by_role("button", name=re.compile("moves?$")).click()
    phone.expect_digits(EASY[:2] + "4" + EASY[3:])
    app.page.reload()
    account(app).page.route("**/api/**", lambda route: route.abort())
    app.click("Sign out")
    expect(app.visible_text("Can’t reach the server.")).to_be_visible()
    expect(app.page.get_by_role("button", name="Sign out")).to_have_count(1)
    app.page.unroute_all()
    app.click("Sign out")
    expect(app.page.get_by_role("button", name="Sign out")).to_have_count(0)
    expect(app.visible_text("Can’t reach the server.")).to_have_count(0)


def test_wrong_transfer_code_is_reported(app: AppPage) -> None:
    app.expected_error = "status of 404"
    account(app).page.get_by_label("Transfer code from another device").fill("no-such-code-at-all")
    app.click("Use code")
    app.expect_announcement("This code is invalid, already used or expired.")


def test_server_failure_is_not_reported_as_wrong_code(app: AppPage) -> None:
    app.expected_error = "status of 503"
    account(app).page.route("**/api/**", lambda route: route.fulfill(status=503, json={}))
    app.click("Create transfer code")
    app.expect_announcement("Can’t reach the server.")


def test_deletion_works_without_browser_storage(app: AppPage) -> None:
    app.page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})")
    account(app).click("Delete all my data")
    app.click("Delete")
    expect(app.page.get_by_role("alert")).to_have_text("All data deleted.")


def test_deletion_message_is_visible_on_a_phone(open_app: OpenApp) -> None:
    app = account(open_app(390, 700, language="en")).click("Delete all my data").click("Delete")
    expect(app.page.get_by_role("alert")).to_have_text("All data deleted.")
    expect(app.page.get_by_role("alert")).to_be_in_viewport()


def test_delete_all_data(app: AppPage) -> None:
    account(start_played_game(app)).click("Delete all my data")
    expect(app.page.get_by_role("alert")).to_contain_text("permanently deletes")
    expect(app.page.get_by_role("button", name="Cancel")).to_be_focused()
    app.press("Enter")
    expect(app.page.get_by_role("button", name="Delete all my data")).to_be_focused()
    app.open("")
    expect(app.page.get_by_role("link", name="Continue")).to_be_visible()
    account(app).click("Delete all my data")
    app.click("Delete")
    expect(app.page.get_by_role("alert")).to_have_text("All data deleted.")
    assert app.page.evaluate("Object.keys(localStorage).filter(key => key !== 'shudu.settings')") == []
    app.open("")
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()
    expect(app.page.get_by_role("link", name="Continue")).to_have_count(0)
    app.open("stats")
    expect(app.page.get_by_text("No games yet.")).to_be_visible()
