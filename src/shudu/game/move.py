"""Moves. A move is a line of text; this docstring defines the grammar and what each move does, also for the code in `web/`.

    move        = on-cells | on-candidates | word
    on-cells    = cells ( "=" digit | "~" digit | "^" digit | "-" | "#" colour )
    on-candidates = candidates ( "-" | "#" colour )
    cells       = cell *( "," cell )             ; no cell twice; "=" takes exactly one
    candidates  = candidate *( "," candidate )   ; no candidate twice
    cell        = "r" digit "c" digit
    candidate   = digit cell
    digit       = "1" … "9"
    colour      = "A" … "H"
    word        = "undo" | "redo" | "restart" | "back:" count | "pause" | "resume" | "uncolour"
                | "notes:fill" | "notes:auto" | "notes:hand"
                | "check:end" | "check:rules" | "check:solution" | "check:now"
                | "hint:" ( "1" … "5" | cell ) | "checkpoint:" name | "return:" name
    count       = "1" … "9999", no leading zero
    name        = 1 to 24 characters, each a Unicode letter, mark or number (L*, M*, N*), "_" or "-"

Cells and candidates may be given in any order; the canonical text (`str`) lists cells in ascending order, and candidates
by cell, then digit. No other form is accepted: no spaces, no capitals.

The **board** is what undo restores: digits, centre marks, corner marks, crossed-out candidates, colours, and two flags:
`auto` (centre marks follow the digits) and `noted` (notes were filled in at least once). An *empty* cell has no digit.

    r1c1=7       Places 7 in a cell that is not a given, and removes 7 from the centre and corner marks of its 20 peers.
                 The cell's own marks stay beneath the digit.
    r1c1,r1c2~4  Centre mark 4 in the empty cells named. If any of them lacks it, all get it and 4 is no longer crossed
                 out there; otherwise all lose it and, if `noted`, 4 is crossed out there. While `auto` is on, only
                 cells that see no 4 count.
    r1c1,r1c2^4  Corner mark, by the same rule; nothing is crossed out.
    r1c1,r1c2-   Clears the first of these that exists: the entries of the cells; the marks and crossings-out of the empty
                 cells (while `auto` is on, centre marks do not count); the colours of the cells and their candidates.
    r1c1,r1c2#A  Colours cells, also givens: if any lacks A, all get it instead of their own; otherwise all lose it.
    4r1c2,5r1c2- Crosses out candidates of empty cells: they leave the centre and corner marks, and automatic notes omit
                 them.
    7r3c5#B      Colours candidates of empty cells, by the rule for cells.
    uncolour     Removes all colours.
    notes:fill   Sets the centre marks of every empty cell to the digits no peer holds, except those crossed out; sets
                 `noted`.
    notes:auto   Sets `auto` and `noted`: fills in notes now and after every later move that changes the board.
    notes:hand   Clears `auto`; the marks stay.
    restart      Restores the board of the start.
    return:name  Restores the board of checkpoint:name.

All of these push the previous board on the undo stack and empty the redo stack.

    undo, redo   Step through the stacks, without limit, also after the finish.
    back:3       Undoes three times at once: back to the last correct position. The caller knows the solution and
                 counts the steps.
    checkpoint:name  Keeps the board under a name, replacing an older one of that name; at most 99 names.
    check:end, check:rules, check:solution  Set the check mode (at first `end`).
    check:now    Checks the entries once, now.
    hint:1 … 5   Opens the next stage of the next-step hint. Stages open one after another and close when digits or
                 crossings-out change. Each hint:1 counts as a hint.
    hint:r3c5    Shows the candidates of an empty cell; counts as a hint.
    pause, resume  Stop and start the clock. While paused only `resume` is accepted; a finished game cannot be paused.

These leave the board as it is, except for undo, redo and back. A move that would change nothing is rejected, and
a rejected move leaves no trace. The game remembers the most help used before the finish, in this order: `none`,
`candidates` (hint:cell, notes:fill, notes:auto), `check` (check:rules, check:solution, check:now, back:n), `step`
(hint:1 … 5). The game is finished by the first move after which every cell is filled and no house has a digit twice.

A rejected move has one of these reasons, the first that applies: `malformed`, `time` (earlier than the last move, or beyond
2^53 − 1), `paused`, then what the move itself meets: `given`, `filled`, `seen`, `nothing` (to undo or redo), `level` (stage
of a hint), `unknown` (checkpoint), `many` (checkpoints), `finished` (pause), and last `same`.

Moves have a time in milliseconds since the start, which never decreases. A game as text is the puzzle's 81 characters, then
one timed move per line: `1520 r1c1=7`.

>>> move = Move.from_text("r1c2,r1c1^4")
>>> str(move), move.action, move.digit
('r1c1,r1c2^4', 'corner', 4)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, mask_of, parse_cell
from shudu.core.sets import Candidate

_CELL: Final = "r[1-9]c[1-9]"
_ON_CELLS: Final = re.compile(rf"({_CELL}(?:,{_CELL}){{0,80}})([=~^][1-9]|-|#[A-H])")
_ON_CANDIDATES: Final = re.compile(rf"([1-9]{_CELL}(?:,[1-9]{_CELL}){{0,728}})(-|#[A-H])")
_HINT: Final = re.compile(rf"hint:([1-5]|{_CELL})")
_BACK: Final = re.compile(r"back:([1-9][0-9]{0,3})")
_NAMED: Final = re.compile(r"(checkpoint|return):(.{1,24})")
_WORDS: Final = frozenset(
    [
        "undo",
        "redo",
        "restart",
        "uncolour",
        "notes:fill",
        "notes:auto",
        "notes:hand",
        "pause",
        "resume",
        "check:end",
        "check:rules",
        "check:solution",
        "check:now",
    ]
)
_ACTIONS: Final = {"=": "place", "~": "centre", "^": "corner", "-": "clear", "#": "colour"}
_SIGNS: Final = {action: sign for sign, action in _ACTIONS.items()}


class BadMove(ShuduError):
    """The move cannot be played."""

    @property
    def reason(self) -> str:
        """The reason in one word, as listed in this module's documentation: the first word of the code's name.

        >>> BadMove("game.nothing-undo").reason
        'nothing'
        """
        return self.code.partition(".")[2].partition("-")[0]


@dataclass(frozen=True, slots=True)
class Move:
    """A move.

    Attributes:
        action: `place`, `centre`, `corner`, `clear`, `colour`, `cross`, `paint` (colour candidates), `hint`, `back`,
            `checkpoint`, `return`, or the word itself.
        cells: The cells it names, in ascending order.
        candidates: The candidates it names, by cell, then digit.
        digit: The digit to place or mark; 0 for other actions.
        argument: The colour, the name of a checkpoint, the stage of a hint, or the number of steps back.
    """

    action: str
    cells: tuple[int, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    digit: int = 0
    argument: str = ""

    @classmethod
    def from_text(cls, text: str) -> Move:
        """Read a move.

        Args:
            text: One move by the grammar above.

        Raises:
            BadMove: If the text is malformed.
        """
        if text in _WORDS:
            return cls(text)
        if match := _ON_CELLS.fullmatch(text):
            return _read_on_cells(text, *match.groups())
        if match := _ON_CANDIDATES.fullmatch(text):
            return _read_on_candidates(text, *match.groups())
        if match := _HINT.fullmatch(text):
            return _read_hint(match[1])
        if match := _BACK.fullmatch(text):
            return cls("back", argument=match[1])
        if (match := _NAMED.fullmatch(text)) and is_name(match[2]):
            return cls(match[1], argument=match[2])
        raise BadMove("game.malformed", text=quote(text))

    @property
    def mask(self) -> int:
        """The bit set of the cells it names."""
        return mask_of(self.cells)

    def __str__(self) -> str:
        if self.action in ("cross", "paint"):
            return ",".join(map(str, self.candidates)) + ("-" if self.action == "cross" else f"#{self.argument}")
        if self.action in ("checkpoint", "return", "back"):
            return f"{self.action}:{self.argument}"
        if self.action == "hint":
            return f"hint:{self.argument or cell_name(self.cells[0])}"
        if sign := _SIGNS.get(self.action):
            return f"{','.join(map(cell_name, self.cells))}{sign}{self.digit or ''}{self.argument}"
        return self.action


def moves_of_step(places: Iterable[Candidate], removes: Iterable[Candidate]) -> list[str]:
    """Return the moves that apply a step.

    >>> moves_of_step([Candidate(7, 0)], [Candidate(5, 1), Candidate(4, 1)])
    ['4r1c2,5r1c2-', 'r1c1=7']
    """
    crossed = sorted(removes, key=lambda candidate: (candidate.cell, candidate.digit))
    moves = [",".join(map(str, crossed)) + "-"] if crossed else []
    return moves + [f"{cell_name(cell)}={digit}" for digit, cell in places]


def is_name(text: str) -> bool:
    """Return whether a checkpoint may have this name.

    >>> is_name("before_猜"), is_name("a b"), is_name("")
    (True, False, False)
    """
    return 1 <= len(text) <= 24 and all(c in "_-" or unicodedata.category(c)[0] in "LMN" for c in text)


def _read_on_cells(text: str, names: str, act: str) -> Move:
    cells = tuple(sorted(map(parse_cell, names.split(","))))
    _check_unique(text, cells)
    action = _ACTIONS[act[0]]
    if action == "place" and len(cells) > 1:
        raise BadMove("game.malformed-cells", text=quote(text))
    if action in ("clear", "colour"):
        return Move(action, cells, argument=act[1:])
    return Move(action, cells, digit=int(act[1]))


def _read_on_candidates(text: str, names: str, act: str) -> Move:
    candidates = tuple(sorted(map(Candidate.from_text, names.split(",")), key=lambda c: (c.cell, c.digit)))
    _check_unique(text, candidates)
    return Move("cross" if act == "-" else "paint", candidates=candidates, argument=act[1:])


def _read_hint(argument: str) -> Move:
    return Move("hint", argument=argument) if argument.isdigit() else Move("hint", (parse_cell(argument),))


def _check_unique(text: str, named: tuple[object, ...]) -> None:
    if len(set(named)) < len(named):
        raise BadMove("game.malformed-repeat", text=quote(text))
