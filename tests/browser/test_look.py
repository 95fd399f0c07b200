"""How it looks: layouts, themes, languages, and that nothing moves, is cut off or hard to perceive."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from tests.browser.conftest import Opener
from tests.browser.table import ALMOST, EASY, Table, style

SCREENS = ("", "first", "enter", "help", "stats", f"p/{EASY}")
PANELS = {"en": ("Hint", "Saves", "More"), "zh": ("提示", "存档点", "更多")}


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def settle(table: Table, screen: str) -> None:
    table.go(screen)
    expect(table.page.locator("main h1").first).to_be_attached()
    if screen.startswith(("p/", "enter")):
        expect(table.page.get_by_role("grid")).to_be_visible()


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
def test_axe_finds_nothing(open_table: Opener, axe: str, theme: str, scheme: str, language: str) -> None:
    table = open_table(language=language, color_scheme=scheme)
    settle(table, "")
    table.page.evaluate("theme => localStorage.setItem('shudu.settings', JSON.stringify({theme}))", theme)
    table.page.reload()
    for screen in SCREENS:
        settle(table, screen)
        assert table.page.evaluate("document.documentElement.dataset.theme") == theme
        for part in table.page.locator("main summary").all():
            part.click()
        assert violations(table, axe) == [], screen
    table.choose("r1c3").press("5", "ArrowRight", "v", "1")
    for panel in PANELS[language]:
        table.click(panel)
        assert violations(table, axe) == [], panel
    table.press("p")
    assert violations(table, axe) == [], "pause"


def test_axe_finds_nothing_after_a_win(table: Table, axe: str) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()
    table.page.wait_for_timeout(700)
    assert violations(table, axe) == []
    table.click("Solution path")
    table.page.locator(".sheet li button").first.click()
    assert violations(table, axe) == []
    table.click("Back to result")
    table.page.get_by_role("link", name="Watch replay").click()
    expect(table.page.get_by_role("slider")).to_be_visible()
    assert violations(table, axe) == []


def violations(table: Table, axe: str) -> list[Any]:
    table.page.evaluate(axe)
    found = table.page.evaluate("axe.run().then(result => result.violations)")
    return [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("width", "height", "text"),
    [(320, 640, 100), pytest.param(1280, 900, 200, marks=pytest.mark.soak), (390, 844, 200)],
)
def test_no_text_is_cut_off(open_table: Opener, language: str, width: int, height: int, text: int) -> None:
    """On a narrow phone, and with text of twice the size on a desktop and a phone."""
    table = open_table(width, height, language=language)
    for screen in SCREENS:
        settle(table, screen)
        table.page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        for part in table.page.locator("main summary").all():
            part.click()
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width, screen
        assert cut(table) == [], screen
    for panel in PANELS[language]:
        table.click(panel)
        assert cut(table) == [], panel
        table.press("Escape")
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    expect(table.page.locator("[data-result=place]")).to_be_visible()
    assert cut(table) == [], "result"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", [pytest.param(100, marks=pytest.mark.soak), 200])
def test_lab_and_print_fit_a_phone(open_table: Opener, language: str, text: int) -> None:
    table = open_table(320, 640, language=language)
    for screen in ("print", "lab/solve", f"lab/solve/{EASY}/mrv/1/0", "lab/make", "lab/methods", "lab/numbers"):
        settle(table, screen)
        table.page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 320, screen


def test_the_first_page_holds_its_words_on_the_narrowest_phone_with_large_text(open_table: Opener) -> None:
    table = open_table(320, 640).play(EASY)
    settle(table, "")
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for name in ("Continue", "Easy", "Medium", "Hard"):
        door = table.page.locator(".home :is(a, button)", has_text=name).first
        assert door.evaluate("element => element.scrollWidth <= element.clientWidth"), name


def test_the_key_of_a_colour_keeps_it_under_the_mouse(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("v")
    key = table.page.locator(".pad button").nth(2)
    before = style(key, "backgroundColor")
    key.hover()
    assert style(key, "backgroundColor") == before


def cut(table: Table) -> list[str]:
    """Texts that are wider or higher than the box that hides the rest, or reach over the edge of the window."""
    found = table.page.evaluate(
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


def test_desktop_has_the_rail_beside_the_board(table: Table) -> None:
    table.play(EASY)
    board, pad = box(table.page.get_by_role("grid")), box(table.page.locator(".pad"))
    assert board["height"] > 680
    assert pad["x"] > board["x"] + board["width"]
    rail = box(table.page.locator(".rail"))
    assert 340 <= rail["width"] <= 380


def test_phone_has_all_of_the_game_on_one_screen(open_table: Opener) -> None:
    table = open_table(390, 844, has_touch=True, is_mobile=True).play(EASY)
    places = [table.page.locator(".status").first, table.page.get_by_role("grid"), table.page.locator(".tools")]
    tops = [box(place)["y"] for place in [*places, table.page.locator(".pad")]]
    assert tops == sorted(tops)
    assert box(table.page.get_by_role("grid"))["width"] > 365
    pad = box(table.page.locator(".pad"))
    assert pad["y"] + pad["height"] <= 844
    for key in table.page.locator(".pad button, .tools button, .modes button").all():
        assert box(key)["height"] >= 44


@pytest.mark.parametrize(("width", "height"), [(375, 667), (360, 640), (412, 915)])
def test_board_and_pad_are_on_one_screen_of_every_phone(open_table: Opener, width: int, height: int) -> None:
    table = open_table(width, height, has_touch=True, is_mobile=True).play(EASY)
    pad = box(table.page.locator(".pad"))
    assert pad["y"] + pad["height"] <= height
    assert box(table.page.get_by_role("grid"))["width"] > width - 24


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1180, 820), (768, 1024)])
def test_tablet(open_table: Opener, width: int, height: int) -> None:
    table = open_table(width, height, has_touch=True, is_mobile=True).play(EASY)
    board, pad = box(table.page.get_by_role("grid")), box(table.page.locator(".pad"))
    assert board["width"] >= 0.6 * min(width, height)
    assert pad["y"] + pad["height"] <= height and pad["x"] + pad["width"] <= width
    for key in table.page.locator(".pad button, .tools button, .modes button").all():
        assert box(key)["height"] >= 44


@pytest.mark.parametrize(("width", "height"), [(844, 390), (740, 360), (667, 375)])
@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.soak)])
def test_landscape_has_the_pad_beside_the_board(open_table: Opener, width: int, height: int, language: str) -> None:
    table = open_table(width, height, language, has_touch=True, is_mobile=True).play(EASY)
    board, pad = box(table.page.get_by_role("grid")), box(table.page.locator(".pad"))
    assert board["y"] + board["height"] <= height
    assert pad["x"] > board["x"] + board["width"]
    assert pad["y"] + pad["height"] <= height
    for key in table.page.locator(".pad button").all():
        assert box(key)["height"] >= 44 and box(key)["width"] >= 44


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (740, 360), (844, 390)])
def test_the_board_and_what_comes_next_stay_in_sight_with_the_result(
    open_table: Opener, width: int, height: int
) -> None:
    table = open_table(width, height).play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    following = box(table.page.get_by_role("button", name="Next puzzle"))
    assert following["y"] + following["height"] <= height
    board, sheet = box(table.page.get_by_role("grid")), box(table.page.locator(".sheet"))
    assert sheet["x"] >= board["x"] + board["width"] or sheet["y"] >= board["y"] + board["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_nothing_moves_when_panels_open(open_table: Opener, width: int, height: int) -> None:
    table = open_table(width, height).play(EASY)
    watched = [table.page.get_by_role("grid"), table.page.locator(".tools"), table.page.locator(".pad")]
    before = [box(each) for each in watched]
    for panel in PANELS["en"]:
        table.page.get_by_role("button", name=panel, exact=True).click()
        expect(table.page.locator(".sheet")).to_be_visible()
        assert [box(each) for each in watched] == before
        table.press("Escape")
    table.choose("r1c3").press("4", "r", "k", "h")  # words of one and two lines, a hint, another class
    expect(table.page.locator(".sheet li")).to_have_count(1)
    assert [box(each) for each in watched] == before


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_low_window_shows_what_panels_say(open_table: Opener, language: str) -> None:
    """A laptop's browser: hint, class and place are read without scrolling."""
    table = open_table(1366, 657, language=language).play(EASY)
    for level in range(1, 5):
        table.press("h")
        expect(table.page.locator(".sheet li")).to_have_count(level)
    expect(table.page.locator(".sheet li").nth(2)).to_be_in_viewport(ratio=1)
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    place = table.page.locator("[data-result=place]")
    expect(place).to_be_in_viewport(ratio=1)
    following = table.page.locator(".sheet .primary")
    expect(following).to_be_in_viewport(ratio=1)
    assert box(place)["y"] + box(place)["height"] <= box(following)["y"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_bar_is_one_line_on_every_screen(open_table: Opener, language: str) -> None:
    table = open_table(320, 640, language=language, has_touch=True, is_mobile=True)
    for screen in ("", "play", "enter", "lab", "help"):
        settle(table, screen)
        assert box(table.page.locator("header").first)["height"] == 44, screen


SHIFTS = """window.shift = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value; })
        .observe({type: 'layout-shift', buffered: true});"""


@pytest.mark.parametrize(("width", "height", "language"), [(390, 844, "zh"), (1280, 800, "en")])
def test_nothing_shifts_when_the_server_answers(open_table: Opener, width: int, height: int, language: str) -> None:
    """Not even for the longest name of a technique."""
    table = open_table(width, height, language=language)
    table.page.add_init_script(SHIFTS)
    table.page.route("**/puzzles/offers", _offer_what_needs_many_words)
    table.go("")
    expect(table.page.locator(".band").last).to_contain_text(" · ", timeout=60_000)
    table.page.wait_for_timeout(300)
    assert table.page.evaluate("window.shift") == 0
    table.go("stats")
    expect(table.page.locator("form")).to_be_visible()
    table.page.wait_for_timeout(300)
    assert table.page.evaluate("window.shift") == 0


def _offer_what_needs_many_words(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "technique": "forcing-chain-contradiction", "score": 10456})


