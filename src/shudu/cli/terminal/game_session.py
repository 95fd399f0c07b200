"""The state of a game in the terminal: the game itself, the selected cell, the entry mode and the open hint.

It does not depend on how it is drawn. Every move is saved before the method returns, so closing the terminal loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, strftime
from typing import Final, Literal

from platformdirs import user_data_path

from shudu.cli.language import language, t
from shudu.core.errors import ShuduError
from shudu.core.geometry import cell_name
from shudu.core.puzzle import Puzzle
from shudu.core.sets import CellSet
from shudu.game.check import explain_entries, find_mistakes, find_rule_breaks
from shudu.game.game import CheckMode, Game
from shudu.game.move import BadMove, moves_of_step
from shudu.logic.hint import CONCLUSION, Disclosure, Hint, hint

EntryMode = Literal["digit", "centre", "corner"]
MODES: Final[tuple[EntryMode, ...]] = ("digit", "centre", "corner")
CHECKS: Final[tuple[CheckMode, ...]] = ("end", "rules", "solution")
_SIGNS: Final = {"digit": "=", "centre": "~", "corner": "^"}
_RECENT: Final = 5  # unfinished games to offer


class GameSession:
    """A game being played in the terminal.

    Attributes:
        game: The game.
        file: Where it is saved.
        cell: The selected cell.
        mode: What a digit key writes.
        hint: The open hint, if any; `game.hints.open` is its stage.
        message: The latest message for the player.
    """

    def __init__(self, game: Game, file: Path) -> None:
        """Continue a game; its clock continues from the last move.

        Args:
            game: The game.
            file: Where to save it.
        """
        self.game: Game = game
        self.file: Path = file
        self.cell: int = 40
        self.mode: EntryMode = "digit"
        self.hint: Hint | None = None
        self.message: str = ""
        self._started = monotonic() - game.at / 1000
        if game.paused:
            self.play("resume")

    @classmethod
    def start(cls, puzzle: Puzzle) -> GameSession:
        """Start a new game and save it."""
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stamp = strftime("%Y%m%d-%H%M%S")
        names = (f"{stamp}{suffix}.txt" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
        session = cls(Game(puzzle), next(folder / name for name in names if not (folder / name).exists()))
        session.save()
        return session

    @property
    def elapsed(self) -> int:
        """The milliseconds played, pauses excluded."""
        return self.game.time(self._clock())

    @property
    def disclosure(self) -> Disclosure | None:
        """What the open stages of the hint reveal, if a hint is open."""
        return self.hint.reveal(self.game.hints.open) if self.hint and self.game.hints.open else None

    @property
    def wrong(self) -> CellSet:
        """The entries that the check mode marks as wrong."""
        if self.game.check == "solution":
            return find_mistakes(self.game.board)
        return find_rule_breaks(self.game.board) if self.game.check == "rules" else CellSet()

    def play(self, *moves: str) -> bool:
        """Play moves and save the game; what cannot be played becomes the message.

        Returns:
            Whether all moves were played.
        """
        self.message = ""
        try:
            for move in moves:
                self.game = self.game.play(move, self._clock())
        except BadMove as error:
            self.message = error.render(language())
            return False
        finally:
            self.save()
        if not self.game.hints.open:
            self.hint = None
        return True

    def enter(self, digit: int) -> None:
        """Write a digit or a note into the selected cell; the same digit again clears it."""
        name = cell_name(self.cell)
        if self.game.board.givens >> self.cell & 1:
            self.message = t("play.given")
        elif self.mode == "digit" and self.game.board.digits[self.cell] == digit:
            self.play(f"{name}-")
        elif self.play(f"{name}{_SIGNS[self.mode]}{digit}"):
            self._comment()

    def clear(self) -> None:
        """Clear the selected cell."""
        if self.game.board.givens >> self.cell & 1:
            self.message = t("play.given")
        else:
            self.play(f"{cell_name(self.cell)}-")

    def select(self, cell: int) -> None:
        """Select a cell."""
        self.cell = cell
        self.message = ""

    def move(self, rows: int, columns: int) -> None:
        """Move the selection, up to the edge of the grid."""
        row, column = divmod(self.cell, 9)
        self.select(9 * min(max(row + rows, 0), 8) + min(max(column + columns, 0), 8))

    def set_mode(self, mode: EntryMode) -> None:
        """Choose what a digit key writes."""
        self.mode = mode
        self.message = ""

    def next_mode(self) -> None:
        """Choose the next entry mode."""
        self.set_mode(MODES[(MODES.index(self.mode) + 1) % len(MODES)])

    def next_check(self) -> None:
        """Choose the next check mode."""
        self.play(f"check:{CHECKS[(CHECKS.index(self.game.check) + 1) % len(CHECKS)]}")

    def check_now(self) -> None:
        """Check the entries once and report what is wrong."""
        if self.play("check:now"):
            wrong = find_mistakes(self.game.board)
            self.message = self._explain(wrong) if wrong else t("play.no-mistakes")

    def ask(self) -> None:
        """Open the next stage of the hint, or begin a new one."""
        if self.hint is None:
            self.hint = hint(self.game.board.grid, last=self.game.last_entry)
        if self.hint.step is None and self.hint.mistake is None:
            self.message = " ".join(self.hint.describe(1, language()))
            self.hint = None
        elif self.game.hints.open < CONCLUSION:
            self.play(f"hint:{self.game.hints.open + 1}")

    def apply(self) -> None:
        """Do what the hint concludes; if it is not open yet, open its next stage."""
        if self.hint is None or self.hint.step is None or self.game.hints.open < CONCLUSION:
            self.ask()
            return
        if self.play(*moves_of_step(self.hint.step.places, self.hint.step.removes)):
            self._comment()

    def toggle_pause(self) -> None:
        """Stop or start the clock."""
        self.play("resume" if self.game.paused else "pause")

    def close(self) -> None:
        """Stop the clock until the game is continued."""
        if not self.game.paused and self.game.finished is None:
            self.play("pause")

    def save(self) -> None:
        """Write the game to its file; the file is replaced as a whole."""
        part = self.file.with_suffix(".part")
        part.write_text(self.game.text, encoding="utf-8")
        part.replace(self.file)

    def _clock(self) -> int:
        return max(self.game.at, int((monotonic() - self._started) * 1000))

    def _comment(self) -> None:
        """Report what the check mode finds wrong with the last entry."""
        if self.game.finished is not None:
            return
        if self.cell in self.wrong:
            self.message = self._explain(CellSet([self.cell]))
        elif 0 not in self.game.board.digits:
            self.message = t("play.full-but-wrong")

    def _explain(self, wrong: CellSet) -> str:
        """Return why entries are wrong: the first reason there is, or the cells."""
        for cell, why in explain_entries(self.game.board, wrong).items():
            return f"{cell_name(cell)}: {why.describe(language())}"
        return t("play.wrong", cells=[cell_name(cell) for cell in wrong])


def games_folder() -> Path:
    """Return the folder of saved games."""
    return user_data_path("shudu", appauthor=False) / "terminal"


def unfinished_games() -> Iterator[tuple[Path, Game]]:
    """Yield the last few unfinished games, the newest first; files that are not games are passed over."""
    files = sorted(games_folder().glob("*.txt"), key=lambda file: file.stat().st_mtime, reverse=True)
    left = _RECENT
    for file in files:
        try:
            game = Game.from_text(file.read_text(encoding="utf-8"))
        except (ShuduError, OSError, UnicodeDecodeError):
            continue
        if game.finished is None:
            yield file, game
            left -= 1
        if not left:
            return
