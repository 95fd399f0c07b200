"""Texts about techniques from the catalogue `logic.toml`, and the phrases that explanations and hints are made of.

Phrases name cells, houses, digits, candidates, and lists of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from shudu.core.arguments import check_language
from shudu.core.geometry import cell_name
from shudu.core.sets import Candidate
from shudu.locale.catalogue import LANGUAGES, table, text


class Texts(NamedTuple):
    """The texts of a language.

    Attributes:
        words: Phrases of explanations and hints, by role.
        names: The names of techniques, by id.
        sentences: The sentences that explain techniques, by id or by the id of a pattern several of them share.
        aliases: Other names players use, by id.
        spotting: What to look for to find a technique, by id, pattern or family.
    """

    words: dict[str, str]
    names: dict[str, str]
    sentences: dict[str, str]
    aliases: dict[str, list[str]]
    spotting: dict[str, str]


def texts(language: str) -> Texts:
    """Return the texts of a language.

    >>> texts("zh").names["x-wing"]
    '二阶鱼（X 翼）'

    Raises:
        TypeError: If the language is not text.
        ShuduError: If it is not supported.
    """
    check_language(language)
    return _load(language)


@cache
def _load(language: str) -> Texts:
    return Texts(*(table(f"logic.{name}", language) for name in Texts._fields))


def technique_name(technique: str, language: str = "en") -> str:
    """Return the name of the technique with an id."""
    return texts(language).names[technique]


def level_name(level: str, language: str = "en") -> str:
    """Return the name of a level in the middle of a sentence.

    >>> level_name("hard", "zh")
    '困难'
    """
    return text(f"logic.levels.{level}", language)


def family_name(family: str, language: str = "en") -> str:
    """Return the name of a family of techniques."""
    return text(f"logic.families.{family.replace(' ', '-')}", language)


def aliases_of(technique: str, language: str) -> list[str]:
    """Return the other names that players of a language use for a technique."""
    return texts(language).aliases.get(technique, [])


def all_names(technique: str) -> Iterator[str]:
    """Yield every name of a technique in every language. Each part of `二阶鱼（X 翼）` counts as a name too."""
    for language in LANGUAGES:
        name = texts(language).names.get(technique, "")
        yield name
        yield from re.split("[（）]", name)[:2] if language == "zh" and "鱼（" in name else ()
        yield from aliases_of(technique, language)


def normalise_name(name: str) -> str:
    """Return a name without the parts people write differently: case, spaces, hyphens, brackets.

    >>> normalise_name("X-Wing（二阶 鱼）")
    'xwing二阶鱼'
    """
    return "".join(character for character in name.lower() if character.isalnum())


# The boundary between a Chinese character and a letter or figure, where typography wants a space.
_SEAM: Final = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])")
_CELL: Final = re.compile("r[1-9]+c[1-9]")
_KINDS: Final = {"r": "rows", "c": "columns", "b": "boxes"}


class Phrases:
    """Phrases in one language.

    >>> Phrases("en").place("c5"), Phrases("zh").place("c5")
    ('column 5', '第 5 列')
    """

    def __init__(self, language: str) -> None:
        self.words: dict[str, str] = texts(language).words
        self.gap = "" if language == "zh" else " "

    def join(self, parts: Sequence[str], last: str = "and") -> str:
        """Join a list as a person says it: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return self.words["comma"].join(parts[:-1]) + self.words[last] + parts[-1]

    def digits(self, digits: Iterable[int]) -> str:
        """Return digits as in `1, 2 and 5`."""
        return self.join([str(digit) for digit in digits])

    def cells(self, cells: Iterable[int]) -> str:
        """Return cells as in `r1c2 and r3c4`."""
        return self.join([cell_name(cell) for cell in cells])

    def place(self, name: str) -> str:
        """Return a house (`c5`) or cells separated by commas (`r1c1,r1c2`) in words."""
        if len(name) == 2:
            return self.words[_KINDS[name[0]]].format(n=name[1])
        return self.join(name.split(","))

    def places(self, names: Sequence[str]) -> str:
        """Return several houses or cells in words, houses of one kind together: `rows 1, 5 and 8`."""
        if len(names) > 1 and all(len(name) == 2 for name in names):
            kinds = dict.fromkeys(name[0] for name in names)
            return self.join([self._houses(kind, [n[1] for n in names if n[0] == kind]) for kind in kinds])
        return self.join([self.place(name) for name in names])

    def region(self, names: Sequence[str]) -> str:
        """Return houses in words, a single box with its position: `box 5 (centre)`."""
        where = self.places(names)
        if len(names) == 1 and names[0].startswith("b"):
            return self.words["box_at"].format(box=where, where=self.words[f"at_{names[0]}"])
        return where

    def _houses(self, kind: str, numbers: list[str]) -> str:
        key = _KINDS[kind] if len(numbers) == 1 else f"many_{_KINDS[kind]}"
        return self.words[key].format(n=self.join(numbers))

    def candidates(self, candidates: Iterable[Candidate]) -> str:
        """Return candidates as in `7 in r1c2 and r3c4, 3 and 6 in r5c5`."""
        by_digit: dict[int, list[int]] = {}
        for digit, cell in candidates:
            by_digit.setdefault(digit, []).append(cell)
        by_cells: dict[tuple[int, ...], list[str]] = {}
        for digit, cells in by_digit.items():
            by_cells.setdefault(tuple(cells), []).append(str(digit))
        form = self.words["candidate"]
        phrases = (form.format(digit=self.join(digits), cells=self.cells(cells)) for cells, digits in by_cells.items())
        return self.words["candidate_comma"].join(phrases)

    def fact(self, candidates: Sequence[Candidate], true: bool) -> str:
        """Return a statement: `r1c1 is 7`, or of a group `7 is in none of r1c1 and r1c2`."""
        digits = list(dict.fromkeys(digit for digit, _ in candidates))
        facts = [self._fact_of_digit([c for c in candidates if c.digit == digit], true) for digit in digits]
        return self.join(facts, "or" if true else "and")

    def _fact_of_digit(self, candidates: Sequence[Candidate], true: bool) -> str:
        digit, cells = candidates[0].digit, [candidate.cell for candidate in candidates]
        if len(cells) == 1:
            return self.words["on" if true else "off"].format(cell=cell_name(cells[0]), digit=digit)
        return self.words["group_on" if true else "group_off"].format(cells=self.cells(cells), digit=digit)


def add_spaces(text: str) -> str:
    """Return a text with spaces between Chinese characters and letters or figures.

    >>> add_spaces("第3行")
    '第 3 行'
    """
    return _SEAM.sub(" ", text)


def start_sentence(text: str) -> str:
    """Return a text with a capital first letter, unless it starts with the name of a cell.

    >>> start_sentence("box 3 is full"), start_sentence("r1c1 is 7")
    ('Box 3 is full', 'r1c1 is 7')
    """
    return text if _CELL.match(text) else text[:1].upper() + text[1:]