def test_nothing_shifts_while_loading(table: Table) -> None:
    table.page.add_init_script(SHIFTS)
    for screen in SCREENS:
        settle(table, screen)
        table.page.wait_for_timeout(300)
        assert table.page.evaluate("window.shift") < 0.02, screen


def test_language_follows_the_browser_and_can_be_switched(open_table: Opener) -> None:
    table = open_table(language="zh")
    settle(table, "")
    expect(table.page.get_by_text("新游戏").first).to_be_visible()
    assert table.page.evaluate("document.documentElement.lang") == "zh-CN"
    table.page.get_by_role("button", name="EN").click()
    expect(table.page.get_by_role("heading", name="New game")).to_be_visible()
    table.page.reload()
    expect(table.page.get_by_role("heading", name="New game")).to_be_visible()
    assert table.page.evaluate("document.documentElement.lang") == "en"


def test_other_languages_get_english(open_table: Opener) -> None:
    table = open_table(language="fr-FR")
    settle(table, "")
    expect(table.page.get_by_role("heading", name="New game")).to_be_visible()


def test_dark_follows_the_system_and_can_be_chosen(open_table: Opener) -> None:
    table = open_table(color_scheme="dark").play(EASY)
    given = "getComputedStyle(document.querySelector('.given')).color"
    page = "getComputedStyle(document.documentElement).backgroundColor"
    assert table.page.evaluate(page) == "rgb(15, 18, 22)"
    assert table.page.evaluate(given) == "rgb(242, 244, 248)"
    table.page.get_by_role("button", name="Theme").click()
    assert table.page.evaluate(page) == "rgb(246, 245, 241)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast(open_table: Opener, scheme: str) -> None:
    """Black on white or white on black, thick lines, and every ink at least 7 to 1 on its ground."""
    table = open_table(color_scheme=scheme).play(EASY)
    for _ in range(3):
        table.page.get_by_role("button", name="Theme").click()
    assert table.page.evaluate("document.documentElement.dataset.theme") == "contrast"
    table.click("Fill notes")
    table.choose("r1c3").press("4")
    for name, ink in (("r1c1", "."), ("r1c3", ".digit"), ("r1c4", ".slot"), ("r1c9", ".slot")):
        assert contrast(table, name, ink) >= 7, name
    assert table.page.locator("[data-cell='2']").evaluate("cell => getComputedStyle(cell).borderRightWidth") == "4px"


