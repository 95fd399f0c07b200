"""Learn: a newcomer reads a lesson and finds the technique, by touch and by keyboard, also offline."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser_tools.app_page import AppPage, wait_until
from shudu.learn.path import PATH
from tests.browser.conftest import OpenApp
from tests.browser.test_look import box, violations

SPEECH = "[data-speech]"


def watch_answers(app: AppPage) -> list[Any]:
    """Collect the lessons the page receives."""
    answers: list[Any] = []
    app.page.on("response", lambda got: answers.append(got.json()) if "/learn/topics/" in got.url and got.ok else None)
    return answers


def lesson_of(app: AppPage, answers: list[Any], number: int) -> Any:
    """Wait for an answer of the server, which may be read after the page has shown it."""
    for _ in range(200):
        if len(answers) > number:
            break
        app.page.wait_for_timeout(50)
    return answers[number]


def answer_drill(app: AppPage, drill: Any) -> None:
    """Mark the pattern of the first answer and cross its candidates out."""
    answer = drill["answers"][0]
    for cell in answer["pattern"] if drill["marks_pattern"] else []:
        app.cell(cell).tap()
    if drill["marks_pattern"]:
        app.page.locator(".modes button").nth(1).tap()
    for candidate in [*answer["removes"], *answer["places"]]:
        app.cell(candidate[1:]).tap()
        app.page.get_by_role("button", name=candidate[0], exact=True).tap()
    if answer["removes"]:
        app.page.get_by_role("button", name="检查").tap()


def test_a_lesson_leads_to_a_drill_by_touch(open_app: OpenApp) -> None:
    app = open_app(390, 844, language="zh", has_touch=True, is_mobile=True).open("")
    answers = watch_answers(app)
    app.page.locator("nav").get_by_role("link", name="学习").first.tap()
    expect(app.page.get_by_role("heading", name="直观法")).to_be_visible()
    app.page.get_by_role("link", name="二阶鱼（X 翼）").tap()
    expect(app.page.locator(SPEECH)).to_contain_text("盯住一个数")
    app.cell("r5c5").tap()
    expect(app.page.locator(SPEECH)).to_contain_text("不是这格。")
    app.cell("r5c4").tap()
    expect(app.page.locator(SPEECH)).to_contain_text("框出来")
    expect(app.page.locator(".cell.target")).to_have_count(2)
    for screen in lesson_of(app, answers, 0)["screens"]:
        for cell in screen["cells"]:
            app.cell(cell).tap()
    expect(app.page.locator(SPEECH)).to_contain_text("行和列对调也一样")
    app.page.get_by_role("link", name="轮到你了").tap()
    expect(app.page.locator(SPEECH)).to_contain_text("找出二阶鱼")
    drill = lesson_of(app, answers, 1)["drills"][0]
    before = box(app.page.get_by_role("grid"))
    answer_drill(app, drill)
    expect(app.page.locator(SPEECH)).to_contain_text("对了！")
    expect(app.page.locator("[data-reason]")).to_have_text(drill["answers"][0]["sentence"])
    assert box(app.page.get_by_role("grid")) == before
    assert app.page.locator(".struck").count() == len(drill["answers"][0]["removes"])
    records = json.loads(str(app.page.evaluate("localStorage.getItem('shudu.learn')")))
    assert [line.split()[1:3] for line in records] == [["x-wing", "lesson"], ["x-wing", "right"]]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_wrong_tap_does_not_move_the_board_of_a_lesson(open_app: OpenApp, language: str) -> None:
    app = open_app(360, 640, language=language, has_touch=True, is_mobile=True).open("learn/x-wing")
    said, grid = app.page.locator(SPEECH), app.page.get_by_role("grid")
    expect(said).to_be_visible()
    words, board = said.inner_text(), box(grid)
    for _ in range(2):
        app.cell("r5c5").tap()
        expect(said).not_to_have_text(words)
        assert box(grid) == board
        assert said.evaluate("said => said.scrollHeight <= said.clientHeight")
        words = said.inner_text()


def test_home_shows_how_much_of_the_path_is_learned(app: AppPage) -> None:
    lines = [f"{at} full-house right 1 1000" for at in range(1, 4)]
    app.page.add_init_script(f"localStorage.setItem('shudu.learn', JSON.stringify({lines}))")
    app.open("")
    bar = app.page.locator(".learn-card progress")
    expect(bar).to_have_attribute("max", str(len(PATH)))
    expect(bar).to_have_attribute("value", "1")


def test_the_profile_offers_what_is_due(app: AppPage) -> None:
    app.page.add_init_script(LEARNED)
    app.open("learn/profile")
    expect(app.page.locator(SPEECH)).to_have_text("Good to see you! 3 due for review.")
    app.page.get_by_role("link", name="Review (3)").click()
    expect(app.page.get_by_role("grid")).to_be_visible()


def test_a_set_by_keyboard(app: AppPage) -> None:
    answers = watch_answers(app)
    app.open("learn/full-house/drill")
    expect(app.page.get_by_role("grid")).to_be_visible()
    for number, drill in enumerate(lesson_of(app, answers, 0)["drills"], 1):
        candidate = drill["answers"][0]["places"][0]
        app.press("Control+Home", *["ArrowDown"] * (int(candidate[2]) - 1), *["ArrowRight"] * (int(candidate[4]) - 1))
        if number == 1:
            app.press(str(int(candidate[0]) % 9 + 1))
            expect(app.page.locator(SPEECH)).not_to_contain_text("Yes!")
        app.press(candidate[0])
        expect(app.page.locator(SPEECH)).to_contain_text("Yes!")
        app.press("Enter")
    expect(app.page.locator(SPEECH)).to_have_text("9 of 10 right first time.")
    app.open("learn")
    expect(app.page.locator(".topic.learned")).to_have_text("Full House Learned")


KNOWN = [f"{at} {topic} right 1 9000" for topic in ("x-wing", "skyscraper", "xy-wing") for at in (1, 2, 3)]
CLAIM = """code => fetch('/api/v1/player/transfer/claim', {
    method: 'POST', body: JSON.stringify({code}), headers: {'content-type': 'application/json'}})"""
LEARNED = f"localStorage.setItem('shudu.learn', {json.dumps(json.dumps(KNOWN))})"


def test_a_mixed_set_asks_for_the_name_first(app: AppPage) -> None:
    app.page.add_init_script(LEARNED)
    with app.page.expect_response(lambda got: "/learn/drills" in got.url) as got:
        app.open("learn/mix")
    drill = got.value.json()[0]
    names = app.page.locator(".names button")
    expect(names).to_have_count(4)
    expect(app.page.locator(SPEECH)).to_have_text("Which technique helps here?")
    right = {"x-wing": "X-Wing", "skyscraper": "Skyscraper", "xy-wing": "XY-Wing"}[drill["topic"]]
    names.filter(has_not_text=right).first.click()
    expect(app.page.locator(SPEECH)).to_contain_text("There is no ")
    names.filter(has_text=re.compile(rf"^\s*\d\s*{right}\s*$")).click()
    expect(app.page.locator(SPEECH)).to_contain_text(f"Right. Find the {right}")
    app.press("t")
    expect(app.page.locator(".timer")).to_contain_text("0:")


def test_records_move_to_another_device_and_are_deleted(open_app: OpenApp) -> None:
    first = open_app(1280, 800)
    first.page.add_init_script(LEARNED)
    with first.page.expect_response(lambda got: "/learn/records" in got.url and got.request.method == "POST"):
        first.open("learn")
    expect(first.page.locator(".topic.due, .topic.learned")).to_have_count(3)
    code = first.page.evaluate(
        "fetch('/api/v1/player/transfer', {method: 'POST'}).then(r => r.json()).then(r => r.code)"
    )
    second = open_app(1280, 800).open("learn")
    expect(second.page.locator(".topic.due, .topic.learned")).to_have_count(0)
    second.page.evaluate(CLAIM, code)
    second.page.evaluate("localStorage.setItem('shudu.met', 'true')")
    second.open("").page.reload()
    second.open("learn")
    expect(second.page.locator(".topic.due, .topic.learned")).to_have_count(3)


@pytest.mark.parametrize(("scheme", "language"), [("light", "zh"), ("dark", "en")])
def test_axe_finds_no_violations_in_learn(open_app: OpenApp, axe: str, scheme: str, language: str) -> None:
    app = open_app(390, 844, language=language, color_scheme=scheme)
    app.page.add_init_script(LEARNED)
    for screen in ("learn", "learn/xy-wing", "learn/xy-wing/drill", "learn/mix", "learn/profile"):
        app.open(screen)
        expect(app.page.locator(SPEECH)).to_be_visible()
        assert violations(app, axe) == [], screen
        assert app.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen


# A link that two of several chains share.
SHARED_LINK = {"start": ["5r2c6"], "end": ["5r2c8"], "strong": False, "proof": "r2"}


def test_chains_that_share_a_link_are_drawn(app: AppPage) -> None:
    def share_links(route: Route) -> None:
        answer = route.fetch()
        lesson = answer.json()
        for drill in lesson["drills"]:
            drill["answers"][0]["step"]["links"] = [SHARED_LINK, SHARED_LINK | {"strong": True}, SHARED_LINK]
        route.fulfill(response=answer, json=lesson)

    app.page.route("**/learn/topics/**", share_links)
    app.open("learn/x-chain/drill")
    app.click("Hint")
    app.click("Show me")
    expect(app.page.locator("path[data-turn]")).to_have_count(2)
    expect(app.page.get_by_role("button", name="Next")).to_be_visible()


KEPT = """() => caches.open('lessons-1').then(cache => cache.match('/learn-cache/naked-pair-en'))
    .then(kept => kept.json()).then(lesson => lesson.drills.length)"""


def test_downloaded_lessons_work_offline(app: AppPage) -> None:
    app.open("learn/naked-pair")
    expect(app.page.locator(SPEECH)).to_be_visible()
    app.open("learn/naked-pair/drill")
    wait_until(app.page, f"({KEPT})().then(kept => kept === 20)")  # two sets, so that offline sets differ
    app.open("learn")
    app.page.context.route("**/api/**", lambda route: route.abort())
    app.open("learn/naked-pair/drill")
    expect(app.page.locator(SPEECH)).to_contain_text("Find the Naked Pair")
    app.open("learn/skyscraper")
    expect(app.page.get_by_role("alert")).to_contain_text("not been saved yet")
