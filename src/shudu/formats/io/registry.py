"""The formats there are: their names in both languages, their files, and what of a sheet each can carry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal

from shudu.core.errors import ShuduError, quote
from shudu.formats.io.sheet import FACTS, Sheet

Kind = Literal["line", "document", "collection", "picture"]


@dataclass(frozen=True, slots=True)
class Format:
    """One format. `home` is its module, `carries` what it keeps of a sheet besides the digits.

    Its `kind` says how sheets follow each other: one a `line`, one a `document`, a `collection` of them, or a `picture`,
    which is only written.
    """

    name: str
    english: str
    chinese: str
    suffixes: tuple[str, ...]
    kind: Kind
    carries: frozenset[str]
    home: str

    @property
    def module(self) -> Any:
        """The module that reads and writes it, imported when it is needed."""
        return _module(self.home)

    @property
    def many(self) -> bool:
        """Whether one file can hold many sheets."""
        return self.kind in ("line", "collection")

    @property
    def suffix(self) -> str:
        """How its files end."""
        return self.suffixes[0]

    def lost(self, sheet: Sheet) -> tuple[str, ...]:
        """The names of what this format cannot carry of a sheet.

        >>> find("sdm").lost(Sheet(bytes((7,)) + bytes(80), entries=1, facts=(("author", "Ada"),)))
        ('author', 'entries')
        """
        besides = getattr(self.module, "lost", None)
        gone = sheet.parts() - self.carries
        if besides:
            gone |= besides(sheet)
        return tuple(sorted(gone)) if gone else ()


@cache
def _module(home: str) -> Any:
    return import_module(f"shudu.formats.{home}")


def _format(
    name: str, english: str, chinese: str, suffixes: str, kind: Kind, carries: str = "", home: str = ""
) -> Format:
    return Format(name, english, chinese, tuple(suffixes.split()), kind, frozenset(carries.split()), home or name)


_ALL_FACTS: Final = " ".join(FACTS)
_DRAWN: Final = "entries candidates centre corner colours candidate-colours"
# In the order in which they are recognised: the more telling first.
_FORMATS: Final = (
    _format("game", "shudu game", "shudu 对局", ".shudu .shudu.json", "document",
            f"entries candidates centre corner colours candidate-colours history {_ALL_FACTS}", "game_json"),
    _format("share", "shudu link", "shudu 链接", ".link", "line", "history"),
    _format("fpuzzles", "f-puzzles link", "f-puzzles 链接", ".fpuzzles .url", "line",
            "entries candidates centre corner colours title author description"),
    _format("sudokupad", "SudokuPad short link", "SudokuPad 短链接", ".scf", "line"),
    _format("exchange", "Sudoku Exchange link", "Sudoku Exchange 链接", ".exchange", "line", "level"),
    _format("sudokuwiki", "SudokuWiki link", "SudokuWiki 链接", ".sudokuwiki", "line"),
    _format("opensudoku", "OpenSudoku XML", "OpenSudoku XML", ".opensudoku .xml", "collection",
            "entries centre date comment source"),
    _format("opensudoku-1", "OpenSudoku XML, version 1", "OpenSudoku XML 第一版", ".opensudoku1 .opensudoku .xml",
            "document", "title author description comment date source level url", "opensudoku_1"),
    _format("json", "JSON", "JSON", ".json .jsonl .ndjson", "collection", f"entries {_ALL_FACTS}", "json_lines"),
    _format("csv", "CSV table", "CSV 表格", ".csv", "collection", f"entries {_ALL_FACTS}", "csv_table"),
    _format("hodoku", "HoDoKu library line", "HoDoKu 题库行", ".hodoku", "line", "entries candidates"),
    _format("bank", "Sudoku Exchange puzzle bank", "Sudoku Exchange 题库", ".bank", "line", "rating"),
    _format("729", "729 characters of candidates", "729 位候选数", ".729", "line", "candidates", "marks729"),
    _format("sdm", "SDM collection", "SDM 题集", ".sdm", "line"),
    _format("line", "81 characters", "81 位字符", ".txt .line", "line", "comment"),
    _format("sdx", "SudoCue progress", "SudoCue 进度", ".sdx", "document", "entries candidates"),
    _format("pencilmarks", "pencil-mark grid", "候选数盘面", ".pm", "document", "candidates"),
    _format("sdk", "SDK puzzle", "SDK 题目", ".sdk", "document",
            "entries centre colours title author description comment date source level rating url"),
    _format("ss", "Simple Sudoku", "Simple Sudoku", ".ss", "document"),
    _format("grid", "nine rows", "九行文本", ".grid", "document"),
    _format("svg", "SVG picture", "SVG 图片", ".svg", "picture", _DRAWN, "pictures"),
    _format("png", "PNG picture", "PNG 图片", ".png", "picture", _DRAWN),
)  # fmt: skip
FORMATS: Final = {format.name: format for format in _FORMATS}


def find(name: str) -> Format:
    """The format of a name. Raises ShuduError if there is none."""
    if name not in FORMATS:
        raise ShuduError(f"{quote(name)} is not a format; there are {', '.join(FORMATS)}")
    return FORMATS[name]


def by_suffix(path: str) -> Format | None:
    """The format that files with such a name have; None if the name does not tell.

    >>> by_suffix("a/b.sdk").name
    'sdk'
    """
    endings = ((suffix, format) for format in _FORMATS for suffix in format.suffixes if path.lower().endswith(suffix))
    best = max(endings, key=lambda ending: len(ending[0]), default=None)
    return best[1] if best else None


def recognise(text: str) -> Format | None:
    """The format of a text by its content; of a long text the beginning is enough. None if it is none of them.

    >>> recognise("0" * 81).name
    'sdm'
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        return None
    return next((f for f in _FORMATS if f.kind != "picture" and f.module.recognise(text)), None)
