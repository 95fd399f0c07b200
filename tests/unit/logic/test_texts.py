"""Texts about techniques: complete in both languages, and rendered without gaps."""

from __future__ import annotations

import json
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from shudu.core.drawing import draw
from shudu.core.step import Roles, Step
from shudu.locale.catalogue import LANGUAGES, table
from shudu.logic.examples import parse_case
from shudu.logic.explain import explain, sentence_key
from shudu.logic.notation import notation
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.texts import level_name, texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_languages_have_the_same_keys_and_placeholders(language: str) -> None:
    for name in ("words", "levels", "reasons", "families", "errors", "names", "sentences"):
        english, other = (_flat(table(f"logic.{name}", each)) for each in ("en", language))
        assert list(english) == list(other)
        assert all(placeholders(english[key]) == placeholders(other[key]) for key in english)


def _flat(entries: dict[str, Any]) -> dict[str, str]:
    """Return the texts by key, those of a singular and a plural as two entries."""
    flat: dict[str, str] = {}
    for key, entry in entries.items():
        flat |= {f"{key}.{form}": text for form, text in entry.items()} if isinstance(entry, dict) else {key: entry}
    return flat


@pytest.mark.parametrize("known", techniques(), ids=lambda known: str(known.id))
def test_every_technique_has_a_name_and_a_sentence(known: Technique) -> None:
    for language in LANGUAGES:
        names, sentences = texts(language).names, texts(language).sentences
        assert names[known.id] and "{" not in names[known.id]
        fish: Roles = {"body": (), "cover": (), "base": ()}
        roles = fish if known.family == "fish" and "kraken" not in known.id else {}
        assert sentences[sentence_key(Step(known.id, roles=roles))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_have_one_name_in_texts_on_paper_and_on_the_page(root: Path, language: str) -> None:
    paper = table("print.levels", language)
    page = json.loads((root / f"web/src/app/i18n/{language}.json").read_text(encoding="utf-8"))
    for level, name in paper.items():
        assert name == page[f"level.{level}"]
        assert name.lower() == level_name(level, language)


def test_unknown_language_is_rejected() -> None:
    with pytest.raises(ValueError, match="use one of en, zh"):
        texts("xx")


def steps_of_cases(folder: Path) -> list[Step]:
    """Return the first step of each technique that has a case."""
    steps: dict[str, Step] = {}
    for line in (folder / "techniques" / "hodoku-library.txt").read_text().splitlines():
        code = line.split(":")[1]
        if code[:4] in steps or "-" in code or len(code) > 4:
            continue
        step = next(iter(technique(code).find(parse_case(line).grid)), None)
        if step:
            steps[code[:4]] = step
    return list(steps.values())


def test_real_steps_are_explained_drawn_and_written(shared: Path) -> None:
    steps = steps_of_cases(shared)
    assert len(steps) > 40
    grid = parse_case((shared / "techniques" / "hodoku-library.txt").read_text().splitlines()[0]).grid
    for step in steps:
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
