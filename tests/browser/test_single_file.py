"""`shudu.html`: the game in one file, opened from the disk without a server and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import shudu
from browser_tools.app_page import EASY, EASY_SOLUTION, AppPage

FILE = "src/shudu/server/static/shudu.html"


@pytest.fixture
def single(browser: Browser, root: Path) -> Iterator[AppPage]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="zh-CN")
    requests: list[str] = []
    app = AppPage(context.new_page(), (root / FILE).as_uri())
    app.page.on("request", lambda request: requests.append(request.url))
    app.page.on("pageerror", lambda error: app.console_errors.append(str(error)))
    app.open("")
    yield app
    context.close()
    assert app.console_errors == []
    assert {url.partition("#")[0] for url in requests if not url.startswith(("data:", "blob:"))} == {app.address}


def test_the_file_is_small_and_complete(root: Path) -> None:
    text = (root / FILE).read_text(encoding="utf-8")
    assert len(text.encode()) <= 600_000
    assert 'src="' not in text.partition("<script")[0] and "http://" not in text.partition("<style")[0]


def test_a_whole_game_is_played_and_counted(single: AppPage) -> None:
    page = single.page
    page.get_by_role("button", name="简单").click()
    expect(page.get_by_role("grid")).to_be_visible()
    puzzle = single.digits
    solution = shudu.solve(puzzle).line
    assert 38 <= 81 - puzzle.count(".") <= 55
    page.get_by_label("检查模式").select_option("rules")
    cells = [cell for cell in range(81) if puzzle[cell] == "."]
    name = "r{}c{}".format(*(part + 1 for part in divmod(cells[0], 9)))
    single.select(name).press("q")
    single.expect_announcement("请输入 1–9 的数字")
    row = puzzle[cells[0] // 9 * 9 : cells[0] // 9 * 9 + 9]
    wrong = next(digit for digit in row if digit != ".")
    single.press(wrong)
    expect(page.locator("[data-warning]")).to_contain_text(f"已有 {wrong}")
    single.click("重玩")
    assert single.digits == puzzle
    single.select(name).click("提示")
    page.get_by_role("button", name="本格候选数").click()
    assert solution[cells[0]] in single.centre_marks(name)
    single.press("Escape")
    for cell in cells:
        single.select("r{}c{}".format(*(part + 1 for part in divmod(cell, 9)))).press(solution[cell])
    expect(page.locator("[data-result=time]")).to_be_visible()
    page.get_by_role("link", name="统计").click()
    expect(page.get_by_role("row", name="简单")).to_contain_text("1")


def test_entering_and_watching_the_search(single: AppPage) -> None:
    page = single.page
    single.open("enter")
    page.get_by_role("textbox").fill(EASY)
    page.get_by_role("button", name="导入").click()
    page.get_by_role("slider").fill("0")
    single.click("求解")
    expect(page.locator("[data-outcome=solution]")).to_be_visible()
    assert single.digits == EASY_SOLUTION
    assert int(page.locator("[data-count=iterations]").inner_text()) == shudu.trace(EASY, by="mrv").stats.iterations
    expect(page.locator("[data-sign=tick]")).to_be_visible()
    single.click("清空")
    single.click("出题")
    expect(page.locator("[data-report=one]")).to_be_visible()


def test_language_and_theme(single: AppPage) -> None:
    page = single.page
    page.get_by_role("button", name="EN").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.emulate_media(color_scheme="light")
    assert dark != page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
