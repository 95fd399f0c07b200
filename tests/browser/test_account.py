"""Backup, other devices and leaving: nothing is lost that a player wants to keep."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.table import EASY, Table


def account(table: Table) -> Table:
    """Opens the part about games and devices."""
    table.go("help")
    part = table.page.locator("details", has_text="Your data and devices")
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    expect(table.page.get_by_text("this device", exact=True)).to_be_visible()
    return table


def played(table: Table) -> Table:
    """A game under way, known to the server."""
    table.play(EASY)
    with table.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        table.choose("r1c3").press("4")
    return table


def saved(table: Table, folder: Path) -> Path:
    with table.page.expect_download() as download:
        table.click("Download backup")
    download.value.save_as(folder / "backup.json")
    return folder / "backup.json"


def test_a_backup_brings_games_to_another_browser(table: Table, open_table: Opener, tmp_path: Path) -> None:
    file = saved(account(played(table)), tmp_path)
    table.says("Backup downloaded.")
    other = account(open_table())
    other.page.locator("input[type=file]").set_input_files(file)
    other.says("Restored 1 game in this browser and 1 on the server.")
    other.go("")
    other.page.get_by_role("link", name="Continue").click()
    expect(other.page.get_by_role("grid")).to_be_visible()
    assert other.digits == EASY[:2] + "4" + EASY[3:]
    account(other).page.locator("input[type=file]").set_input_files(file)
    other.says("Restored 0 games in this browser")


def backup_of(folder: Path, games: list[dict[str, Any]], player: object = None) -> Path:
    file = folder / "backup.json"
    file.write_text(json.dumps({"format": "shudu app 1", "games": games, "player": player}))
    return file


def old_game(number: int) -> dict[str, Any]:
    kept = {"id": f"old-{number}", "text": EASY, "started": number, "finished": True}
    return {**kept, "ghost": None, "wish": None, "remote": None, "about": None}


def test_old_games_that_come_back_do_not_push_out_the_one_under_way(table: Table, tmp_path: Path) -> None:
    account(played(table)).page.locator("input[type=file]").set_input_files(
        backup_of(tmp_path, [old_game(number) for number in range(60)])
    )
    table.says("Restored 59 games in this browser and 0 on the server.")
    assert table.page.evaluate("localStorage['shudu.game.old-0'] === undefined")
    table.go("").page.get_by_role("link", name="Continue").click()
    expect(table.page.get_by_role("grid")).to_be_visible()
    assert table.digits == EASY[:2] + "4" + EASY[3:]


def test_a_backup_of_which_a_part_is_wrong_changes_nothing(table: Table, tmp_path: Path) -> None:
    table.told = "status of 422"
    field = account(played(table)).page.locator("input[type=file]")
    before = table.page.evaluate("localStorage['shudu.games']")
    field.set_input_files(backup_of(tmp_path, [{"text": EASY}]))
    table.says("This file isn’t a backup. Nothing was changed.")
    assert table.page.evaluate("localStorage['shudu.games']") == before
    with table.page.expect_response("**/player/restore"):
        field.set_input_files(backup_of(tmp_path, [old_game(1)], player={"format": "cat"}))
    table.says("This file isn’t a backup. Nothing was changed.")
    assert table.page.evaluate("localStorage['shudu.games']") == before


def test_a_file_that_is_no_backup_changes_nothing(table: Table, tmp_path: Path) -> None:
    rubbish = tmp_path / "cat.json"
    rubbish.write_text('{"format": "cat"}')
    account(played(table)).page.locator("input[type=file]").set_input_files(rubbish)
    table.says("This file isn’t a backup. Nothing was changed.")


def test_without_the_server_the_games_of_the_browser_are_saved(table: Table, tmp_path: Path) -> None:
    account(played(table)).page.route("**/api/**", lambda route: route.abort())
    file = saved(table, tmp_path)
    table.says("contains only the games in this browser")
    assert "r1c3=4" in file.read_text()


def test_a_code_takes_the_player_to_another_device(table: Table, open_table: Opener) -> None:
    account(played(table)).click("Create transfer code")
    code = table.page.locator("output")
    expect(code).to_be_visible()
    phone = account(open_table())
    phone.page.get_by_label("Transfer code from another device").fill(code.inner_text())
    phone.click("Use code")
    phone.says("This browser now continues as you")
    expect(phone.page.get_by_role("button", name="Sign out")).to_have_count(1)
    phone.go("")
    phone.page.get_by_role("button", name=re.compile("moves?$")).click()
    expect(phone.page.get_by_role("grid")).to_be_visible()
    assert phone.digits == EASY[:2] + "4" + EASY[3:]
    table.page.reload()
    account(table).page.route("**/api/**", lambda route: route.abort())
    table.click("Sign out")
    expect(table.shown("Can’t reach the server.")).to_be_visible()
    expect(table.page.get_by_role("button", name="Sign out")).to_have_count(1)
    table.page.unroute_all()
    table.click("Sign out")
    expect(table.page.get_by_role("button", name="Sign out")).to_have_count(0)
    expect(table.shown("Can’t reach the server.")).to_have_count(0)


def test_a_wrong_code_is_told(table: Table) -> None:
    table.told = "status of 404"
    account(table).page.get_by_label("Transfer code from another device").fill("no-such-code-at-all")
    table.click("Use code")
    table.says("This code is invalid, already used or expired.")


def test_a_server_that_fails_is_not_told_as_a_wrong_code(table: Table) -> None:
    table.told = "status of 503"
    account(table).page.route("**/api/**", lambda route: route.fulfill(status=503, json={}))
    table.click("Create transfer code")
    table.says("Can’t reach the server.")


def test_a_player_can_be_deleted_where_the_browser_keeps_nothing(table: Table) -> None:
    table.page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})")
    account(table).click("Delete all my data")
    table.click("Delete")
    expect(table.page.get_by_role("alert")).to_have_text("All data deleted.")


def test_that_everything_is_deleted_is_seen_on_a_phone(open_table: Opener) -> None:
    table = account(open_table(390, 700, language="en")).click("Delete all my data").click("Delete")
    expect(table.page.get_by_role("alert")).to_have_text("All data deleted.")
    expect(table.page.get_by_role("alert")).to_be_in_viewport()


def test_everything_can_be_deleted(table: Table) -> None:
    account(played(table)).click("Delete all my data")
    expect(table.page.get_by_role("alert")).to_contain_text("permanently deletes")
    expect(table.page.get_by_role("button", name="Cancel")).to_be_focused()
    table.press("Enter")
    expect(table.page.get_by_role("button", name="Delete all my data")).to_be_focused()
    table.go("")
    expect(table.page.get_by_role("link", name="Continue")).to_be_visible()
    account(table).click("Delete all my data")
    table.click("Delete")
    expect(table.page.get_by_role("alert")).to_have_text("All data deleted.")
    assert table.page.evaluate("Object.keys(localStorage).filter(key => key !== 'shudu.settings')") == []
    table.go("")
    expect(table.page.get_by_role("heading", name="New game")).to_be_visible()
    expect(table.page.get_by_role("link", name="Continue")).to_have_count(0)
    table.go("stats")
    expect(table.page.get_by_text("No games yet.")).to_be_visible()
