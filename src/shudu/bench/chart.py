"""The table of rates as a bar chart in SVG, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10
from typing import Final
from xml.sax.saxutils import escape

from shudu.bench.measure import Rate

_BAR: Final = 16
_LEFT: Final = 230
_AXIS: Final = ("0.1", "1", "10", "100", "1,000", "10,000", "100,000", "1 M", "10 M", "100 M")  # powers of ten
_LOWEST: Final = -1  # the first of them
_POWER: Final = 60  # pixels
_TOP: Final = 88
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;fill:#16181d}.title{font-weight:600}.soft{fill:#5c6370}.end{text-anchor:end}"
    ".middle{text-anchor:middle}.paper{fill:#fff}.line{stroke:#e4e6ea}.ours{fill:#1a55ad}.peer{fill:#c99a83}"
)
_LEGEND: Final = (
    ("ours", "shudu: a solution, and the proof that there is no other"),
    ("peer", "others: the first solution they find"),
)


def chart(rates: list[Rate], about: str) -> str:
    """One group of bars a set, one bar a solver, puzzles a second; `about` tells where they were measured."""
    bars = []
    y = _TOP
    for name in dict.fromkeys(rate.set for rate in rates):
        y += 2 * _BAR
        bars.append(_text(8, y, name, "title"))
        for rate in (rate for rate in rates if rate.set == name):
            y += _BAR + 4
            bars += _bar(rate, y)
    width, height = _LEFT + _POWER * len(_AXIS) + 40, y + _BAR
    parts = [*_head(about), *_lines(height), *bars]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><style>{_STYLE}</style>'
        f'<rect class="paper" width="{width}" height="{height}"/>{"".join(parts)}</svg>'
    )


def _head(about: str) -> Iterator[str]:
    yield _text(8, 20, "Puzzles a second", "title")
    yield _text(8, 38, about, "soft")
    for number, (kind, words) in enumerate(_LEGEND):
        x = 8 + 370 * number
        yield f'<rect class="{kind}" x="{x}" y="47" width="12" height="12" rx="2"/>{_text(x + 18, 57, words)}'


def _lines(height: int) -> Iterator[str]:
    for number, label in enumerate(_AXIS):
        x = _LEFT + number * _POWER
        yield f'<path class="line" d="M{x} {_TOP + 4}V{height - 8}"/>{_text(x, _TOP - 2, label, "soft middle")}'


def _bar(rate: Rate, y: int) -> Iterator[str]:
    end = max(_LEFT + 1.0, _at(rate.per_second))
    kind = "ours" if rate.solver.startswith("shudu") else "peer"
    yield _text(_LEFT - 8, y, rate.solver, "end")
    yield f'<rect class="{kind}" x="{_LEFT}" y="{y - 12}" width="{end - _LEFT:.0f}" height="{_BAR}" rx="2"/>'
    yield _text(end + 6, y, rate.shown)


def _at(per_second: float) -> float:
    return _LEFT + (log10(max(per_second, 0.1)) - _LOWEST) * _POWER


def _text(x: float, y: int, words: str, kind: str = "plain") -> str:
    return f'<text class="{kind}" x="{x:.0f}" y="{y}">{escape(words)}</text>'
