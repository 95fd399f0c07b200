"""Type for paper: the font that comes with `shudu[print]`, which has Chinese, else the fonts of this machine."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from shudu.core.errors import ShuduError

_PACKAGE: Final = ("justmytype_intl_cjk", "fonts/ofl/notosanssc", "Noto Sans SC")
_LATIN: Final = ("Noto Sans", "Inter", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans", "Libertinus Serif")
_CHINESE: Final = (
    "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Serif CJK SC", "Noto Serif SC", "SimHei",
    "SimSun", "LXGW WenKai", "LXGW WenKai Lite", "Droid Sans Fallback",
)  # fmt: skip


class Type(NamedTuple):
    """The families to set text in, in order, and what typst finds them in."""

    families: tuple[str, ...]
    book: Any


def find_type(chinese: bool, file: Path | None = None) -> Type:
    """The type for a text. `file` is a font, or a folder of fonts, that comes before all others.

    Raises ShuduError if typst is not installed, or if there is no font for Chinese.
    """
    packaged = packaged_fonts()
    if packaged and file is None:
        return Type((_PACKAGE[2],), _book(packaged, False)[0])
    book, families, own = _book(file or packaged, True)
    latin = [name for name in _LATIN if name in families][:1]
    hanzi = [name for name in (*own, *_CHINESE) if name in families][:1]
    if chinese and not hanzi:
        raise ShuduError(
            "no font for Chinese is here; install one with: pip install 'shudu[print]', "
            "or install Noto Sans CJK SC on the system, or name a font file with --font"
        )
    return Type((*own, *latin, *hanzi) if own and not chinese else (*latin, *hanzi, *own), book)


def packaged_fonts() -> Path | None:
    """The folder of the font that came with the package's extra; None if it is not installed."""
    name, folder, _ = _PACKAGE
    found = find_spec(name)
    if found is None or not found.submodule_search_locations:
        return None
    fonts = Path(found.submodule_search_locations[0]) / folder
    return fonts if fonts.is_dir() else None


def has_chinese(text: str) -> bool:
    """Whether a text needs a font for Chinese.

    >>> has_chinese("Sudoku"), has_chinese("数独")
    (False, True)
    """
    return any("\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef" for character in text)


@cache
def _book(file: Path | None, system: bool) -> tuple[Any, frozenset[str], tuple[str, ...]]:
    """All fonts, the names of their families, and the families of the file."""
    try:
        import typst
    except ImportError:
        raise ShuduError("printing needs typst; install it with: pip install 'shudu[print]'") from None
    folder = [] if file is None else [str(file if file.is_dir() else file.parent)]
    book = typst.Fonts(include_system_fonts=system, font_paths=folder)
    if file is None:
        return book, frozenset(book.families()), ()
    alone = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folder)
    if not alone.families():
        raise ShuduError(f"{file} is no font, and no folder of fonts")
    return book, frozenset(book.families()), tuple(alone.families())