def test_a_system_that_wants_more_contrast_gets_it(open_table: Opener) -> None:
    table = open_table(contrast="more").go("")
    theme = "document.documentElement.dataset.theme"
    table.page.wait_for_function(f"() => {theme} === 'contrast'")
    table.page.emulate_media(contrast="no-preference")
    table.page.wait_for_function(f"() => {theme} === undefined")
    table.page.emulate_media(contrast="more")
    table.page.get_by_role("button", name="Theme").click()  # a choice of the player comes first
    table.page.wait_for_function(f"() => {theme} === 'light'")


def contrast(table: Table, name: str, ink: str) -> float:
    """The ratio of the brightness of what is written in a cell and of its ground."""
    cell = table.cell(name)
    writing = cell if ink == "." else cell.locator(ink).first
    ground = table.background(name)
    if ground.startswith("rgba(0, 0, 0, 0"):
        ground = str(table.page.locator(".frame").evaluate("frame => getComputedStyle(frame).backgroundColor"))
    light, dark = sorted((brightness(style(writing, "color")), brightness(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def brightness(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_chinese_labels_for_a_screen_reader(open_table: Opener) -> None:
    table = open_table(language="zh").play(EASY)
    expect(table.cell("r1c1")).to_have_attribute("aria-label", "第 1 行、第 1 列、第 1 宫、提示数 5")
    expect(table.cell("r1c3")).to_have_attribute("aria-label", "第 1 行、第 3 列、第 1 宫、空格")


def test_reduced_motion_stops_the_ripple(open_table: Opener) -> None:
    table = open_table(reduced_motion="reduce").play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    ripple = table.page.locator(".ripple")
    assert ripple.evaluate("element => parseFloat(getComputedStyle(element).animationDuration)") < 0.001


def test_javascript_is_light(table: Table) -> None:
    """At most 100 kB of JavaScript, gzipped."""
    import gzip

    sizes: list[int] = []
    table.page.on(
        "response", lambda answer: sizes.append(len(gzip.compress(answer.body()))) if ".js" in answer.url else None
    )
    settle(table, f"p/{EASY}")
    assert 0 < sum(sizes) <= 100_000


def test_charts_of_many_and_long_games_can_be_read(open_table: Opener) -> None:
    table = open_table(320, 640)
    times = [[number, 60_000 * number] for number in range(60, 110)]
    none = {"started": 0, "finished": 0, "best": None, "mean": None, "median": None}
    nothing: dict[str, Any] = {**none, "distribution": {}, "trend": [], "helps": {}}
    many = {**nothing, "started": 50, "finished": 50, "distribution": {str(at): 1 for at, _ in times}, "trend": times}
    answer = {"by_difficulty": {"easy": many, "medium": nothing, "hard": nothing}, "streak": 1, "longest_streak": 1}
    table.page.route("**/player/statistics?*", lambda route: route.fulfill(json=answer))
    table.go("stats")
    expect(table.page.locator(".charts svg")).to_have_count(2)
    for words in table.page.locator(".charts text").all():
        picture, place = words.locator("xpath=ancestor::*[name()='svg']").bounding_box(), words.bounding_box()
        assert picture and place
        assert place["height"] > 7, words.inner_html()
        assert place["x"] >= picture["x"], words.inner_html()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (768, 1024)])
def test_no_panel_covers_the_board_of_a_race(open_table: Opener, width: int, height: int) -> None:
    table = open_table(width, height, has_touch=True, is_mobile=True).play(ALMOST).choose("r9c8")
    table.press("7", "ArrowRight", "9").click("Play this puzzle again")
    expect(table.page.get_by_text("Last time:")).to_be_visible()
    for panel in ("More", "Saves"):
        table.click(panel)
        board = box(table.page.get_by_role("grid"))
        assert box(table.page.locator(".sheet"))["y"] >= board["y"] + board["height"] - 4
        table.click("Close")


def test_in_a_system_of_few_colours_the_board_keeps_its_signs(open_table: Opener) -> None:
    table = open_table(forced_colors="active").play(EASY).click("More")
    table.page.get_by_label("Live: repeated digits").check()
    table.choose("r1c3").press("5")
    assert table.wrong() == ["r1c1", "r1c3"]
    wedge = "cell => getComputedStyle(cell, '::after').backgroundColor"
    assert table.cell("r1c3").evaluate(wedge) != table.background("r1c3")
    assert table.background("r1c3") != table.background("r9c1")
    modes = table.page.get_by_role("radio")
    assert style(modes.nth(0), "backgroundColor") != style(modes.nth(1), "backgroundColor")


def test_large_letters_of_charts_are_whole_and_do_not_meet(open_table: Opener) -> None:
    table = open_table(320, 640)
    large = "document.documentElement.style.fontSize = '200%'"
    table.go(f"lab/solve/{EASY}/mrv,norvig/1/0/10").page.evaluate(large)
    names = table.page.locator(".charts .name")
    expect(names).to_have_count(2)
    for name in names.all():
        inner, outer = box(name), box(name.locator("xpath=.."))
        assert inner["y"] >= outer["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    table.go("lab/methods").page.evaluate(large)
    expect(table.page.locator("figure .name").first).to_be_visible()
    for line in table.page.locator("figure .name").all():
        left, right = (box(part) for part in line.locator("span").all())
        assert left["x"] + left["width"] <= right["x"] or left["y"] + left["height"] <= right["y"] + 1
