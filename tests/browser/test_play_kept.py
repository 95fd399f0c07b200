"""Play: a game is paused, closed, opened twice or cut off from its server, and nothing is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import ALMOST, EASY, HARD, Table


def test_a_pause_takes_the_focus_and_gives_it_back(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("p")
    expect(table.page.locator(".cover").get_by_role("button", name="Resume")).to_be_focused()
    table.press("Enter")
    expect(table.cell("r1c3")).to_be_focused()
    table.press("p", "p")
    expect(table.cell("r1c3")).to_be_focused()


def test_pause_covers_the_board(table: Table) -> None:
    table.play(EASY).press("p")
    expect(table.page.get_by_text("Paused.")).to_be_visible()
    expect(table.page.get_by_role("grid")).to_be_hidden()
    table.press("4")
    table.page.get_by_role("button", name="Resume").last.click()
    expect(table.page.get_by_role("grid")).to_be_visible()
    assert table.digits == EASY
    table.press("t")
    expect(table.page.locator("[data-clock]")).to_have_count(0)


def test_a_pause_covers_the_panel_as_well(table: Table) -> None:
    table.play(EASY).click("Saves")
    expect(table.page.locator(".sheet")).to_be_visible()
    table.press("p")
    expect(table.page.locator(".sheet")).to_have_count(0)
    table.press("p")
    expect(table.page.locator(".sheet")).to_be_visible()


def test_a_hidden_tab_pauses_itself(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4")
    hide(table)
    expect(table.page.get_by_text("Paused.")).to_be_visible()
    expect(table.page.get_by_role("grid")).to_be_hidden()
    clock = table.page.locator("[data-clock]")
    stopped = clock.inner_text()
    table.page.wait_for_timeout(1_200)
    assert clock.inner_text() == stopped
    table.press("p")
    expect(table.page.get_by_role("grid")).to_be_visible()
    assert table.digits[2] == "4"


def hide(table: Table) -> None:
    """The tab goes behind another: headless browsers show every tab, so the page is told."""
    table.page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {value: true, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
            delete document.hidden;
        }"""
    )


def test_two_tabs_with_one_game_agree(table: Table) -> None:
    table.play(EASY)
    other = Table(table.page.context.new_page(), table.address)
    other.page.goto(table.page.url)
    expect(other.page.get_by_role("grid")).to_be_visible()
    other.choose("r1c3").press("4")
    expect(table.cell("r1c3").locator(".digit")).to_have_text("4")


def test_a_game_finished_in_another_tab_is_counted_in_this_one_too(table: Table) -> None:
    table.play(ALMOST)
    other = Table(table.page.context.new_page(), table.address)
    other.page.goto(table.page.url)
    other.choose("r9c8").press("7", "ArrowRight", "9")
    expect(other.page.locator("[data-result=place]")).to_contain_text("Not ranked")
    table.press("h")
    expect(table.page.locator("[data-result=place]")).to_contain_text("Not ranked")


def test_closed_and_resumed_in_another_tab(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("4", "ArrowRight", "Shift+Digit2")
    played, context = table.digits, table.page.context
    table.page.close()
    again = Table(context.new_page(), table.address).go("")
    again.page.get_by_role("link", name="Continue").click()
    expect(again.page.get_by_role("grid")).to_be_visible()
    assert again.digits == played
    assert again.corners("r1c4") == "2"
    again.press("Control+z", "Control+z")
    assert again.digits == EASY


def test_a_game_begun_before_the_last_one_is_found_again(table: Table) -> None:
    home = table.page.get_by_text("Other unfinished games")
    table.play(EASY).choose("r1c3").press("4")
    older = table.digits
    table.play(HARD)
    table.go("")
    expect(table.page.get_by_role("link", name="Continue")).to_be_visible()
    home.click()
    table.page.get_by_role("link", name="1 move").click()
    expect(table.page.get_by_role("grid")).to_be_visible()
    assert table.digits == older
    table.go("")  # now it is the last one, and at the other nobody played
    expect(table.page.get_by_role("link", name="Continue")).to_contain_text("30 clues")
    expect(home).to_have_count(0)


def test_a_server_that_refuses_loses_nothing(table: Table) -> None:
    """An error in the middle of a game: told in words, every move kept, all of it sent when the server is well again."""
    table.told = "status of 503"
    table.play(EASY)
    table.page.route("**/moves", lambda route: route.fulfill(status=503, json={"code": "busy", "message": "no"}))
    table.choose("r1c3").press("4")
    expect(table.shown("Your moves are saved and will be sent later.")).to_be_visible()
    table.choose("r3c5").press("4")
    table.page.reload()
    expect(table.page.get_by_role("grid")).to_be_visible()
    kept = EASY[:2] + "4" + EASY[3:22] + "4" + EASY[23:]
    assert table.digits == kept
    table.page.unroute("**/moves")
    with table.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok) as answered:
        table.choose("r1c4").press("6")
    assert answered.value.json()["length"] >= 3


def test_a_browser_that_keeps_nothing_plays_and_says_so(table: Table) -> None:
    table.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    table.play(ALMOST).choose("r9c8").press("7")
    assert table.digits[79] == "7"
    expect(table.shown("This browser can’t save data")).to_be_visible()
    table.press("ArrowRight", "9")
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()
