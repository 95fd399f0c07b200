"""Names show what they are."""

from __future__ import annotations

import pytest

from shudu.store.names import BadName, clean_name, name_key


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("小明", "小明"),
        ("Ｌｉｕ", "Liu"),
        ("ad\u200bmin", "admin"),
        ("\u202egnp.exe", "gnp.exe"),
        ("José", "José"),
        ("Zoe\u0308", "Zoë"),
        ("अमित", "अमित"),
        ("O'Neil-7_x.", "O'Neil-7_x."),
        ("a\tb\nc", "a b c"),
    ],
)
def test_cleaned(name: str, shown: str) -> None:
    assert clean_name(name) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u202e\u200b",
        "<b>x</b>",
        "a&b",
        'a"b',
        "x" * 25,
        "x" * 10_000,
        "\u0300x",
        "x\u0300\u0301\u0302\u0303",
        "'; DROP TABLE players; --",
        "…",
        "---",
        "\ud800",
        "a\U0001f600",
    ],
)
def test_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "АDА"), ("Ada", "аdа"), ("bill", "biII"), ("O0", "oo"), ("modern", "modem"), ("ニ", "二"), ("Ζoe", "zoë")],
)
def test_look_alikes_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("小明", "小红"), ("Ada", "Eda"), ("かく", "がく"), ("мир", "мор")])
def test_different_names_differ(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)
