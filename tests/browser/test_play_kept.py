"""Play: pausing, closing, several tabs and server errors lose nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from browser_tools.app_page import ALMOST_SOLVED, EASY, HARD, AppPage


def test_pause_takes_and_returns_the_focus(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("p")
    expect(app.page.locator(".cover").get_by_role("button", name="Resume")).to_be_focused()
    app.press("Enter")
    expect(app.cell("r1c3")).to_be_focused()
    app.press("p", "p")
    expect(app.cell("r1c3")).to_be_focused()


def test_pause_covers_the_board(app: AppPage) -> None:
    app.open_puzzle(EASY).press("p")
    expect(app.page.get_by_text("Paused.")).to_be_visible()
    expect(app.page.get_by_role("grid")).to_be_hidden()
    app.press("4")
    app.page.get_by_role("button", name="Resume").last.click()
    app.expect_digits(EASY)
    app.press("t")
    expect(app.page.locator("[data-clock]")).to_have_count(0)


def test_pause_covers_the_panel(app: AppPage) -> None:
    app.open_puzzle(EASY).click("Checkpoints")
    expect(app.page.locator(".sheet")).to_be_visible()
    app.press("p")
    expect(app.page.locator(".sheet")).to_have_count(0)
    app.press("p")
    expect(app.page.locator(".sheet")).to_be_visible()


def test_hidden_tab_pauses(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("4")
    hide(app)
    expect(app.page.get_by_text("Paused.")).to_be_visible()
    expect(app.page.get_by_role("grid")).to_be_hidden()
    clock = app.page.locator("[data-clock]")
    stopped = clock.inner_text()
    app.page.wait_for_timeout(1_200)
    assert clock.inner_text() == stopped
    app.press("p")
    expect(app.page.get_by_role("grid")).to_be_visible()
    assert app.digits[2] == "4"


def hide(app: AppPage) -> None:
    """Simulate a hidden tab; headless browsers consider every tab visible."""
    app.page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {value: true, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
            delete document.hidden;
        }"""
    )


def test_two_tabs_of_one_game_agree(app: AppPage) -> None:
    app.open_puzzle(EASY)
    other = AppPage(app.page.context.new_page(), app.address)
    other.page.goto(app.page.url)
    expect(other.page.get_by_role("grid")).to_be_visible()
    other.select("r1c3").press("4")
    expect(app.cell("r1c3").locator(".digit")).to_have_text("4")


def test_finish_in_another_tab_is_noticed(app: AppPage) -> None:
    app.open_puzzle(ALMOST_SOLVED)
    other = AppPage(app.page.context.new_page(), app.address)
    other.page.goto(app.page.url)
    other.select("r9c8").press("7", "ArrowRight", "9")
    expect(other.page.locator("[data-result=place]")).to_contain_text("Not ranked")
    app.press("h")
    expect(app.page.locator("[data-result=place]")).to_contain_text("Not ranked")


def test_game_resumes_in_another_tab(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("4", "ArrowRight", "Shift+Digit2")
    played, context = app.digits, app.page.context
    app.page.close()
    again = AppPage(context.new_page(), app.address).open("")
    again.page.get_by_role("link", name="Continue").click()
    again.expect_digits(played)
    assert again.corner_marks("r1c4") == "2"
    again.press("Control+z", "Control+z")
    assert again.digits == EASY


def test_earlier_game_can_be_resumed(app: AppPage) -> None:
    home = app.page.get_by_text("Unfinished games")
    app.open_puzzle(EASY).select("r1c3").press("4")
    older = app.digits
    app.open_puzzle(HARD)
    app.open("")
    expect(app.page.get_by_role("link", name="Continue")).to_be_visible()
    home.click()
    app.page.get_by_role("link", name="1 move").click()
    app.expect_digits(older)
    app.open("")  # now it is the latest, and the other one has no moves
    expect(app.page.get_by_role("link", name="Continue")).to_contain_text("2% done")
    expect(home).to_have_count(0)


def test_server_error_loses_nothing(app: AppPage) -> None:
    """An error during a game is reported, every move is stored, and all are sent once the server recovers."""
    app.expected_error = "status of 503"
    app.open_puzzle(EASY)
    app.page.route("**/moves", lambda route: route.fulfill(status=503, json={"code": "busy", "message": "no"}))
    app.select("r1c3").press("4")
    expect(app.visible_text("Your moves are saved and will be sent later.")).to_be_visible()
    app.select("r3c5").press("4")
    app.page.reload()
    kept = EASY[:2] + "4" + EASY[3:22] + "4" + EASY[23:]
    app.expect_digits(kept)
    app.page.unroute("**/moves")
    with app.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok) as answered:
        app.select("r1c4").press("6")
    assert answered.value.json()["length"] >= 3


def test_game_works_without_browser_storage(app: AppPage) -> None:
    app.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7")
    assert app.digits[79] == "7"
    expect(app.visible_text("This browser can’t save data")).to_be_visible()
    app.press("ArrowRight", "9")
    expect(app.page.get_by_role("heading", name="Solved!")).to_be_visible()
