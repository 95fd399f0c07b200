"""Takes a picture of every screen, light and dark, phone and desktop, Chinese and English, into docs/pictures/.

`python3 dev.py pictures` runs it; names of screens may follow, to take only those.
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
from shudu.formats.io.marks import masks_of  # noqa: E402
from shudu.formats.io.sheet import Sheet  # noqa: E402
from shudu.formats.io.write import write  # noqa: E402
from tests.browser.serving import chromium, serve  # noqa: E402
from tests.browser.table import ALMOST, EASY, EASY_SOLUTION, HARD, Table  # noqa: E402

TARGET = ROOT / "docs/pictures"
# Solved by chains.
CHAINS = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
# A search that branches.
SEARCHED = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SIZES = {"desktop": (1280, 800, False), "phone": (390, 844, True)}
WORDS = {
    "notes": ("Fill notes", "候选数"),
    "more": ("More", "更多"),
    "solve": ("Solve", "求解"),
    "read": ("Import", "导入"),
    "watch": ("Watch replay", "观看回放"),
    "path": ("Solution path", "解题路径"),
    "account": ("Your data and devices", "数据与设备"),
}


def say(table: Table, word: str) -> str:
    """A word of the page in its language."""
    return WORDS[word][table.page.evaluate("document.documentElement.lang") == "zh-CN"]


def home(table: Table) -> None:
    """The first screen, its cards filled."""
    table.go("")
    expect(table.page.locator(".band").last).to_contain_text(" · ", timeout=60_000)


def first(table: Table) -> None:
    """The first game, at its first technique."""
    table.go("first")
    for name, digit in (("r1c4", "7"), ("r5c9", "6"), ("r8c2", "9")):
        table.choose(name).press(digit)
    table.choose("r6c4")


def play(table: Table) -> None:
    """A game under way: entries, notes, a colour."""
    table.play(EASY).choose("r1c3").press("4")
    table.click(say(table, "notes"))
    table.choose("r5c5").press("5").choose("r4c2").press("Shift+5", "v", "5", "z").choose("r7c5")


def hint(table: Table) -> None:
    """A step explained and drawn."""
    play(table)
    for _ in range(4):
        count = table.page.locator(".sheet li").count()
        table.press("h")
        expect(table.page.locator(".sheet li")).to_have_count(count + 1)


def options(table: Table) -> None:
    """The panel with check modes and highlights."""
    play(table)
    table.click(say(table, "more"))


def result(table: Table) -> None:
    """A game solved."""
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    table.page.wait_for_timeout(700)


def path(table: Table) -> None:
    """How a logician would have solved it: the first step with links, the best to look at."""
    table.play(CHAINS)
    for cell, digit in enumerate(shudu.solve(CHAINS).line):
        if CHAINS[cell] == ".":
            table.choose(f"r{cell // 9 + 1}c{cell % 9 + 1}").press(digit)
    table.click(say(table, "path"))
    steps = shudu.rate(CHAINS).path.steps
    table.page.locator(".sheet li button").nth([bool(step.links) for step in steps].index(True)).click()


def paused(table: Table) -> None:
    """The board is covered."""
    play(table)
    table.press("p")


def replay(table: Table) -> None:
    """The game watched again."""
    result(table)
    table.page.get_by_role("link", name=say(table, "watch")).click()
    table.page.get_by_role("slider").fill("2")


def _entered(table: Table, line: str) -> None:
    table.go("enter")
    table.page.get_by_role("textbox").fill(line)
    table.click(say(table, "read"))


def enter(table: Table) -> None:
    """A puzzle being solved for all to see."""
    _entered(table, HARD)
    table.page.get_by_role("slider").fill("20")
    table.click(say(table, "solve"))
    table.page.locator(".retracted").first.wait_for(timeout=20_000)


def several(table: Table) -> None:
    """A puzzle with two solutions that differ."""
    _entered(table, EASY_SOLUTION.replace("5", ".").replace("3", "."))
    table.page.locator(".report button").first.click()


def imported(table: Table) -> None:
    """A game read from a file, with its marks, and the panel to write it in other formats."""
    sheet = replace(Sheet.from_text("534" + EASY[3:]), entries=4, centre=masks_of({3: (2, 6), 5: (2, 4, 6, 8)}))
    _entered(table, str(write(replace(sheet, colours=(("r2c2", "B"),)), "game")))
    expect(table.page.locator("[data-played]")).to_be_visible()
    table.page.locator("button[aria-expanded]").first.click()
    table.page.locator("[data-played]").scroll_into_view_if_needed()


def printing(table: Table) -> None:
    """A booklet made and shown."""
    table.go("print")
    table.page.get_by_role("spinbutton").fill("4")
    table.page.locator("form .primary").click()
    expect(table.page.locator("[data-printed] img").first).to_be_visible(timeout=60_000)


def stats(table: Table) -> None:
    """Statistics and leaderboard after a game."""
    with table.page.expect_response(
        lambda answer: answer.url.endswith("/moves") and '"finished":null' not in answer.text()
    ):
        result(table)
    table.go("stats")
    expect(table.page.locator("table").first).to_be_visible()


def _watched(table: Table, place: str) -> None:
    """A moment of a run, all of it there."""
    table.go(f"lab/{place}")
    expect(table.page.locator("[data-run]").first).to_be_visible()
    for lane in table.page.locator("[data-run]").all():
        expect(lane).to_have_attribute("data-phase", "done", timeout=60_000)
    table.page.wait_for_timeout(300)


def lab_setup(table: Table) -> None:
    """What to watch: a puzzle and algorithms."""
    table.go(f"lab/solve/{SEARCHED}")
    expect(table.page.get_by_role("grid")).to_be_visible()


def lab(table: Table) -> None:
    """One search with its tree, pseudocode and heat."""
    _watched(table, f"solve/{SEARCHED}/mrv/1/0/1200")


def lab_three(table: Table) -> None:
    """Three searches on one time line."""
    _watched(table, f"solve/{SEARCHED}/mrv+propagate,exact-cover,norvig/1/0/420")


def lab_make(table: Table) -> None:
    """A puzzle being dug, at a refusal."""
    _watched(table, "make/dig/5/59/24/none")


def help(table: Table) -> None:
    """Settings and keys."""
    table.go("help")


def account(table: Table) -> None:
    """Backup, devices, deletion."""
    table.go("help")
    part = table.page.locator("details", has_text=say(table, "account"))
    part.locator("summary").click()
    part.scroll_into_view_if_needed()


def numbers(table: Table) -> None:
    """A grid by its number, with its symmetries."""
    table.go("lab/numbers/19820916959316604")
    table.page.locator("select").select_option(index=100)
    table.choose("r5c5")


def methods(table: Table) -> None:
    """The methods of making grids compared."""
    table.go("lab/methods/backtrack")
    expect(table.page.locator("figure").first).to_be_visible()


SCREENS: tuple[Callable[[Table], None], ...] = (
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
    lab_setup,
    lab,
    lab_three,
    lab_make,
    help,
    account,
    numbers,
    methods,
)


def take(
    browser: Browser, address: str, screen: Callable[[Table], None], size: str, scheme: str, language: str
) -> None:
    """One picture."""
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
    table = Table(context.new_page(), address)
    screen(table)
    table.page.screenshot(path=TARGET / f"{screen.__name__}-{size}-{scheme}-{language}.png")
    context.close()


def main(names: list[str]) -> None:
    """Takes all pictures, or those of the screens named."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as address, chromium() as browser:
        for screen in SCREENS:
            if names and screen.__name__ not in names:
                continue
            for size, scheme, language in product(SIZES, ("light", "dark"), ("en", "zh")):
                take(browser, address, screen, size, scheme, language)
            print(screen.__name__, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
