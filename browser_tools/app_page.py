"""A page of the web app, operated the way a player does."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page, expect

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ALMOST_SOLVED = EASY_SOLUTION[:-2] + ".."

_DIGITS = """() => [...document.querySelectorAll('[role=gridcell]')]
    .map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('')"""

# Highlights and marks are drawn one frame after the digit they follow from.
_NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


class AppPage:
    """A browser page that shows the app, usually with a board on it.

    Attributes:
        page: Playwright's page.
        address: The server's address, ending in a slash.
        console_errors: Errors and warnings from the page's console, except the expected ones.
        expected_error: Console messages that contain this text are ignored; by default those about a lost network.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.console_errors: list[str] = []
        self.expected_error = "net::"

    def open(self, screen: str) -> AppPage:
        """Open a screen by its path, such as `lab/solve`."""
        self.page.goto(f"{self.address}#/{screen}")
        expect(self.page.locator("[data-live]")).to_be_attached()  # the app has replaced the shell
        return self

    def open_puzzle(self, line: str) -> AppPage:
        """Start a game by the link that carries its puzzle."""
        self.open(f"p/{line}")
        self.expect_digits(line.replace("0", "."))
        return self

    @property
    def digits(self) -> str:
        """The 81 digits on the board, `.` for an empty cell; empty without a board."""
        return str(self.page.evaluate(_DIGITS))

    def expect_digits(self, line: str, seconds: float = 20) -> None:
        """Wait until the board shows these digits, for example after a link to another screen with a board."""
        deadline = time.monotonic() + seconds
        while (shown := self.digits) != line:
            assert time.monotonic() < deadline, f"the board shows {shown!r} instead of {line!r}"
            self.page.wait_for_timeout(50)

    def cell(self, name: str) -> Locator:
        """Return a cell by its name, such as `r3c5`."""
        return self.page.locator(f"[data-cell='{9 * (int(name[1]) - 1) + int(name[3]) - 1}']")

    def select(self, name: str) -> AppPage:
        """Click a cell."""
        self.cell(name).click()
        return self

    def press(self, *keys: str) -> AppPage:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def click(self, name: str) -> AppPage:
        """Click the button with exactly this name."""
        self.page.get_by_role("button", name=name, exact=True).click()
        return self

    def centre_marks(self, name: str) -> str:
        """Return the candidates drawn in a cell, in ascending order."""
        self.page.evaluate(_NEXT_FRAME)
        return "".join(sorted("".join(self.cell(name).locator(".slot").all_inner_texts())))

    def corner_marks(self, name: str) -> str:
        """Return the corner marks drawn in a cell, in ascending order."""
        self.page.evaluate(_NEXT_FRAME)
        marks = self.cell(name).locator(".corner").evaluate_all("marks => marks.map(mark => mark.dataset.mark)")
        return "".join(sorted(marks))

    def background(self, name: str) -> str:
        """Return the background colour of a cell."""
        self.page.evaluate(_NEXT_FRAME)
        return computed_style(self.cell(name), "backgroundColor")

    def wrong_cells(self) -> list[str]:
        """Return the cells marked as wrong, recognised by the wedge in the corner rather than by colour."""
        self.page.evaluate(_NEXT_FRAME)
        cells = self.page.evaluate(
            """() => [...document.querySelectorAll('[role=gridcell]')]
            .filter(cell => getComputedStyle(cell, '::after').clipPath.startsWith('polygon'))
            .map(cell => Number(cell.dataset.cell))"""
        )
        return [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in cells]

    def expect_announcement(self, text: str) -> None:
        """Expect a text both on the screen and in the live region for screen readers."""
        expect(self.page.locator("[data-live]")).to_contain_text(text)
        expect(self.visible_text(text).first).to_be_visible()

    def expect_win(self) -> None:
        """Expect the result on the screen, and the announcement for screen readers."""
        expect(self.page.locator("[data-live]")).to_contain_text("Solved in")
        expect(self.page.get_by_role("heading", name="Solved!")).to_be_visible()

    def visible_text(self, text: str) -> Locator:
        """Return the visible elements that contain a text."""
        return self.page.locator("main").get_by_text(text).filter(visible=True)


def wait_until(page: Page, condition: str, seconds: float = 30) -> None:
    """Wait until a JavaScript expression is true.

    Playwright's `wait_for_function` evaluates text inside the page, which the app's content security policy forbids.
    """
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"not true within {seconds} s: {condition}"
        page.wait_for_timeout(50)


def computed_style(element: Locator, name: str) -> str:
    """Return a computed style of an element."""
    return str(element.evaluate(f"element => getComputedStyle(element).{name}"))
