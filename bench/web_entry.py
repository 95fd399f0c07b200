"""Measure the time from a digit key to the paint, in a browser with the processor slowed down four times.

`python bench/web_entry.py` starts the server and Chromium (SHUDU_CHROMIUM) and prints milliseconds.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page  # noqa: E402

from browser_tools.app_page import EASY, EASY_SOLUTION, AppPage  # noqa: E402
from browser_tools.launch import start_browser, start_server  # noqa: E402

SLOWDOWN = 4
LIMIT = 50.0

# From the event's own timestamp until the frame that shows its effect has been committed.
_WATCH = """() => {
    addEventListener('keydown', event => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.took(performance.now() - event.timeStamp);
        channel.port2.postMessage(0);
    }), true);
}"""

# People pause before typing, so work left over from the click before is not counted.
_SETTLE = (
    """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))"""
)


def wait_for_stock(address: str) -> None:
    """Wait until the server has filled its stock of puzzles, which would compete for the processor."""
    before, now = "", _stock(address)
    while before != now:
        time.sleep(3)
        before, now = now, _stock(address)


def _stock(address: str) -> str:
    with urlopen(f"{address}metrics", timeout=60) as answer:
        return "".join(line for line in answer.read().decode().splitlines() if line.startswith("shudu_stock"))


def measure(page: Page, address: str, prepare: str) -> list[float]:
    """Play a whole game by keyboard and return the milliseconds of each digit.

    Args:
        page: A new page.
        address: The server's address.
        prepare: The name of a button to click first, or an empty string.
    """
    app = AppPage(page, address).open_puzzle(EASY)
    if prepare:
        app.click(prepare)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # all files are cached
    page.wait_for_load_state("networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.evaluate(_WATCH)
    times: list[float] = []
    for cell in (cell for cell, given in enumerate(EASY) if given == "."):
        app.select(f"r{cell // 9 + 1}c{cell % 9 + 1}")
        page.evaluate("() => { window.next = new Promise(done => { window.took = done; }); }")
        page.evaluate(_SETTLE)
        app.press(EASY_SOLUTION[cell])
        times.append(page.evaluate("window.next"))
    return times


def main() -> int:
    """Print the table; return 1 if more than one digit in twenty exceeds the limit."""
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder, start_server(Path(folder)) as address, start_browser() as browser:
        wait_for_stock(address)
        print(f"digit to paint, processor slowed {SLOWDOWN}×, milliseconds\n{'':14}median     95 %      max")
        for name, prepare in (("just started", ""), ("empty board", ""), ("with notes", "Notes")):
            context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
            taken = sorted(measure(context.new_page(), address, prepare))
            context.close()
            high = taken[int(0.95 * len(taken))]
            worst = max(worst, high)
            print(f"{name:14}{statistics.median(taken):6.1f} {high:8.1f} {taken[-1]:8.1f}")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
