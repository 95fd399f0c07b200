"""Distributions as charts and as one page of HTML in both languages, with nothing from outside."""

from __future__ import annotations

from html import escape
from typing import Final

from shudu.bulk.distributions import Distribution, Distributions
from shudu.locale.catalogue import table
from shudu.logic.texts import texts

WORDS: Final = {
    "en": {
        "title": "Distributions",
        "rows": "rows",
        "different": "different puzzles",
        "about": "different puzzles (about)",
        "malformed": "rows that are not grids",
        "missing": "rows without a value",
        "value": "value",
        "count": "rows",
        "share": "share",
        "clues": "Clues",
        "solutions": "Solutions (up to the limit)",
        "level": "Level",
        "score": "Score",
        "hardest": "Hardest technique",
        "steps": "Steps",
        "automorphisms": "Automorphisms",
        "copies": "Copies up to symmetry",
        "least": "least",
        "quarter": "quarter",
        "median": "median",
        "three quarters": "three quarters",
        "most": "most",
        "mean": "mean",
        "table": "As a table",
    },
    "zh": {
        "title": "分布",
        "rows": "行",
        "different": "不同的题目",
        "about": "不同的题目（约）",
        "malformed": "不是盘面的行",
        "missing": "没有值的行",
        "value": "值",
        "count": "行数",
        "share": "占比",
        "clues": "提示数",
        "solutions": "解的个数（至上限）",
        "level": "难度",
        "score": "分数",
        "hardest": "最难的技巧",
        "steps": "步数",
        "automorphisms": "自同构数",
        "copies": "对称意义下的重复数",
        "least": "最小",
        "quarter": "四分之一处",
        "median": "中位数",
        "three quarters": "四分之三处",
        "most": "最大",
        "mean": "平均",
        "table": "表格",
    },
}
_ROW, _WIDTH, _RIGHT = 22, 340, 130
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1d22;--paper:#fff;--bar:#2b6cb0;--line:#c9ced6}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--paper:#16181d;--bar:#7fb2ea;--line:#444a55}}
body{font:16px/1.5 system-ui,"Noto Sans SC",sans-serif;max-width:780px;margin:2em auto;padding:0 1em;
color:var(--ink);background:var(--paper)}
.wide{overflow-x:auto}svg{display:block;width:100%;min-width:34em;height:auto}svg text{font:13px system-ui,"Noto Sans SC",sans-serif;fill:var(--ink)}
svg .bar{fill:var(--bar)}table{border-collapse:collapse}td,th{padding:.15em .7em;border-bottom:1px solid var(--line);
text-align:right}td:first-child,th:first-child{text-align:left}summary{cursor:pointer}
nav label{margin-right:1em}#zh:checked~main [lang=en],#en:checked~main [lang=zh]{display:none}
input:focus-visible+label{outline:2px solid var(--bar)}
"""


def chart(found: Distribution, language: str = "en", alone: bool = True) -> str:
    """Bars from left to right, each with its number beside it; a chart that stands alone has a heading and its own style."""
    rows = named(found, language)
    most = max((many for _, many in rows), default=1) or 1
    total = sum(many for _, many in rows) or 1
    title = escape(WORDS[language][found.column])
    left, top = 16 + max((_breadth(name) for name, _ in rows), default=0), 30 if alone else 0
    parts = [f'<text x="0" y="18" style="font-weight:600">{title}</text>'] if alone else []
    for place, (name, many) in enumerate(rows):
        y = top + _ROW * place
        wide = max(1.0, _WIDTH * many / most)
        parts.append(
            f'<text x="{left - 8:.0f}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="bar" x="{left:.0f}" y="{y + 3}" width="{wide:.1f}" height="{_ROW - 6}" rx="2"/>'
            f'<text x="{left + wide + 6:.1f}" y="{y + 15}">{many:,} · {100 * many / total:.1f} %</text>'
        )
    size = f'viewBox="0 0 {left + _WIDTH + _RIGHT:.0f} {top + _ROW * len(rows) + 4}"'
    style = "<style>text{font:13px sans-serif}.bar{fill:#2b6cb0}</style>" if alone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" {size}>{style}{"".join(parts)}</svg>'
    )


def _breadth(name: str) -> float:
    """About how wide a name is drawn."""
    return sum(13.0 if ord(character) > 0x2E80 else 7.6 for character in name)


def named(found: Distribution, language: str) -> list[tuple[str, int]]:
    """The counts with names of levels and techniques in a language."""
    said = texts(language)
    if found.column == "level":
        levels = table("logic.levels", language)
        return [(levels.get(value, value).capitalize(), many) for value, many in found.counts]
    if found.column == "hardest":
        return [(said.names.get(value, value), many) for value, many in found.counts]
    return list(found.counts)


def page(found: Distributions) -> str:
    """The whole page; which language shows is chosen on it, without any script."""
    both = "".join(f'<div lang="{language}">{_content(found, language)}</div>' for language in WORDS)
    switch = (
        '<input type="radio" name="language" id="en" checked><label for="en">English</label> '
        '<input type="radio" name="language" id="zh"><label for="zh">中文</label>'
    )
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    title = f"{WORDS['en']['title']} · {WORDS['zh']['title']}"
    return (
        f'<!doctype html><html lang="en"><head>{head}<title>{title}</title><style>{_STYLE}</style></head>'
        f"<body>{switch}<main>{both}</main></body></html>\n"
    )


def _content(found: Distributions, language: str) -> str:
    words = WORDS[language]
    parts = [f"<h1>{words['title']}</h1><p>{escape(found.source)}</p><table>"]
    parts += [f"<tr><th scope='row'>{words[name]}</th><td>{many:,}</td></tr>" for name, many in found.facts.items()]
    parts.append("</table>")
    parts += [_section(each, language) for each in found.columns]
    return "".join(parts)


def _section(found: Distribution, language: str) -> str:
    words = WORDS[language]
    total = sum(many for _, many in found.counts) or 1
    facts = "".join(f"<th scope='col'>{words[name]}</th>" for name in found.summary)
    values = "".join(f"<td>{value:,.6g}</td>" for value in found.summary.values())
    summary = f"<div class='wide'><table><tr>{facts}</tr><tr>{values}</tr></table></div>" if found.summary else ""
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{many:,}</td><td>{100 * many / total:.2f} %</td></tr>"
        for name, many in named(found, language)
    )
    head = "".join(f"<th scope='col'>{words[name]}</th>" for name in ("value", "count", "share"))
    missing = f"<p>{words['missing']}: {found.missing:,}</p>" if found.missing else ""
    table = f"<details><summary>{words['table']}</summary><table><tr>{head}</tr>{rows}</table></details>"
    drawn = f"<div class='wide' tabindex='0'>{chart(found, language, alone=False)}</div>"
    return f"<h2>{words[found.column]}</h2>{summary}{missing}{drawn}{table}"
