"""The jobs of the worker processes: everything whose cost depends on what a client sends.

Each job takes JSON data and returns JSON data or yields bytes, and raises a ShuduError for a request it cannot meet.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from shudu.core.candidate import Candidate
from shudu.core.errors import NoSolution
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.step import Step
from shudu.game.check import count_steps_back, explain_entries, find_mistakes, find_rule_breaks
from shudu.game.game import Game
from shudu.kernel.solve import count, solutions
from shudu.server.workers.exchange_jobs import EXCHANGE_JOBS

Data = dict[str, Any]


def count_job(puzzle: str, limit: int) -> Data:
    """Count the solutions of a puzzle up to a limit, and return the first two and the cells where they differ."""
    start = Puzzle(puzzle)
    found = [grid.line for grid in solutions(start, limit=2)]
    number = len(found) if len(found) < 2 or limit == 2 else count(start, limit=limit)
    differing = [cell_name(c) for c in range(81) if len(found) == 2 and found[0][c] != found[1][c]]
    return {"puzzle": start.line, "count": number, "limit": limit, "solutions": found, "differing": differing}


def rate_job(puzzle: str, profile: Literal["hodoku"], language: str) -> Data:
    """Rate a puzzle with one solution; return the rating and the path with its explanations."""
    from shudu.logic.explain import explain
    from shudu.logic.rating.rate import rate

    rating = rate(Puzzle(puzzle), profile)
    return {
        "puzzle": Puzzle(puzzle).line,
        "profile": rating.profile,
        "level": rating.level,
        "score": rating.score,
        "hardest": rating.hardest,
        "counts": dict(rating.counts),
        "path": [step_data(step) for step in rating.path.steps],
        "sentences": [explain(step, language) for step in rating.path.steps],
        "turning_points": list(rating.path.turning_points),
    }


def make_job(request: Data) -> Data:
    """Generate a puzzle by difficulty, clue count, level or technique, and rate it."""
    from shudu.puzzles.spec import PuzzleSpec
    from shudu.server.workers.puzzle_jobs import make_puzzle

    return {**make_puzzle(PuzzleSpec(**request), secrets.randbits(48))}


def hint_job(digits: str, puzzle: str, crossed: list[str], level: int, language: str, last: str | None = None) -> Data:
    """Return the next step from a position, as much of it as a stage discloses."""
    from shudu.logic.explain import explain, how_to_spot
    from shudu.logic.hint import hint

    givens = Puzzle(puzzle).givens.mask
    grid = Grid.from_masks(Grid(digits).digits, givens).remove(map(Candidate.from_text, crossed))
    found = hint(grid, last=last)
    disclosed = found.reveal(level)
    return {
        "kind": found.kind,
        "level": level,
        "region": list(disclosed.region),
        "technique": disclosed.technique or None,
        "cells": [cell_name(cell) for cell in disclosed.cells],
        "step": step_data(disclosed.step) if disclosed.step else None,
        "sentence": explain(disclosed.step, language) if disclosed.step else None,
        "mistake": _mistake_data(found, disclosed.cells, language) if found.mistake else None,
        "moves": _moves_of(disclosed.places, disclosed.removes),
        "lines": found.describe(level, language),
        "spot": how_to_spot(disclosed.technique, language) if disclosed.technique else None,
        "target": None if disclosed.target is None else cell_name(disclosed.target),
        "purpose": found.purpose(language) if disclosed.target is not None else None,
    }


def check_job(text: str, mode: str, language: str = "en") -> Data:
    """Return the wrong entries of a game with the reasons, and how many steps back the last correct position is."""
    game = Game.from_text(text)
    wrong = find_rule_breaks(game.board) if mode == "rules" else find_mistakes(game.board)
    back = count_steps_back(game) if mode == "solution" else None
    reasons = {cell_name(cell): why.describe(language) for cell, why in explain_entries(game.board, wrong).items()}
    return {"mode": mode, "wrong": [cell_name(cell) for cell in wrong], "back": back, "reasons": reasons}


def judge_job(text: str) -> Data:
    """Return the fair play flags of a finished game."""
    from shudu.fairplay.rules import judge

    return {"flags": judge(Game.from_text(text))}


def unpack_job(body: bytes, key: str) -> Iterator[bytes]:
    """Read a backup: yield whether it is authentic and the player's name, then its games in portions."""
    from shudu.store.backup import unpack

    found = unpack(body, bytes.fromhex(key))
    yield json.dumps([found.genuine, found.name]).encode()
    yield from found.parts


def replay_job(body: bytes) -> list[Data]:
    """Replay games of a backup."""
    from shudu.store.backup import replay_games

    return replay_games(body)


def trace_job(puzzle: str, by: str, limit: int | None, events: int, seconds: float, seed: int) -> Iterator[bytes]:
    """Trace a search; yield the packed trace block by block while it runs."""
    from shudu.search.run import trace
    from shudu.search.trace.files import write_packed

    return write_packed(trace(puzzle, by, limit=limit, events=events, seconds=seconds, seed=seed), 8192, timed=True)


def trace_generation_job(method: str, seed: int, clues: int, symmetry: str) -> Iterator[bytes]:
    """Trace the generation of a full grid, or of a puzzle with the method `dig`; yield the packed trace."""
    from shudu.grids.full_grids import trace_making
    from shudu.puzzles.dig_trace import trace_digging
    from shudu.search.trace.files import write_packed

    run = trace_digging(clues, symmetry=symmetry, seed=seed) if method == "dig" else trace_making(method, seed)
    return write_packed(run, 8192, timed=True)


def playable_job(puzzle: str) -> Data:
    """Return the line of a puzzle after checking that it has a solution and an empty cell."""
    game = Game(puzzle)
    if not count(game.puzzle, limit=1):
        raise NoSolution("server.no-solution")
    return {"line": game.puzzle.line}


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


def _mistake_data(found: Any, cells: tuple[int, ...], language: str) -> Data:
    """Return a mistake as JSON data, with its cell and the reason once the stage discloses them."""
    if not cells:
        return {"placed": found.mistake.placed, "cell": None, "reason": None}
    reason = found.refutation.describe(language) if found.refutation else None
    return {"placed": found.mistake.placed, "cell": cell_name(cells[0]), "reason": reason}


def _moves_of(places: tuple[Candidate, ...], removes: tuple[Candidate, ...]) -> list[str]:
    """Return the moves that apply a step."""
    crossed = sorted(removes, key=lambda candidate: (candidate.cell, candidate.digit))
    moves = [",".join(map(str, crossed)) + "-"] if crossed else []
    return moves + [f"{cell_name(cell)}={digit}" for digit, cell in places]


JOBS: Final[dict[str, Callable[..., Any]]] = {
    "count": count_job,
    "rate": rate_job,
    "make": make_job,
    "hint": hint_job,
    "check": check_job,
    "judge": judge_job,
    "unpack": unpack_job,
    "replay": replay_job,
    "trace": trace_job,
    "trace_generation": trace_generation_job,
    "playable": playable_job,
    **EXCHANGE_JOBS,
}
