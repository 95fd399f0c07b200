"""Layouts, themes, languages and accessibility; nothing moves or is cut off."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from browser_tools.app_page import ALMOST_SOLVED, EASY, AppPage, computed_style, wait_until
from tests.browser.conftest import OpenApp

SCREENS = ("", "first", "enter", "help", "stats", f"p/{EASY}")
PANELS = {"en": ("Hint", "Checkpoints", "More"), "zh": ("提示", "存档点", "更多")}


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def settle(app: AppPage, screen: str) -> None:
    app.open(screen)
    expect(app.page.locator("main h1").first).to_be_attached()
    if screen.startswith(("p/", "enter")):
        expect(app.page.get_by_role("grid")).to_be_visible()


@pytest.mark.parametrize(
    ("theme", "scheme", "language"),
    [
        ("light", "light", "zh"),
        ("dark", "dark", "en"),
        ("contrast", "light", "zh"),
        ("contrast", "dark", "en"),
        pytest.param("light", "light", "en", marks=pytest.mark.soak),
        pytest.param("dark", "dark", "zh", marks=pytest.mark.soak),
        pytest.param("contrast", "light", "en", marks=pytest.mark.soak),
        pytest.param("contrast", "dark", "zh", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_no_violations(open_app: OpenApp, axe: str, theme: str, scheme: str, language: str) -> None:
    app = open_app(language=language, color_scheme=scheme)
    settle(app, "")
    app.page.evaluate("theme => localStorage.setItem('shudu.settings', JSON.stringify({theme}))", theme)
    app.page.reload()
    for screen in SCREENS:
        settle(app, screen)
        assert app.page.evaluate("document.documentElement.dataset.theme") == theme
        for part in app.page.locator("main summary").all():
            part.click()
        assert violations(app, axe) == [], screen
    app.select("r1c3").press("5", "ArrowRight", "v", "1", "ArrowRight", "Shift+2", "Control+2", "Control+6")
    for panel in PANELS[language]:
        app.click(panel)
        assert violations(app, axe) == [], panel
        app.press("Escape")
    app.press("p")
    assert violations(app, axe) == [], "pause"


def test_axe_finds_no_violations_after_a_win(app: AppPage, axe: str) -> None:
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    expect(app.page.get_by_role("heading", name="Solved!")).to_be_visible()
    app.page.wait_for_timeout(700)
    assert violations(app, axe) == []
    app.click("Solution path")
    app.page.locator(".sheet li summary").first.click()
    app.page.locator(".sheet li button").first.click()
    assert violations(app, axe) == []
    app.click("Back to result")
    app.page.get_by_role("link", name="Watch replay").click()
    expect(app.page.get_by_role("slider")).to_be_visible()
    assert violations(app, axe) == []


def violations(app: AppPage, axe: str) -> list[Any]:
    app.page.evaluate(axe)
    found = app.page.evaluate("axe.run().then(result => result.violations)")
    return [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("width", "height", "text"),
    [(320, 640, 100), pytest.param(1280, 900, 200, marks=pytest.mark.soak), (390, 844, 200)],
)
def test_no_text_is_cut_off(open_app: OpenApp, language: str, width: int, height: int, text: int) -> None:
    """On a narrow phone, and with text at 200 % on desktop and phone."""
    app = open_app(width, height, language=language)
    for screen in SCREENS:
        settle(app, screen)
        app.page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        for part in app.page.locator("main summary").all():
            part.click()
        assert app.page.evaluate("document.documentElement.scrollWidth") <= width, screen
        assert cut(app) == [], screen
    for panel in PANELS[language]:
        if not app.page.get_by_role("button", name=panel, exact=True).is_visible():
            app.click(PANELS[language][-1])  # short phones: behind More
        app.click(panel)
        assert cut(app) == [], panel
        app.press("Escape")
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    expect(app.page.locator("[data-result=place]")).to_be_visible()
    assert cut(app) == [], "result"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", [pytest.param(100, marks=pytest.mark.soak), 200])
def test_lab_and_print_fit_a_phone(open_app: OpenApp, language: str, text: int) -> None:
    app = open_app(320, 640, language=language)
    for screen in ("print", "lab/solve", f"lab/solve/{EASY}/mrv/1/0", "lab/make", "lab/methods", "lab/numbers"):
        settle(app, screen)
        app.page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        assert app.page.evaluate("document.documentElement.scrollWidth") <= 320, screen


def test_first_page_fits_a_narrow_phone_with_large_text(open_app: OpenApp) -> None:
    app = open_app(320, 640).open_puzzle(EASY)
    settle(app, "")
    app.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for name in ("Continue", "Easy", "Medium", "Hard"):
        door = app.page.locator(".home :is(a, button)", has_text=name).first
        assert door.evaluate("element => element.scrollWidth <= element.clientWidth"), name


def test_colour_key_keeps_its_colour_on_hover(app: AppPage) -> None:
    app.open_puzzle(EASY).select("r1c3").press("v")
    key = app.page.locator(".pad button").nth(2)
    before = computed_style(key, "backgroundColor")
    key.hover()
    assert computed_style(key, "backgroundColor") == before


def test_no_key_is_broken_in_two(open_app: OpenApp) -> None:
    app = open_app(390, 844).open("help")
    keys = app.page.locator("table kbd")
    expect(keys.first).to_be_visible()
    assert max(keys.evaluate_all("keys => keys.map(key => key.offsetHeight)")) < 30


def cut(app: AppPage) -> list[str]:
    """Return texts that overflow a clipping box or the window."""
    found = app.page.evaluate(
        """() => [...document.querySelectorAll('main *, header *')]
            .filter(e => e.checkVisibility() && !e.closest('.hidden, [role=grid], svg, select'))
            .filter(e => [...e.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
            .filter(e => {
                const range = document.createRange();
                range.selectNodeContents(e);
                const text = range.getBoundingClientRect();
                if (text.width === 0) return false;
                if (text.right > innerWidth + 1 || text.left < -1) return true;
                for (let box = e; box && box.id !== 'app'; box = box.parentElement) {
                    const style = getComputedStyle(box);
                    const edge = box.getBoundingClientRect();
                    const narrow = text.right > edge.right + 1.5 || text.left < edge.left - 1.5;
                    if (narrow && (box === e || style.overflowX !== 'visible') && style.display !== 'inline') return true;
                    const low = text.bottom > edge.bottom + 1.5 || text.top < edge.top - 1.5;
                    if (low && ['hidden', 'clip'].includes(style.overflowY)) return true;
                    if (['auto', 'scroll'].includes(style.overflowY)) break;
                }
                return false;
            })
            .map(e => e.outerHTML.slice(0, 160))"""
    )
    return list(found)


def test_desktop_has_the_rail_beside_the_board(app: AppPage) -> None:
    app.open_puzzle(EASY)
    board, pad = box(app.page.get_by_role("grid")), box(app.page.locator(".pad"))
    assert board["height"] > 680
    assert pad["x"] > board["x"] + board["width"]
    rail = box(app.page.locator(".rail"))
    assert 340 <= rail["width"] <= 380


def test_xiaoge_fills_the_rail_beside_the_board(open_app: OpenApp) -> None:
    app = open_app(1440, 900).open_puzzle(EASY)
    board, words = box(app.page.locator(".frame")), box(app.page.locator("main [data-message]"))
    assert words["y"] > box(app.page.locator(".others"))["y"]
    assert board["y"] + board["height"] - 60 < words["y"] + words["height"] < board["y"] + board["height"]
    expect(app.page.locator("[data-message]")).to_have_text("Stuck? Ask me for a hint.")
    app.click("Hint")
    expect(app.page.locator("[data-message]")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_play_without_a_game_offers_the_levels(open_app: OpenApp, width: int, height: int) -> None:
    """Beside an empty board, which a phone has no room for."""
    app = open_app(width, height).open("play")
    levels, board = app.page.locator(".bands"), app.page.locator(".frame")
    expect(levels).to_be_visible()
    assert board.is_visible() == (width > 860)
    if width > 860:
        assert box(levels)["x"] > box(board)["x"] + box(board)["width"]
    place = box(board) if width > 860 else None
    app.page.locator(".band.easy").click()
    expect(app.page.get_by_role("grid")).to_be_visible()
    expect(app.page.locator(".pad")).to_be_visible()
    assert place in (None, box(board))  # it stays where it was


def test_message_leaves_the_keypad_free_in_landscape(open_app: OpenApp) -> None:
    app = open_app(844, 390, has_touch=True, is_mobile=True).open_puzzle(EASY)
    app.select("r1c3").press("4", "r")
    expect(app.visible_text("Missing in row 1")).to_have_count(1)
    for key in app.page.locator(".pad .key:visible").all():
        key.click(trial=True)


def test_large_text_on_a_phone_overlaps_nothing(open_app: OpenApp) -> None:
    app = open_app(390, 844, has_touch=True, is_mobile=True).open_puzzle(EASY)
    app.page.evaluate("document.documentElement.style.fontSize = '200%'")
    app.select("r1c3").press("r")
    words, time = box(app.visible_text("Missing in row 1")), box(app.page.locator(".time"))
    assert words["y"] + words["height"] <= time["y"]
    app.press("h")
    expect(app.page.locator(".columns")).to_be_attached()
    layers = [int(computed_style(app.page.locator(part), "zIndex")) for part in (".columns", ".rows", ".sheet")]
    assert max(layers[:2]) < layers[2]


def test_whole_game_fits_a_phone_screen(open_app: OpenApp) -> None:
    app = open_app(390, 844, has_touch=True, is_mobile=True).open_puzzle(EASY)
    places = [app.page.locator(".status").first, app.page.get_by_role("grid"), app.page.locator(".tools .main")]
    tops = [box(place)["y"] for place in [*places, app.page.locator(".pad")]]
    assert tops == sorted(tops)
    assert box(app.page.get_by_role("grid"))["width"] > 365
    pad = box(app.page.locator(".pad"))
    assert pad["y"] + pad["height"] <= 844
    for key in app.page.locator(":is(.pad, .tools, .modes) button:visible").all():
        assert box(key)["height"] >= 44


@pytest.mark.parametrize(("width", "height"), [(375, 667), (360, 640), (412, 915)])
def test_board_and_keypad_fit_every_phone_screen(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=True, is_mobile=True).open_puzzle(EASY)
    pad = box(app.page.locator(".pad"))
    assert pad["y"] + pad["height"] <= height
    assert box(app.page.get_by_role("grid"))["width"] > width - 24


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1180, 820), (768, 1024)])
def test_tablet(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=True, is_mobile=True).open_puzzle(EASY)
    board, pad = box(app.page.get_by_role("grid")), box(app.page.locator(".pad"))
    assert board["width"] >= 0.6 * min(width, height)
    assert pad["y"] + pad["height"] <= height and pad["x"] + pad["width"] <= width
    for key in app.page.locator(":is(.pad, .tools, .modes) button:visible").all():
        assert box(key)["height"] >= 44


@pytest.mark.parametrize(("width", "height"), [(844, 390), (740, 360), (667, 375)])
@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.soak)])
def test_landscape_has_the_keypad_beside_the_board(open_app: OpenApp, width: int, height: int, language: str) -> None:
    app = open_app(width, height, language, has_touch=True, is_mobile=True).open_puzzle(EASY)
    board, pad = box(app.page.get_by_role("grid")), box(app.page.locator(".pad"))
    assert board["y"] + board["height"] <= height
    assert pad["x"] > board["x"] + board["width"]
    assert pad["y"] + pad["height"] <= height
    rail = box(app.page.locator(".rail"))
    assert pad["y"] + pad["height"] <= rail["y"] + rail["height"]  # nothing to scroll
    name, time = box(app.page.locator(".status .class")), box(app.page.locator(".status .time"))
    assert name["x"] + name["width"] <= time["x"]
    for key in app.page.locator(".pad button:visible").all():
        assert box(key)["height"] >= 44 and box(key)["width"] >= 44


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (740, 360), (844, 390)])
def test_board_and_next_actions_stay_visible_with_the_result(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height).open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    following = box(app.page.get_by_role("button", name="Next puzzle"))
    assert following["y"] + following["height"] <= height
    board, sheet = box(app.page.get_by_role("grid")), box(app.page.locator(".sheet"))
    assert sheet["x"] >= board["x"] + board["width"] or sheet["y"] >= board["y"] + board["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_nothing_moves_when_panels_open(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height).open_puzzle(EASY)
    watched = [app.page.get_by_role("grid"), app.page.locator(".tools .main"), app.page.locator(".pad")]
    before = [box(each) for each in watched]
    for panel in PANELS["en"]:
        app.page.get_by_role("button", name=panel, exact=True).click()
        expect(app.page.locator(".sheet")).to_be_visible()
        assert [box(each) for each in watched] == before
        app.press("Escape")
    app.select("r1c3").press("4", "r", "k", "h")  # messages of one and two lines, a hint, another category
    expect(app.page.locator(".sheet li")).to_have_count(1)
    assert [box(each) for each in watched] == before


@pytest.mark.parametrize("language", ["en", "zh"])
def test_low_window_shows_panel_content(open_app: OpenApp, language: str) -> None:
    """In a laptop's browser hint, category and rank are visible without scrolling."""
    app = open_app(1366, 657, language=language).open_puzzle(EASY)
    for level in range(1, 5):
        app.press("h")
        expect(app.page.locator(".sheet li")).to_have_count(level)
    expect(app.page.locator(".sheet li").nth(3)).to_be_in_viewport(ratio=1)
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    place = app.page.locator("[data-result=place]")
    expect(place).to_be_in_viewport(ratio=1)
    following = app.page.locator(".sheet .primary")
    expect(following).to_be_in_viewport(ratio=1)
    assert box(place)["y"] + box(place)["height"] <= box(following)["y"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_top_bar_fits_one_line_on_every_screen(open_app: OpenApp, language: str) -> None:
    app = open_app(320, 640, language=language, has_touch=True, is_mobile=True)
    for screen in ("", "play", "enter", "lab", "help"):
        settle(app, screen)
        assert box(app.page.locator("header").first)["height"] == 44, screen


@pytest.mark.parametrize(
    ("menu", "screens"),
    [
        ("header nav a", ("play", "learn", "enter", "lab", "help")),
        (".tabs a", ("lab/solve", "lab/make", "lab/numbers")),
    ],
)
def test_links_stay_in_place_when_another_is_current(app: AppPage, menu: str, screens: tuple[str, ...]) -> None:
    current, places = set(), []
    for screen in screens:
        settle(app, screen)
        current.add(app.page.locator(f"{menu}[aria-current]").inner_text())
        lefts = [box(link)["x"] for link in app.page.locator(menu).all()]
        places.append([left - lefts[0] for left in lefts])  # the lab has wider margins than the other screens
    assert len(current) == len(screens)
    assert all(place == places[0] for place in places)


SHIFTS = """window.shift = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value; })
        .observe({type: 'layout-shift', buffered: true});"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_nothing_shifts_while_answers_arrive(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=width < 860, is_mobile=width < 860)
    app.page.add_init_script(SHIFTS)

    def delay(route: Route) -> None:
        app.page.wait_for_timeout(150)
        route.continue_()

    app.page.route("**/api/**", delay)
    ready = {
        f"p/{EASY}": "[data-level]",
        "lab/make/dig/5/59/24/none": "[data-phase=done] [data-chain]",
        f"lab/solve/{EASY}/mrv/1/0/10": "[data-phase=done] [data-count=nodes]",
        "lab/experiments": ".chip",
        "lab/numbers/0": "#symmetry-title",
        "stats": ".stats form",
    }
    for screen, shown in ready.items():
        app.page.goto("about:blank")
        app.open(screen)
        expect(app.page.locator(shown).first).to_be_attached()
        app.page.wait_for_timeout(300)
        assert app.page.evaluate("window.shift") < 0.001, screen


@pytest.mark.parametrize(("width", "height", "language"), [(390, 844, "zh"), (1280, 800, "en")])
def test_nothing_shifts_when_the_server_answers(open_app: OpenApp, width: int, height: int, language: str) -> None:
    """Even with the longest name of a technique."""
    app = open_app(width, height, language=language)
    app.page.add_init_script(SHIFTS)
    app.page.route("**/puzzles/offers", _offer_what_needs_many_words)
    app.open("")
    expect(app.page.locator(".band.hard[data-offered]")).to_be_visible(timeout=60_000)
    app.page.wait_for_timeout(300)
    assert app.page.evaluate("window.shift") == 0
    app.open("stats")
    expect(app.page.locator(".stats form")).to_be_visible()
    app.page.wait_for_timeout(300)
    assert app.page.evaluate("window.shift") == 0


def test_nothing_moves_when_the_daily_puzzle_fails(app: AppPage) -> None:
    app.page.route("**/api/**", lambda route: route.abort())
    app.open("")
    calendar = app.page.locator(".daily .calendar")
    before = box(calendar)
    app.page.locator(".three button").first.click()
    expect(app.page.get_by_role("alert")).to_have_text("Can’t reach the server. Levels work offline.")
    assert box(calendar) == before


@pytest.mark.parametrize(("width", "side_by_side"), [(1280, True), (390, False)])
def test_the_levels_stand_side_by_side_where_there_is_room(open_app: OpenApp, width: int, side_by_side: bool) -> None:
    app = open_app(width, 900).open("")
    tops = {box(band)["y"] for band in app.page.locator(".band").all()}
    assert len(tops) == (1 if side_by_side else 5)


def _offer_what_needs_many_words(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "technique": "forcing-chain-contradiction", "score": 10456})


def test_nothing_shifts_while_loading(app: AppPage) -> None:
    app.page.add_init_script(SHIFTS)
    for screen in SCREENS:
        settle(app, screen)
        app.page.wait_for_timeout(300)
        assert app.page.evaluate("window.shift") < 0.02, screen


def test_language_follows_the_browser_and_can_be_switched(open_app: OpenApp) -> None:
    app = open_app(language="zh")
    settle(app, "")
    expect(app.page.get_by_text("新游戏").first).to_be_visible()
    assert app.page.evaluate("document.documentElement.lang") == "zh-CN"
    app.page.get_by_role("button", name="EN").click()
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()
    app.page.reload()
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()
    assert app.page.evaluate("document.documentElement.lang") == "en-GB"


def test_other_languages_fall_back_to_english(open_app: OpenApp) -> None:
    app = open_app(language="fr-FR")
    settle(app, "")
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()


def test_dark_theme_follows_the_system_and_can_be_selected(open_app: OpenApp) -> None:
    app = open_app(color_scheme="dark").open_puzzle(EASY)
    given = "getComputedStyle(document.querySelector('.given')).color"
    page = "getComputedStyle(document.documentElement).backgroundColor"
    assert app.page.evaluate(page) == "rgb(15, 18, 22)"
    assert app.page.evaluate(given) == "rgb(242, 244, 248)"
    app.page.get_by_role("button", name="Theme").click()
    assert app.page.evaluate(page) == "rgb(246, 245, 241)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast(open_app: OpenApp, scheme: str) -> None:
    """Thick lines, and a contrast of at least 7 to 1 for all text."""
    app = open_app(color_scheme=scheme).open_puzzle(EASY)
    for _ in range(3):
        app.page.get_by_role("button", name="Theme").click()
    assert app.page.evaluate("document.documentElement.dataset.theme") == "contrast"
    app.click("Fill notes")
    app.select("r1c3").press("4")
    for name, ink in (("r1c1", "."), ("r1c3", ".digit"), ("r1c4", ".slot"), ("r1c9", ".slot")):
        assert contrast(app, name, ink) >= 7, name
    assert app.page.locator("[data-cell='2']").evaluate("cell => getComputedStyle(cell).borderRightWidth") == "4px"


def test_contrast_preference_is_respected(open_app: OpenApp) -> None:
    app = open_app(contrast="more").open("")
    theme = "document.documentElement.dataset.theme"
    wait_until(app.page, f"{theme} === 'contrast'")
    app.page.emulate_media(contrast="no-preference")
    wait_until(app.page, f"{theme} === undefined")
    app.page.emulate_media(contrast="more")
    app.page.get_by_role("button", name="Theme").click()  # the player's choice takes precedence
    wait_until(app.page, f"{theme} === 'light'")


def contrast(app: AppPage, name: str, ink: str) -> float:
    """Return the contrast ratio of a text in a cell and its background."""
    cell = app.cell(name)
    writing = cell if ink == "." else cell.locator(ink).first
    ground = app.background(name)
    if ground.startswith("rgba(0, 0, 0, 0"):
        ground = str(app.page.locator(".frame").evaluate("frame => getComputedStyle(frame).backgroundColor"))
    light, dark = sorted((brightness(computed_style(writing, "color")), brightness(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def brightness(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_chinese_screen_reader_labels(open_app: OpenApp) -> None:
    app = open_app(language="zh").open_puzzle(EASY)
    expect(app.cell("r1c1")).to_have_attribute("aria-label", "第 1 行、第 1 列、第 1 宫、已知数 5")
    expect(app.cell("r1c3")).to_have_attribute("aria-label", "第 1 行、第 3 列、第 1 宫、空格")


def test_reduced_motion_stops_the_wave(open_app: OpenApp) -> None:
    app = open_app(reduced_motion="reduce")
    app.page.add_init_script("Element.prototype.animate = () => { throw Error('nothing moves'); };")
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    expect(app.page.get_by_role("heading", name="Solved!")).to_be_visible()


def test_javascript_size(app: AppPage) -> None:
    """At most 100 kB of JavaScript, gzipped."""
    import gzip

    sizes: list[int] = []
    app.page.on(
        "response", lambda answer: sizes.append(len(gzip.compress(answer.body()))) if ".js" in answer.url else None
    )
    settle(app, f"p/{EASY}")
    assert 0 < sum(sizes) <= 100_000


LINES = """element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(line => line.top)).size;
}"""


def test_charts_of_many_long_games_are_readable(open_app: OpenApp) -> None:
    app = open_app(320, 640)
    times = [[number, 60_000 * number] for number in range(60, 110)]
    none = {"started": 0, "finished": 0, "best": None, "mean": None, "median": None}
    nothing: dict[str, Any] = {**none, "distribution": {}, "trend": [], "helps": {}}
    many = {**nothing, "started": 50, "finished": 50, "distribution": {str(at): 1 for at, _ in times}, "trend": times}
    answer = {"by_difficulty": {"easy": many, "medium": nothing, "hard": nothing}, "streak": 1, "longest_streak": 1}
    app.page.route("**/player/statistics?*", lambda route: route.fulfill(json=answer))
    lines = ["1 hidden-single-box found 5 3000", "2 xy-wing hint 1 0"]
    app.page.add_init_script(f"localStorage.setItem('shudu.learn', JSON.stringify({lines}))")
    app.open("stats")
    expect(app.page.locator(".charts svg")).to_have_count(2)
    for words in app.page.locator(".charts text").all():
        picture, place = box(words.locator("xpath=ancestor::*[name()='svg']")), box(words)
        assert place["height"] > 7, words.inner_html()
        assert place["x"] >= picture["x"], words.inner_html()
        assert place["x"] + place["width"] <= picture["x"] + picture["width"] + 1, words.inner_html()
        assert place["y"] >= picture["y"] - 1, words.inner_html()
    bars = app.page.locator(".charts figure").first.locator("text")
    labels = sorted(bars.all(), key=lambda words: box(words)["y"])[-len(times) // 9 :]
    places = sorted((box(words) for words in labels), key=lambda place: place["x"])
    for left, right in pairwise(places):
        assert left["x"] + left["width"] <= right["x"], labels
    for title in app.page.locator(".stats thead th").all():
        text = title.inner_text()
        assert title.evaluate("title => title.scrollWidth <= title.clientWidth"), text
        assert title.evaluate(LINES) <= len(text.split()), text  # no word is broken


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_the_keypad_is_on_the_screen_when_racing_a_ghost(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=True, is_mobile=True).open_puzzle(ALMOST_SOLVED).select("r9c8")
    app.press("7", "ArrowRight", "9").click("Play again")
    expect(app.page.get_by_text("Last time:")).to_be_visible()
    expect(app.page.get_by_role("button", name=re.compile("^9, "))).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (768, 1024)])
def test_no_panel_covers_the_board_when_racing_a_ghost(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=True, is_mobile=True).open_puzzle(ALMOST_SOLVED).select("r9c8")
    app.press("7", "ArrowRight", "9").click("Play again")
    expect(app.page.get_by_text("Last time:")).to_be_visible()
    for panel in ("More", "Checkpoints"):
        app.click(panel)
        board = box(app.page.get_by_role("grid"))
        assert box(app.page.locator(".sheet"))["y"] >= board["y"] + board["height"] - 4
        app.click("Close")


def test_no_sheet_covers_the_board_on_a_short_phone(open_app: OpenApp) -> None:
    app = open_app(360, 640, has_touch=True, is_mobile=True).open_puzzle(ALMOST_SOLVED)
    board = box(app.page.get_by_role("grid"))
    sheet = app.page.locator(".sheet")
    for panel in ("More", "Share"):
        app.click(panel)
        assert box(sheet)["y"] >= board["y"] + board["height"], panel
    app.click("Close").select("r9c8").press("7", "ArrowRight", "9")
    expect(app.page.get_by_role("button", name="Next puzzle")).to_be_in_viewport(ratio=1)
    assert box(sheet)["y"] >= board["y"] + board["height"]


def test_a_long_list_of_techniques_fills_two_columns(open_app: OpenApp) -> None:
    topics = ("hidden-single-box", "naked-single", "naked-pair", "hidden-pair", "x-wing", "swordfish", "xy-wing")
    lines = [f"{number} {topic} found 5 3000" for number, topic in enumerate(topics)]
    app = open_app(1280, 900)
    app.page.add_init_script(f"localStorage.setItem('shudu.learn', JSON.stringify({lines}))")
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9").expect_win()
    app.open("stats")
    rows = app.page.locator("[data-topic]")
    expect(rows).to_have_count(len(topics) + 1)  # with that of the last two cells
    assert sum(box(row)["x"] > 640 for row in rows.all()) == 4
    app.page.set_viewport_size({"width": 390, "height": 844})
    expect(app.page.get_by_role("columnheader", name="Technique")).to_have_count(1)


def test_board_keeps_its_marks_with_forced_colours(open_app: OpenApp) -> None:
    app = open_app(forced_colors="active").open_puzzle(EASY).click("More")
    app.page.get_by_label("Flag repeated digits").check()
    app.click("Close").select("r1c3").press("5")
    assert app.wrong_cells() == ["r1c1", "r1c3"]
    wedge = "cell => getComputedStyle(cell, '::after').backgroundColor"
    assert app.cell("r1c3").evaluate(wedge) != app.background("r1c3")
    assert app.background("r1c3") != app.background("r9c1")
    modes = app.page.get_by_role("radio")
    assert computed_style(modes.nth(0), "backgroundColor") != computed_style(modes.nth(1), "backgroundColor")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (360, 740)])
def test_the_message_of_live_checking_is_whole_and_moves_nothing(open_app: OpenApp, width: int, height: int) -> None:
    phone = width < 860
    app = open_app(width, height, has_touch=phone, is_mobile=phone).open_puzzle(EASY)
    board = box(app.page.get_by_role("grid"))
    app.page.get_by_label("Check mode").select_option("solution")
    app.select("r1c3").press("1")
    expect(app.page.locator("[data-warning]")).to_have_text("Not 1: column 8 would have no place for 1.")
    expect(app.page.locator(".class")).to_contain_text("live checking")
    assert cut(app) == []
    warning, status = box(app.page.locator("[data-warning]")), box(app.page.locator(".status .second"))
    assert warning["height"] <= status["height"] <= 24
    assert box(app.page.get_by_role("grid")) == board


@pytest.mark.parametrize(("width", "height"), [(390, 844), (375, 667), (360, 740)])
def test_a_sheet_on_a_phone_covers_whole_buttons(open_app: OpenApp, width: int, height: int) -> None:
    app = open_app(width, height, has_touch=True, is_mobile=True).open_puzzle(EASY)
    buttons = box(app.page.locator(".tools .main"))
    app.click("More")
    assert box(app.page.locator(".sheet"))["y"] - 8 <= buttons["y"]  # with the band of its shadow


@pytest.mark.parametrize("width", [360, 390])
def test_the_tabs_of_the_lab_are_one_line_on_a_phone(open_app: OpenApp, width: int) -> None:
    app = open_app(width, 740).open("lab/solve")
    tabs = app.page.locator(".tabs a")
    expect(tabs).to_have_count(5)
    assert len({box(tab)["y"] for tab in tabs.all()}) == 1


def test_large_chart_labels_do_not_overlap(open_app: OpenApp) -> None:
    app = open_app(320, 640)
    large = "document.documentElement.style.fontSize = '200%'"
    app.open(f"lab/solve/{EASY}/mrv,norvig/1/0/10").page.evaluate(large)
    names = app.page.locator(".charts .name")
    expect(names).to_have_count(2)
    for name in names.all():
        inner, outer = box(name), box(name.locator("xpath=.."))
        assert inner["y"] >= outer["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    app.open("lab/methods").page.evaluate(large)
    expect(app.page.locator("figure .name").first).to_be_visible()
    for line in app.page.locator("figure .name").all():
        left, right = (box(part) for part in line.locator("span").all())
        assert left["x"] + left["width"] <= right["x"] or left["y"] + left["height"] <= right["y"] + 1
