"""The jobs of the worker processes: everything whose cost depends on what a client sends.

Each job takes JSON data and returns JSON data or yields bytes, and raises a ShuduError for a request it cannot meet.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import lru_cache
from time import perf_counter
from typing import Any, Final

from shudu.core.errors import NoSolution
from shudu.core.geometry import cell_name
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.sets import Candidate
from shudu.game.check import count_steps_back, explain_entries, find_mistakes, find_rule_breaks
from shudu.game.game import Game
from shudu.game.move import moves_of_step
from shudu.kernel.solve import count, solutions
from shudu.server.workers.exchange_jobs import EXCHANGE_JOBS
from shudu.server.workers.learn_jobs import LEARN_JOBS, step_data

Data = dict[str, Any]
_SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def count_job(puzzle: str, limit: int) -> Data:
    """Count the solutions of a puzzle up to a limit, and return the first two and the cells where they differ."""
    start = Puzzle(puzzle)
    lines = [grid.line for grid in solutions(start, limit=2)]
    number = len(lines) if len(lines) < 2 or limit == 2 else count(start, limit=limit)
    differing = [cell_name(c) for c in range(81) if len(lines) == 2 and lines[0][c] != lines[1][c]]
    return {"puzzle": start.line, "count": number, "limit": limit, "solutions": lines, "differing": differing}


def rate_job(
    puzzle: str,
    profile: str,
    language: str,
    path: bool,
    times: list[tuple[str, str, float]] | None = None,
    player: str = "",
) -> Data:
    """Rate a puzzle with one solution; return the figures, or with `path` HoDoKu's path with its explanations.

    `times` are finished games, as (player, puzzle, minutes), from which the minutes for a player are estimated.
    """
    from shudu.logic.explain import explain
    from shudu.logic.rating.by_path import Rating
    from shudu.logic.rating.rate import PROFILES, rate
    from shudu.logic.rating.se import se_technique_name
    from shudu.logic.texts import technique_name

    rating = rate(Puzzle(puzzle), profile)
    common = {"puzzle": Puzzle(puzzle).line, "profile": rating.profile, "hardest": rating.hardest}
    if path and isinstance(rating, Rating):
        return {
            **common,
            "level": rating.level,
            "score": rating.score,
            "counts": dict(rating.counts),
            "path": [step_data(step) for step in rating.path.steps],
            "sentences": [explain(step, language) for step in rating.path.steps],
            "turning_points": list(rating.path.turning_points),
        }
    name_of = se_technique_name if profile == "se" else technique_name
    return {
        **common,
        **{column: getattr(rating, column) for column in PROFILES[profile].columns},
        "score": rating.score,
        "band": rating.band,
        "hardest_name": name_of(rating.hardest, language),
        "reasons": rating.describe(language),
        "your_minutes": _minutes_for(player, Puzzle(puzzle).line, times) if times else None,
    }


def _minutes_for(player: str, puzzle: str, times: list[tuple[str, str, float]]) -> float | None:
    """Return the minutes to expect of a player; None if they have finished too few games."""
    from shudu.logic.rating.player import FEWEST_GAMES, TimedGame, calibrate

    if sum(who == player for who, _, _ in times) < FEWEST_GAMES:
        return None
    games = [TimedGame(who, line, _expected_minutes(line), minutes) for who, line, minutes in times]
    return round(calibrate(games).minutes(_expected_minutes(puzzle), player, puzzle), 1)


@lru_cache(maxsize=4096)
def _expected_minutes(line: str) -> float:
    from shudu.logic.rating.rate import rate

    return rate(line, "player").minutes


def make_job(request: Data) -> Data:
    """Generate a puzzle by difficulty, clue count, level or technique, and rate it, as for `grade_job`.

    A puzzle that needs a technique is filed under it, even if another one on its path has a higher score.

    >>> puzzle = make_job({"difficulty": "easy"})
    >>> puzzle["difficulty"], puzzle["level"]
    ('easy', 'easy')
    """
    from shudu.puzzles.sources import make_batches
    from shudu.puzzles.spec import PuzzleSpec

    puzzle = grade_job(next(make_batches(PuzzleSpec(**request), 1, secrets.randbits(48), threads=1))[0].line)
    return puzzle | ({"technique": request["needs"]} if "needs" in request else {})


def stock_job(request: Data, most: int, seconds: float) -> list[Data]:
    """Generate puzzles as `make_job` does: one at least, and more up to a number or until a time has passed."""
    end = perf_counter() + seconds
    puzzles = [make_job(request)]
    while len(puzzles) < most and perf_counter() < end:
        puzzles.append(make_job(request))
    return puzzles


def warm_job() -> None:
    """Load what hints and ratings need."""
    hint_job(_SAMPLE, _SAMPLE, [], 5, "en")


def grade_job(puzzle: str) -> Data:
    """Return the columns in the database of a puzzle with exactly one solution; the difficulty is empty if it has none."""
    from shudu.logic.rating.rate import rate
    from shudu.puzzles.difficulty import difficulty_of

    rating = rate(puzzle)
    clues = 81 - puzzle.count(".")
    return {
        "line": puzzle,
        "clues": clues,
        "difficulty": difficulty_of(clues, rating.level, rating.hardest) or "",
        "level": rating.level,
        "score": round(rating.score),
        "technique": rating.hardest,
    }


def hint_job(digits: str, puzzle: str, crossed: list[str], level: int, language: str, last: str | None = None) -> Data:
    """Return the next step from a position, as much of it as a stage reveals."""
    from shudu.logic.explain import explain, how_to_spot
    from shudu.logic.hint import hint

    givens = Puzzle(puzzle).givens.mask
    grid = Grid.from_masks(Grid(digits).digits, givens).remove(map(Candidate.from_text, crossed))
    next_hint = hint(grid, last=last)
    revealed = next_hint.reveal(level)
    return {
        "kind": next_hint.kind,
        "level": level,
        "region": list(revealed.region),
        "technique": revealed.technique or None,
        "cells": [cell_name(cell) for cell in revealed.cells],
        "step": step_data(revealed.step) if revealed.step else None,
        "sentence": explain(revealed.step, language) if revealed.step else None,
        "mistake": _mistake_data(next_hint, revealed.cells, language) if next_hint.mistake else None,
        "moves": moves_of_step(revealed.places, revealed.removes),
        "lines": next_hint.describe(level, language),
        "spot": how_to_spot(revealed.technique, language) if revealed.technique else None,
        "target": None if revealed.target is None else cell_name(revealed.target),
        "purpose": next_hint.purpose(language) or None if revealed.step else None,
    }


def check_job(text: str, mode: str, language: str = "en") -> Data:
    """Return the wrong entries of a game with the reasons, and how many steps back the last correct position is."""
    game = Game.from_text(text)
    wrong = find_rule_breaks(game.board) if mode == "rules" else find_mistakes(game.board)
    back = count_steps_back(game) if mode == "solution" else None
    reasons = {cell_name(cell): why.describe(language) for cell, why in explain_entries(game.board, wrong).items()}
    return {"mode": mode, "wrong": [cell_name(cell) for cell in wrong], "back": back, "reasons": reasons}


def judge_job(text: str, level: str | None) -> Data:
    """Return the fair play flags of a finished game."""
    from shudu.fairplay import judge

    return {"flags": judge(Game.from_text(text), level)}


def unpack_job(body: bytes, key: str) -> Iterator[bytes]:
    """Read a backup: yield whether it is authentic, the player's name and records, then its games in portions."""
    from shudu.store.backup import unpack

    return unpack(body, bytes.fromhex(key))


