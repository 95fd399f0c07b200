"""Both languages say the same things about every technique."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from shudu.core.drawing import draw
from shudu.core.step import Roles, Step
from shudu.locale.catalogue import LANGUAGES, table
from shudu.logic.cases import parse_case
from shudu.logic.explain import explain, sentence_key
from shudu.logic.notation import notation
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.texts import level_name, texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_same_keys_and_placeholders() -> None:
    for name in ("words", "levels", "reasons", "families", "errors", "names", "sentences"):
        english, chinese = (_flat(table(f"logic.{name}", language)) for language in ("en", "zh"))
        assert list(english) == list(chinese)
        assert all(placeholders(english[key]) == placeholders(chinese[key]) for key in english)


def _flat(entries: dict[str, Any]) -> dict[str, str]:
    """Return the texts by key, those of a singular and a plural as two entries."""
    flat: dict[str, str] = {}
    for key, entry in entries.items():
        flat |= {f"{key}.{form}": text for form, text in entry.items()} if isinstance(entry, dict) else {key: entry}
    return flat


@pytest.mark.parametrize("known", techniques(), ids=lambda known: str(known.id))
def test_every_technique_has_a_name_and_a_sentence(known: Technique) -> None:
    for language in LANGUAGES:
        said = texts(language)
        assert said.names[known.id]
        fish: Roles = {"body": (), "cover": (), "base": ()}
        roles = fish if known.family == "fish" and "kraken" not in known.id else {}
        assert said.sentences[sentence_key(Step(known.id, roles=roles))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_have_one_name_in_words_on_paper_and_on_the_page(root: Path, language: str) -> None:
    paper = tomllib.loads((root / f"src/shudu/locale/{language}/print.toml").read_text(encoding="utf-8"))["levels"]
    page = json.loads((root / f"web/src/app/i18n/{language}.json").read_text(encoding="utf-8"))
    for level, name in paper.items():
        assert name == page[f"level.{level}"]
        assert name.lower() == level_name(level, language)


def test_an_unknown_language_is_told() -> None:
    with pytest.raises(ValueError, match="use one of en, zh"):
        texts("xx")


def steps(folder: Path) -> list[Step]:
    """The first step of each technique that the case lines show."""
    found: dict[str, Step] = {}
    for line in (folder / "techniques" / "hodoku-library.txt").read_text().splitlines():
        code = line.split(":")[1]
        if code[:4] in found or "-" in code or len(code) > 4:
            continue
        step = next(iter(technique(code).find(parse_case(line).grid)), None)
        if step:
            found[code[:4]] = step
    return list(found.values())


def test_real_steps_are_told_drawn_and_noted(shared: Path) -> None:
    told = steps(shared)
    assert len(told) > 40
    grid = parse_case((shared / "techniques" / "hodoku-library.txt").read_text().splitlines()[0]).grid
    for step in told:
        for language in LANGUAGES:
            sentence = explain(step, language)
            assert "{" not in sentence and "  " not in sentence
            for digit, cell in (*step.places, *step.removes):
                assert f"r{cell // 9 + 1}c{cell % 9 + 1}" in sentence
                assert str(digit) in sentence
        assert notation(step).startswith(texts("en").names[step.technique])
        drawing = draw(grid, step)
        assert drawing.count('class="strike"') == len(step.removes)
        assert drawing.count('class="placed"') == len(step.places)
        assert drawing.count('class="strong"') + drawing.count('class="weak"') == len(step.links)
