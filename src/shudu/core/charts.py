"""Bar charts as SVG, in a light and a dark theme.

`draw_horizontal_bars` draws labelled bars from left to right, in groups, on a linear or logarithmic scale;
`draw_vertical_bars` draws several series side by side. A drawing can be written to a file or placed in a page as it
is: its style is scoped to the class `chart` and follows the reader's colour scheme.

>>> bars = [Bar("easy", 3, "3"), Bar("hard", 1, "1")]
>>> draw_horizontal_bars([BarGroup("", bars)], linear_scale(3)).count('class="bar')
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import log
from typing import Final, NamedTuple

_LIGHT: Final = "--ink:#16181d;--soft:#5c6370;--paper:#fff;--rule:#dfe2e7"
_LIGHT_SERIES: Final = ("#1a55ad", "#c2703d", "#2f855a", "#805ad5", "#c53030", "#718096", "#b7791f")
_DARK: Final = "--ink:#e8eaee;--soft:#a2a9b5;--paper:#16181d;--rule:#3a3f49"
_DARK_SERIES: Final = ("#7fb2ea", "#e0a37e", "#68c193", "#b69cf0", "#f08a86", "#a0aec0", "#e0b95a")

_LINE: Final = 22  # height of a bar with its gap
_PLOT: Final = 560  # width of the plot area
_TALL: Final = 220  # height of the plot area of vertical bars
_MOST_LABELS: Final = 40  # more labels below vertical bars would overlap


class Bar(NamedTuple):
    """One horizontal bar.

    Attributes:
        label: The text to its left.
        value: Where it ends, on the scale.
        text: The text to its right.
        series: The number of its colour, and of its entry in the legend.
        whisker: Where a thin line that continues the bar ends, or None for no line.
    """

    label: str
    value: float
    text: str
    series: int = 0
    whisker: float | None = None


class BarGroup(NamedTuple):
    """Bars under a common heading, which may be empty."""

    heading: str
    bars: Sequence[Bar]


class Scale(NamedTuple):
    """The scale of an axis.

    Attributes:
        start: The value at the left end.
        end: The value at the right end.
        ticks: Values with their labels.
        logarithmic: Whether equal distances are equal ratios.
    """

    start: float
    end: float
    ticks: Sequence[tuple[float, str]] = ()
    logarithmic: bool = False

    def position(self, value: float) -> float:
        """Return where a value is drawn, from 0 at the left end to 1 at the right end.

        >>> log_scale([(1, "1"), (10, "10"), (100, "100")]).position(10)
        0.5
        """
        if self.logarithmic:
            fraction = log(max(value, self.start) / self.start) / log(self.end / self.start)
        else:
            fraction = (value - self.start) / (self.end - self.start)
        return min(max(fraction, 0.0), 1.0)


def linear_scale(end: float) -> Scale:
    """Return a linear scale from 0 to a value, without ticks."""
    return Scale(0.0, end or 1.0)


def log_scale(ticks: Sequence[tuple[float, str]]) -> Scale:
    """Return a logarithmic scale from the first tick to the last."""
    return Scale(ticks[0][0], ticks[-1][0], ticks, logarithmic=True)


def draw_horizontal_bars(
    groups: Sequence[BarGroup], scale: Scale, *, title: str = "", subtitle: str = "", legend: Sequence[str] = ()
) -> str:
    """Return a chart of horizontal bars as SVG.

    Args:
        groups: The bars, in groups one below the other.
        scale: The scale of all bars; its ticks are drawn as vertical lines.
        title: The heading of the chart.
        subtitle: A smaller line below the heading.
        legend: The names of the series. If empty, there is no legend.
    """
    bars = [bar for group in groups for bar in group.bars]
    left = 16 + max((text_width(bar.label) for bar in bars), default=0.0)
    right = 16 + max((text_width(bar.text) for bar in bars), default=0.0)
    parts, y = _draw_head(title, subtitle, legend)
    if scale.ticks:
        y += _LINE
    top = y
    for group in groups:
        if group.heading:
            parts.append(_text(0, y + 15, group.heading, "strong"))
            y += _LINE
        for bar in group.bars:
            parts.append(_draw_bar(bar, scale, left, y))
            y += _LINE
        y += _LINE // 2
    return _wrap(title, left + _PLOT + right, y, [*_draw_ticks(scale, left, top, y), *parts])


def draw_vertical_bars(title: str, labels: Sequence[str], series: Mapping[str, Sequence[float]], unit: str = "") -> str:
    """Return a chart of vertical bars as SVG: for each label one bar of each series.

    >>> draw_vertical_bars("Two", ["a", "b"], {"x": [1.0, 2.0]}).count('class="bar')
    2

    Args:
        title: The heading.
        labels: The labels below the bars; left out if there are more than 40.
        series: The values by the name of their series, one for each label.
        unit: Text that follows every number, such as ` %`.
    """
    most = max((value for values in series.values() for value in values), default=1.0) or 1.0
    parts, top = _draw_head(title, "", list(series))
    left, base = 64.0, top + 8 + _TALL
    step = _PLOT / max(1, len(labels))
    width = 0.8 * step / max(1, len(series))
    for part in range(5):
        y = base - _TALL * part / 4
        parts.append(f'<path class="rule" d="M{left:.1f} {y:.1f}h{_PLOT}"/>')
        parts.append(_text(left - 6, y + 4, f"{most * part / 4:.3g}{unit}", "soft end"))
    for number, (name, values) in enumerate(series.items()):
        for place, value in enumerate(values):
            height = _TALL * value / most
            x = left + step * (place + 0.1) + width * number
            parts.append(
                f'<rect class="bar s{_colour(number)}" x="{x:.1f}" y="{base - height:.1f}" width="{max(width, 0.5):.1f}" '
                f'height="{height:.1f}"><title>{escape(f"{labels[place]} {name}: {value:.4g}{unit}")}</title></rect>'
            )
    if len(labels) <= _MOST_LABELS:
        parts += [_text(left + step * (place + 0.5), base + 17, label, "middle") for place, label in enumerate(labels)]
    return _wrap(title, left + _PLOT + 16, base + 28, parts)


def text_width(text: str) -> float:
    """Return about how wide a text is drawn; Chinese characters are twice as wide as others."""
    return sum(13.0 if ord(character) > 0x2E80 else 7.3 for character in text)


def _draw_head(title: str, subtitle: str, legend: Sequence[str]) -> tuple[list[str], int]:
    """Return the parts above the plot area and where it begins."""
    parts, y = [], 4
    for line, kind in ((title, "title"), (subtitle, "soft")):
        if line:
            parts.append(_text(0, y + 15, line, kind))
            y += _LINE
    x = 0.0
    for number, name in enumerate(legend):
        parts.append(f'<rect class="key s{_colour(number)}" x="{x:.0f}" y="{y + 5}" width="11" height="11" rx="2"/>')
        parts.append(_text(x + 16, y + 15, name))
        x += 36 + text_width(name)
    return parts, y + _LINE if legend else y


def _draw_bar(bar: Bar, scale: Scale, left: float, y: int) -> str:
    width = max(1.0, _PLOT * scale.position(bar.value))
    end = left + width
    whisker = ""
    if bar.whisker is not None:
        stop = left + _PLOT * scale.position(bar.whisker)
        whisker = f'<path class="whisker" d="M{end:.1f} {y + _LINE / 2:.1f}H{stop:.1f}"/>'
        end = max(end, stop)
    return (
        f"{_text(left - 8, y + 15, bar.label, 'end')}{whisker}"
        f'<rect class="bar s{_colour(bar.series)}" x="{left:.1f}" y="{y + 3}" width="{width:.1f}" height="{_LINE - 6}" rx="2"/>'
        f"{_text(end + 6, y + 15, bar.text)}"
    )


def _draw_ticks(scale: Scale, left: float, top: int, bottom: int) -> Iterator[str]:
    for value, label in scale.ticks:
        x = left + _PLOT * scale.position(value)
        yield f'<path class="rule" d="M{x:.1f} {top}V{bottom}"/>{_text(x, top - 6, label, "soft middle")}'


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _colour(series: int) -> int:
    return series % len(_LIGHT_SERIES)


def _wrap(title: str, width: float, height: float, parts: Sequence[str]) -> str:
    frame = f'viewBox="-12 -8 {width + 24:.0f} {height + 16:.0f}" width="{width + 24:.0f}"'
    paper = '<rect class="paper" x="-12" y="-8" width="100%" height="100%"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="{escape(title)}" {frame}>'
        f"<style>{_STYLE}</style>{paper}{''.join(parts)}</svg>\n"
    )


def _theme(colours: str, series: Sequence[str]) -> str:
    fills = ";".join(f"--s{number}:{colour}" for number, colour in enumerate(series))
    return f".chart{{{colours};{fills}}}"


_STYLE: Final = (
    _theme(_LIGHT, _LIGHT_SERIES)
    + f"@media(prefers-color-scheme:dark){{{_theme(_DARK, _DARK_SERIES)}}}"
    + '.chart text{font:13px system-ui,"Noto Sans SC",sans-serif;fill:var(--ink)}.chart .title{font-size:15px;font-weight:600}'
    ".chart .strong{font-weight:600}.chart .soft{fill:var(--soft)}.chart .end{text-anchor:end}"
    ".chart .middle{text-anchor:middle}.chart .paper{fill:var(--paper)}.chart .rule{stroke:var(--rule)}"
    ".chart .whisker{stroke:var(--s1);stroke-width:3}"
    + "".join(f".chart .s{number}{{fill:var(--s{number})}}" for number in range(len(_LIGHT_SERIES)))
)
