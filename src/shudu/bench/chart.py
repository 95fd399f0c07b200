"""The table of rates as a bar chart in SVG, on a logarithmic scale."""

from __future__ import annotations

from math import log10
from typing import Final
from xml.sax.saxutils import escape

from shudu.bench.measure import Rate

_BAR: Final = 16
_LEFT: Final = 230
_WIDTH: Final = 520
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#16181d}.title{font-weight:600}.ours{fill:#1a55ad}.peer{fill:#c99a83}"
)


def chart(rates: list[Rate]) -> str:
    """One group of bars a set, one bar a solver; each tenth of the width is half a power of ten."""
    parts: list[str] = []
    y = 24
    for name in dict.fromkeys(rate.set for rate in rates):
        parts.append(f'<text class="title" x="8" y="{y}">{escape(name)}</text>')
        for rate in (rate for rate in rates if rate.set == name):
            y += _BAR + 4
            parts.append(_bar(rate, y))
        y += 2 * _BAR + 8
    size = f'width="{_LEFT + _WIDTH + 120}" height="{y}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{"".join(parts)}</svg>'


def _bar(rate: Rate, y: int) -> str:
    width = max(1.0, (log10(max(rate.per_second, 0.1)) + 1) / 8 * _WIDTH)
    kind = "ours" if rate.solver.startswith("shudu") else "peer"
    return (
        f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{escape(rate.solver)}</text>'
        f'<rect class="{kind}" x="{_LEFT}" y="{y - 12}" width="{width:.0f}" height="{_BAR}" rx="2"/>'
        f'<text x="{_LEFT + width + 6:.0f}" y="{y}">{rate.per_second:,.0f}/s</text>'
    )
