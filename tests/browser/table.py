"""What a person sees and does at the board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ALMOST = EASY_SOLUTION[:-2] + ".."

_DIGITS = """() => [...document.querySelectorAll('[role=gridcell]')]
    .map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('')"""

# What follows from a digit is drawn a frame after it.
_SETTLED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


class Table:
    """A page with a board on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []  # what the page wrote to its console
        self.told = "net::"  # what the browser itself writes there of a network that is away, or of a certain answer

    def go(self, screen: str) -> Table:
        """Opens a screen by its address."""
        self.page.goto(f"{self.address}#/{screen}")
        return self

    def play(self, line: str) -> Table:
        """Opens a game by the link that carries its puzzle."""
        self.go(f"p/{line}")
        expect(self.page.get_by_role("grid")).to_be_visible()
        assert self.digits == line.replace("0", ".")
        return self

    @property
    def digits(self) -> str:
        """The 81 digits on the screen, `.` for none."""
        return str(self.page.evaluate(_DIGITS))

    def cell(self, name: str) -> Locator:
        """A cell by its name: `r3c5`."""
        return self.page.locator(f"[data-cell='{9 * (int(name[1]) - 1) + int(name[3]) - 1}']")

    def choose(self, name: str) -> Table:
        """Clicks a cell."""
        self.cell(name).click()
        return self

    def press(self, *keys: str) -> Table:
        """Presses keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def click(self, name: str) -> Table:
        """Clicks a button by its exact name."""
        self.page.get_by_role("button", name=name, exact=True).click()
        return self

    def marks(self, name: str) -> str:
        """The candidates drawn in a cell, in the order of the digits."""
        self.page.evaluate(_SETTLED)
        return "".join(sorted("".join(self.cell(name).locator(".slot").all_inner_texts())))

    def corners(self, name: str) -> str:
        """The corner marks drawn in a cell."""
        self.page.evaluate(_SETTLED)
        return "".join(sorted("".join(self.cell(name).locator(".corner").all_inner_texts())))

    def background(self, name: str) -> str:
        """The colour behind a cell."""
        self.page.evaluate(_SETTLED)
        return style(self.cell(name), "backgroundColor")

    def wrong(self) -> list[str]:
        """The cells marked as wrong, each by the wedge in its corner as well as by colour."""
        self.page.evaluate(_SETTLED)
        cells = self.page.evaluate(
            """() => [...document.querySelectorAll('[role=gridcell]')]
            .filter(cell => getComputedStyle(cell, '::after').clipPath.startsWith('polygon'))
            .map(cell => Number(cell.dataset.cell))"""
        )
        return [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in cells]

    def says(self, words: str) -> None:
        """Expects words on the screen, and the same in the live region for a screen reader."""
        expect(self.page.locator("[data-live]")).to_contain_text(words)
        expect(self.shown(words).first).to_be_visible()

    def shown(self, words: str) -> Locator:
        """Where words can be seen on the screen."""
        return self.page.locator("main").get_by_text(words).filter(visible=True)


def style(element: Locator, name: str) -> str:
    """A computed style."""
    return str(element.evaluate(f"element => getComputedStyle(element).{name}"))
