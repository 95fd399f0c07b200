"""A move is a line of text. This page is the whole grammar and what each move does; `web/` follows the same page.

    move        = on-cells | on-candidates | word
    on-cells    = cells ( "=" digit | "~" digit | "^" digit | "-" | "#" colour )
    on-candidates = candidates ( "-" | "#" colour )
    cells       = cell *( "," cell )             ; each once; "=" takes exactly one
    candidates  = candidate *( "," candidate )   ; each once
    cell        = "r" digit "c" digit
    candidate   = digit cell
    digit       = "1" … "9"
    colour      = "A" … "H"
    word        = "undo" | "redo" | "restart" | "back:" count | "pause" | "resume" | "uncolour"
                | "notes:fill" | "notes:auto" | "notes:hand"
                | "check:end" | "check:rules" | "check:solution" | "check:now"
                | "hint:" ( "1" … "5" | cell ) | "checkpoint:" name | "return:" name
    count       = "1" … "9999", no leading zero
    name        = 1 to 24 characters, each a letter, mark or number of Unicode (L*, M*, N*), "_" or "-"

Reading takes cells in any order; the canonical text (`str`) lists cells ascending and candidates by cell, then digit.
Nothing else is tolerated: no blanks, no capitals.

The **board** is what undo brings back: digits, centre marks, corner marks, crossed-out candidates, colours, and two
flags: `auto` (centre marks follow the digits) and `noted` (notes were filled once). A *bare* cell has no digit.

    r1c1=7       writes 7 into a cell that is not given; 7 leaves the centre and corner marks of all 20 peers. The
                 cell's own marks stay beneath the digit.
    r1c1,r1c2~4  centre mark 4 in the bare cells named: if one of them lacks it, all get it and none has 4 crossed out;
                 else all lose it, and if `noted`, 4 is crossed out in them. While `auto` is on, only cells that see
                 no 4 count.
    r1c1,r1c2^4  corner mark, by the same rule; nothing is crossed out.
    r1c1,r1c2-   clears the first of these that is there: the entries of the cells; else their marks and crossings-out
                 (of bare cells; while `auto` is on, centre marks alone are nothing to clear); else the colours of the
                 cells and of their candidates.
    r1c1,r1c2#A  colours cells, givens too: if one lacks A all get it in place of what they had, else all lose it.
    4r1c2,5r1c2- crosses candidates out in bare cells: they leave centre and corner marks, and auto-notes keep them out.
    7r3c5#B      colours candidates of bare cells, by the rule of cells.
    uncolour     takes all colours away.
    notes:fill   centre marks of every bare cell := the digits no peer holds, less those crossed out; sets `noted`.
    notes:auto   sets `auto` and `noted`: the same is done now and after every further move that changes the board.
    notes:hand   unsets `auto`; the marks stay.
    restart      the board of the start.
    return:name  the board as it was at checkpoint:name.

All of these put the board before them on the undo stack and empty the redo stack.

    undo, redo   step through the stacks, without limit, also after the finish.
    back:3       undoes three times at once: back to the last correct position. Whoever knows the solution counts; the
                 game only steps.
    checkpoint:name  keeps the board under a name, over an older one of that name; at most 99 names.
    check:end, check:rules, check:solution  the check mode (`end` at first).
    check:now    one check of the entries, now.
    hint:1 … 5   the next level of the next-step hint. Levels open one by one; they close when digits or crossings-out
                 change. Each hint:1 counts as one hint.
    hint:r3c5    the candidates of a bare cell were shown; counts as one hint.
    pause, resume  stop and start the clock. While paused `resume` alone is taken; after the finish there is no pause.

These leave the board as it is, except undo, redo and back. A move that would change nothing is refused, and a refused
move leaves no trace. The most help used until the finish is remembered, in this order: `none`, `candidates` (hint:cell,
notes:fill, notes:auto), `check` (check:rules, check:solution, check:now, back:n), `step` (hint:1 … 5). The game is
finished at the first move after which every cell is filled and no digit stands twice in a house.

A refusal has a code; the first that applies, in this order: `malformed`, `time` (it would run back, or beyond
2^53 − 1), `paused`, then what the move itself meets: `given`, `filled`, `seen`, `nothing` (to undo or redo), `level`,
`unknown` (checkpoint), `many` (checkpoints), `finished` (pause), and last `same`.

Moves carry a time, in milliseconds since the start, that never runs back. A game as text is the puzzle's line of 81,
then one move a line: `1520 r1c1=7`.

>>> move = Move.parse("r1c2,r1c1^4")
>>> str(move), move.action, move.digit
('r1c1,r1c2^4', 'corner', 4)
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, mask_of, parse_cell

_CELL: Final = "r[1-9]c[1-9]"
_ON_CELLS: Final = re.compile(rf"({_CELL}(?:,{_CELL}){{0,80}})([=~^][1-9]|-|#[A-H])")
_ON_CANDIDATES: Final = re.compile(rf"([1-9]{_CELL}(?:,[1-9]{_CELL}){{0,728}})(-|#[A-H])")
_HINT: Final = re.compile(rf"hint:([1-5]|{_CELL})")
_BACK: Final = re.compile(r"back:([1-9][0-9]{0,3})")
_NAMED: Final = re.compile(r"(checkpoint|return):(.{1,24})")
_CHANGES: Final = ("undo", "redo", "restart", "uncolour", "notes:fill", "notes:auto", "notes:hand")
_WORDS: Final = frozenset((*_CHANGES, "pause", "resume", "check:end", "check:rules", "check:solution", "check:now"))
_ACTIONS: Final = {"=": "place", "~": "centre", "^": "corner", "-": "clear", "#": "colour"}
_SIGNS: Final = {action: sign for sign, action in _ACTIONS.items()}


class BadMove(ShuduError):
    """A move that cannot be played. `code` says why in one word, for programs and for translation."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self))


