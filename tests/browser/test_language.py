"""What was said in one language is said in the other once that is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.table import EASY, EASY_SOLUTION, Table

SWITCH = "Switch to Chinese 中文"


def away(page: Page) -> None:
    """The server does not answer from now on."""
    page.route("**/api/**", lambda route: route.abort())


def test_what_was_told_about_games_and_devices(table: Table, tmp_path: Path) -> None:
    table.go("help").page.locator("summary", has_text="Your data and devices").click()
    expect(table.page.get_by_text("this device", exact=True)).to_be_visible()
    away(table.page)
    rubbish = tmp_path / "cat.json"
    rubbish.write_text("{}")
    table.page.locator("input[type=file]").set_input_files(rubbish)
    table.says("This file isn’t a backup.")
    table.page.get_by_label("Transfer code from another device").fill("no-such-code-at-all")
    table.click("Use code").click("Delete all my data").click("Delete")
    expect(table.page.get_by_text("nothing was deleted")).to_be_visible()
    table.click(SWITCH)
    for words in ("这不是备份文件", "无法连接服务器。游戏已保存在此浏览器", "未删除任何数据"):
        expect(table.shown(words)).to_be_visible()


def test_what_was_told_about_a_name_and_a_board(table: Table) -> None:
    table.go("stats").page.get_by_label("Your name on the leaderboard").fill("Ada")
    table.click("Save")
    expect(table.page.get_by_text("Saved")).to_be_visible()
    away(table.page)
    table.page.get_by_label("Time").select_option("day")
    expect(table.page.get_by_role("alert")).to_be_visible()
    words = table.page.get_by_role("alert").inner_text()
    table.click(SWITCH)
    expect(table.shown("已保存")).to_be_visible()
    expect(table.page.get_by_role("alert")).not_to_contain_text(words)


@pytest.mark.parametrize("screen", ["enter", f"lab/solve/{EASY}", "lab/numbers/0"])
def test_that_the_kernel_did_not_come(open_table: Opener, screen: str) -> None:
    table = open_table(service_workers="block")  # it would bring what the page cannot have
    table.told = ""
    table.page.context.route("**/shudu.wasm", lambda route: route.abort("failed"))
    table.go(screen)
    if "solve" in screen:
        table.click("Hard")
    alert = table.page.get_by_role("alert").filter(has_text="The solver couldn’t load")
    expect(alert).to_be_visible()
    table.click(SWITCH)
    expect(alert).to_have_count(0)
    expect(table.page.get_by_role("alert").filter(has_text="求解器加载失败")).to_be_visible()


def test_that_a_number_is_none(table: Table) -> None:
    table.go("lab/numbers/0").page.get_by_role("textbox", name="Grid number").fill("cat")
    table.page.get_by_role("button", name="Show", exact=True).click()
    alert = table.page.locator("#grid-number-problem")
    expect(alert).not_to_be_empty()
    words = alert.inner_text()
    table.click(SWITCH)
    expect(alert).not_to_be_empty()
    expect(alert).not_to_contain_text(words)


def test_that_a_format_cannot_be_written(table: Table) -> None:
    table.told = "status of 429"
    table.page.route("**/exchange/write", lambda route: route.fulfill(status=429, json={"message": "try later"}))
    table.go("enter").click("Export")
    table.page.get_by_role("combobox", name="Format").select_option("svg")
    expect(table.shown("The server is busy.")).to_be_visible()
    table.click(SWITCH)
    expect(table.shown("服务器繁忙")).to_be_visible()


def test_a_link_to_the_lab_whose_digits_clash_is_told_in_its_language(open_table: Opener) -> None:
    table = open_table(language="zh").go(f"lab/solve/55{EASY[2:]}/mrv/1/0")
    expect(table.page.get_by_role("alert")).to_have_text("标出的提示数互相冲突，无法搜索。")
    assert table.wrong() == ["r1c1", "r1c2"]
    table.page.goto("about:blank")
    table.told = "status of 503"
    table.page.route("**/trace", lambda route: route.fulfill(status=503, json={"message": "busy"}))
    table.go(f"lab/solve/{EASY_SOLUTION}/mrv/1/0")
    expect(table.page.locator("[data-phase=busy]")).to_contain_text("服务器繁忙")