def replay_job(body: bytes) -> Iterator[bytes]:
    """Replay games of a backup; yield them as JSON."""
    from shudu.store.backup import replay_games

    yield replay_games(body)


def trace_job(puzzle: str, by: str, limit: int | None, events: int, seconds: float, seed: int) -> Iterator[bytes]:
    """Trace a search; yield the packed trace block by block while it runs."""
    from shudu.search.run import trace
    from shudu.search.trace.files import write_packed

    return write_packed(trace(puzzle, by, limit=limit, events=events, seconds=seconds, seed=seed), 8192, timed=True)


def iterations_job(puzzles: list[str], by: str, seed: int, seconds: float) -> list[int | None]:
    """Count the iterations up to the first solution of each puzzle, as far as the time allows."""
    from shudu.search.run import trace

    counts: list[int | None] = []
    end = perf_counter() + seconds
    for puzzle in puzzles:
        if perf_counter() > end:
            break
        run = trace(puzzle, by, seconds=seconds, seed=seed)
        stats = run.stats
        counts.append((stats.iterations or stats.nodes) if run.reason == "solutions" else None)
    return counts


def trace_generation_job(
    method: str, seed: int, clues: int, symmetry: str, grid: str, difficulty: str | None
) -> Iterator[bytes]:
    """Trace the generation of a final grid or, with `dig`, `dig-blind` or `graded-puzzle`, of a puzzle."""
    from shudu.grids.full_grids import trace_making
    from shudu.puzzles.traces import trace_digging, trace_graded
    from shudu.search.trace.files import write_packed

    if method in ("dig", "dig-blind"):
        run = trace_digging(clues, symmetry=symmetry, seed=seed, grid=grid, test=method == "dig")
    else:
        run = trace_graded(difficulty, seed=seed) if method == "graded-puzzle" else trace_making(method, seed)
    return write_packed(run, 8192, timed=True)


def playable_job(puzzle: str) -> Data:
    """Return the line of a puzzle after checking that it has a solution and an empty cell, and whether it has one only."""
    game = Game(puzzle)
    solutions = count(game.puzzle, limit=2)
    if not solutions:
        raise NoSolution("server.no-solution")
    return {"line": game.puzzle.line, "unique": solutions == 1}


def _mistake_data(next_hint: Any, cells: tuple[int, ...], language: str) -> Data:
    """Return a mistake as JSON data, with its cell and the reason once the stage reveals them."""
    if not cells:
        return {"placed": next_hint.mistake.placed, "cell": None, "reason": None}
    reason = next_hint.refutation.describe(language) if next_hint.refutation else None
    return {"placed": next_hint.mistake.placed, "cell": cell_name(cells[0]), "reason": reason}


JOBS: Final[dict[str, Callable[..., Any]]] = {
    "count": count_job,
    "rate": rate_job,
    "make": make_job,
    "stock": stock_job,
    "hint": hint_job,
    "check": check_job,
    "judge": judge_job,
    "unpack": unpack_job,
    "replay": replay_job,
    "trace": trace_job,
    "trace_generation": trace_generation_job,
    "iterations": iterations_job,
    "playable": playable_job,
    "grade": grade_job,
    "warm": warm_job,
    **EXCHANGE_JOBS,
    **LEARN_JOBS,
}