@dataclass(frozen=True, slots=True)
class Move:
    """One move: what is done, and to what.

    `action` is `place`, `centre`, `corner`, `clear`, `colour`, `cross`, `paint` (colour of candidates), or the word
    itself. `argument` is the colour, the name of a checkpoint, the level of a hint, or how far back.
    """

    action: str
    cells: tuple[int, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    digit: int = 0
    argument: str = ""

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads a move. Raises BadMove with the code `malformed`."""
        if text in _WORDS:
            return cls(text)
        if found := _ON_CELLS.fullmatch(text):
            return _on_cells(text, *found.groups())
        if found := _ON_CANDIDATES.fullmatch(text):
            return _on_candidates(text, *found.groups())
        if found := _HINT.fullmatch(text):
            return _hint(found[1])
        if found := _BACK.fullmatch(text):
            return cls("back", argument=found[1])
        if (found := _NAMED.fullmatch(text)) and is_name(found[2]):
            return cls(found[1], argument=found[2])
        raise _malformed(text, "moves look like r1c1=7, r1c1~4, r1c1,r1c2^4, r1c1-, undo")

    @property
    def mask(self) -> int:
        """The bit set of the cells named."""
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


def is_name(text: str) -> bool:
    """Whether a checkpoint may be called this.

    >>> is_name("before_猜"), is_name("a b"), is_name("")
    (True, False, False)
    """
    return 1 <= len(text) <= 24 and all(c in "_-" or unicodedata.category(c)[0] in "LMN" for c in text)


def _on_cells(text: str, names: str, act: str) -> Move:
    cells = tuple(sorted(map(parse_cell, names.split(","))))
    _refuse_twice(text, cells)
    action = _ACTIONS[act[0]]
    if action == "place" and len(cells) > 1:
        raise _malformed(text, "a digit is written into one cell: r1c1=7")
    if action in ("clear", "colour"):
        return Move(action, cells, argument=act[1:])
    return Move(action, cells, digit=int(act[1]))


def _on_candidates(text: str, names: str, act: str) -> Move:
    candidates = tuple(sorted(map(Candidate.from_text, names.split(",")), key=lambda c: (c.cell, c.digit)))
    _refuse_twice(text, candidates)
    return Move("cross" if act == "-" else "paint", candidates=candidates, argument=act[1:])


def _hint(what: str) -> Move:
    return Move("hint", argument=what) if what.isdigit() else Move("hint", (parse_cell(what),))


def _refuse_twice(text: str, named: tuple[object, ...]) -> None:
    if len(set(named)) < len(named):
        raise _malformed(text, "each cell or candidate is named once")


def _malformed(text: str, wish: str) -> BadMove:
    return BadMove("malformed", f"{quote(text)} is not a move; {wish}")
