"""A position as an SVG drawing: givens bold, entries in blue, candidates in their 3×3 slots."""

from __future__ import annotations

from typing import Final

from shudu.core.geometry import DIGITS
from shudu.core.grid import Grid

_SIDE: Final = 40  # one cell, in pixels
_STYLE: Final = (
    ".shudu-paper{fill:#fff}.shudu-thin{stroke:#c9cdd5}.shudu-box{stroke:#16181d;stroke-width:2.5}"
    ".shudu-given{font:600 23px system-ui,sans-serif;fill:#16181d}.shudu-entry{font:400 23px system-ui,sans-serif;fill:#1a55ad}"
    ".shudu-mark{font:9px system-ui,sans-serif;fill:#4e5663}text{text-anchor:middle;dominant-baseline:central}"
)


def draw(grid: Grid, candidates: bool = False) -> str:
    """The drawing of a position, with the candidates of its empty cells if wished.

    >>> draw(Grid.parse("1" + "." * 80)).count("<text")
    1
    """
    size = 9 * _SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {size + 4} {size + 4}" width="{size}" height="{size}">',
        f"<title>{grid.line}</title><style>{_STYLE}</style>",
        f'<rect class="shudu-paper" width="{size}" height="{size}"/>',
        *(_digit(grid, cell) for cell in range(81) if grid.digits[cell]),
        *(_marks(grid, cell) for cell in range(81) if candidates and not grid.digits[cell]),
        *_lines("shudu-thin", [i for i in range(10) if i % 3]),
        *_lines("shudu-box", [0, 3, 6, 9]),
        "</svg>",
    ]
    return "".join(parts)


def _digit(grid: Grid, cell: int) -> str:
    kind = "given" if cell in grid.givens else "entry"
    x, y = cell % 9 * _SIDE + _SIDE // 2, cell // 9 * _SIDE + _SIDE // 2 + 1
    return f'<text class="shudu-{kind}" x="{x}" y="{y}">{grid.digits[cell]}</text>'


def _marks(grid: Grid, cell: int) -> str:
    def mark(digit: int) -> str:
        x = cell % 9 * _SIDE + _SIDE * (2 * ((digit - 1) % 3) + 1) // 6
        y = cell // 9 * _SIDE + _SIDE * (2 * ((digit - 1) // 3) + 1) // 6 + 1
        return f'<text class="shudu-mark" x="{x}" y="{y}">{digit}</text>'

    return "".join(mark(digit) for digit in DIGITS if digit in grid.candidates(cell))


def _lines(kind: str, places: list[int]) -> list[str]:
    size = 9 * _SIDE
    return [
        f'<path class="{kind}" d="M{_SIDE * i} 0V{size}M0 {_SIDE * i}H{size}"/>' for i in places
    ]
