"""With the real server: hints, games sent, statistics; and without it for a while."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from tests.browser.conftest import Opener
from tests.browser.table import ALMOST, EASY, Table, style

STUCK = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."


def test_the_next_step_in_five_levels(table: Table) -> None:
    table.play(EASY).press("h")
    steps = table.page.locator(".sheet li")
    expect(steps).to_have_count(1)
    expect(steps.first).to_contain_text("Look at")
    assert table.page.locator(".cause").count() == 0
    table.click("Show the technique")
    expect(steps.nth(1)).to_contain_text("Technique:")
    table.press("h")
    expect(steps.nth(2)).to_contain_text("These cells: r")
    expect(table.page.locator(".cause").first).to_be_visible()
    assert "inset" in style(table.page.locator(".cause").first, "boxShadow")
    table.click("Explain")
    expect(steps).to_have_count(4)
    assert len(steps.nth(3).inner_text()) > 20
    assert table.digits == EASY
    table.click("Apply")
    table.says("Applied.")
    assert table.digits != EASY
    expect(table.page.get_by_text("1 hint used")).to_be_visible()


def test_a_hint_draws_what_falls_away(open_table: Opener) -> None:
    """A step that eliminates candidates: each is struck through, not only coloured."""
    line = position_with_an_elimination(STUCK)
    table = open_table(language="zh").play(line)
    table.click("候选数")
    for level in range(1, 5):
        table.press("h")
        expect(table.page.locator(".sheet li")).to_have_count(level)
    struck = table.page.locator(".struck").first
    expect(struck).to_be_visible()
    assert "line-through" in style(struck, "textDecoration")


def position_with_an_elimination(line: str) -> str:
    """The puzzle with all singles filled in."""
    while (step := shudu.hint(line).step) and step.places:
        for digit, cell in step.places:
            line = line[:cell] + str(digit) + line[cell + 1 :]
    return line


def test_a_finished_game_reaches_the_statistics(table: Table) -> None:
    table.play(ALMOST)
    with table.page.expect_response(
        lambda answer: answer.url.endswith("/moves") and '"finished":null' not in answer.text()
    ):
        table.choose("r9c8").press("7", "ArrowRight", "9")
    table.go("stats")
    expect(table.page.get_by_role("row", name="Easy")).to_be_visible()
    expect(table.page.get_by_text("Current streak: 1 day")).to_be_visible()


def test_offline_for_ten_moves_and_back(table: Table) -> None:
    page = table.page
    table.go("")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table.play(EASY)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    table.choose("r1c3")
    for digit in "1234567892":
        table.press(digit)
    expect(table.shown("Can’t reach the server.")).to_be_visible()
    assert table.digits[2] == "2"
    status = page.locator(".status .what")
    expect(status).to_contain_text("offline")
    with page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        page.context.set_offline(False)
    expect(table.shown("Can’t reach the server.")).to_have_count(0)
    expect(status).not_to_contain_text("offline")


def test_a_game_finished_offline_and_left_is_sent_from_the_first_page(table: Table) -> None:
    page, context = table.page, table.page.context
    table.go("")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table.play(ALMOST)
    context.set_offline(True)
    table.choose("r9c8").press("7", "ArrowRight", "9")
    table.says("Solved in")
    page.close()
    context.set_offline(False)
    other = context.new_page()
    with other.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        other.goto(table.address)
    other.goto(f"{table.address}#/stats")
    expect(other.get_by_role("row", name="Solved")).to_contain_text("1")


def test_cards_tell_everything_about_a_puzzle(table: Table) -> None:
    table.go("")
    card = table.page.get_by_role("button", name="Easy")
    expect(card).to_contain_text(" clues")
    expect(card).to_contain_text(" · ", timeout=60_000)
    card.click()
    expect(table.page.get_by_role("grid")).to_be_visible()


def test_puzzles_by_level_and_by_technique(table: Table) -> None:
    table.go("")
    table.page.locator("summary", has_text="By level or technique").click()
    table.page.get_by_label("Level").select_option("Hard")
    table.click("Start")
    expect(table.page.get_by_role("grid")).to_be_visible(timeout=60_000)
    assert shudu.rate(table.digits).level == "hard"
    hardest = shudu.rate(table.digits).hardest
    table.go("")
    table.page.locator("summary", has_text="By level or technique").click()
    table.page.get_by_label("Technique").select_option("Naked Pair")
    expect(table.page.get_by_label("Level")).to_be_disabled()
    table.click("Start")
    expect(table.page.get_by_role("grid")).to_be_visible(timeout=60_000)
    rating = shudu.rate(table.digits)
    assert rating.counts["naked-pair"] and hardest
    expect(table.page.locator(".status .what")).to_contain_text(str(int(rating.score)))


def test_the_daily_puzzle_is_the_same_for_all(open_table: Opener) -> None:
    lines = []
    for language, name in (("en", "Daily puzzle"), ("zh", "每日一题")):
        table = open_table(language=language).go("")
        table.page.get_by_role("button", name=name).click()
        expect(table.page.get_by_role("grid")).to_be_visible(timeout=60_000)
        lines.append(table.digits)
    assert lines[0] == lines[1]


def test_the_daily_puzzle_begun_goes_on(table: Table) -> None:
    daily = table.go("").page.get_by_role("button", name="Daily puzzle")
    daily.click()
    expect(table.page.get_by_role("grid")).to_be_visible(timeout=60_000)
    address, empty = table.page.url, table.digits.index(".")
    table.page.locator(f"[data-cell='{empty}']").click()
    table.press("5")
    table.go("")
    daily.click()
    expect(table.page).to_have_url(address)
    expect(table.page.locator(f"[data-cell='{empty}']")).to_have_text("5")


def test_a_page_left_open_over_midnight_offers_the_new_day(open_table: Opener) -> None:
    table = open_table(timezone_id="Asia/Shanghai")
    table.page.clock.install(time="2026-03-04T15:59:50Z")
    daily = table.go("").page.get_by_role("button", name="Daily puzzle")
    expect(daily).to_contain_text("4 March")
    table.page.clock.fast_forward("01:00")
    expect(daily).to_contain_text("5 March")
    with table.page.expect_request("**/api/v1/games") as asked:
        daily.click()
    assert asked.value.post_data_json == {"daily": "2026-03-05"}


def test_a_clock_that_is_wrong_is_told_not_taken_for_a_server_that_is_away(table: Table) -> None:
    table.told = "status of 404"
    table.page.clock.set_fixed_time("2199-03-04T12:00:00Z")
    table.go("").page.get_by_role("button", name="Daily puzzle").click()
    expect(table.page.get_by_role("alert")).to_have_text("No puzzle for 4 March. Check the date on your device.")


def test_a_server_that_fails_is_told_in_words(table: Table) -> None:
    table.told = "status of 500"
    table.page.route("**/api/**", lambda route: route.fulfill(status=500, json={"detail": "oops"}))
    table.go("")
    table.page.get_by_role("button", name="Daily puzzle").click()
    expect(table.page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    table.go("stats")
    expect(table.page.get_by_role("alert").first).to_contain_text("Your games are saved")
    table.play(EASY).choose("r1c3").press("4")
    expect(table.shown("Your moves are saved")).to_be_visible()


def test_that_no_puzzle_can_be_made_is_told_and_another_try_may_work(open_table: Opener) -> None:
    table = open_table(service_workers="block")
    table.told = ""  # the browser tells of the network, and that it keeps nothing
    table.page.context.route("**/api/**", lambda route: route.abort("failed"))
    table.page.context.route("**/shudu.wasm", lambda route: route.abort("failed"))
    easy = table.go("").page.get_by_role("button", name="Easy")
    easy.click()
    expect(table.page.get_by_role("alert")).to_contain_text("The solver couldn’t load.")
    table.page.context.unroute("**/shudu.wasm")
    easy.click()
    expect(table.page.get_by_role("grid")).to_be_visible()


def test_a_new_version_leaves_the_last_one_to_pages_that_are_open(table: Table) -> None:
    page = table.go("help").page
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    # As if two versions had been here before, in this order; then this one comes.
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
    page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    names = page.evaluate("caches.keys()")
    assert len(names) == 2 and names[0] == "shudu-second"
    assert page.evaluate("fetch('./assets/shudu-second.js').then(answer => answer.text())") == "shudu-second"
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Help and settings")).to_be_visible()
