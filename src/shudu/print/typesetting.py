"""Pages: paper sizes and where grids go, and Typst, which makes PDFs and pictures from a template and its data.

Text is set in the font of `shudu[print]`, which has Chinese, or else in fonts of this machine.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from shudu.core.errors import MissingExtra, ShuduError, quote

_RESOLUTION: Final = 60.0  # pixels per inch of previews: enough to judge a page
_PACKAGE: Final = ("justmytype_intl_cjk", "fonts/ofl/notosanssc", "Noto Sans SC")
_LATIN: Final = ("Noto Sans", "Inter", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans", "Libertinus Serif")
_CHINESE: Final = (
    "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Serif CJK SC", "Noto Serif SC", "SimHei",
    "SimSun", "LXGW WenKai", "LXGW WenKai Lite", "Droid Sans Fallback",
)  # fmt: skip


def typeset_pdf(template: str, data: dict[str, Any], font: Path | None = None) -> bytes:
    """Return the PDF of a template. The same data gives the same bytes.

    Args:
        template: The name of a `.typ` file of this package.
        data: What the template shows; JSON.
        font: A font file, or a folder of fonts, to prefer to all others.

    Raises:
        ShuduError: If typst is not installed, or no font has the Chinese characters of the text.
    """
    pdf: bytes = _compile(template, data, font, format="pdf")
    return pdf


def typeset_pictures(template: str, data: dict[str, Any], font: Path | None = None) -> list[bytes]:
    """Return the pages of a template as PNG pictures. The arguments and errors are those of `typeset_pdf`."""
    pages: bytes | list[bytes] = _compile(template, data, font, format="png", ppi=_RESOLUTION)
    return pages if isinstance(pages, list) else [pages]


def _compile(template: str, data: dict[str, Any], font: Path | None, **options: Any) -> Any:
    typefaces = find_typefaces(has_chinese(json.dumps(data, ensure_ascii=False)), font)
    import typst

    folder = files("shudu.print")
    source = folder.joinpath("board.typ").read_bytes() + folder.joinpath(template).read_bytes()
    inputs = {"data": json.dumps(data | {"fonts": typefaces.families}, ensure_ascii=False)}
    try:
        return typst.compile(source, font_paths=typefaces.fonts, sys_inputs=inputs, **options)
    except typst.TypstError as error:
        raise ShuduError("print.typst", problem=str(error)) from error


class Typefaces(NamedTuple):
    """Font families in order of preference, and the `typst.Fonts` that have them."""

    families: tuple[str, ...]
    fonts: Any


def find_typefaces(chinese: bool, font: Path | None = None) -> Typefaces:
    """Return the fonts for a text.

    Args:
        chinese: Whether the text has Chinese characters.
        font: A font file, or a folder of fonts, to prefer to all others.

    Raises:
        ShuduError: If typst is not installed, or there is no font for Chinese.
    """
    packaged = find_packaged_fonts()
    if packaged and font is None:
        return Typefaces((_PACKAGE[2],), _load_fonts(packaged, False)[0])
    fonts, families, own = _load_fonts(font or packaged, True)
    latin = [name for name in _LATIN if name in families][:1]
    hanzi = [name for name in (*own, *_CHINESE) if name in families][:1]
    if chinese and not hanzi:
        raise ShuduError("print.no-chinese-font")
    return Typefaces((*own, *latin, *hanzi) if own and not chinese else (*latin, *hanzi, *own), fonts)


def require_typst() -> ModuleType:
    """Return the module of Typst.

    Raises:
        MissingExtra: If it is not installed.
    """
    try:
        import typst
    except ImportError:
        raise MissingExtra("print.no-typst") from None
    return typst


def find_packaged_fonts() -> Path | None:
    """Return the folder of the font that comes with `shudu[print]`; None if it is not installed."""
    name, folder, _ = _PACKAGE
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    fonts = Path(spec.submodule_search_locations[0]) / folder
    return fonts if fonts.is_dir() else None


def has_chinese(text: str) -> bool:
    """Return whether a text needs a font for Chinese.

    >>> has_chinese("Sudoku"), has_chinese("数独")
    (False, True)
    """
    return any("\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef" for character in text)


@cache
def _load_fonts(path: Path | None, system: bool) -> tuple[Any, frozenset[str], tuple[str, ...]]:
    """Return the fonts, the names of their families, and the families of the path alone."""
    typst = require_typst()
    folder = [] if path is None else [str(path if path.is_dir() else path.parent)]
    fonts = typst.Fonts(include_system_fonts=system, font_paths=folder)
    if path is None:
        return fonts, frozenset(fonts.families()), ()
    own = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folder)
    if not own.families():
        raise ShuduError("print.font", path=str(path))
    return fonts, frozenset(fonts.families()), tuple(own.families())


PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}
SHAPES: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns and rows by puzzles per page
_FOOTER: Final = 8.0


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The margin, the columns and rows of slots, the size of a slot, and the side of the grid in it."""

    paper: str
    margin: float
    columns: int
    rows: int
    width: float
    height: float
    side: float


def lay_out(paper: str, per_page: int, caption: float) -> PageLayout:
    """Return the layout of a page of puzzles.

    Args:
        paper: One of `PAPERS`.
        per_page: The number of puzzles, one of `SHAPES`.
        caption: The height of the caption below each grid.

    Raises:
        ShuduError: For any other paper or number.

    >>> lay_out("a4", 6, 10).side
    70.6
    """
    if paper not in PAPERS:
        raise ShuduError("print.paper", paper=quote(paper), papers=list(PAPERS))
    if per_page not in SHAPES:
        raise ShuduError("print.per-page", per_page=per_page, choices=list(SHAPES))
    return _fit(paper, *SHAPES[per_page], caption)


def lay_out_solutions(paper: str) -> PageLayout:
    """Return the layout of a page of solutions, with small grids."""
    return _fit(paper, 3, 4, 6) if paper == "a5" else _fit(paper, 4, 5, 6)


def _fit(paper: str, columns: int, rows: int, caption: float) -> PageLayout:
    width, height = PAPERS[paper]
    margin = 12.0 if paper == "a5" else 16.0
    slot_width = (width - 2 * margin) / columns
    slot_height = (height - 2 * margin - _FOOTER) / rows
    gap = 0 if columns == 1 else 5
    side = min(slot_width - gap, slot_height - caption - 5)
    return PageLayout(paper, margin, columns, rows, round(slot_width, 2), round(slot_height, 2), int(side * 10) / 10)
