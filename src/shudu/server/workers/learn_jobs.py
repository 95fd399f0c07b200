"""Lessons, drills and the assessment of games, as jobs for worker processes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from shudu.core.geometry import cell_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.game.game import Game

Data = dict[str, Any]
_MOST_ANSWERS_SHOWN: Final = 4  # answers of a drill with drawing and explanation; the others are only compared


def topic_job(topic: str, language: str, count: int, seed: int) -> Data:
    """Return the lesson of a topic and a set of drills, with everything needed to check answers offline."""
    from shudu.learn.lesson import lesson

    content = lesson(topic)
    random = Random(seed)
    screens = [
        {
            "text": content.text(number, language),
            "drawn": step_data(screen.drawn),
            "kind": screen.action.kind,
            "cells": [cell_name(cell) for cell in screen.action.cells],
            "candidates": list(map(str, screen.action.candidates)),
            "houses": list(screen.houses),
            "found": [cell_name(cell) for cell in screen.found],
            "reach": [cell_name(cell) for cell in screen.reach],
            "digit": screen.digit,
        }
        for number, screen in enumerate(content.screens)
    ]
    return {
        "topic": content.topic,
        "position": _position_data(content.grid),
        "notes": content.notes,
        "screens": screens,
        "step": step_data(content.step),
        "remember": content.summary(language),
        "drills": [_drill_data(content.topic, language, random.randrange(1 << 48)) for _ in range(count)],
    }


def drills_job(topics: list[str], language: str, seed: int) -> list[Data]:
    """Return a drill of each topic named, in that order."""
    random = Random(seed)
    return [_drill_data(topic, language, random.randrange(1 << 48)) for topic in topics]


def _drill_data(topic: str, language: str, seed: int) -> Data:
    from shudu.learn.drill import drill
    from shudu.learn.screens import draw_answer
    from shudu.logic.explain import explain

    exercise = drill(topic, seed)
    answers = exercise.answers[:_MOST_ANSWERS_SHOWN]
    return {
        "topic": exercise.topic,
        "position": _position_data(exercise.grid),
        "notes": exercise.notes,
        "marks_pattern": exercise.marks_pattern,
        "writes": exercise.writes,
        "question": exercise.question(language),
        "solution": "".join(map(str, exercise.solution)),
        "absent": exercise.absent_topics(),
        "answers": [
            {
                "places": list(map(str, step.places)),
                "removes": list(map(str, step.removes)),
                "pattern": [cell_name(cell) for cell in cells],
                "step": step_data(draw_answer(topic, step)) if step in answers else None,
                "sentence": explain(step, language) if step in answers else None,
            }
            for step, cells in zip(exercise.answers, exercise.patterns, strict=True)
        ],
    }


def _position_data(grid: Grid) -> Data:
    from shudu.learn.path import marks_of

    puzzle = "".join(str(digit) if cell in grid.givens else "." for cell, digit in enumerate(grid.digits))
    return {"digits": grid.line, "puzzle": puzzle, "removed": list(map(str, marks_of(grid)))}


def assess_job(text: str, started: int) -> tuple[list[str], bool]:
    """Return the learning records that a game adds, and whether it is finished."""
    from shudu.learn.skill import assess_game

    game = Game.from_text(text)
    return list(map(str, assess_game(game, started))), game.finished is not None


def learner_puzzle_job(known: list[str], more: str | None) -> Data:
    """Return a puzzle for what a learner knows, or for one topic more."""
    from shudu.learn.puzzles import find_puzzle

    choice = find_puzzle(known, more)
    return {"puzzle": choice.puzzle.line, "technique": choice.technique}


def step_data(step: Step) -> Data:
    """Return a step as JSON data."""
    return {
        "technique": step.technique,
        "places": list(map(str, step.places)),
        "removes": list(map(str, step.removes)),
        "roles": {role: [_role_name(role, value) for value in values] for role, values in step.roles.items()},
        "links": [
            {"start": list(map(str, k.start)), "end": list(map(str, k.end)), "strong": k.strong, "proof": k.proof}
            for k in step.links
        ],
    }


def _role_name(role: str, value: Candidate | int | str) -> str:
    if role == "blockers" and isinstance(value, Candidate):
        return cell_name(value.cell)  # filled cells, not candidates to mark
    is_number = role.endswith("digits") or role in ("digit", "chains", "type")
    return cell_name(value) if isinstance(value, int) and not is_number else str(value)


LEARN_JOBS: Final[dict[str, Callable[..., Any]]] = {
    "topic": topic_job,
    "drills": drills_job,
    "assess": assess_job,
    "learner_puzzle": learner_puzzle_job,
}
