"""The path: the techniques worth learning, in the order in which people learn them.

Chinese players first learn to scan without notes (直观法): the last cell of a house, a digit in a box, a digit in a line,
the only digit for a cell. Notes (候选数法) come afterwards. The first chapter therefore shows no candidates.

A topic is one stop on the path. Most topics are a technique; hidden and naked singles are two topics each, one without
and one with notes, and hidden singles without notes are split by box and line, as people look for them.

>>> [each.id for each in PATH][:4]
['full-house', 'hidden-single-box', 'hidden-single-line', 'naked-single']
>>> topic("摒除").id, topic("X翼").id
('hidden-single-box', 'x-wing')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from shudu.core.arguments import check_text
from shudu.core.errors import ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.locale.catalogue import LANGUAGES, text
from shudu.logic.path import Plan, follow_each, make_plan
from shudu.logic.registry import technique
from shudu.logic.salience import Ease, visible_singles
from shudu.logic.solver import steps as all_steps
from shudu.logic.texts import technique_name


@dataclass(frozen=True, slots=True)
class Topic:
    """A stop on the path.

    Attributes:
        id: Its name in programs, such as `xy-wing`; that of the technique where a topic is a whole technique.
        technique: The id of the technique.
        chapter: The chapter, such as `wings`.
        needs: The topics to learn before.
        notes: Whether positions are shown with candidates.
        pattern: Whether an answer must mark the cells of the pattern. Chains are judged by their conclusion alone, because
            several chains can prove the same.
    """

    id: str
    technique: str
    chapter: str
    needs: tuple[str, ...] = ()
    notes: bool = True
    pattern: bool = True

    def name(self, language: str = "en") -> str:
        """Return the name of the topic.

        Args:
            language: `en` or `zh`.
        """
        if self.id == self.technique:
            return technique_name(self.technique, language)
        return text(f"learn.topics.{self.id}", language)

    def instances(self, grid: Grid) -> list[Step]:
        """Return every step of this topic in a position, each once.

        Args:
            grid: The position.
        """
        if not self.notes:
            grid = Grid.from_masks(grid.digits, grid.givens.mask)
        return [step for step in all_steps(grid, [self.technique], uniqueness=True) if self.includes(grid, step)]

    def includes(self, grid: Grid, step: Step) -> bool:
        """Return whether a step of this topic's technique belongs to the topic.

        Args:
            grid: The position before the step.
            step: The step.
        """
        ease = _EASE_OF_TOPIC.get(self.id)
        if ease is None:
            return True
        digit, cell = step.places[0]
        return visible_singles(grid.digits).get((cell, digit), Ease.BEYOND_SINGLES) is ease


# The topics of placements that are seen without notes.
TOPIC_OF_EASE: Final = {
    Ease.LAST_CELL: "full-house",
    Ease.BOX: "hidden-single-box",
    Ease.LINE: "hidden-single-line",
    Ease.NAKED: "naked-single",
}

# Topics that are part of a technique: how their placements are seen without notes.
_EASE_OF_TOPIC: Final = {
    "hidden-single-box": Ease.BOX,
    "hidden-single-line": Ease.LINE,
    "naked-single": Ease.NAKED,
    "naked-single-notes": Ease.BEYOND_SINGLES,
    "hidden-single-notes": Ease.BEYOND_SINGLES,
}


def _build_path() -> Iterator[Topic]:
    """Yield the topics in order. A topic needs the one before it in its chapter unless others are named."""
    for chapter, topics in _CHAPTERS.items():
        before: tuple[str, ...] = ()
        for entry in topics:
            id, _, rest = entry.partition(" ")
            needs = tuple(rest.split()) or before
            name = "hidden-single" if id.startswith("hidden-single") else id.removesuffix("-notes")
            placing = name in ("full-house", "hidden-single", "naked-single", "bug-1")
            pattern = not placing and chapter not in ("chains", "als", "forcing")
            yield Topic(id, name, chapter, needs, notes=chapter != "scanning", pattern=pattern)
            before = (id,)


# Chapters with their topics; after a topic, those it builds on.
_CHAPTERS: Final = {
    "scanning": ("full-house", "hidden-single-box", "hidden-single-line", "naked-single"),
    "notes": ("naked-single-notes naked-single", "hidden-single-notes hidden-single-line"),
    "intersections": ("pointing hidden-single-notes", "claiming"),
    "subsets": (
        "naked-pair naked-single-notes",
        "locked-pair naked-pair pointing",
        "hidden-pair naked-pair hidden-single-notes",
        "naked-triple naked-pair",
        "hidden-triple hidden-pair",
        "naked-quad naked-triple",
    ),
    "fish": ("x-wing claiming", "swordfish", "finned-x-wing x-wing pointing", "jellyfish swordfish"),
    "single-digit": (
        "skyscraper x-wing",
        "two-string-kite skyscraper",
        "turbot-fish two-string-kite",
        "empty-rectangle two-string-kite pointing",
    ),
    "wings": ("xy-wing naked-pair", "xyz-wing xy-wing", "w-wing xy-wing skyscraper"),
    "uniqueness": (
        "uniqueness-1 naked-pair",
        "uniqueness-2 uniqueness-1",
        "uniqueness-4 uniqueness-1",
        "hidden-rectangle uniqueness-4",
        "bug-1 uniqueness-1",
    ),
    "chains": (
        "simple-colours-trap skyscraper",
        "remote-pair simple-colours-trap naked-pair",
        "x-chain turbot-fish",
        "xy-chain remote-pair xy-wing",
        "aic x-chain xy-chain",
    ),
    "als": ("als-xz naked-triple aic", "als-xy-wing als-xz"),
    "forcing": ("forcing-chain-contradiction aic", "forcing-chain-verity forcing-chain-contradiction"),
}
CHAPTERS: Final = tuple(_CHAPTERS)
PATH: Final[tuple[Topic, ...]] = tuple(_build_path())
_BY_ID: Final = {each.id: each for each in PATH}


def topic(name: str) -> Topic:
    """Return the topic with a name.

    Args:
        name: The id of a topic, or any name of its technique in English or Chinese.

    Raises:
        ShuduError: If no technique has this name, or the path does not include it.
        TypeError: If `name` is not a string.
    """
    if check_text(name, "name") in _BY_ID:
        return _BY_ID[name]
    if found := _topics_by_name().get(name.strip().lower()):
        return found
    target = technique(name)
    for each in PATH:
        if each.technique == target.id:
            return each
    raise ShuduError("learn.not-on-path", technique=quote(target.id))


@cache
def _topics_by_name() -> dict[str, Topic]:
    return {each.name(language).lower(): each for each in PATH for language in LANGUAGES}


def topics_of(technique: str) -> tuple[Topic, ...]:
    """Return the topics that teach a technique, in order; none if it is not on the path.

    Args:
        technique: The id of the technique.
    """
    return tuple(each for each in PATH if each.technique == technique)


def topic_of_step(grid: Grid, step: Step) -> Topic | None:
    """Return the topic that a step belongs to, or None if its technique is not on the path.

    Args:
        grid: The position before the step.
        step: The step.
    """
    return next((each for each in topics_of(step.technique) if each.includes(grid, step)), None)


def follow_topics(grid: Grid, topics: Sequence[Topic]) -> Iterator[tuple[Topic, Grid]]:
    """Yield topics, each with the position in which its technique alone ends.

    Args:
        grid: The position.
        topics: Topics whose techniques the kernel knows: all but forcing chains.
    """
    return zip(topics, follow_each(grid, (plan_for(each.technique) for each in topics)), strict=True)


@cache
def plan_for(*techniques: str) -> Plan:
    """Return the plan for techniques, by their ids."""
    return make_plan(map(technique, techniques))


def marks_of(grid: Grid) -> tuple[Candidate, ...]:
    """Return the candidates that the rules allow but that have been removed from a position."""
    rules = Grid.from_masks(grid.digits)
    return tuple(
        Candidate(digit, cell) for cell in grid.empty for digit in rules.candidates(cell) - grid.candidates(cell)
    )
