"""Messages on the screen follow a change of language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser_tools.app_page import EASY, EASY_SOLUTION, AppPage
from tests.browser.conftest import OpenApp

SWITCH = "Switch to Chinese 中文"


def away(page: Page) -> None:
    """Block all further requests to the server."""
    page.route("**/api/**", lambda route: route.abort())


def test_messages_about_data_follow_the_language(app: AppPage, tmp_path: Path) -> None:
    app.open("help").page.locator("summary", has_text="Your data and devices").click()
    expect(app.page.get_by_text("this device", exact=True)).to_be_visible()
    away(app.page)
    rubbish = tmp_path / "cat.json"
    rubbish.write_text("{}")
    app.page.locator("input[type=file]").set_input_files(rubbish)
    app.expect_announcement("This file isn’t a backup.")
    app.page.get_by_label("Transfer code from another device").fill("no-such-code-at-all")
    app.click("Use code").click("Delete all my data").click("Delete")
    expect(app.page.get_by_text("nothing was deleted")).to_be_visible()
    app.click(SWITCH)
    for words in ("这不是备份文件", "无法连接服务器。游戏已保存在此浏览器", "未删除任何数据"):
        expect(app.visible_text(words)).to_be_visible()


def test_messages_about_name_and_leaderboard_follow_the_language(app: AppPage) -> None:
    app.open("stats").page.get_by_label("Your name on the leaderboard").fill("Ada")
    app.click("Save")
    expect(app.page.get_by_text("Saved")).to_be_visible()
    away(app.page)
    app.page.get_by_role("radio", name="Today").check(force=True)
    expect(app.page.get_by_role("alert")).to_be_visible()
    words = app.page.get_by_role("alert").inner_text()
    app.click(SWITCH)
    expect(app.visible_text("已保存")).to_be_visible()
    expect(app.page.get_by_role("alert")).not_to_contain_text(words)


@pytest.mark.parametrize("screen", ["enter", f"lab/solve/{EASY}", "lab/numbers/0"])
def test_kernel_error_follows_the_language(open_app: OpenApp, screen: str) -> None:
    app = open_app()
    app.expected_error = ""
    app.page.context.route("**/shudu.wasm", lambda route: route.abort("failed"))
    app.open(screen)
    if "solve" in screen:
        app.click("Hard")
    alert = app.page.get_by_role("alert").filter(has_text="The solver couldn’t load")
    expect(alert).to_be_visible()
    app.click(SWITCH)
    expect(alert).to_have_count(0)
    expect(app.page.get_by_role("alert").filter(has_text="求解器加载失败")).to_be_visible()


def test_number_error_follows_the_language(app: AppPage) -> None:
    field = app.open("lab/numbers/0").page.get_by_role("textbox", name="Grid number")
    expect(field).to_have_value("0")
    field.fill("cat")
    app.page.get_by_role("button", name="Show", exact=True).click()
    alert = app.page.locator("#grid-number-problem")
    expect(alert).not_to_be_empty()
    words = alert.inner_text()
    app.click(SWITCH)
    expect(alert).not_to_be_empty()
    expect(alert).not_to_contain_text(words)


def test_export_error_follows_the_language(app: AppPage) -> None:
    app.expected_error = "status of 429"
    app.page.route("**/exchange/write", lambda route: route.fulfill(status=429, json={"message": "try later"}))
    app.open("enter").click("Export")
    app.page.get_by_role("combobox", name="Format").select_option("svg")
    expect(app.visible_text("The server is busy.")).to_be_visible()
    app.click(SWITCH)
    expect(app.visible_text("服务器繁忙")).to_be_visible()


def test_lab_link_with_conflicting_digits_is_explained(open_app: OpenApp) -> None:
    app = open_app(language="zh").open(f"lab/solve/55{EASY[2:]}/mrv/1/0")
    expect(app.page.get_by_role("alert")).to_have_text("标出的已知数互相冲突，无法搜索。")
    assert app.wrong_cells() == ["r1c1", "r1c2"]
    app.page.goto("about:blank")
    app.expected_error = "status of 503"
    app.page.route("**/trace", lambda route: route.fulfill(status=503, json={"message": "busy"}))
    app.open(f"lab/solve/{EASY_SOLUTION}/kernel/1/0")
    expect(app.page.locator("[data-phase=busy]")).to_contain_text("服务器繁忙")
