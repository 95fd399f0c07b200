"""Display names are cleaned, and look-alikes are recognised."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shudu.store.names import BadName, clean_name, fold_name, key_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("小明", "小明"),
        ("Ｌｉｕ", "Liu"),
        ("𝓐𝓭𝓪", "Ada"),
        ("ad\u200bmin", "admin"),
        ("ad\u200d\ufeff\u2060min", "admin"),
        ("ad\u034fm\ufe0fin", "admin"),
        ("Ada\u3164\u115f", "Ada"),
        ("Ada\U00016fe4", "Ada"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\u2067Ada\u2069", "Ada"),
        ("José", "José"),
        ("Zoe\u0308", "Zoë"),
        ("अमित", "अमित"),
        ("O'Neil-7_x.", "O'Neil-7_x."),
        ("a\tb\nc", "a b c"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    assert clean_name(name) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u202e\u200b",
        "\u3164",
        "\u034f",
        "\u2800\u2800",
        "<b>x</b>",
        "a&b",
        'a"b',
        "x" * 25,
        "x" * 10_000,
        "\ufdfa" * 24,
        "\u0300x",
        "x\u0300\u0301\u0302\u0303",
        "'; DROP TABLE players; --",
        "…",
        "---",
        "\ud800",
        "a\U0001f600",
    ],
)
def test_names_that_cannot_be_displayed_are_rejected(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "АDА"),
        ("Ada", "аdа"),
        ("Ada", "Ädà"),
        ("paypal", "раураl"),
        ("paypal", "pαypαl"),
        ("Coco", "СОСО"),
        ("Coco", "Ⲥⲟⲥⲟ"),
        ("hello", "һеllо"),
        ("scope", "ѕсоре"),
        ("Nick", "Νick"),
        ("Tom", "Тоm"),
        ("bob", "Ьob"),
        ("group", "ɡroup"),
        ("bill", "biII"),
        ("bill", "b1ll"),
        ("bill", "bıll"),
        ("Soeren", "Sөeren"),
        ("Soren", "Søren"),
        ("O0", "oo"),
        ("modern", "modem"),
        ("vvilly", "willy"),
        ("ニ", "二"),
        ("ロ", "口"),
        ("力", "カ"),
        ("工", "エ"),
        ("夕", "タ"),
        ("八", "ハ"),
        ("一", "ー"),
        ("Ζoe", "zoë"),
        ("Ada", "A d-a"),
        ("Ada", "ᎪdᎪ"),
        ("Ada7", "Ada𝟕"),
        ("ナルベ", "ナルべ"),
        ("ペンギン", "ぺンギン"),
        ("艾·伦", "艾伦"),
        ("艾·伦", "艾ꞏ伦"),
        ("ab", "ab\u05bc"),
        ("ab", "a\u1dc4b"),
        ("ab", "ab\ufe20"),
        ("Лев", "Лев\u20d0"),
    ],
)
def test_names_that_look_alike_have_the_same_key(one: str, other: str) -> None:
    assert key_name(clean_name(one)) == key_name(clean_name(other))


@pytest.mark.parametrize(("one", "other"), [("НИНА", "нина"), ("ΝΙΚΟΣ", "νικος"), ("Straße", "STRASSE"), ("ЁЖ", "ёж")])
def test_names_that_differ_in_case_have_the_same_fold(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("小明", "小红"),
        ("Ada", "Eda"),
        ("かく", "がく"),
        ("ペ", "ベ"),
        ("мир", "мор"),
        ("Nina", "Vina"),
        ("Guy", "Guu"),
        ("अमित", "अमिता"),
        ("민준", "서연"),
        ("محمد", "أحمد"),
    ],
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert key_name(one) != key_name(other)
    assert fold_name(one) != fold_name(other)


@given(st.text(max_size=30))
def test_clean_names_are_stable_and_have_no_hidden_characters(name: str) -> None:
    try:
        shown = clean_name(name)
    except BadName:
        return
    assert clean_name(shown) == shown
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert key_name(shown) and fold_name(shown)
    assert len(key_name(shown)) <= 96
