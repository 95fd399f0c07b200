"""Takes a picture of every screen, light and dark, phone and desktop, Chinese and English, into docs/pictures/.

`python3 dev.py pictures` runs it; names of screens may follow, to take only those.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, expect  # noqa: E402

from tests.browser.serving import chromium, serve  # noqa: E402
from tests.browser.table import ALMOST, EASY, EASY_SOLUTION, HARD, Table  # noqa: E402

TARGET = ROOT / "docs/pictures"
SIZES = {"desktop": (1280, 800, False), "phone": (390, 844, True)}
WORDS = {
    "notes": ("Notes", "候选"),
    "more": ("More", "更多"),
    "solve": ("Solve", "求解"),
    "read": ("Read it", "读取"),
    "watch": ("Watch it again", "观看回放"),
}


def say(table: Table, word: str) -> str:
    """A word of the page in its language."""
    return WORDS[word][table.page.evaluate("document.documentElement.lang") == "zh-CN"]


def home(table: Table) -> None:
    """The first screen, its cards filled."""
    table.go("")
    expect(table.page.locator(".band").last).to_contain_text(" · ", timeout=60_000)


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


def stats(table: Table) -> None:
    """Statistics and leaderboard after a game."""
    with table.page.expect_response(
        lambda answer: answer.url.endswith("/moves") and '"finished":null' not in answer.text()
    ):
        result(table)
    table.go("stats")
    expect(table.page.locator("table").first).to_be_visible()


def help(table: Table) -> None:
    """Settings and keys."""
    table.go("help")


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
    *(home, play, hint, options, result, replay, enter, several, stats, help),
    *(numbers, methods),
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
