"""Charts: bars, scales, legends and themes."""

import re
from xml.etree import ElementTree

import pytest

from shudu.core.charts import Bar, BarGroup, draw_horizontal_bars, draw_vertical_bars, linear_scale, log_scale

TICKS = [(1.0, "one"), (10.0, "ten"), (100.0, "hundred")]


def widths(drawing: str) -> list[float]:
    return [float(width) for width in re.findall(r'class="bar s\d" .*?width="([\d.]+)"', drawing)]


def test_lengths_follow_the_scale() -> None:
    bars = [Bar("a", 10, "10"), Bar("b", 100, "100"), Bar("c", 1000, "1,000")]
    ten, hundred, beyond = widths(draw_horizontal_bars([BarGroup("", bars)], log_scale(TICKS)))
    assert hundred == pytest.approx(2 * ten, abs=0.2) and beyond == hundred, "values beyond the scale end with it"
    ten, hundred = widths(draw_horizontal_bars([BarGroup("", bars[:2])], linear_scale(100)))
    assert hundred == pytest.approx(10 * ten, abs=0.2)


def test_all_texts_are_drawn_and_escaped() -> None:
    groups = [BarGroup("<easy>", [Bar("a & b", 10, "10 puzzles", whisker=90)])]
    drawing = draw_horizontal_bars(groups, log_scale(TICKS), title="Speed", subtitle="here", legend=["ours", "theirs"])
    texts = [each.text for each in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")]
    assert set(texts) == {"<easy>", "a & b", "10 puzzles", "Speed", "here", "ours", "theirs", "one", "ten", "hundred"}
    assert drawing.count('class="whisker"') == 1 and "prefers-color-scheme:dark" in drawing


def test_vertical_bars_have_a_bar_for_each_value() -> None:
    drawing = draw_vertical_bars("Digits", ["1", "2", "3"], {"a": [1, 2, 3], "b": [3, 2, 0]}, " %")
    assert len(widths(drawing)) == 6 and "<title>3 a: 3 %</title>" in drawing


def test_charts_without_values_are_empty() -> None:
    assert widths(draw_horizontal_bars([], linear_scale(0))) == []
    assert widths(draw_vertical_bars("Nothing", [], {})) == []
