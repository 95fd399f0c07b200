"""Lessons: the idea of a technique in three to five short screens on a real board.

A lesson is data. Each screen draws a part of one step, says one thing and asks for one action: tap cells, remove candidates,
or write a digit. `shudu.learn.screens` makes the screens; their words are in `learn.toml` under `[lessons.<topic>]`, with the
fields of explanations (`shudu.logic.sentence_fields`).

>>> for screen in lesson("x-wing").screens:
...     print(screen.action.kind, len(screen.action.cells), *screen.houses)
cells 2 c1
cells 2 c5
cells 1 c5
cells 1 r1 r7
remove 1 r1 r7
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from shudu.core.geometry import HOUSES_OF, cell_name, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.learn.path import Topic, topic
from shudu.learn.screens import Screen, corners_of, make_screens, select_cells
from shudu.learn.stock import load_stock, parse_position
from shudu.locale.catalogue import table
from shudu.logic.link_texts import write_fact
from shudu.logic.sentence_fields import SentenceFields
from shudu.logic.texts import Phrases, add_spaces, start_sentence


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a topic.

    Attributes:
        topic: The id of the topic.
        grid: The position on the board.
        step: The whole step that the lesson is about.
        screens: The screens in order.
    """

    topic: str
    grid: Grid
    step: Step
    screens: tuple[Screen, ...]

    @property
    def notes(self) -> bool:
        """Whether the board shows candidates."""
        return topic(self.topic).notes

    def text(self, number: int, language: str = "en") -> str:
        """Return the words of a screen.

        Args:
            number: The number of the screen, from 0.
            language: `en` or `zh`.
        """
        return self._fill(str(number + 1), language)

    def summary(self, language: str = "en") -> str:
        """Return what to remember, one sentence for the end of the lesson.

        Args:
            language: `en` or `zh`.
        """
        return self._fill("remember", language)

    def _fill(self, name: str, language: str) -> str:
        template = table(f"learn.lessons.{self.topic}", language)[name]
        return start_sentence(add_spaces(template.format_map(_LessonFields(self.grid, self.step, language))))

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return the lesson as plain values, ready for JSON, with the words of a language.

        Args:
            language: `en` or `zh`.
        """
        screens = [
            {
                "text": self.text(number, language),
                "drawn": screen.drawn.to_dict(),
                "houses": list(screen.houses),
                "found": list(screen.found),
                "reach": list(screen.reach),
                "digit": screen.digit,
                "action": {
                    "kind": screen.action.kind,
                    "cells": list(screen.action.cells),
                    "candidates": [list(candidate) for candidate in screen.action.candidates],
                },
            }
            for number, screen in enumerate(self.screens)
        ]
        return {
            "topic": self.topic,
            "grid": self.grid.to_dict(),
            "notes": self.notes,
            "step": self.step.to_dict(),
            "screens": screens,
            "remember": self.summary(language),
        }


def lesson(name: str) -> Lesson:
    """Return the lesson of a technique.

    Args:
        name: A topic of the path, or any name of its technique in English or Chinese.

    Raises:
        ShuduError: If no technique has this name, or the path does not include it.
    """
    return _make_lesson(topic(name))


@cache
def _make_lesson(chosen: Topic) -> Lesson:
    grid = parse_position(load_stock()[chosen.id][0])
    step = chosen.instances(grid)[0]
    return Lesson(chosen.id, grid, step, make_screens(chosen.id, grid, step))


def _shared_line(one: int, other: int) -> str:
    """Return the row or column of two cells."""
    return next(house_name(house) for house in HOUSES_OF[one] if house in HOUSES_OF[other])


class _LessonFields(SentenceFields):
    """The fields of explanations, and a few more for lessons."""

    def __init__(self, grid: Grid, step: Step, language: str) -> None:
        super().__init__(step, Phrases(language))
        self.grid = grid

    def __missing__(self, key: str) -> str:
        if key in _LESSON_FIELDS:
            return _LESSON_FIELDS[key](self.step, self.phrases)
        if key.endswith("_digits") and (role := key.removesuffix("_digits").replace("_", "-")) in _SETS:
            return self.phrases.digits(sorted({c.digit for c in self.step.roles[role] if isinstance(c, Candidate)}))
        if key.startswith("tap_"):  # the cells of a part or of several roles
            return self.phrases.cells(select_cells(key.removeprefix("tap_").replace("_", "-"), self.grid, self.step))
        if key in ("base_1", "base_rest"):
            houses = [str(name) for name in self.step.roles["base"]]
            return self.phrases.places(houses[:1] if key == "base_1" else houses[1:])
        if key.startswith("corner_"):
            return cell_name(corners_of(self.step)[int(key[-1]) - 1])
        if key == "across":
            return self.phrases.places([_shared_line(*corners_of(self.step)[0:3:2])])
        if key == "blocked_digit":
            return str(next(c.digit for c in self.step.roles["blockers"] if isinstance(c, Candidate)))
        return super().__missing__(key)


def _name_removals(step: Step, phrases: Phrases) -> str:
    """Return the removed candidates, digit by digit: `7 in r1c7 and 3 in r6c7`."""
    digits = dict.fromkeys(digit for digit, _ in step.removes)
    return phrases.join([phrases.candidates(c for c in step.removes if c.digit == digit) for digit in digits])


def _name_conclusions(step: Step, phrases: Phrases) -> str:
    facts = [phrases.fact([candidate], True) for candidate in step.places]
    return phrases.join(facts + [phrases.fact([candidate], False) for candidate in step.removes])


def _name_cell(number: int) -> Callable[[Step, Phrases], str]:
    return lambda step, phrases: cell_name([cell for cell in step.roles["cells"] if isinstance(cell, int)][number])


def _name_digit(role: str, number: int) -> Callable[[Step, Phrases], str]:
    return lambda step, phrases: str(step.roles[role][number])


_SETS: Final = ("als-1", "als-2", "pivot", "blockers")  # roles of candidates whose digits are named
_LESSON_FIELDS: Final[dict[str, Callable[[Step, Phrases], str]]] = {
    "removed": _name_removals,
    "concluded": _name_conclusions,
    "cell_1": _name_cell(0),
    "cell_2": _name_cell(1),
    "digit_1": _name_digit("digits", 0),
    "digit_2": _name_digit("digits", 1),
    "common_1": _name_digit("commons", 0),
    "common_2": _name_digit("commons", 1),
    # The line of an empty rectangle that the link does not touch.
    "arm": lambda step, phrases: phrases.place(_shared_line(step.links[2].end[0].cell, step.removes[0].cell)),
    # What each strong link of a chain makes true.
    "pushes": lambda step, phrases: phrases.words["arrow"].join(
        write_fact(link.end, True) for link in step.links if link.strong
    ),
}
