"""Statistics as charts, and as an HTML page in both languages that loads nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Final

from shudu.bulk.statistics import ColumnStatistics, TableStatistics
from shudu.core.charts import Bar, BarGroup, draw_horizontal_bars, linear_scale
from shudu.locale.catalogue import LANGUAGES, table, text
from shudu.logic.texts import texts

_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1d22;--paper:#fff;--accent:#2b6cb0;--line:#c9ced6}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--paper:#16181d;--accent:#7fb2ea;--line:#444a55}}
body{font:16px/1.5 system-ui,"Noto Sans SC",sans-serif;max-width:780px;margin:2em auto;padding:0 1em;
color:var(--ink);background:var(--paper)}
.wide{overflow-x:auto}.chart{display:block;width:100%;min-width:34em;height:auto}table{border-collapse:collapse}td,th{padding:.15em .7em;border-bottom:1px solid var(--line);
text-align:right}td:first-child,th:first-child{text-align:left}summary{cursor:pointer}
nav label{margin-right:1em}#zh:checked~main [lang=en],#en:checked~main [lang=zh]{display:none}
input:focus-visible+label{outline:2px solid var(--accent)}
"""


def draw_chart(column: ColumnStatistics, language: str = "en") -> str:
    """Return a bar chart of a column as SVG, with a heading and labels in a language."""
    rows = name_values(column, language)
    total = sum(n for _, n in rows) or 1
    bars = [Bar(name, n, f"{n:,} · {100 * n / total:.1f} %") for name, n in rows]
    scale = linear_scale(max((n for _, n in rows), default=1))
    return draw_horizontal_bars([BarGroup("", bars)], scale, title=column_title(column, language))


def column_title(column: ColumnStatistics, language: str) -> str:
    """Return the heading of a column."""
    return text(f"bulk.statistics.columns.{column.column}", language)


def statistics_word(name: str, language: str) -> str:
    """Return the name of a total, a summary or a heading of the tables."""
    return text(f"bulk.statistics.{name}", language)


def name_values(column: ColumnStatistics, language: str) -> list[tuple[str, int]]:
    """Return the counts of a column with the names of levels and techniques in a language."""
    if column.column == "level":
        levels = table("logic.levels", language)
        return [(levels.get(value, value).capitalize(), n) for value, n in column.counts]
    if column.column == "hardest":
        names = texts(language).names
        return [(names.get(value, value), n) for value, n in column.counts]
    return list(column.counts)


def render_page(statistics: TableStatistics) -> str:
    """Return the page. The reader chooses the language on it, without a script."""
    both = "".join(f'<div lang="{language}">{_render_body(statistics, language)}</div>' for language in LANGUAGES)
    switch = (
        '<input type="radio" name="language" id="en" checked><label for="en">English</label> '
        '<input type="radio" name="language" id="zh"><label for="zh">中文</label>'
    )
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    title = " · ".join(statistics_word("title", language) for language in LANGUAGES)
    return (
        f'<!doctype html><html lang="en"><head>{head}<title>{title}</title><style>{_STYLE}</style></head>'
        f"<body>{switch}<main>{both}</main></body></html>\n"
    )


def _render_body(statistics: TableStatistics, language: str) -> str:
    def row(name: str, n: int) -> str:
        return f"<tr><th scope='row'>{statistics_word(name, language)}</th><td>{n:,}</td></tr>"

    heading = f"<h1>{statistics_word('title', language)}</h1><p>{escape(statistics.source)}</p>"
    totals = "".join(row(name, n) for name, n in statistics.totals.items())
    sections = "".join(_render_section(column, language) for column in statistics.columns)
    return f"{heading}<table>{totals}</table>{sections}"


def _render_section(column: ColumnStatistics, language: str) -> str:
    def word(name: str) -> str:
        return statistics_word(name, language)

    total = sum(n for _, n in column.counts) or 1
    names = "".join(f"<th scope='col'>{word(name)}</th>" for name in column.summary)
    values = "".join(f"<td>{value:,.6g}</td>" for value in column.summary.values())
    summary = f"<div class='wide'><table><tr>{names}</tr><tr>{values}</tr></table></div>" if column.summary else ""
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{n:,}</td><td>{100 * n / total:.2f} %</td></tr>"
        for name, n in name_values(column, language)
    )
    head = "".join(f"<th scope='col'>{word(name)}</th>" for name in ("value", "count", "share"))
    missing = f"<p>{word('missing')}: {column.missing:,}</p>" if column.missing else ""
    details = f"<details><summary>{word('table')}</summary><table><tr>{head}</tr>{rows}</table></details>"
    chart = f"<div class='wide' tabindex='0'>{draw_chart(column, language)}</div>"
    return (
        f"<section aria-label='{escape(column_title(column, language))}'>{chart}{summary}{missing}{details}</section>"
    )
