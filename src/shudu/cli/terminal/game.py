"""The terminal game as a Textual app: board, side panel, keys, mouse, and the dialogs for a new game."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from shudu.cli.language import language, t
from shudu.cli.terminal.game_drawing import DARK, LARGE, LIGHT, MEDIUM, SMALL, Layout, draw_board, find_cell
from shudu.cli.terminal.game_session import MODES, EntryMode, GameSession, unfinished_games
from shudu.core.errors import ShuduError
from shudu.core.puzzle import Puzzle
from shudu.formats.io.read_write import read
from shudu.puzzles.api import generate
from shudu.puzzles.difficulty import DIFFICULTIES

_PANEL_WIDTH: Final = 22
_MODE_KEYS: Final[dict[str, EntryMode]] = dict(zip("zxc", MODES, strict=True))
_ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_OPEN: Final = "open"
_FOOTER: Final = {"h": "hint", "u": "undo", "f": "fill", "k": "check", "n": "new", "f1": "help", "q": "quit"}
# What keys call on the session: a method and its arguments.
_KEYS: Final = {
    "space": ("next_mode",),
    "0": ("clear",),
    "backspace": ("clear",),
    "delete": ("clear",),
    "h": ("ask",),
    "question_mark": ("ask",),
    "enter": ("apply",),
    "k": ("check_now",),
    "m": ("next_check",),
    "p": ("toggle_pause",),
    "u": ("play", "undo"),
    "ctrl+z": ("play", "undo"),
    "left_square_bracket": ("play", "undo"),
    "r": ("play", "redo"),
    "ctrl+y": ("play", "redo"),
    "right_square_bracket": ("play", "redo"),
    "f": ("play", "notes:fill"),
    "a": ("play", "notes:auto"),
}


class BoardWidget(Static):
    """The board; a click selects a cell."""

    def on_click(self, event: events.Click) -> None:
        """Select the cell under the mouse."""
        app = self.app
        assert isinstance(app, TerminalGame)
        cell = find_cell(event.x, event.y, app.layout_of_board)
        if cell is not None and app.session is not None:
            app.session.select(cell)
            app.show()


class NewGameScreen(ModalScreen[str]):
    """Asks for a difficulty, an unfinished game or a puzzle to open."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", show=False)]

    def __init__(self, games: list[tuple[Path, str]]) -> None:
        super().__init__()
        self.games = games

    def compose(self) -> ComposeResult:
        """List the choices."""
        options = [Option(label, str(file)) for file, label in self.games]
        options += [Option(t("play.new", difficulty=t(f"play.difficulty.{name}")), name) for name in DIFFICULTIES]
        options.append(Option(t("play.open"), _OPEN))
        with Vertical(classes="dialog"):
            yield Label(t("play.choose"))
            yield OptionList(*options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the choice."""
        self.dismiss(event.option.id or "")


class OpenScreen(ModalScreen[Puzzle | None]):
    """Asks for a puzzle: 81 characters, a link, or the name of a file in any format."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def compose(self) -> ComposeResult:
        """Show the input field."""
        with Vertical(classes="dialog"):
            yield Label(t("play.paste"))
            yield Input()
            yield Label("", id="problem")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the puzzle, or show what is wrong with the text."""
        try:
            self.dismiss(read_puzzle(event.value))
        except (ShuduError, OSError) as error:
            reason = error.render(language()) if isinstance(error, ShuduError) else error.strerror or str(error)
            self.query_one("#problem", Label).update(Text(reason))


class HelpScreen(ModalScreen[None]):
    """Lists the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,f1,enter", "dismiss", show=False)]

    def compose(self) -> ComposeResult:
        """Show the list."""
        with VerticalScroll(classes="dialog"):
            yield Static(Text(t("play.keys").strip()))


class TerminalGame(App[None]):
    """Sudoku in the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    CSS = """
    #board { width: auto; height: auto; margin: 0 1; }
    #panel { width: 1fr; padding: 1 1 0 0; }
    ModalScreen { align: center middle; }
    .dialog { width: 72; max-width: 94%; height: auto; max-height: 90%; padding: 1 2; background: $panel; }
    OptionList { height: auto; max-height: 16; background: $panel; border: none; }
    #problem { color: $error; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: GameSession | None = None) -> None:
        """Prepare a game.

        Args:
            session: The game to play; without one, the player is asked.
        """
        super().__init__()
        self.session = session
        self.title = "shudu 数独"
        for key, name in _FOOTER.items():
            self._bindings.bind(key, f"press('{key}')", t(f"play.footer.{name}"))

    @property
    def layout_of_board(self) -> Layout:
        """The largest layout that fits the terminal."""
        for layout in (LARGE, MEDIUM):
            width, height = layout.size
            if self.size.width >= width + _PANEL_WIDTH and self.size.height >= height + 1:
                return layout
        return SMALL

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        with Horizontal():
            yield BoardWidget(id="board")
            yield Static(id="panel")
        yield Footer()

    def on_mount(self) -> None:
        """Show the game, or ask for one, and start the clock."""
        self.set_interval(1, self.show)
        if self.session is None:
            self.ask_for_game()
        self.show()

    def on_resize(self) -> None:
        """Choose the layout again."""
        self.show()

    def on_unmount(self) -> None:
        """Pause the game until it is continued."""
        if self.session is not None:
            self.session.close()

    def on_key(self, event: events.Key) -> None:
        """Handle the keys of the game; dialogs handle their own."""
        is_free = self.session is not None and len(self.screen_stack) == 1 and event.key not in _FOOTER
        if is_free and self._press(event.key, event.character):
            event.stop()
            self.show()

    def action_press(self, key: str) -> None:
        """Handle a key of the footer, pressed or clicked."""
        if key == "q":
            self.exit()
        elif key == "f1":
            self.push_screen(HelpScreen())
        elif key == "n":
            self.ask_for_game()
        elif self.session is not None:
            self._press(key, key)
        self.show()

    def show(self) -> None:
        """Draw board and panel again."""
        if self.session is None or not self.query("#board"):
            return
        palette = DARK if self.current_theme.dark else LIGHT
        self.query_one("#board", BoardWidget).update(draw_board(self.session, self.layout_of_board, palette))
        self.query_one("#panel", Static).update(_draw_panel(self.session))

    def ask_for_game(self) -> None:
        """Ask which game to play next."""
        current = self.session.file if self.session is not None else None
        games = [
            (file, _describe_saved(game.puzzle, game.board.digits, game.time()))
            for file, game in unfinished_games()
            if file != current
        ]
        self.push_screen(NewGameScreen(games), self._choose)

    def _choose(self, choice: str | None) -> None:
        if choice in DIFFICULTIES:
            self.notify(t("play.creating"))
            self._generate(choice)
        elif choice == _OPEN:
            self.push_screen(OpenScreen(), self._start)
        elif choice:
            self._switch(next(GameSession(game, file) for file, game in unfinished_games() if str(file) == choice))
        elif self.session is None:
            self.exit()

    @work(thread=True, exclusive=True)
    def _generate(self, difficulty: str) -> None:
        """Generate a puzzle while the screen stays responsive."""
        self.call_from_thread(self._start, generate(difficulty=difficulty, method="graded"))

    def _start(self, puzzle: Puzzle | None) -> None:
        if puzzle is not None:
            self._switch(GameSession.start(puzzle))
        elif self.session is None:
            self.ask_for_game()

    def _switch(self, session: GameSession) -> None:
        if self.session is not None:
            self.session.close()
        self.session = session
        self.show()

    def _press(self, key: str, character: str | None) -> bool:
        """Handle a key of the game.

        Returns:
            Whether it is one.
        """
        session = self.session
        assert session is not None
        if session.game.paused and key != "p":
            return False
        if character and character in "123456789":
            session.enter(int(character))
        elif key in _ARROWS:
            session.move(*_ARROWS[key])
        elif key in _MODE_KEYS:
            session.set_mode(_MODE_KEYS[key])
        elif call := _KEYS.get(key):
            getattr(session, call[0])(*call[1:])
        else:
            return False
        return True


def read_puzzle(text: str) -> Puzzle:
    """Return the puzzle of a text or of the file it names, in any format.

    Raises:
        ShuduError: If the text is not a puzzle.
        OSError: If the file cannot be read.
    """
    text = text.strip()
    is_file = 0 < len(text) < 1024 and Path(text).is_file()
    return Puzzle(read(Path(text) if is_file else text).puzzle)


def format_time(milliseconds: int) -> str:
    """Return a time as players read it.

    >>> format_time(754_000), format_time(3_754_000)
    ('12:34', '1:02:34')
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _describe_saved(puzzle: Puzzle, digits: bytes, time: int) -> str:
    blanks = 81 - len(puzzle.givens)
    filled = 81 - digits.count(0) - len(puzzle.givens)
    return t("play.continue", percent=100 * filled // blanks, time=format_time(time))


def _draw_panel(session: GameSession) -> Text:
    """Draw what stands beside the board: clock, modes, digits left, the hint and the last message."""
    game, text = session.game, Text()
    text.append(f"{format_time(session.elapsed)}\n\n", "bold")
    if game.paused:
        text.append(t("play.paused"))
        return text
    for mode in MODES:
        text.append(f" {t(f'play.mode.{mode}')} ", "reverse" if mode == session.mode else "dim")
        text.append(" ")
    text.append(f"\n\n{t('play.check-mode')}: {t(f'play.check.{game.check}')}\n")
    text.append(f"{t('play.left')}: {_digits_left(session)}\n\n")
    if game.finished is not None:
        text.append(
            t("play.solved", time=format_time(game.time()), help=t(f"play.help-used.{game.help}")) + "\n\n",
            "bold green",
        )
    elif session.hint is not None and game.hints.open:
        text.append("\n".join(session.hint.describe(game.hints.open, language())) + "\n\n", "green")
        text.append(t("play.apply" if game.hints.open == 5 and session.hint.step else "play.more") + "\n\n", "dim")
    text.append(session.message, "yellow")
    return text


def _digits_left(session: GameSession) -> str:
    """Return the digits still missing, each with how often; a wrong digit never makes one complete."""
    digits = session.game.board.digits
    return " ".join(f"{digit}×{9 - digits.count(digit)}" for digit in range(1, 10) if digits.count(digit) < 9)
