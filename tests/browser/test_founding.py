"""The page of the founding documents: every card opens what its document describes, at most two clicks from Home."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from browser_tools.app_page import EASY, EASY_SOLUTION, AppPage
from tests.browser.conftest import OpenApp

TERMS = "检查模式 提示模式 重玩模式 难度模式 初盘 终盘 模板法 回溯法 有限递推 搜索+剪枝 挖洞 求解 清空 出题"


def test_the_documents_and_their_terms_are_found(open_app: OpenApp) -> None:
    app = open_app(language="zh").open("help")
    app.page.get_by_role("link", name="渊源").click()
    expect(app.page.locator("[data-document]")).to_have_count(5)
    text = app.page.locator("main").inner_text()
    for term in (*TERMS.split(), "李冰、李林", "苍梧", "sudoLite", "Building a Sudoku Puzzle Generator", "李浩哲"):
        assert term in text, term


@pytest.mark.parametrize(
    ("button", "element"),
    [
        ("观看模板法", "[data-run=template]"),
        ("回溯法：循环与递归", "[data-run=backtrack-recursive]"),
        ("挖洞（不检验唯一性）", "[data-run=dig-blind]"),
        ("观看搜索+剪枝", "[data-run=search]"),
        ("观看逐数字生成", "[data-run=digits]"),
        ("观看种子变换", "[data-run=graded-puzzle]"),
        ("观看搜索", "[data-run=mrv]"),
        ("挖多少个洞还安全？", "[data-holes]"),
        ("录入并求解", "[role=grid]"),
        ("提示模式：一格能填哪些数", "[data-cell='2'] .slot"),
    ],
)
def test_a_button_opens_the_screen_already_set_up(open_app: OpenApp, button: str, element: str) -> None:
    app = open_app(width=390, height=844, language="zh").open("")
    app.page.get_by_role("link", name="渊源").click()
    app.page.get_by_role("link", name=button, exact=True).click()
    expect(app.page.locator(element).first).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_two_clicks_from_home_reach_every_control_of_the_documents(open_app: OpenApp, size: tuple[int, int]) -> None:
    page = open_app(*size, language="zh").open("").page
    page.get_by_role("button", name="简单").or_(page.get_by_role("link", name="简单")).first.click()
    for control in ("重玩", "提示", "检查"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_visible()
    expect(page.get_by_label("检查模式")).to_be_visible()
    page.get_by_role("link", name="shudu").click()
    page.get_by_role("link", name="录入").last.click()
    for control in ("求解", "清空", "出题"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_visible()
    page.get_by_role("link", name="shudu").click()
    page.get_by_role("link", name="统计").click()
    expect(page.get_by_role("heading", name="排行榜")).to_be_visible()


def test_a_puzzle_can_be_asked_for_by_its_number_of_clues(open_app: OpenApp) -> None:
    app = open_app(language="zh").open("")
    app.page.locator("details.card summary").first.click()
    field = app.page.get_by_label("17–80")
    assert (field.get_attribute("min"), field.get_attribute("max")) == ("17", "80")
    field.fill("62")
    field.press("Enter")
    expect(app.page.get_by_role("grid")).to_be_visible()
    assert 81 - app.digits.count(".") == 62


def test_statistics_open_on_the_difficulty_played_last(app: AppPage) -> None:
    app.open("help")
    played = [{"id": name, "difficulty": name, "time": 60_000, "at": at, "help": "none"} for name, at in
              (("hard", 1_700_000_000_000), ("expert", 1_700_000_100_000))]  # fmt: skip
    app.page.evaluate("results => localStorage.setItem('shudu.results', results)", json.dumps(played))
    app.open("stats")
    expect(app.page.locator("select option[value='difficulty=expert']:checked")).to_be_attached()


def test_the_page_can_be_installed_and_has_png_icons(app: AppPage) -> None:
    page = app.open("help").page
    page.evaluate("""() => {
        const offer = new Event('beforeinstallprompt', {cancelable: true});
        offer.prompt = async () => { window.asked = true; };
        window.dispatchEvent(offer);
    }""")
    button = page.get_by_role("button", name="Install")
    button.click()
    assert page.evaluate("window.asked")
    expect(button).to_have_count(0)
    icons = page.request.get(f"{app.address}manifest.webmanifest").json()["icons"]
    assert {icon["sizes"] for icon in icons if icon["type"] == "image/png"} == {"192x192", "512x512"}
    for icon in icons:
        if icon["type"] == "image/png":
            image = page.request.get(app.address + icon["src"]).body()
            width, height = int.from_bytes(image[16:20], "big"), int.from_bytes(image[20:24], "big")
            assert image.startswith(b"\x89PNG") and f"{width}x{height}" == icon["sizes"]


def test_the_installed_app_works_without_a_network(installed_app: AppPage) -> None:
    app = installed_app
    page = app.open("").page
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.context.set_offline(True)
    page.reload()
    for path, element in (
        ("help/founding", "[data-document]"),
        ("stats", "main h1"),
        ("lab/make/template,digits/7/-", "[data-run=digits][data-phase=done]"),
        ("lab/make/dig-blind/7/-/32/none/template", "[data-run=dig-blind][data-phase=done]"),
        (f"lab/solve/{EASY}/mrv/1/0", "[data-run=mrv][data-phase=done]"),
        ("lab/experiments/holes", "[data-clues='28'] td"),
    ):
        app.open(path)
        expect(page.locator(element).first).to_be_visible()
    app.open("enter")
    page.get_by_role("textbox").fill(EASY)
    app.click("Import")
    page.get_by_role("slider").fill("0")
    app.click("Solve")
    app.expect_digits(EASY_SOLUTION)
    app.open("lab/make/graded-puzzle/7/-")
    expect(page.get_by_text("Can’t reach the server.")).to_be_visible()
    expect(page.locator(".compare")).to_have_count(0)
    app.open("")
    page.get_by_role("button", name="Hard").or_(page.get_by_role("link", name="Hard")).first.click()
    expect(page.get_by_role("grid")).to_be_visible()
