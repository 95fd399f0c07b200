"""Charts as SVG, written by hand: bars beside each other, and a page that holds a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 720, 300, 60, 46, 34
COLOURS: Final = ("#2b6cb0", "#dd6b20", "#38a169", "#805ad5", "#c53030", "#718096", "#b7791f")


def bars(title: str, labels: Sequence[str], series: Mapping[str, Sequence[float]], unit: str = "") -> str:
    """Bars beside each other: for each label one of each series.

    >>> bars("Two", ["a", "b"], {"x": [1.0, 2.0]}).count("<rect")
    4
    """
    top = max((value for values in series.values() for value in values), default=1.0) or 1.0
    inner, room = _WIDTH - _LEFT - 10, _HEIGHT - _BOTTOM - _TOP
    step = inner / max(1, len(labels))
    wide = 0.8 * step / max(1, len(series))
    parts = [_axis(top, unit)]
    for number, (name, values) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(_legend(number, name, colour))
        for place, value in enumerate(values):
            high = room * value / top
            x, y = _LEFT + step * (place + 0.1) + wide * number, _HEIGHT - _BOTTOM - high
            told = escape(f"{labels[place]} {name}: {value:.4g}{unit}")
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(wide, 0.5):.1f}" height="{high:.1f}" fill="{colour}">'
                f"<title>{told}</title></rect>"
            )
    if len(labels) <= 40:
        parts += [_label(_LEFT + step * (place + 0.5), label) for place, label in enumerate(labels)]
    return _svg(title, parts)


def page(title: str, parts: Sequence[str]) -> str:
    """A page of HTML with charts and paragraphs one below the other."""
    style = "body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2em auto;padding:0 1em}"
    style += "table{border-collapse:collapse}td,th{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:right}"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
    return f"{head}<h1>{escape(title)}</h1>{''.join(parts)}</html>\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of HTML."""
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{body}</table>"


def _svg(title: str, parts: Sequence[str]) -> str:
    frame = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="system-ui,sans-serif" font-size="12"'
    back = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>'
    name = f'<text x="{_LEFT}" y="16" font-size="15" fill="#1a202c">{escape(title)}</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {frame}>{back}{name}{"".join(parts)}</svg>\n'


def _axis(top: float, unit: str) -> str:
    base, room = _HEIGHT - _BOTTOM, _HEIGHT - _BOTTOM - _TOP
    lines = []
    for part in range(5):
        y = base - room * part / 4
        lines.append(f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - 10}" y2="{y:.1f}" stroke="#e2e8f0"/>')
        value = f"{top * part / 4:.3g}{unit}"
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#4a5568">{value}</text>')
    return "".join(lines)


def _legend(number: int, name: str, colour: str) -> str:
    x, y = _LEFT + 110 * number, _HEIGHT - 14
    return f'<rect x="{x}" y="{y}" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="{y + 9}">{escape(name)}</text>'


def _label(x: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 15}" text-anchor="middle" fill="#2d3748">{escape(text)}</text>'
