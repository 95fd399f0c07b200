"""Type for paper: which of the fonts on this machine to use, and whether there is Chinese among them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from shudu.core.errors import ShuduError

_LATIN: Final = ("Noto Sans", "Inter", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans", "Libertinus Serif")
_CHINESE: Final = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Serif CJK SC", "Noto Serif SC", "SimHei",
    "SimSun", "LXGW WenKai", "LXGW WenKai Lite", "Droid Sans Fallback",
)  # fmt: skip


class Type(NamedTuple):
    """The families to set text in, in order, and what typst finds them in."""

    families: tuple[str, ...]
    book: Any


def find_type(chinese: bool, file: Path | None = None) -> Type:
    """The type for a text. `file` is a font, or a folder of fonts, that comes before those of the machine.

    Raises ShuduError if typst is not installed, or if there is no font for Chinese.
    """
    book, families, own = _book(file)
    latin = [name for name in _LATIN if name in families][:1]
    hanzi = [name for name in (*own, *_CHINESE) if name in families][:1]
    if chinese and not hanzi:
        raise ShuduError(
            "no font for Chinese is installed; install Noto Sans CJK SC (or another of "
            f"{', '.join(_CHINESE[1:8])}), or name a font file with --font"
        )
    return Type((*own, *latin, *hanzi) if own and not chinese else (*latin, *hanzi, *own), book)


def has_chinese(text: str) -> bool:
    """Whether a text needs a font for Chinese.

    >>> has_chinese("Sudoku"), has_chinese("数独")
    (False, True)
    """
    return any("\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef" for character in text)


@cache
def _book(file: Path | None) -> tuple[Any, frozenset[str], tuple[str, ...]]:
    """All fonts, the names of their families, and the families of the file."""
    try:
        import typst
    except ImportError:
        raise ShuduError("printing needs typst; install it with: pip install 'shudu[print]'") from None
    folder = [] if file is None else [str(file if file.is_dir() else file.parent)]
    book = typst.Fonts(font_paths=folder)
    if file is None:
        return book, frozenset(book.families()), ()
    alone = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folder)
    if not alone.families():
        raise ShuduError(f"{file} is no font, and no folder of fonts")
    return book, frozenset(book.families()), tuple(alone.families())
