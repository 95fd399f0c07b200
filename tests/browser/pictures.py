"""Take screenshots of every screen, light and dark, on phone and desktop, in English and Chinese.

`python3 dev.py pictures [SCREEN ...]` writes them, or those of the named screens, to docs/pictures; with `--renew` only the
pictures that are already there.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, expect  # noqa: E402

import shudu  # noqa: E402
from browser_tools.app_page import ALMOST_SOLVED, EASY, EASY_SOLUTION, HARD, AppPage  # noqa: E402
from browser_tools.launch import start_browser, start_server  # noqa: E402
from shudu.formats.io.marks import masks_of  # noqa: E402
from shudu.formats.io.read_write import write  # noqa: E402
from shudu.formats.io.sheet import Sheet  # noqa: E402

TARGET = ROOT / "docs/pictures"
# Needs chains.
CHAINS = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
# Its search branches.
BRANCHING = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SIZES = {"desktop": (1280, 800, False), "phone": (390, 844, True)}
LABELS = {
    "notes": ("Fill notes", "填候选数"),
    "more": ("More", "更多"),
    "solve": ("Solve", "求解"),
    "read": ("Import", "导入"),
    "watch": ("Watch replay", "观看回放"),
    "path": ("Solution path", "解题路径"),
    "account": ("Your data and devices", "数据与设备"),
}


def translate(app: AppPage, word: str) -> str:
    """Return a label in the language of the page."""
    return LABELS[word][app.page.evaluate("document.documentElement.lang") == "zh-CN"]


def home(app: AppPage) -> None:
    """Show the first screen with a game to continue."""
    play(app)
    app.open("")
    expect(app.page.locator(".band[data-offered]").nth(2)).to_be_visible(timeout=60_000)


def first(app: AppPage) -> None:
    """Show the tutorial at its first technique."""
    app.open("first")
    for name, digit in (("r1c4", "7"), ("r5c9", "6"), ("r8c2", "9")):
        app.select(name).press(digit)
    app.select("r6c4")


def play(app: AppPage) -> None:
    """Show a game with entries, notes and a colour."""
    app.open_puzzle(EASY).select("r1c3").press("4")
    app.click(translate(app, "notes"))
    app.select("r5c5").press("5").select("r4c2").press("Shift+5", "v", "5", "z").select("r7c5")


def hint(app: AppPage) -> None:
    """Show a hint explained and drawn."""
    play(app)
    app.press("h", "h")  # the first time the key explains itself
    for _ in range(3):
        app.page.wait_for_timeout(500)
        app.press("h")
    app.page.wait_for_timeout(800)


def options(app: AppPage) -> None:
    """Show the panel with check modes and highlights."""
    play(app)
    app.click(translate(app, "more"))


def result(app: AppPage) -> None:
    """Show the result of a solved game."""
    app.open_puzzle(ALMOST_SOLVED).select("r9c8").press("7", "ArrowRight", "9")
    app.page.wait_for_timeout(700)


def path(app: AppPage) -> None:
    """Show the solution path at its first step with links."""
    app.open_puzzle(CHAINS)
    for cell, digit in enumerate(shudu.solve(CHAINS).line):
        if CHAINS[cell] == ".":
            app.select(f"r{cell // 9 + 1}c{cell % 9 + 1}").press(digit)
    app.click(translate(app, "path"))
    steps = shudu.rate(CHAINS).path.steps
    app.page.locator(".sheet li button").nth([bool(step.links) for step in steps].index(True)).click()


def paused(app: AppPage) -> None:
    """Show a paused game."""
    play(app)
    app.press("p")


def replay(app: AppPage) -> None:
    """Show the replay of a game."""
    result(app)
    app.page.get_by_role("link", name=translate(app, "watch")).click()
    app.page.get_by_role("slider").fill("2")


def _import_line(app: AppPage, line: str) -> None:
    app.open("enter")
    app.page.get_by_role("textbox").fill(line)
    app.click(translate(app, "read"))


def enter(app: AppPage) -> None:
    """Show a puzzle being solved step by step."""
    _import_line(app, HARD)
    app.page.get_by_role("slider").fill("20")
    app.click(translate(app, "solve"))
    app.page.locator(".retracted").first.wait_for(timeout=20_000)


def several(app: AppPage) -> None:
    """Show a puzzle with two solutions."""
    _import_line(app, EASY_SOLUTION.replace("5", ".").replace("3", "."))
    app.page.locator(".headline button").first.click()


def imported(app: AppPage) -> None:
    """Show a game imported with its marks, and the export panel."""
    sheet = replace(Sheet.from_text("534" + EASY[3:]), entries=4, centre=masks_of({3: (2, 6), 5: (2, 4, 6, 8)}))
    _import_line(app, str(write(replace(sheet, colours=(("r2c2", "B"),)), "game")))
    expect(app.page.locator("[data-played]")).to_be_visible()
    app.page.locator("button[aria-expanded]").first.click()
    app.page.locator("[data-played]").scroll_into_view_if_needed()


def printing(app: AppPage) -> None:
    """Show a booklet with its preview."""
    app.open("print")
    app.page.get_by_role("spinbutton").fill("4")
    app.page.locator("form .primary").click()
    expect(app.page.locator(".pages img").first).to_be_visible(timeout=60_000)


def stats(app: AppPage) -> None:
    """Show statistics and leaderboard after a game."""
    with app.page.expect_response(
        lambda answer: answer.url.endswith("/moves") and '"finished":null' not in answer.text()
    ):
        result(app)
    app.open("stats")
    expect(app.page.locator("table").first).to_be_visible()


def _open_run(app: AppPage, path: str) -> None:
    """Open a moment of a run and wait until all events have arrived."""
    app.open(f"lab/{path}")
    expect(app.page.locator("[data-run]").first).to_be_visible()
    for lane in app.page.locator("[data-run]").all():
        expect(lane).to_have_attribute("data-phase", "done", timeout=60_000)
    app.page.wait_for_timeout(300)


def lab_setup(app: AppPage) -> None:
    """Show the selection of a puzzle and algorithms."""
    app.open(f"lab/solve/{BRANCHING}")
    expect(app.page.get_by_role("grid")).to_be_visible()


def lab(app: AppPage) -> None:
    """Show one search with its tree, pseudocode and heat map."""
    _open_run(app, f"solve/{BRANCHING}/mrv/1/0/1200")


def lab_three(app: AppPage) -> None:
    """Show three searches on one timeline."""
    _open_run(app, f"solve/{BRANCHING}/mrv+propagate,exact-cover,norvig/1/0/420")


def lab_make(app: AppPage) -> None:
    """Show a puzzle being dug, at a clue that must stay."""
    _open_run(app, "make/dig/5/59/24/none")


def help(app: AppPage) -> None:
    """Show settings and shortcuts."""
    app.open("help")


def account(app: AppPage) -> None:
    """Show backup, devices and deletion."""
    app.open("help")
    part = app.page.locator("details", has_text=translate(app, "account"))
    part.locator("summary").click()
    part.scroll_into_view_if_needed()


def numbers(app: AppPage) -> None:
    """Show a grid by its number, with its symmetries."""
    app.open("lab/numbers/19820916959316604")
    app.page.locator("select").select_option(index=100)
    app.select("r5c5")


def methods(app: AppPage) -> None:
    """Show the comparison of grid generators."""
    app.open("lab/methods/backtrack")
    expect(app.page.locator("figure").first).to_be_visible()


def learn(app: AppPage) -> None:
    """Show the learning path."""
    app.open("learn")
    expect(app.page.locator("[data-speech]")).to_be_visible()


def lesson(app: AppPage) -> None:
    """Show the lesson of the X-Wing where the learner thinks a case through."""
    app.open("learn/x-wing")
    expect(app.page.locator("[data-speech]")).to_be_visible()
    for cell in [cell for screen in shudu.lesson("x-wing").screens[:2] for cell in screen.action.cells]:
        app.cell(f"r{cell // 9 + 1}c{cell % 9 + 1}").click()


def drill(app: AppPage) -> None:
    """Show a drill."""
    app.open("learn/xy-wing/drill")
    expect(app.page.locator("[data-speech]")).to_be_visible()


def profile(app: AppPage) -> None:
    """Show what the learner can see."""
    lines = ["1 x-wing found 2 20000", "2 pointing found 3 300000", "3 xy-wing hint 1 0"]
    app.page.add_init_script(f"localStorage.setItem('shudu.learn', JSON.stringify({lines}))")
    app.open("learn/profile")
    expect(app.page.locator("[data-speech]")).to_be_visible()


SCREENS: tuple[Callable[[AppPage], None], ...] = (
    home,
    first,
    play,
    hint,
    options,
    paused,
    result,
    path,
    replay,
    enter,
    several,
    imported,
    printing,
    stats,
    learn,
    lesson,
    drill,
    profile,
    lab_setup,
    lab,
    lab_three,
    lab_make,
    help,
    account,
    numbers,
    methods,
)


def picture_path(screen: Callable[[AppPage], None], size: str, scheme: str, language: str) -> Path:
    """Return the file of a picture."""
    return TARGET / f"{screen.__name__}-{size}-{scheme}-{language}.png"


def take(
    browser: Browser, address: str, screen: Callable[[AppPage], None], size: str, scheme: str, language: str
) -> None:
    """Take one screenshot."""
    width, height, touch = SIZES[size]
    locale = {"en": "en-GB", "zh": "zh-CN"}[language]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=locale,
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=touch,
        is_mobile=touch,
    )
    context.set_default_timeout(20_000)
    app = AppPage(context.new_page(), address)
    screen(app)
    app.page.screenshot(path=picture_path(screen, size, scheme, language))
    context.close()


def main(names: list[str]) -> None:
    """Take all screenshots, or those of the named screens, or renew those in the folder."""
    TARGET.mkdir(parents=True, exist_ok=True)
    renew, names = "--renew" in names, [name for name in names if name != "--renew"]
    with tempfile.TemporaryDirectory() as folder, start_server(Path(folder)) as address, start_browser() as browser:
        for kind in product(SCREENS, SIZES, ("light", "dark"), ("en", "zh")):
            path = picture_path(*kind)
            if (not names or kind[0].__name__ in names) and (not renew or path.exists()):
                take(browser, address, *kind)
                print(path.name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
