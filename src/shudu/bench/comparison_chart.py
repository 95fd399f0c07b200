"""The comparison as a picture: for each set and algorithm a bar to the median time, and a line to the worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from shudu.bench.compare import Row

_LINE: Final = 20
_LEFT: Final = 130
_DECADE: Final = 80
_FASTEST: Final = -5  # the scale begins at 10 µs
_DECADES: Final = 7
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#16181d}.title{font-weight:600}.median{fill:#1a55ad}"
    ".worst{stroke:#c99a83;stroke-width:3}.scale{stroke:#c9cdd5}.small{font-size:10px;fill:#4e5663}"
)


def draw(rows: Sequence[Row], words: Mapping[str, str]) -> str:
    """The chart as SVG, on a logarithmic scale of seconds, with the report's words."""
    parts = [f'<text class="small" x="8" y="{_LINE}">{escape(words["legend"])}</text>']
    y = 8 + _LINE
    for name in dict.fromkeys(row.set for row in rows):
        members = [row for row in rows if row.set == name]
        parts.append(f'<text class="title" x="8" y="{y + 12}">{escape(name)}</text>')
        parts.append(_scale(y + _LINE, len(members)))
        parts += (_bar(row, y + _LINE * number, words) for number, row in enumerate(members, 1))
        y += _LINE * (len(members) + 3)
    size = f'width="{_LEFT + _DECADE * _DECADES + 150}" height="{y}"'
    background = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{background}{"".join(parts)}</svg>\n'


def _x(seconds: float) -> float:
    return _LEFT + _DECADE * min(max(log10(max(seconds, 1e-9)) - _FASTEST, 0), _DECADES)


def _scale(top: int, lines: int) -> str:
    bottom = top + _LINE * lines
    words = ("10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s")
    return "".join(
        f'<line class="scale" x1="{_LEFT + _DECADE * i}" x2="{_LEFT + _DECADE * i}" y1="{top}" y2="{bottom}"/>'
        f'<text class="small" text-anchor="middle" x="{_LEFT + _DECADE * i}" y="{bottom + 12}">{word}</text>'
        for i, word in enumerate(words)
    )


def _bar(row: Row, y: int, words: Mapping[str, str]) -> str:
    middle, worst = map(_x, row.figures["seconds"])
    return (
        f'<text text-anchor="end" x="{_LEFT - 8}" y="{y + 14}">{escape(row.by)}</text>'
        f'<line class="worst" x1="{middle:.1f}" x2="{worst:.1f}" y1="{y + 10}" y2="{y + 10}"/>'
        f'<rect class="median" x="{_LEFT}" y="{y + 4}" width="{max(middle - _LEFT, 1):.1f}" height="12" rx="2"/>'
        f'<text x="{worst + 6:.1f}" y="{y + 14}">'
        f"{escape(words['share'].format(finished=row.finished, runs=row.runs))}</text>"
    )
