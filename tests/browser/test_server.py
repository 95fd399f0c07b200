"""Hints, synchronisation, statistics and daily puzzles, with the server and without."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import shudu
from browser_tools.app_page import ALMOST_SOLVED, EASY, AppPage, computed_style, wait_until
from tests.browser.conftest import OpenApp

STUCK = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."


def test_hint_has_five_stages(app: AppPage) -> None:
    app.open_puzzle(EASY).press("h")
    steps = app.page.locator(".sheet li")
    expect(steps).to_have_count(1)
    expect(steps.first).to_contain_text("Look at")
    assert app.page.locator(".cause").count() == 0
    app.click("Show the technique")
    expect(steps.nth(1)).to_contain_text("Technique:")
    app.press("h")
    expect(steps.nth(2)).to_contain_text("Pattern: r")
    expect(app.page.locator(".cause").first).to_be_visible()
    assert "inset" in computed_style(app.page.locator(".cause").first, "boxShadow")
    app.click("Explain")
    expect(steps).to_have_count(4)
    assert len(steps.nth(3).inner_text()) > 20
    assert app.digits == EASY
    app.click("Apply")
    app.expect_announcement("Applied.")
    assert app.digits != EASY
    expect(app.page.get_by_text("1 hint used")).to_be_visible()


def test_hint_strikes_eliminated_candidates(open_app: OpenApp) -> None:
    """Eliminated candidates are struck through, not only coloured."""
    line = position_with_an_elimination(STUCK)
    app = open_app(language="zh").open_puzzle(line)
    app.click("填候选数")
    for level in range(1, 5):
        app.press("h")
        expect(app.page.locator(".sheet li")).to_have_count(level)
    struck = app.page.locator(".struck").first
    expect(struck).to_be_visible()
    assert "line-through" in computed_style(struck, "textDecoration")


def position_with_an_elimination(line: str) -> str:
    """Fill in all singles."""
    while (step := shudu.hint(line).step) and step.places:
        for digit, cell in step.places:
            line = line[:cell] + str(digit) + line[cell + 1 :]
    return line


def test_finished_game_appears_in_statistics(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED)
    with app.page.expect_response(
        lambda answer: answer.url.endswith("/moves") and '"finished":null' not in answer.text()
    ):
        app.select("r9c8").press("7", "ArrowRight", "9")
    app.open("stats")
    expect(app.page.get_by_role("row", name="Your puzzles")).to_be_visible()
    expect(app.page.locator(".facts div", has_text="Day streak")).to_contain_text("1")


def test_ten_offline_moves_are_sent_later(installed_app: AppPage) -> None:
    app = installed_app
    page = app.page
    app.open("")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    app.open_puzzle(EASY)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    app.select("r1c3")
    for digit in "1234567892":
        app.press(digit)
    expect(app.visible_text("Can’t reach the server.")).to_be_visible()
    assert app.digits[2] == "2"
    status = page.locator(".status .what")
    expect(status).to_contain_text("offline")
    with page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        page.context.set_offline(False)
    expect(app.visible_text("Can’t reach the server.")).to_have_count(0)
    expect(status).not_to_contain_text("offline")


def test_game_finished_offline_is_sent_from_the_first_page(installed_app: AppPage) -> None:
    app = installed_app
    page, context = app.page, app.page.context
    app.open("")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    app.open_puzzle(ALMOST_SOLVED)
    context.set_offline(True)
    app.select("r9c8").press("7", "ArrowRight", "9")
    app.expect_win()
    page.close()
    context.set_offline(False)
    other = context.new_page()
    with other.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        other.goto(app.address)
    other.goto(f"{app.address}#/stats")
    expect(other.locator(".facts div", has_text="Solved")).to_contain_text("1")


def test_cards_describe_the_puzzle(app: AppPage) -> None:
    app.open("")
    card = app.page.locator(".band.easy")
    expect(card).to_contain_text("Singles only")
    expect(card).to_have_attribute("title", re.compile(r"^\d+ clues · "), timeout=60_000)
    card.click()
    expect(app.page.get_by_role("grid")).to_be_visible()


def test_puzzles_by_level_and_by_technique(app: AppPage) -> None:
    app.open("")
    app.page.locator("summary", has_text="Choose by level, technique or clues").click()
    app.page.get_by_label("Level").select_option("Hard")
    app.page.get_by_role("button", name="Start", exact=True).first.click()
    expect(app.page.get_by_role("grid")).to_be_visible(timeout=60_000)
    assert shudu.rate(app.digits).level == "hard"
    hardest = shudu.rate(app.digits).hardest
    app.open("")
    app.page.locator("summary", has_text="Choose by level, technique or clues").click()
    app.page.get_by_label("Technique").select_option("Naked Pair")
    expect(app.page.get_by_label("Level")).to_be_disabled()
    app.page.get_by_role("button", name="Start", exact=True).first.click()
    expect(app.page.get_by_role("grid")).to_be_visible(timeout=60_000)
    rating = shudu.rate(app.digits)
    assert rating.counts["naked-pair"] and hardest
    expect(app.page.locator(".status .what")).to_contain_text("Naked Pair")


def test_daily_puzzle_is_the_same_for_everyone(open_app: OpenApp) -> None:
    lines = []
    for language in ("en", "zh"):
        app = open_app(language=language).open("")
        app.page.locator(".daily .three button").first.click()
        expect(app.page.get_by_role("grid")).to_be_visible(timeout=60_000)
        lines.append(app.digits)
    assert lines[0] == lines[1]


def test_daily_puzzle_resumes(app: AppPage) -> None:
    daily = app.open("").page.locator(".daily .three button").first
    daily.click()
    expect(app.page.get_by_role("grid")).to_be_visible(timeout=60_000)
    expect(app.page.locator(".status .name strong")).to_have_text("Daily · Easy")
    address, empty = app.page.url, app.digits.index(".")
    app.page.locator(f"[data-cell='{empty}']").click()
    app.press("5")
    app.open("")
    daily.click()
    expect(app.page).to_have_url(address)
    expect(app.page.locator(f"[data-cell='{empty}']")).to_have_text("5")


def test_open_page_offers_the_new_day_after_midnight(open_app: OpenApp) -> None:
    app = open_app(timezone_id="Asia/Shanghai")
    app.page.clock.install(time="2026-03-04T15:59:50Z")
    daily = app.open("").page.locator(".daily")
    expect(daily).to_contain_text("4 March")
    app.page.clock.fast_forward("01:00")
    expect(daily).to_contain_text("5 March")
    with app.page.expect_request("**/api/v1/games") as asked:
        daily.locator(".three button").nth(1).click()
    assert asked.value.post_data_json == {"daily": "2026-03-05/medium"}


def test_wrong_clock_is_not_reported_as_missing_server(app: AppPage) -> None:
    app.expected_error = "status of 404"
    app.page.clock.set_fixed_time("2199-03-04T12:00:00Z")
    app.open("").page.locator(".daily .three button").first.click()
    expect(app.page.get_by_role("alert")).to_have_text("No puzzle for 4 March. Check the date on your device.")


def test_server_failure_is_reported(app: AppPage) -> None:
    app.expected_error = "status of 500"
    app.page.route("**/api/**", lambda route: route.fulfill(status=500, json={"detail": "oops"}))
    app.open("")
    app.page.locator(".daily .three button").first.click()
    expect(app.page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    app.open("stats")
    expect(app.page.get_by_role("alert").first).to_contain_text("These are the games of this browser")
    app.open_puzzle(EASY).select("r1c3").press("4")
    expect(app.visible_text("Your moves are saved")).to_be_visible()


def test_failed_generation_is_reported_and_can_be_retried(open_app: OpenApp) -> None:
    app = open_app()
    app.expected_error = ""  # the browser logs network errors and disabled storage
    app.page.context.route("**/api/**", lambda route: route.abort("failed"))
    app.page.context.route("**/shudu.wasm", lambda route: route.abort("failed"))
    easy = app.open("").page.locator(".band.easy")
    easy.click()
    expect(app.page.get_by_role("alert")).to_contain_text("The solver couldn’t load.")
    app.page.context.unroute("**/shudu.wasm")
    easy.click()
    expect(app.page.get_by_role("grid")).to_be_visible()


def test_new_version_keeps_the_previous_one_for_open_pages(installed_app: AppPage) -> None:
    app = installed_app
    page = app.open("help").page
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    # Simulate two older versions in this order, then the current one.
    page.evaluate(
        """async () => {
            for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
            for (const name of await caches.keys()) await caches.delete(name);
            for (const name of ['shudu-first', 'shudu-second']) {
                const cache = await caches.open(name);
                await cache.put('./', new Response(name, {headers: {'content-type': 'text/html'}}));
                await cache.put(`./assets/${name}.js`, new Response(name));
            }
        }"""
    )
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    wait_until(page, "navigator.serviceWorker.controller?.state === 'activated'")
    names = page.evaluate("caches.keys()")
    assert len(names) == 2 and names[0] == "shudu-second"
    assert page.evaluate("fetch('./assets/shudu-second.js').then(answer => answer.text())") == "shudu-second"
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Help and settings")).to_be_visible()


def test_unknown_addresses_show_a_page_that_works(app: AppPage) -> None:
    app.expected_error = "status of 404"
    response = app.page.goto(f"{app.address}nothing/here")
    assert response is not None and response.status == 404
    app.page.get_by_role("link").click()
    expect(app.page.locator(".band.easy")).to_be_visible()
    app.open("nowhere")
    expect(app.page.get_by_role("heading", name="Page not found")).to_be_visible()
    app.page.get_by_role("link", name="Back to home").click()
    expect(app.page.locator(".band.easy")).to_be_visible()


def test_share_link_reopens_its_game(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("4")
    address = app.page.url
    app.open(f"p/{EASY}")
    expect(app.page).to_have_url(address)
    expect(app.cell("r1c3")).to_have_text("4")


def test_rejected_moves_are_reported(app: AppPage) -> None:
    app.expected_error = "status of 409"
    problem = {"code": "server.unknown-game", "message": "no", "detail": {}}
    app.page.route("**/games/*/moves", lambda route: route.fulfill(status=409, json=problem))
    app.open_puzzle(EASY).select("r1c3").press("4")
    sync = app.page.locator("[data-sync=local]")
    expect(sync).to_have_attribute("title", re.compile("^Kept in this browser only. .+"))
